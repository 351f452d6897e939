"""Players that move in many positions at once."""
