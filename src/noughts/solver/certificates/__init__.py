"""Certificates of values, and a checker that needs nothing from this project."""
