"""The names of the commands, and their class, which ends the help of each with examples.

The command NAME is the function NAME in the module `cli.commands.NAME`. The present module imports
none of these modules, so `noughts --help` starts fast. The help of a command begins with the
command's summary from `GROUPS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

import click
from click.shell_completion import CompletionItem

GROUPS = {
    "Play": {
        "play": "Play in the terminal, on any board; on 3x3 the opponent never loses.",
        "puzzle": "Find the one move that wins, or does not lose; each day has a puzzle.",
        "web": "Play in the browser, and see the bits; Ctrl-C ends it.",
        "serve": "Let people play each other through a link, on a server that keeps the games.",
        "engine": "Play gomoku for a manager program, by the Gomocup protocol.",
        "classic": "Play the game of one 32-bit word, with moves (1-9) from standard input.",
    },
    "Solve and count": {
        "solve": "Print the value, remoteness and best moves of a position.",
        "versus": "Print the exact results of players against each other.",
        "perft": "Count move paths by length, and how they end.",
        "count": "Count positions, symmetry classes and games.",
        "table": "Solve every position of a board and keep the answers in a file.",
        "values": "List the values of empty boards, and who published them.",
        "certify": "Write a proof that a side never loses (or wins), or check one.",
    },
    "Learn": {
        "learn": "Let an agent learn by playing, and measure exactly how good it is.",
    },
    "See and convert": {
        "show": "Show a position bit by bit, in every representation.",
        "convert": "Convert codes from one codec to another.",
        "map": "Draw a player's answer to every move, as one picture.",
        "emit": "Write the rules of a board as a module in another language.",
    },
    "Store": {
        "dataset": "Write every position of a board, with all that is known about it, as a table.",
        "pack": "Pack codes or positions into a store, a compact file.",
        "unpack": "Write the contents of a store, in order.",
        "info": "Describe a store, and check whether it is whole.",
        "repair": "Mend a store that a killed writer or a bad disk has damaged.",
    },
    "Set up": {
        "shell": "Install completion for your shell, and the manual pages.",
    },
}
OTHER_NAMES = {  # what other programs call these commands
    **dict.fromkeys(("bot", "game", "new", "start"), "play"),
    **dict.fromkeys(("board", "draw", "print"), "show"),
    **dict.fromkeys(("arena", "compete", "elo", "match", "tournament"), "versus"),
    **dict.fromkeys(("analyse", "analyze", "best", "eval", "evaluate", "hint"), "solve"),
    **dict.fromkeys(("check", "proof", "prove", "verify"), "certify"),
    **dict.fromkeys(("decode", "encode"), "convert"),
    **dict.fromkeys(("code", "export", "generate"), "emit"),
    **dict.fromkeys(("host", "live"), "serve"),
    "train": "learn",
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}


HELP = {"help_option_names": ["-h", "--help"]}  # settings of a Click context
Listing = tuple[str, Callable[[], Mapping[str, str]]]  # a title, and names with descriptions


class Command(click.Command):
    """A subcommand. Its help ends with the names in `listing`, if that is given, and examples."""

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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, among which a board may also follow the flag --board."""
        flagged = any("--board" in each.opts for each in self.params)
        if not flagged and any("BOARD" in (each.metavar or "") for each in self.params):
            args = [*_without_flag(args)]
        given = [*args]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            boards = [word for word in given if "," in word and not word.startswith("-")]
            if not flagged or not boards or "--board" in given:
                raise
            hint = f"{error.format_message()}; a board is named by --board {boards[0]}"
            raise click.UsageError(hint, ctx) from error

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names that the registry holds now, and the examples."""
        super().format_epilog(ctx, formatter)
        if self.listing:
            title, names = self.listing
            with formatter.section(title):
                formatter.write_dl([*names().items()])
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def _without_flag(args: list[str]) -> Iterator[str]:
    words = iter(args)
    for word in words:
        yield next(words, word) if word == "--board" else word.removeprefix("--board=")


def listed(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the beginning of a name, from the names that the command's help lists."""
    assert isinstance(context.command, Command)
    assert context.command.listing
    names = context.command.listing[1]()
    # SKILL in graded:SKILL stands for something else.
    return [
        CompletionItem(name, help=about)
        for name, about in names.items()
        if name.startswith(begun) and name.islower()
    ]


def listed_option(
    flag: str, name: str, metavar: str, about: str, **settings: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An option whose value is one of the names that the command's help lists."""
    return click.option(flag, name, metavar=metavar, shell_complete=listed, help=about, **settings)


def command(
    name: str, *examples: str, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Turn a function into the subcommand `name`, whose help begins with its summary in `GROUPS`.

    The function's docstring continues the help. A test runs each of the `examples`.
    """

    def made(function: Callable[..., Any]) -> click.Command:
        about = f"{COMMANDS[name]}\n\n{cleandoc(function.__doc__ or '')}"
        decorate = click.command(name, cls=Command, help=about, examples=examples, **settings)
        return decorate(function)

    return made
