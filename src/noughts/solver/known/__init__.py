"""A list of what empty boards are worth, and of who published which value."""
