"""Codecs that number positions or finished games without gaps."""
