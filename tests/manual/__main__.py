"""Write what the program says now into README, manual and CONTRIBUTING, and draw the pictures.

``python -m tests.manual`` writes all pages, ``python -m tests.manual entries cards`` only these.
Read the difference before you commit it.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.manual.examples import ROOT, WRITTEN, Place
from tests.manual.picture import drawn
from tests.manual.tables import with_tables


def main(names: list[str]) -> None:
    for path in [*WRITTEN, ROOT / "CONTRIBUTING.md"]:
        if names and path.stem not in names:
            continue
        with TemporaryDirectory() as place:
            path.write_text(
                Place(Path(place)).renewed(with_tables(path.read_text("utf-8"))), "utf-8"
            )
    for path, text in drawn().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
