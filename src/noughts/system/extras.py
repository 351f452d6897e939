"""Errors for parts that need a missing extra, with a command that installs it on this machine."""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from noughts.errors import MissingExtraError

EXTRAS = {  # the modules that each brings, by the name that people know
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

    `what` names, in the plural, what needs it. The modules are looked for but not imported, since
    an import would take longer than all the rest of a start.
    """
    lacking = missing(extra)
    if lacking:
        raise MissingExtraError(
            f"{what} need {_and(lacking)}; install with: {install_command(extra)}"
        )


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def missing(extra: str) -> list[str]:
    """The packages that an extra would bring, by the names that people know."""
    return [name for module, name in EXTRAS[extra].items() if find_spec(module) is None]


def explained(error: ModuleNotFoundError, what: str) -> ImportError | MissingExtraError:
    """The error itself, or if an extra has the module, an error that names it; `what` needs it.

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
    """A command for the shell that adds the extra to this installation, wherever it came from."""
    from importlib.metadata import PackageNotFoundError, distribution  # late: seldom wanted

    try:
        origin = json.loads(distribution("noughts").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # run from its sources
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
    """The folder of a file's URL."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return Path(os.path.abspath(url2pathname(urlsplit(url).path)))
