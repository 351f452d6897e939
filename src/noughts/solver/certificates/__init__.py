"""Certificates of values, and their checkers, which need nothing else from this project."""
