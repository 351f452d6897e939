"""The server's log, as text or as JSON lines. It contains no seats, games, names or addresses.

Whoever knows the id of a game can open the game. So where the log notes the route of a request, it
has ID in place of the id.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("noughts.live")


class Lines(logging.Formatter):
    """Formats a record as a line of JSON, with the traceback of a fault.

    >>> about = {"levelname": "INFO", "msg": "request", "created": 0, "fields": {"status": 200}}
    >>> print(Lines().format(logging.makeLogRecord(about)))
    {"time": "1970-01-01T00:00:00.000+00:00", "level": "info", "event": "request", "status": 200}
    >>> fault = {"exc_info": (ValueError, ValueError("no"), None)}
    >>> json.loads(Lines().format(logging.makeLogRecord(about | fault)))["fault"]
    'ValueError: no'
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its newline."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line)


def note(event: str, **fields: Any) -> None:
    """Log an ordinary event, if the log is on."""
    if LOGGER.isEnabledFor(logging.INFO):
        LOGGER.info(event, extra={"fields": fields})


def write_lines() -> None:
    """Write the log, and every error, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
