"""Players that choose moves in many positions at once."""
