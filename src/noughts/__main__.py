"""`python -m noughts` is the command `noughts`."""

from noughts.app.cli import main

main(prog_name="noughts")
