"""Random games in bulk: played to the end, then counted or recorded."""
