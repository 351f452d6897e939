"""Many games stepped together, for learning algorithms."""
