"""Manual pages of the commands, for `man`: from the same text as their help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

import click

from noughts import __version__
from noughts.cli.command import Command
from noughts.cli.command_list import GROUPS

Entries = Iterable[tuple[str, str]]  # a term, and what is said of it


def manual_pages(main: click.Group) -> Iterator[tuple[str, str]]:
    """The name and the content of each page: one of `noughts`, and one of each command."""
    yield "noughts.1", _page(main, "noughts", _commands())
    context = click.Context(main, info_name="noughts")
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert isinstance(command, Command)
        yield f"noughts-{name}.1", _page(command, f"noughts {name}", _examples(command))


def _page(command: click.Command, called: str, rest: str) -> str:
    """A page in the macros of man(7)."""
    about = (command.help or "").replace("\b\n", "").split("\n\n")
    context = click.Context(command, info_name=called, **command.context_settings)
    options = [
        record
        for each in command.get_params(context)
        if isinstance(each, click.Option) and (record := each.get_help_record(context))
    ]
    name = called.replace(" ", "-")
    return "".join(
        (
            f'.TH "{name.upper()}" 1 "" "noughts {__version__}" "User Commands"\n',
            f".SH NAME\n{_text(name)} \\- {_text(about[0].rstrip('.'))}\n",
            f".SH SYNOPSIS\n.B {_text(called)}\n",
            _text(" ".join(command.collect_usage_pieces(context))),
            "\n.SH DESCRIPTION\n",
            "\n.PP\n".join(_text(" ".join(part.split())) for part in about),
            f"\n.SH OPTIONS\n{_entries(options)}{rest}",
        )
    )


def _commands() -> str:
    """The commands by group, each of which has a page of its own."""
    return ".SH COMMANDS\n" + "".join(
        f".SS {_text(title)}\n"
        + _entries((f"noughts-{name}(1)", about) for name, about in commands.items())
        for title, commands in GROUPS.items()
    )


def _examples(command: Command) -> str:
    """What follows the options in a command's help, and the way back."""
    listing = ""
    if command.listing:
        title, names = command.listing
        listing = f".SH {_text(title.upper())}\n{_entries(names().items())}"
    examples = "\n".join(map(_text, command.examples))
    return f"{listing}.SH EXAMPLES\n.EX\n{examples}\n.EE\n.SH SEE ALSO\n.BR noughts (1)\n"


def _entries(entries: Entries) -> str:
    return "".join(f".TP\n.B {_text(term)}\n{_text(about)}\n" for term, about in entries)


def _text(text: str) -> str:
    r"""Text as groff reads it: no macro, no escape, and every hyphen one that can be searched for.

    A letter that is not ASCII is written by its parts, which is the same in every encoding.

    >>> print(_text(r".X./... --from '\b', misère"))
    \&.X./... \-\-from '\eb', mis\[u0065_0300]re
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^\x00-\x7f]", _by_parts, text)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def _by_parts(letter: re.Match[str]) -> str:
    parts = "_".join(f"{ord(part):04X}" for part in normalize("NFD", letter[0]))
    return rf"\[u{parts}]"
