"""The subcommands of `noughts`, a module each."""
