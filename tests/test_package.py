"""What is built for the package index: the page that it shows, and what the release asks for."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.manual.examples import README, ROOT

SOURCE = "https://example.org/cards"

LINKS = re.compile(r'\]\((?!https:)|(?:src|srcset)="(?!https:)')
"""What leads nowhere on a page that stands alone."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that is built from."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("project")
    for name in ("scorekeeper", "sample_games", ".ci", ".github"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "pyproject.toml"]:
        shutil.copy(path, folder)
    return folder


def built(folder: Path, kind: str, to: Path) -> Path:
    """The one file that is built from a folder."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(to)]
    subprocess.run(words, cwd=folder, capture_output=True, check=True)
    [made] = to.iterdir()
    return made


def metadata(folder: Path, to: Path) -> Message:
    """What the index is told by the wheel of a folder."""
    with zipfile.ZipFile(built(folder, "wheel", to)) as wheel:
        [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(wheel.read(name))


def page(told: Message) -> str:
    """The text that the index shows."""
    text = told.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


@pytest.mark.slow
def test_without_an_address_the_index_shows_the_words_alone(project: Path, tmp_path: Path) -> None:
    told = metadata(project, tmp_path)
    assert told.get_all("Project-URL") is None
    assert told["Description-Content-Type"] == "text/markdown"
    shown = page(told)
    assert not LINKS.search(shown)
    assert "<p" not in shown
    words = re.sub(r"\[([^]]+)\]\((?!https:)[^)]+\)", r"\1", README.read_text("utf-8"))
    assert [line for line in shown.splitlines() if line not in words.splitlines()] == []
    assert "changelog" in shown


@pytest.mark.slow
def test_with_an_address_pictures_and_links_of_the_index_lead_there(
    project: Path, tmp_path: Path
) -> None:
    settings = project / "pyproject.toml"
    before = settings.read_text("utf-8")
    settings.write_text(f'{before}\n[project.urls]\nSource = "{SOURCE}"\n', "utf-8")
    try:
        told = metadata(project, tmp_path)
    finally:
        settings.write_text(before, "utf-8")
    assert told.get_all("Project-URL") == [f"Source, {SOURCE}"]
    shown = page(told)
    assert not LINKS.search(shown)
    there = {
        kind: set(re.findall(rf"{SOURCE}/{kind}/v{re.escape(__version__)}/([^)\"]+)", shown))
        for kind in ("raw", "blob")
    }
    assert {Path(path).suffix for path in there["raw"]} == {".svg"}
    assert "CHANGELOG.md" in there["blob"]
    assert all((ROOT / path).is_file() for path in there["raw"] | there["blob"])
    readme = README.read_text("utf-8")
    assert (
        shown.replace(f"{SOURCE}/raw/v{__version__}/", "").replace(
            f"{SOURCE}/blob/v{__version__}/", ""
        )
        == readme
    )


@pytest.mark.slow
def test_a_wheel_made_of_the_source_archive_says_the_same(project: Path, tmp_path: Path) -> None:
    archive = built(project, "sdist", tmp_path / "archive")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    first = metadata(project, tmp_path / "first")
    second = metadata(unpacked, tmp_path / "second")
    assert page(first) == page(second)
    assert first.items() == second.items()
