"""Codecs in bulk: convert arrays of values to codes and back, and from one codec to another."""
