"""Agents that learn: MENACE, and four textbook methods with tables of values. Needs `[fast]`."""

from noughts.system.extras import require

require("fast", "agents that learn")

# Only now is it certain that these can be imported:
from noughts.learn.agent import Agent  # noqa: E402
from noughts.learn.agent_file import load_agent, save_agent  # noqa: E402
from noughts.learn.menace import Menace  # noqa: E402
from noughts.learn.tabular import Tabular  # noqa: E402

__all__ = ["Agent", "Menace", "Tabular", "load_agent", "save_agent"]


def __dir__() -> list[str]:
    return __all__
