"""A list of the values of empty boards, together with the values that publications report."""
