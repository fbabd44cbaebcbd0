"""What is built for the package index: the page that it shows, and what a release requires."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import __version__
from scorekeeper.terminal.command_words import COMMANDS, RARE
from tests.manual.examples import README, ROOT

SOURCE = "https://example.org/cards"

LINKS = re.compile(r'\]\((?!https:)|(?:src|srcset)="(?!https:)')
"""What leads nowhere on a page that stands alone."""

INSTALLING = re.compile(r"^You need Python .*?(?=^The package is called )", re.M | re.DOTALL)
"""How to get the program, which differs for those who have its folder and those who don't."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything that the build needs."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("project")
    for name in ("scorekeeper", "sample_games", ".ci", ".github"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "pyproject.toml"]:
        shutil.copy(path, folder)
    return folder


def built(folder: Path, kind: str, to: Path) -> Path:
    """The file that is built from a folder."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(to)]
    subprocess.run(words, cwd=folder, capture_output=True, check=True)
    [made] = to.iterdir()
    return made


@pytest.fixture(scope="module")
def plain(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the project as it is."""
    return built(project, "wheel", tmp_path_factory.mktemp("plain"))


def metadata(made: Path) -> Message:
    """What a wheel tells the index."""
    with zipfile.ZipFile(made) as wheel:
        [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(wheel.read(name))


def page(told: Message) -> str:
    """The text that the index shows."""
    text = told.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


@pytest.mark.slow
def test_without_an_address_the_index_shows_only_the_words(plain: Path) -> None:
    told = metadata(plain)
    assert told.get_all("Project-URL") is None
    assert told["Description-Content-Type"] == "text/markdown"
    shown = INSTALLING.sub("", page(told))
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
        told = metadata(built(project, "wheel", tmp_path))
    finally:
        settings.write_text(before, "utf-8")
    assert told.get_all("Project-URL") == [f"Source, {SOURCE}"]
    shown = page(told)
    assert not LINKS.search(shown)
    there = {
        kind: set(re.findall(rf"{SOURCE}/{kind}/v{re.escape(__version__)}/([^)\"]+)", shown))
        for kind in ("raw", "blob")
    }
    assert {Path(path).suffix for path in there["raw"]} == {".svg", ".png"}
    assert "CHANGELOG.md" in there["blob"]
    assert all((ROOT / path).is_file() for path in there["raw"] | there["blob"])
    for kind in ("raw", "blob"):
        shown = shown.replace(f"{SOURCE}/{kind}/v{__version__}/", "")
    assert INSTALLING.sub("", shown) == INSTALLING.sub("", README.read_text("utf-8"))


@pytest.mark.slow
def test_the_index_says_how_to_install_without_a_folder(plain: Path) -> None:
    told = metadata(plain)
    [how] = INSTALLING.findall(page(told))
    assert f"Python {told['Requires-Python'].removeprefix('>=')} or newer" in how
    [commands] = re.findall("```sh\n(.*?)```", how, re.DOTALL)
    assert {line.split()[-1] for line in commands.splitlines()} == {f'"{told["Name"]}[serve]"'}
    assert "folder" not in how


@pytest.mark.slow
def test_a_wheel_made_from_the_source_archive_says_the_same(
    project: Path, plain: Path, tmp_path: Path
) -> None:
    archive = built(project, "sdist", tmp_path / "archive")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    first, second = metadata(plain), metadata(built(unpacked, "wheel", tmp_path / "second"))
    assert page(first) == page(second)
    assert first.items() == second.items()


@pytest.mark.slow
def test_a_wheel_has_the_games_that_the_demo_unpacks(plain: Path) -> None:
    with zipfile.ZipFile(plain) as wheel:
        packed = {name for name in wheel.namelist() if "sample_games" in name}
    games = (ROOT / "sample_games").rglob("*.toml")
    assert packed == {f"scorekeeper/{game.relative_to(ROOT)}" for game in games}


# ── the checks, and a release ────────────────────────────────────────────────────────────

GITHUB = ROOT / ".github"

UNTRIED = ["3.14"]
"""Checked by the workflow, but not promised to anybody before it has passed once."""


def workflow(name: str) -> dict[Any, Any]:
    """A workflow of .github; what starts it is under True, which is how YAML 1.1 reads ``on``."""
    yaml = pytest.importorskip("yaml")
    read: dict[Any, Any] = yaml.safe_load((GITHUB / "workflows" / f"{name}.yml").read_text("utf-8"))
    return read


def test_every_python_that_is_promised_is_checked_on_every_system() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    minor = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    promised = [found[1] for line in project["classifiers"] if (found := minor.fullmatch(line))]
    assert project["requires-python"] == f">={promised[0]}"
    matrix = workflow("ci")["jobs"]["checks"]["strategy"]["matrix"]
    assert matrix["python"] == promised + UNTRIED
    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_a_commit_is_checked_once_and_a_tag_alone_releases() -> None:
    checks, release = workflow("ci"), workflow("release")
    assert checks[True] == {"push": {"branches": ["main"]}, "pull_request": None}
    assert checks["concurrency"]["cancel-in-progress"] is True
    assert release[True] == {"push": {"tags": ["v*"]}}
    assert release["jobs"]["publish"]["needs"] == "build"
    jobs = {**checks["jobs"], **release["jobs"]}
    assert [name for name, job in jobs.items() if not 0 < job["timeout-minutes"] <= 60] == []
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == [
        "publish"
    ]


def test_everything_the_workflows_run_exists() -> None:
    for name in ("ci", "release"):
        for job in workflow(name)["jobs"].values():
            runs = " ".join(step.get("run", "") for step in job["steps"])
            assert [
                path for path in re.findall(r"bash (\S+)", runs) if not (ROOT / path).is_file()
            ] == []


def test_the_form_for_problems_asks_for_the_ledger_and_the_version() -> None:
    yaml = pytest.importorskip("yaml")
    form = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE" / "problem.yml").read_text("utf-8"))
    asked = {field["id"]: field for field in form["body"] if "id" in field}
    assert asked["ledger"]["attributes"]["render"] == "toml"
    assert all(asked[name]["validations"]["required"] for name in ("ledger", "version"))
    shown = set(re.findall(r"`sk ([\w-]+)", str(form)))
    assert shown - {"--version"} <= {*COMMANDS, *RARE}


def released(project: Path, tag: str, tmp_path: Path) -> tuple[str, int]:
    """What the release says to a tag, and its exit code: 7 if it would go on and build."""
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\nexit 7\n")
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", str(project / ".ci" / "release"), *([tag] if tag else [])],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr, done.returncode


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="releases aren't built on Windows")
def test_a_release_has_the_tag_of_its_version_and_the_changelog_begins_with_it(
    project: Path, tmp_path: Path
) -> None:
    changes = project / "CHANGELOG.md"
    changes.write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n", "utf-8")
    for tag, says in (("", "missing"), ("0.1.0", "0.1.0"), ("v9.9.9", "v9.9.9")):
        said, code = released(project, tag, tmp_path)
        assert f"the tag is {says}, and scorekeeper/__init__.py says {__version__}\n" in said
        assert f"try: tag v{__version__}, or" in said
        assert code == 1
    said, code = released(project, f"v{__version__}", tmp_path)
    assert f"CHANGELOG.md begins with Unreleased, not with {__version__}\n" in said
    assert code == 1
    changes.write_text(f"# Changelog\n\n## {__version__} - 2026-12-01\n", "utf-8")
    assert released(project, f"v{__version__}", tmp_path) == ("", 7)
    assert not (project / "dist").exists()
