"""Certificates of values, and the checker that needs nothing of this project."""
