"""Errors for a missing extra, with a command that installs the extra on this machine."""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from noughts.errors import MissingExtraError

EXTRAS = {  # the modules of each extra, with the names that people know
    "fast": {"numpy": "NumPy", "numba": "Numba"},
    "parquet": {"pyarrow": "PyArrow"},
    "web": {"starlette": "Starlette", "uvicorn": "uvicorn"},
    "live": {
        "starlette": "Starlette",
        "uvicorn": "uvicorn",
        "websockets": "websockets",
        "sqlalchemy": "SQLAlchemy",
        "alembic": "Alembic",
    },
    "postgres": {"psycopg": "psycopg"},
    "envs": {"gymnasium": "Gymnasium", "pettingzoo": "PettingZoo", "numba": "Numba"},
    "jax": {"jax": "JAX"},
    "sb3": {"stable_baselines3": "Stable-Baselines3"},
    "plot": {"matplotlib": "Matplotlib"},
    "notebook": {"anywidget": "anywidget"},
    "pandas": {"pandas": "pandas", "pyarrow": "PyArrow"},
    "polars": {"polars": "Polars", "pyarrow": "PyArrow"},
    "cluster": {
        "dask": "Dask",
        "distributed": "distributed",
        "fsspec": "fsspec",
        "cryptography": "cryptography",
        "numba": "Numba",
        "pyarrow": "PyArrow",
    },
}
TARGETS = ("fast", "live", "web")  # the extras that are targets of make


def require(extra: str, what: str) -> None:
    """Raise `MissingExtraError` unless the extra is installed.

    `what` is a plural noun for the parts that need the extra. The function looks for the modules of
    the extra without importing them, since importing them would take longer than the rest of the
    program's start.
    """
    lacking = missing(extra)
    if lacking:
        raise MissingExtraError(
            f"{what} need {_and(lacking)}; install with: {install_command(extra)}"
        )


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def missing(extra: str) -> list[str]:
    """The names, as people know them, of those packages of an extra that are not installed."""
    return [name for module, name in EXTRAS[extra].items() if find_spec(module) is None]


def explained(error: ModuleNotFoundError, what: str) -> ImportError | MissingExtraError:
    """The error itself or, if the module is one of an extra, a `MissingExtraError` naming `what`.

    >>> str(explained(ModuleNotFoundError(name="numba.core"), "noughts.example"))[:43]
    'noughts.example needs Numba; install with: '
    """
    root = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if root in modules:
            return MissingExtraError(
                f"{what} needs {modules[root]}; install with: {install_command(extra)}"
            )
    return error


def install_command(extra: str) -> str:
    """A shell command that adds the extra to this installation, from the installation's source."""
    from importlib.metadata import PackageNotFoundError, distribution  # late: seldom wanted

    try:
        origin = json.loads(distribution("noughts").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # the library runs from its source tree
        folder = Path(__file__).parents[3]
        origin = {"url": folder.as_uri(), "dir_info": {"editable": True}}
    url = origin.get("url")
    if url is None:  # from an index
        wanted = [f"noughts[{extra}]"]
    elif origin.get("dir_info", {}).get("editable"):
        folder = _folder_of(url)
        if extra in TARGETS and folder == Path.cwd() and Path(sys.prefix) == folder / ".venv":
            return f"make {extra}"
        wanted = ["-e", f"{folder}[{extra}]"]
    else:
        version_control = origin.get("vcs_info", {}).get("vcs")
        wanted = [f"noughts[{extra}] @ {f'{version_control}+' if version_control else ''}{url}"]
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])


def _folder_of(url: str) -> Path:
    """The folder to which a `file:` URL leads."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return Path(os.path.abspath(url2pathname(urlsplit(url).path)))
