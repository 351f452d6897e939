"""What a bit expression can run on besides ints and arrays: a recorder, and bit-slices."""
