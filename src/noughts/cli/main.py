"""The command `noughts`. It imports a subcommand's module only when that subcommand is called."""

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

# What Click 8.2 and later raise if no command is given. The message is the help.
NO_COMMAND: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(click.Group):
    """Finds each command in its module, and shows the library's errors without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click calls it so
        """The names of the commands, in the order of the registry."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, from its module, which is imported now."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command = getattr(import_module(f"noughts.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `args` names; the error for an unknown name may suggest other names."""
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
        """Run the command line, and show an `OSError`, such as one for a full disk, in one line."""
        if sys.stderr is None:  # it is closed; Click would write to standard output instead
            sys.stderr = open(os.devnull, "w", errors="backslashreplace")  # noqa: SIM115 - it stays
        try:
            try:
                return super().main(*arguments, **settings)
            finally:
                if sys.stdout:
                    sys.stdout.flush()  # a flush that fails at exit makes Python print a complaint
        except OSError as error:
            # Otherwise Python tries to write the rest again at exit, and complains.
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):  # the reader has closed the pipe
                with suppress(OSError):
                    click.echo(f"Error: {_reason(error)}", err=True)
            sys.exit(1)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Read the arguments before the subcommand; one of them may ask for help."""
        with _told():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, and show an error of the library as a usage error."""
        if sys.stdin is None or sys.stdout is None:
            raise click.ClickException("standard input and output must be open")
        with _told(), warnings.catch_warnings():
            warnings.showwarning = _show
            return super().invoke(ctx)


def _show(message: Warning | str, *_: object, **__: object) -> None:
    """Show a warning in one line, without the place in the code that issued it."""
    click.echo(f"Warning: {message}", err=True)


@contextmanager
def _told() -> Iterator[None]:
    """Turn an error of the library, or `MemoryError`, into one that Click shows in a few lines."""
    try:
        yield
    except (MissingExtraError, ServerError, StoreError) as error:
        # The arguments were right, so show no usage.
        raise click.ClickException(_fitted(str(error))) from error
    except NoughtsError as error:
        raise click.UsageError(_fitted(str(error))) from error
    except MemoryError as error:
        raise click.ClickException("there is not enough memory for this") from error
    except click.ClickException as error:
        if isinstance(error, NO_COMMAND):
            raise
        # The message quotes arguments of any length. Click declares these attributes final.
        for name in {"message", "ui_filename"} & vars(error).keys():
            setattr(error, name, shortened(getattr(error, name)))
        raise


def _fitted(message: str) -> str:
    """The message, wrapped between words to the width of the screen."""
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
