"""Random games in bulk: played to their end, then counted or written down."""
