"""Many games stepped together, as learning algorithms want them."""
