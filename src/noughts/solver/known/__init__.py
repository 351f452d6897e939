"""A list of the values of empty boards, and of who published which value."""
