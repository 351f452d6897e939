"""The library's access to the machine: folders, files, processors and optional packages."""

__all__: list[str] = []  # nothing in here is public
