"""The value of one position: looked up if its board has a table, otherwise found by search."""
