"""A real Chromium for tests of pages; without it, or without playwright, they are skipped."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class NoPlaywright(MetaPathFinder):
    """Finds modules when nothing else does: it skips a test file that imports playwright."""

    def find_spec(self, fullname: str, *_: object) -> None:
        """Skip what is being loaded if it needs playwright; find nothing else either."""
        if fullname == "playwright":
            pytest.skip("there is no Playwright: pip install playwright", allow_module_level=True)


sys.meta_path.append(NoPlaywright())

OFF = (
    # Playwright's own list, as far as it is for such pages: only the last such switch counts.
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding"),
    *("OptimizationHints", "NetworkTimeServiceQuerying"),
    # Behind each window two pages of the browser's own are loaded for its address line, which
    # takes longer than the page that is tested, and a process is kept for the next one.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
)
"""What of the browser no page needs."""

FEW = (
    *("--in-process-gpu", "--enable-features=NetworkServiceInProcess2"),
    *("--renderer-process-limit=1", "--js-flags=--single-threaded"),
)
"""The browser itself draws and loads, and no thread compiles: the cores have other tests to run."""


@contextmanager
def chromium(*switches: str) -> Iterator["Browser"]:
    """A browser with these switches added, which is closed at the end."""
    # Without the windows and menus of the whole browser, which nobody looks at, where there is one.
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        pytest.skip("there is no Chromium: apt-get install chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as drivers:
        off = f"--disable-features={','.join(OFF)}"
        browser = drivers.chromium.launch(
            executable_path=found,
            args=["--disable-gpu", "--disable-quic", *FEW, off, *as_root, *switches],
        )
        yield browser
        browser.close()


LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on whether a page is light or dark."""


READ_ONCE = """{
    const { prototype } = axe.commons.color.Color, parse = prototype.parseString, read = new Map();
    prototype.parseString = function (text) {
        const taken = ({ r, g, b, alpha }) => ({ r, g, b, alpha });
        if (!read.has(text)) read.set(text, taken(parse.call(this, text)));
        return Object.assign(this, read.get(text));
    };
}"""
"""axe reads the few colours of a page for every element anew, in half of the time that it takes."""


LOOK = """only => axe.run(document, {
    // Styles are loaded for one rule, which isn't asked for; nobody reads selectors.
    runOnly: only, resultTypes: ["violations"], preload: { assets: ["media"] }, selectors: false,
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 80)}`)))"""


def barriers(page: "Page") -> list[str]:
    """What axe finds on a page that could keep somebody from reading it, in light or dark."""
    if not page.evaluate("'axe' in window"):
        script = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
        page.evaluate(f"() => {{ {script}\n{READ_ONCE} }}")
    page.emulate_media(color_scheme="light")
    found: list[str] = page.evaluate(LOOK, LEVELS)
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(LOOK, {"type": "rule", "values": OF_COLOURS})
    return found
