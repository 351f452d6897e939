"""The server's counters, in the format that Prometheus reads."""

from __future__ import annotations

from collections import Counter

ABOUT = {
    "requests": ("counter", "Requests and messages that were answered, by status of HTTP."),
    "games": ("counter", "Games that were made."),
    "moves": ("counter", "Moves that were played."),
    "sockets": ("gauge", "Sockets that are open."),
}


class Metrics:
    """Counters by name and labels, since the server started.

    >>> metrics = Metrics()
    >>> metrics.count("requests", status="200")
    >>> print(metrics.text().splitlines()[2])
    noughts_requests_total{status="200"} 1
    """

    def __init__(self) -> None:
        self._numbers: Counter[tuple[str, str]] = Counter()

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        """Add to a counter."""
        said = ",".join(f'{label}="{value}"' for label, value in labels.items())
        self._numbers[name, f"{{{said}}}" if said else ""] += by

    def text(self) -> str:
        """The counters in Prometheus' text format, version 0.0.4."""
        lines = []
        for name, (kind, about) in ABOUT.items():
            full = f"noughts_{name}{'_total' if kind == 'counter' else ''}"
            lines += [f"# HELP {full} {about}", f"# TYPE {full} {kind}"]
            found = {label: n for (of, label), n in self._numbers.items() if of == name} or {"": 0}
            lines += [f"{full}{label} {number}" for label, number in sorted(found.items())]
        return "\n".join([*lines, ""])
