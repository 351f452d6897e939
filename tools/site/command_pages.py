"""The pages of the commands, with the help text that each command prints."""

from __future__ import annotations

from importlib import import_module

import click

from noughts.cli.command import COMMANDS, GROUPS
from noughts.cli.main import main

HEAD = """\
# The commands

`noughts COMMAND --help` prints what is on these pages. Every example is run by a test.
"""


def pages() -> dict[str, str]:
    """The text of every page by its path on the site, without the suffix."""
    written = {f"commands/{name}": _page(name) for name in COMMANDS}
    index = [HEAD]
    for group, commands in GROUPS.items():
        index += [f"## {group}", ""]
        index += [f"- [`noughts {name}`]({name}.md): {about}" for name, about in commands.items()]
        index.append("")
    names = "\n".join(COMMANDS)
    index.append(f"```{{toctree}}\n:hidden:\n\n{names}\n```")
    written["commands/index"] = "\n".join(index) + "\n"
    return written


def _page(name: str) -> str:
    command = getattr(import_module(f"noughts.cli.commands.{name}"), name)
    parent = click.Context(main, info_name="noughts")
    context = click.Context(
        command, parent=parent, info_name=name, terminal_width=88, **command.context_settings
    )
    examples = "\n".join(command.examples)
    return (
        f"# `noughts {name}`\n\n{COMMANDS[name]}\n\n```text\n{command.get_help(context)}\n```\n\n"
        f"## Examples\n\n```text\n{examples}\n```\n"
    )
