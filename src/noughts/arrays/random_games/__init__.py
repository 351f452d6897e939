"""Random games in bulk: played to their end, and counted or written down."""
