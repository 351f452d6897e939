"""The command `noughts`. A subcommand's module is imported only when it is called."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from noughts import __version__
from noughts.cli.command import COMMANDS, GROUPS, HELP, OTHER_NAMES
from noughts.core.message_text import shortened
from noughts.errors import MissingExtraError, NoughtsError, ServerError, StoreError

# What Click 8.2 and later raise where no command is given: its message is the help.
NO_COMMAND: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(click.Group):
    """Finds a command in its module, and shows the library's errors as one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click calls it so
        """The names of the commands, in the order of the registry."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command; its module is imported now."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command = getattr(import_module(f"noughts.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first argument; the error for a misspelt name suggests others."""
        name = args[0]  # Click takes it from the list if it looks like an option
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # here, since it takes a millisecond

            near = (
                [OTHER_NAMES[name]] if name in OTHER_NAMES else get_close_matches(name, COMMANDS, 3)
            )
            if not near:
                raise
            hint = f"No such command {name!r}. Did you mean {' or '.join(near)}?"
            raise click.UsageError(hint, ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as Click calls it
        """List the commands by group, without importing them."""
        widest = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), about) for name, about in commands.items()]
                )

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run the command line; an error of the system, such as a full disk, is shown as a line."""
        if sys.stderr is None:  # it is closed; Click would write to standard output instead
            sys.stderr = open(os.devnull, "w", errors="backslashreplace")  # noqa: SIM115 - it stays
        try:
            try:
                return super().main(*arguments, **settings)
            finally:
                if sys.stdout:
                    sys.stdout.flush()  # of what is left at exit, Python would complain itself
        except OSError as error:
            # At exit, Python would try to write the rest again, and complain.
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):  # the reader has closed the pipe
                with suppress(OSError):
                    click.echo(f"Error: {_reason(error)}", err=True)
            sys.exit(1)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Read the arguments before the subcommand, which may ask for help."""
        with _told():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of the library is shown as a usage error."""
        if sys.stdin is None or sys.stdout is None:
            raise click.ClickException("standard input and output must be open")
        with _told(), warnings.catch_warnings():
            warnings.showwarning = _show
            return super().invoke(ctx)


def _show(message: Warning | str, *_: object, **__: object) -> None:
    """Show a warning as one line, without its place in the library."""
    click.echo(f"Warning: {message}", err=True)


@contextmanager
def _told() -> Iterator[None]:
    """Make every error of the block an error that Click shows in a few lines."""
    try:
        yield
    except (MissingExtraError, ServerError, StoreError) as error:
        # The command was used rightly: show no usage.
        raise click.ClickException(_fitted(str(error))) from error
    except NoughtsError as error:
        raise click.UsageError(_fitted(str(error))) from error
    except MemoryError as error:
        raise click.ClickException("there is not enough memory for this") from error
    except click.ClickException as error:
        if isinstance(error, NO_COMMAND):
            raise
        # It quotes arguments of any length; Click declares these final.
        for name in {"message", "ui_filename"} & vars(error).keys():
            setattr(error, name, shortened(getattr(error, name)))
        raise


def _fitted(message: str) -> str:
    """The message in lines of the screen, which break between words."""
    from noughts.cli.text.colours_and_widths import fitted  # here, as only an error needs it

    return fitted(message, sys.stderr, "Error: ")


def _reason(error: OSError) -> str:
    """The system's message, without its number."""
    why = error.strerror or str(error)
    return why if error.filename is None else f"{shortened(str(error.filename))}: {why}"


@click.command(cls=Commands, context_settings=HELP)
@click.version_option(__version__, prog_name="noughts")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tic-tac-toe made of bits."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
