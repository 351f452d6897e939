"""What one position is worth: looked up if its board has a table, otherwise searched."""
