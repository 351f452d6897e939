"""`noughts shell`: completion for a shell, and the manual pages."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from noughts.cli.command import command
from noughts.cli.files import written_whole
from noughts.cli.manual import manual_pages

VARIABLE = "_NOUGHTS_COMPLETE"  # by which the script in the shell asks the command
SHELLS = ("bash", "zsh", "fish")


@command(
    "shell",
    "noughts shell bash",
    "noughts shell zsh --print",
    "noughts shell fish --remove",
)
@click.argument("shell", metavar=f"[{'|'.join(SHELLS)}]", type=click.Choice(SHELLS), required=False)
@click.option("--print", "printed", is_flag=True, help="Write the script, and install nothing.")
@click.option("--remove", is_flag=True, help="Remove what was installed.")
@click.pass_context
def shell(context: click.Context, shell: str | None, printed: bool, remove: bool) -> None:
    """Both go where your own files belong, and nothing else is changed. Without an argument, the
    shell is the one that SHELL names.
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
                part.write_text(content, encoding="utf-8")
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
    """What Click lets a shell run to ask the command itself how a word may go on."""
    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(main, {}, "noughts", VARIABLE)
    # In fish, Click's script cuts what it tells of a word at the first comma.
    template = completion.source_template.replace('split ","', 'split --max 1 ","')
    return template % completion.source_vars()


def _place(shell: str) -> Path:
    """Where a shell looks for the completions of a user."""
    data = _home("XDG_DATA_HOME", ".local/share")
    return {
        "bash": data / "bash-completion/completions/noughts",
        "zsh": data / "zsh/site-functions/_noughts",
        "fish": _home("XDG_CONFIG_HOME", ".config") / "fish/completions/noughts.fish",
    }[shell]


def _home(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual)


def _next(shell: str) -> str:
    """What is left to do, which is the user's own to decide."""
    return {
        "bash": "Open a new shell. It needs the package bash-completion, which most systems have.",
        "zsh": f"If it is not there yet, put this above compinit in .zshrc, and open a new shell:\n"
        f"  fpath=({_place('zsh').parent} $fpath)",
        "fish": "Open a new shell.",
    }[shell]


def _read(manual: Path) -> str:
    """What shows the page of the command: `man` looks beside the folders of programs alone."""
    programs = os.environ.get("PATH", "").split(os.pathsep)
    if str(manual.parents[1] / "bin") in programs and manual.parent.name == "share":
        return "man noughts"
    return f"man -M {shlex.quote(str(manual))} noughts"
