"""Runs a reader's code as Python's console does: it shows the value of each expression."""

from __future__ import annotations

import ast
import builtins
import io
import linecache
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout

CELL = "cell "  # with a number, the file name of a cell in tracebacks
MOST = 100_000  # characters that a cell may print: a page with more is slow
ELSEWHERE = (
    "Python in this page has the standard library and noughts, and nothing else. The example runs "
    "on a computer of your own; the page Start says how to install what it needs."
)
AFTER = "An example above makes it, and cannot run in this page."


class Printed(io.TextIOBase):
    """Shows printed text line by line."""

    def __init__(self, show: Callable[[str], object]) -> None:
        self.show = show
        self.part = ""
        self.room = MOST

    def write(self, text: str) -> int:
        self.room -= len(text)
        if self.room < 0:
            raise RuntimeError(f"this prints more than {MOST:,} letters")
        self.part += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        part, self.part = self.part, ""
        if part:
            self.show(part)


class Session:
    """The names that the cells of a page share."""

    def __init__(
        self, show: Callable[[str], object], ask: Callable[[str], str] | None = None
    ) -> None:
        self.show = show
        self.ask = ask
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.count = 0
        self.lacked = False

    def run(self, text: str) -> str:
        """Run a cell and show what it prints; return "", or the kind of error that ended it."""
        self.count += 1
        file = f"{CELL}{self.count}"
        # A traceback takes the lines of the cell from here.
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        printed = Printed(self.show)
        before = sys.displayhook, builtins.input
        sys.displayhook = self._display
        builtins.input = self._input
        try:
            with redirect_stdout(printed):
                for statement in ast.parse(text, file).body:
                    shown = ast.Interactive([statement])
                    code = compile(shown, file, "single", dont_inherit=True)
                    exec(code, self.names)  # noqa: S102 - the reader's own
                printed.flush()
        except BaseException as error:  # a reader's code may raise anything
            printed.flush()
            self.show(self._told(error))
            return "name" if isinstance(error, NameError) else "error"
        finally:
            sys.displayhook, builtins.input = before
        return ""

    def _display(self, value: object) -> None:
        if value is not None:
            sys.stdout.write(f"{value!r}\n")

    def _input(self, question: object = "") -> str:
        sys.stdout.flush()
        if self.ask is None:
            raise RuntimeError("this browser cannot wait for an answer; a newer one can")
        return self.ask(str(question))

    def _told(self, error: BaseException) -> str:
        """A text about an error, with its place in the reader's own lines."""
        from noughts.errors import MissingExtraError

        if isinstance(error, ImportError | MissingExtraError):
            self.lacked = True
            return f"{str(error).partition(';')[0]}. {ELSEWHERE}\n"
        if self.lacked and isinstance(error, NameError):
            return f"{error}. {AFTER}\n"
        told = traceback.TracebackException.from_exception(error)
        own = [frame for frame in told.stack if frame.filename.startswith(CELL)]
        told.stack = traceback.StackSummary.from_list(own)
        return "".join(told.format())


def in_the_page(
    show: Callable[[str], object], asked: Callable[[str], object]
) -> Callable[[str], str]:
    """`Session.run` for a browser; `input` waits for an answer if the browser supports this."""
    from pyodide.ffi import can_run_sync, run_sync

    sys.path.insert(0, "/library")
    session = Session(show)

    def run(text: str) -> str:
        session.ask = (lambda question: run_sync(asked(question))) if can_run_sync() else None
        return session.run(text)

    return run
