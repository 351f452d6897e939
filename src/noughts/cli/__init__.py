"""The command `noughts`."""

__all__: list[str] = []  # nothing in here is public
