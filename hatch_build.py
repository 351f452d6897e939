"""Makes the parts of the page that are made, for every wheel and every editable install.

A build environment has the standard library and hatchling, which is enough: what the page needs of
the library is its core.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = Path(__file__).parent / "src"


class MakesThePage(BuildHookInterface):
    """Called by hatchling before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make them, and name them: git ignores them, so hatchling would leave them out."""
        sys.path.insert(0, str(SOURCES))
        from noughts.web import generated

        generated.make()
        build_data["artifacts"] += [f"src/noughts/web/page/{name}" for name in generated.MADE]
