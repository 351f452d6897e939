"""The command `noughts`. A subcommand's module is imported only when it is called."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from importlib import import_module

import click

from noughts import __version__
from noughts.cli.command import HELP
from noughts.cli.command_list import COMMANDS, GROUPS
from noughts.errors import MissingExtraError, NoughtsError, ServerError, StoreError


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
        """The command of the first argument; the error for a misspelt one suggests others."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # here, since it takes a millisecond

            near = get_close_matches(args[0], COMMANDS, 3)
            if not near:
                raise
            hint = f"No such command {args[0]!r}. Did you mean {' or '.join(near)}?"
            raise click.UsageError(hint, ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as Click calls it
        """List the commands by group, without importing them."""
        widest = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), about) for name, about in commands.items()]
                )

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of the library is shown as a usage error."""
        if sys.stdin is None or sys.stdout is None:
            raise click.ClickException("standard input and output must be open")
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show
                return super().invoke(ctx)
        except (
            MissingExtraError,
            ServerError,
            StoreError,
        ) as error:
            # The command was used rightly: show no usage.
            raise click.ClickException(str(error)) from error
        except NoughtsError as error:
            raise click.UsageError(str(error)) from error
        except BrokenPipeError:
            raise  # Click exits quietly: the reader has closed the pipe
        except OSError as error:
            # At exit, Python would try to write the rest again, and complain.
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.ClickException(_told(error)) from error


def _show(message: Warning | str, *_: object, **__: object) -> None:
    """Show a warning as one line, without the place in the library that gives it."""
    click.echo(f"Warning: {message}", err=True)


def _told(error: OSError) -> str:
    """The reason that the system gives, without its number."""
    why = error.strerror or str(error)
    return why if error.filename is None else f"{error.filename}: {why}"


@click.command(cls=Commands, context_settings=HELP)
@click.version_option(__version__, prog_name="noughts")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tic-tac-toe made of bits."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
