"""The rules written out in other languages, from the same functions that run here."""
