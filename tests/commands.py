"""Commands as somebody types them, in this process or in one of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from noughts.cli.main import main


def run(*arguments: str, typed: str | bytes = "", **environment: str | None) -> Result:
    """What comes of `noughts` with these arguments; its input is what is typed."""
    return CliRunner(env=environment).invoke(main, arguments, input=typed, prog_name="noughts")


def good(*arguments: str, typed: str | bytes = "", **environment: str | None) -> str:
    """What it prints, where it ends well."""
    result = run(*arguments, typed=typed, **environment)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*arguments: str) -> list[str]:
    return good(*arguments).splitlines()


def told(*arguments: str) -> Any:
    """The one object that it prints for a program."""
    (line,) = lines(*arguments, "--json")
    return json.loads(line)


def refused(*arguments: str, status: int = 2, typed: str | bytes = "") -> str:
    """Why it is refused, without line breaks; nothing else is printed."""
    result = run(*arguments, typed=typed)
    assert (result.exit_code, result.stdout) == (status, "")
    return " ".join(result.stderr.split())


def alone(*arguments: str, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Python with these arguments, in a process of its own, to its end."""
    usual = {"capture_output": True, "text": True, "timeout": 60, "check": False}
    if {"stdout", "stderr"} & {*options}:
        usual["capture_output"] = False
    return subprocess.run([sys.executable, *arguments], **usual | options)
