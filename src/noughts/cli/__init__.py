"""The command `noughts`."""
