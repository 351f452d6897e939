"""Codecs in bulk: whole arrays of values to codes and back."""
