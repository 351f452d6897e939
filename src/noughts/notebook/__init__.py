"""A notebook widget: a game to play and explore, in JupyterLab and wherever else anywidget runs.

In `GameWidget`, the opponent can be any player of the library or a player of your own. The widget
needs the extra `[notebook]`, which installs anywidget.
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.notebook.widget import GameWidget as GameWidget
else:
    __all__, __getattr__, __dir__ = exports(__name__, {"noughts.notebook.widget": "GameWidget"})
