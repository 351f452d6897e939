"""What is asked of the machine: folders, files, extras."""
