"""What a position is worth, and which moves keep it."""
