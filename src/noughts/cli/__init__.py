"""The command `noughts`."""

__all__: list[str] = []  # nothing here is public
