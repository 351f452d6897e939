"""What empty boards are worth: a list of the values that are settled, and who published which."""
