"""The command `noughts`. A subcommand's module is imported when it is called, and not before."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from noughts import __version__
from noughts.errors import MissingExtraError, NoughtsError, ServerError, StoreError

COMMANDS = {
    "play": "Play in the terminal; the opponent never loses unless told to.",
    "web": "Play in the browser, and see the bits; Ctrl-C ends it.",
    "solve": "Print the value, remoteness and best moves of a position.",
    "table": "Solve every position of a board, and keep the answers in a file.",
    "versus": "Print how player A does against player B, exactly.",
    "certify": "Write a proof that a side never loses (or wins), or check one.",
    "show": "Show a position bit by bit, in every representation.",
    "convert": "Convert codes from one codec to another.",
    "pack": "Pack codes or positions into a store, a file with few bits for each code.",
    "unpack": "Write what a store holds, in order.",
    "info": "Print what a store holds and whether it is whole.",
    "classic": "Play the game of one 32-bit word, reading moves (1-9) from standard input.",
    "perft": "Count the ways to play, by length, and what they come to.",
    "count": "Count positions and classes by ply, and games by length and result.",
    "emit": "Write the rules of a board as a module in another language.",
}


class Commands(click.Group):
    """Finds a command in its module, and shows the library's errors as one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click calls it so
        """The names, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module = cmd_name
        command = getattr(import_module(f"noughts.cli.commands.{module}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as Click calls it
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what the library refuses was asked for in the wrong way."""
        if sys.stdin is None or sys.stdout is None:
            raise click.ClickException("standard input and output must be open")
        try:
            return super().invoke(ctx)
        except (
            MissingExtraError,
            ServerError,
            StoreError,
        ) as error:
            # It was rightly asked for: no usage.
            raise click.ClickException(str(error)) from error
        except NoughtsError as error:
            raise click.UsageError(str(error)) from error
        except BrokenPipeError:
            raise  # Click leaves quietly: the reader has had enough
        except OSError as error:
            # What could not be written would be tried again, and complained of, at the exit.
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.ClickException(_told(error)) from error


def _told(error: OSError) -> str:
    """What the system refused, without its number."""
    why = error.strerror or str(error)
    return why if error.filename is None else f"{error.filename}: {why}"


@click.command(cls=Commands)
@click.version_option(__version__, prog_name="noughts")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tic-tac-toe made of bits."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
