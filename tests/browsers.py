"""The browser of the tests: Chromium, or Firefox where `make firefox` asks for it.

Its fixtures, `playwright` and `browser`, are in conftest.py, since a process can have but one.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Playwright

from tests.conftest import IN_FIREFOX
from tests.tools import tool

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WITH_PROFILES = ("chromium", "chromium-browser", "google-chrome")
# Chromium without all that draws a window takes two thirds of the time.
BROWSERS = ("chromium-headless-shell", *WITH_PROFILES)
FIREFOX = ("firefox-esr", "firefox")
# This allows what tests/web/firefox.cjs adds to Playwright's driver.
FLAGS_OF_FIREFOX = ["--remote-allow-system-access"]
# Bars take no width, as in Chromium without a window, and nothing takes the focus from the page.
SETTINGS = {"ui.useOverlayScrollbars": 1, "browser.download.alwaysOpenPanel": False}
# All other tests of a browser run in Firefox, too.
NOT_IN_FIREFOX: dict[str, str] = {
    "test_a_picture_shows_the_page_as_it_is": "the pictures are Chromium's",
    "test_kept_files_come_without_the_workers_script": "it starts the script: it has no addRoutes",
}


def launch(playwright: Playwright, *flags: str, **settings: bool | float | str) -> Browser:
    """Chromium with these flags, or Firefox with these settings, and a profile that is new."""
    if not IN_FIREFOX:
        return playwright.chromium.launch(executable_path=tool(*BROWSERS), args=[*FLAGS, *flags])
    return playwright.firefox.launch(
        executable_path=tool(*FIREFOX),
        channel="moz-firefox",
        args=FLAGS_OF_FIREFOX,
        firefox_user_prefs={**SETTINGS, **settings},
    )


def leave_to_firefox(items: list[pytest.Item]) -> list[pytest.Item]:
    """Keep the tests of a browser, of which the named ones are skipped; what is not kept."""
    others = [item for item in items if "playwright" not in getattr(item, "fixturenames", ())]
    items[:] = [item for item in items if item not in set(others)]
    for item in items:
        if reason := NOT_IN_FIREFOX.get(getattr(item, "originalname", "")):
            item.add_marker(pytest.mark.skip(reason=f"not in Firefox: {reason}"))
    return others
