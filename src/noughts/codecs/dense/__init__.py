"""Codecs that number just what can occur, so that no code is wasted."""
