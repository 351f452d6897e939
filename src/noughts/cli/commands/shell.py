"""`noughts shell`: installs completion for a shell, and the manual pages."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from unicodedata import normalize

import click
from click.shell_completion import get_completion_class

from noughts import __version__
from noughts.cli.command import GROUPS, Command, command
from noughts.cli.output_files import written_whole

Entries = Iterable[tuple[str, str]]  # terms with their descriptions


def manual_pages(main: click.Group) -> Iterator[tuple[str, str]]:
    """The file name and content of each manual page: one for `noughts`, and one per command."""
    yield "noughts.1", _page(main, "noughts", _commands())
    context = click.Context(main, info_name="noughts")
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert isinstance(command, Command)
        yield f"noughts-{name}.1", _page(command, f"noughts {name}", _examples(command))


def _page(command: click.Command, called: str, rest: str) -> str:
    """A page written with the macros of man(7)."""
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
    """The commands by group, with the name of each command's own page."""
    return ".SH COMMANDS\n" + "".join(
        f".SS {_text(title)}\n"
        + _entries((f"noughts-{name}(1)", about) for name, about in commands.items())
        for title, commands in GROUPS.items()
    )


def _examples(command: Command) -> str:
    """The sections after the options: names (if any), examples, and the reference to `noughts`."""
    listing = ""
    if command.listing:
        title, names = command.listing
        listing = f".SH {_text(title.upper())}\n{_entries(names().items())}"
    examples = "\n".join(map(_text, command.examples))
    return f"{listing}.SH EXAMPLES\n.EX\n{examples}\n.EE\n.SH SEE ALSO\n.BR noughts (1)\n"


def _entries(entries: Entries) -> str:
    return "".join(f".TP\n.B {_text(term)}\n{_text(about)}\n" for term, about in entries)


def _text(text: str) -> str:
    r"""The text, escaped so that groff prints it as it is, and a search in `man` finds its hyphens.

    A letter outside ASCII becomes an escape with the code points of the plain letter and its
    accents, so that the encoding of the page does not matter.

    >>> print(_text(r".X./... --from '\b', misère"))
    \&.X./... \-\-from '\eb', mis\[u0065_0300]re
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^\x00-\x7f]", _by_parts, text)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def _by_parts(letter: re.Match[str]) -> str:
    parts = "_".join(f"{ord(part):04X}" for part in normalize("NFD", letter[0]))
    return rf"\[u{parts}]"


VARIABLE = "_NOUGHTS_COMPLETE"  # the shell's script sets it to ask for completions
SHELLS = ("bash", "zsh", "fish")


@command(
    "shell",
    "noughts shell bash",
    "noughts shell zsh --print",
    "noughts shell fish --remove",
)
@click.argument("shell", metavar=f"[{'|'.join(SHELLS)}]", type=click.Choice(SHELLS), required=False)
@click.option("--print", "printed", is_flag=True, help="Print the script, and install nothing.")
@click.option("--remove", is_flag=True, help="Remove the files that this command has installed.")
@click.pass_context
def shell(context: click.Context, shell: str | None, printed: bool, remove: bool) -> None:
    """The command writes the completion script and the manual pages into your own folders, and
    changes nothing else. Without an argument, it takes the shell from the environment variable
    SHELL.
    """
    if printed and remove:
        raise click.UsageError("give --print or --remove, not both")
    main = context.find_root().command
    assert isinstance(main, click.Group)
    name = shell or _own_shell()
    script = _script(main, name)
    if printed:
        click.echo(script)
        return
    manual = _home("XDG_DATA_HOME", ".local/share") / "man/man1"
    files = {_place(name): script}
    files |= {manual / page: content for page, content in manual_pages(main)}
    for path, content in files.items():
        if remove:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(str(path)) as part:
                part.write_text(content, encoding="utf-8", newline="\n")
    done = "Removed" if remove else "Installed"
    click.echo(f"{done} the completion for {name}: {_place(name)}")
    click.echo(f"{done} {len(files) - 1} manual pages: {manual}")
    if not remove:
        click.echo(f"\n{_next(name)}\nThen read: {_read(manual.parent)}")


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"SHELL names none of {', '.join(SHELLS)}; give one of them")
    return name


def _script(main: click.Group, shell: str) -> str:
    """Click's script, which lets a shell ask the command itself to complete a word."""
    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(main, {}, "noughts", VARIABLE)
    # In fish, Click's script cuts the description of a word at the first comma.
    template = completion.source_template.replace('split ","', 'split --max 1 ","')
    return template % completion.source_vars()


def _place(shell: str) -> Path:
    """The file in which a shell looks for the user's completion of `noughts`."""
    data = _home("XDG_DATA_HOME", ".local/share")
    return {
        "bash": data / "bash-completion/completions/noughts",
        "zsh": data / "zsh/site-functions/_noughts",
        "fish": _home("XDG_CONFIG_HOME", ".config") / "fish/completions/noughts.fish",
    }[shell]


def _home(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual)


def _next(shell: str) -> str:
    """The remaining step, which the user has to take."""
    return {
        "bash": "Open a new shell. It needs the package bash-completion, which most systems have.",
        "zsh": f"If it is not there yet, put this above compinit in .zshrc, and open a new shell:\n"
        f"  fpath=({_place('zsh').parent} $fpath)",
        "fish": "Open a new shell.",
    }[shell]


def _read(manual: Path) -> str:
    """The command that shows the manual. By default, `man` looks only beside folders in PATH."""
    programs = os.environ.get("PATH", "").split(os.pathsep)
    if str(manual.parents[1] / "bin") in programs and manual.parent.name == "share":
        return "man noughts"
    return f"man -M {shlex.quote(str(manual))} noughts"
