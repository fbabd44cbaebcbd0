"""The page that the package index shows: the README, without anything that leads nowhere there.

The index has this text and none of the files beside it. Where ``[project.urls]`` has a ``Source``,
pictures and links lead there, to the tag of this version. Without one the pictures are left out,
and of a link its words stay.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PARTS = re.compile(
    r"(?P<code>^```.*?^```$)"
    r"|(?P<pictures><p[ >].*?</p>|^!\[[^\]]*\]\((?!https:)[^)]+\)$)\n*"
    r"|\[(?P<words>[^\]]+)\]\((?!https:)(?P<path>[^)]+)\)",
    re.MULTILINE | re.DOTALL,
)
"""Examples, which stay as they are; pictures with the empty lines behind them; and links."""


class IndexPage(MetadataHookInterface):
    """Tells the builder what the index shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the page into the metadata, where ``readme`` is dynamic."""
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        source, tag = metadata.get("urls", {}).get("Source"), f"v{metadata['version']}"
        text = PARTS.sub(lambda part: as_shown(part, source, tag), readme)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def as_shown(part: re.Match[str], source: str | None, tag: str) -> str:
    """A part of the README as the index has it."""
    if part["code"]:
        return part[0]
    if part["pictures"]:
        there = rf"\g<0>{source}/raw/{tag}/"
        return re.sub(r'(src|srcset)="(?!https:)|\]\(', there, part[0]) if source else ""
    return f"[{part['words']}]({source}/blob/{tag}/{part['path']})" if source else part["words"]
