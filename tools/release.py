"""Build the wheel and the source archive in dist/, and test them in clean environments.

    make release                                        with every Python that is found
    make release ARGS="--python python3.13 --quick"     with one Python, and only a game

Each Python gets two new environments. In the first, only the wheel is installed: it plays, solves
and writes files. In the second, the wheel has its extras, and the tests of the archive run on it.
The notes for the tag are the section of CHANGELOG.md about this version: build/release/notes.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
WORK = ROOT / "build" / "release"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TESTS = "not longer and not long and not wide and not compiled"
# The first steps of a user: arguments, typed input, and texts that the output must contain.
FIRST = (
    (["-m", "noughts", "--version"], "", "noughts, version {version}"),
    (["-m", "noughts", "play", "--opponent", "easy", "--seed", "1"], "b2\n", "To go on with"),
    (["-m", "noughts", "solve"], "", "X to move draws in 9 plies."),
    (["-m", "noughts", "solve", "3,3,3,wild"], "", "X to move wins in 7 plies."),
    (["-m", "noughts", "emit", "c", "-o", "rules.c"], "", ""),
    (["-m", "noughts", "certify", "-o", "proof.txt"], "", ""),
    (
        ["-m", "noughts.solver.certificates.strategy_checker", "proof.txt"],
        "",
        "proved: 3,3,3 X never loses",
    ),
    (["-c", "from noughts import versus; print(versus('perfect', 'random').first.loss)"], "", "0"),
)


def version() -> str:
    """The version that the package states."""
    source = (ROOT / "src/noughts/__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert found
    return found[1]


def notes(of: str) -> str:
    """The section of the list of changes about a version, which may still be in development.

    Raises `SystemExit` if there is no such section.
    """
    released = of.partition(".dev")[0]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = rf"^## {re.escape(released)}\b.*\n+((?:(?!## ).*\n)+)"
    found = re.search(section, changes, re.MULTILINE)
    if not found:
        sys.exit(f"CHANGELOG.md has no heading '## {released}'")
    return found[1].strip() + "\n"


def pythons(named: list[str]) -> list[str]:
    """The interpreters to try: the named interpreters, or one that runs for each version.

    pyenv's shims run only the versions that the user has selected. The other versions are found in
    the folder in which pyenv installs them.
    """
    asked = named or [f"python{each}" for each in VERSIONS]
    if not named:
        asked = [each if _answers(each) else _of_pyenv(each) or each for each in asked]
    found = [each for each in asked if _answers(each)]
    for each in sorted({*asked} - {*found}):
        _say(f"{each} is not here: nothing is tried with it")
    if not found or (named and len(found) < len(named)):
        sys.exit("no Python to try with" if not found else "a Python that was named is not here")
    return found


def _answers(python: str) -> bool:
    found = shutil.which(python)
    if found is None:
        return False
    return subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0


def _of_pyenv(python: str) -> str | None:
    """The newest interpreter of a version, such as `python3.13`, that pyenv has installed."""
    root = os.environ.get("PYENV_ROOT")
    if not root and (pyenv := shutil.which("pyenv")):
        asked = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False)
        root = asked.stdout.strip()
    version = python.removeprefix("python")
    installed = Path(root or os.devnull).glob(f"versions/{version}.*/bin/{python}")
    numbered = [path for path in installed if path.parts[-3].replace(".", "").isdigit()]
    newest = max(numbered, key=lambda path: [*map(int, path.parts[-3].split("."))], default=None)
    return str(newest) if newest else None


def build() -> tuple[Path, Path]:
    """Build the wheel and the archive in dist/, which contains nothing else afterwards."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, archive


def environment(python: str, name: str, *packages: str) -> Path:
    """Create an environment with these packages; return the path of its interpreter."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    _run(python, "-m", "venv", folder)
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return inside


def try_alone(python: Path, name: str) -> None:
    """Run the first steps of a user, in an empty folder."""
    folder = WORK / f"{name}-folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for arguments, typed, answer in FIRST:
        done = subprocess.run(
            [python, *arguments],
            input=typed,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode or answer.format(version=version()) not in done.stdout:
            sys.exit(f"python {' '.join(arguments)}\n{done.stdout}{done.stderr}")


def try_tests(python: Path, archive: Path) -> None:
    """Run the quick tests from the archive on the installed package."""
    folder = WORK / archive.name.removesuffix(".tar.gz")
    shutil.rmtree(folder, ignore_errors=True)
    _run(sys.executable, "-m", "tarfile", "--extract", archive, WORK)
    quick = ["-n", str(os.cpu_count() or 1), "--dist", "loadfile", "--hypothesis-profile", "few"]
    _run(python, "-m", "pytest", "-q", *quick, "-m", TESTS, "tests", "README.md", cwd=folder,
         env={**os.environ, "NUMBA_DISABLE_JIT": "1"})  # fmt: skip


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _run(*command: object, **options: object) -> None:
    subprocess.run([*map(str, command)], check=True, **options)  # type: ignore[call-overload]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--python", action="append", default=[], help="an interpreter to try")
    parser.add_argument("--quick", action="store_true", help="try the wheel alone, without tests")
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "notes.md").write_text(notes(version()), encoding="utf-8")
    wheel, archive = build()
    for number, python in enumerate(pythons(asked.python)):
        _say(f"{python}: the wheel alone")
        try_alone(environment(python, f"alone-{number}", str(wheel)), f"alone-{number}")
        if not asked.quick:
            _say(f"{python}: the tests of the archive")
            try_tests(environment(python, f"tests-{number}", f"{wheel}[dev]"), archive)
    _say(f"these are in dist, with their SHA-256; the notes are in {WORK / 'notes.md'}")
    for file in (wheel, archive):
        _say(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}")


if __name__ == "__main__":
    main()
