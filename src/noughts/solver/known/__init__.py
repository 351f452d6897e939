"""A list of the values of empty boards, with the publications that report these values."""
