"""Pictures of curves, drawn by Matplotlib, which is imported only if a picture is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from noughts.cli.output_files import check_folder, written_whole
from noughts.system.extras import require

# The suffixes of pictures, and the metadata to leave out, so that equal curves give equal files.
FORMATS: dict[str, dict[str, None]] = {
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
    ".png": {},
}
INCHES = (7, 4.5)


def check_picture(path: str) -> None:
    """Refuse a path to which no picture can be written, before the work for the picture begins.

    Raises `MissingExtraError` if Matplotlib is not installed.
    """
    if Path(path).suffix.lower() not in FORMATS:
        kinds = ", ".join(f"FILE{ending}" for ending in FORMATS)
        raise click.UsageError(f"{path} is not the name of a picture: {kinds}")
    check_folder(path)
    require("plot", "pictures of curves")


def draw_scores(
    path: str, title: str, games: Sequence[float], scores: Mapping[str, Sequence[float]]
) -> None:
    """Draw named curves of scores, from 0 to 1, over the number of games."""
    from matplotlib.ticker import PercentFormatter

    axes = _axes(title, "games", "exact score")
    axes.set_ylim(-0.02, 1.02)
    axes.axhline(0.5, color="0.8")  # the score of perfect play on most boards
    for name, curve in scores.items():
        axes.plot(games, curve, marker=".", label=f"against {name}")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    _write(axes, path)


def draw_counts(path: str, title: str, counts: Mapping[str, Sequence[int]]) -> None:
    """Draw named curves of counts by ply, on a logarithmic scale."""
    axes = _axes(title, "ply", "how many")
    axes.set_yscale("log")
    for marker, (name, curve) in zip("os^", counts.items(), strict=True):
        # As floats, since the counts of large boards exceed NumPy's integers.
        axes.plot([*map(float, curve)], marker=marker, label=name)
    _write(axes, path)


def _axes(title: str, across: str, up: str) -> Any:
    from matplotlib.figure import Figure  # not pyplot, which looks for a screen

    figure = Figure(INCHES, layout="constrained")
    return figure.add_subplot(title=title, xlabel=across, ylabel=up)


def _write(axes: Any, path: str) -> None:
    from matplotlib import rc_context

    axes.legend()
    ending = Path(path).suffix.lower()
    with rc_context({"svg.hashsalt": "noughts"}), written_whole(path) as part:
        axes.figure.savefig(part, format=ending[1:], metadata=FORMATS[ending])
