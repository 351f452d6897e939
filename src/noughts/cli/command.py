"""All subcommands share this: their help begins with a summary and ends with lists and examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Any

import click
from click.shell_completion import CompletionItem

from noughts.cli.command_list import COMMANDS

HELP = {"help_option_names": ["-h", "--help"]}  # of the settings of a context
Listing = tuple[str, Callable[[], Mapping[str, str]]]  # a title, and names with descriptions


class Command(click.Command):
    """A subcommand whose help ends with the listings of registries, and with examples that run."""

    def __init__(
        self,
        *arguments: Any,
        examples: tuple[str, ...],
        listing: Listing | None = None,
        context_settings: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        settings["context_settings"] = {**HELP, **(context_settings or {})}
        super().__init__(*arguments, **settings)
        self.examples = examples
        self.listing = listing

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the registries as they are now, and the examples."""
        super().format_epilog(ctx, formatter)
        if self.listing:
            title, names = self.listing
            with formatter.section(title):
                formatter.write_dl([*names().items()])
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def listed(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """What a shell may make of a name that is begun: the names that the command's help lists."""
    assert isinstance(context.command, Command)
    assert context.command.listing
    names = context.command.listing[1]()
    # SKILL in graded:SKILL stands for something else.
    return [
        CompletionItem(name, help=about)
        for name, about in names.items()
        if name.startswith(begun) and name.islower()
    ]


def command(
    name: str, *examples: str, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function the subcommand of a name in the registry; its summary begins the help.

    The function's docstring goes on from there. A test runs each of the `examples`.
    """

    def made(function: Callable[..., Any]) -> click.Command:
        about = f"{COMMANDS[name]}\n\n{cleandoc(function.__doc__ or '')}"
        decorate = click.command(name, cls=Command, help=about, examples=examples, **settings)
        return decorate(function)

    return made
