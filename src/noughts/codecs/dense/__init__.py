"""Codecs that number only the values that can occur, so that no code is wasted."""
