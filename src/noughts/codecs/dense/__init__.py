"""Codecs whose codes number only the values that can occur, without gaps."""
