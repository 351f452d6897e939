"""The Sphinx configuration of the site, which `make docs` builds from staged pages."""

from __future__ import annotations

from sphinx.application import Sphinx
from staging import runs

from noughts import __version__

project = "noughts"
project_copyright = "2026 The noughts maintainers"
release = __version__
html_title = f"noughts {release}"
language = "en"
root_doc = "index"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3  # the links to headings are the same as on code hosts
myst_ref_domains = ["py", "std"]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_default_options = {"undoc-members": True}
default_role = "literal"  # docstrings use Markdown's single backticks
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
viewcode_line_numbers = True
highlight_language = "none"  # an indented block is a drawing

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", ".*")
]  # annotations name the standard library, which the site does not document

html_theme = "furo"  # light and dark, with system fonts: nothing comes from another host
html_theme_options = {"navigation_with_keys": True}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = [("ranking.js", {"defer": "defer"})]  # after the search that it changes
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    app.add_config_value("running", False, "html")
    app.connect("html-page-context", _run_here)


def _run_here(app: Sphinx, page: str, *_: object) -> None:
    """Add the scripts that run examples to their pages, and the board to the front page."""
    if app.config.running and runs(page):
        app.add_js_file("run.js", defer="defer")
    if page == "index":
        app.add_js_file("board.js", defer="defer")
