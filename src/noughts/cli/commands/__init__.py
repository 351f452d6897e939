"""The subcommands of `noughts`, one module each."""
