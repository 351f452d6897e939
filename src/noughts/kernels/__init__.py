"""Recorded expressions and other sources as compiled loops: the one way in, and the one cache."""
