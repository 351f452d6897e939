"""The library's access to the machine: folders, files, extras."""

__all__: list[str] = []  # nothing in here is public
