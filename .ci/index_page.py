"""The page that the package index shows: the README, without anything that leads nowhere there.

The index has this text and none of the files beside it. Where ``[project.urls]`` has a ``Source``,
pictures and links lead there, to the tag of this version. Without one the pictures are left out,
and of a link its words stay. Its readers have no folder to install from, but the index itself.
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

FROM_A_FOLDER = re.compile(r"^You need Python .*?(?=^The package is called )", re.M | re.DOTALL)
FROM_THE_INDEX = """\
You need Python 3.11 or newer. Any of these installs the program, the last one in a virtual
environment:

```sh
uv tool install "table-scorekeeper[serve]"
pipx install "table-scorekeeper[serve]"
python3 -m pip install "table-scorekeeper[serve]"
```

The program is `sk`, and `sk demo` opens an evening to try.

"""


class IndexPage(MetadataHookInterface):
    """Tells the builder what the index shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the page into the metadata, where ``readme`` is dynamic."""
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        readme, count = FROM_A_FOLDER.subn(FROM_THE_INDEX, readme)
        if count != 1:
            raise ValueError("README.md has lost its lines from You need to The package is called")
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
