"""Codecs in bulk: arrays of values become codes, and codes become values or other codes."""
