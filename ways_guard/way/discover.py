"""Finding ways: which folders are roots, which files are what, and which way an id means.

One discovery serves lint and match, so that ids cannot differ between the two.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ways_guard.constants import WAY_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.way import config, languages
from ways_guard.way.languages import Languages

CORE = "core.md"
NONE_PROBES = "golden-none.jsonl"
LANGUAGES = "languages.json"
MACRO = "macro.sh"  # What a way runs beside its text, where it has a `macro`.
_ROOT_NAMES = ("ways", ".claude/ways", "hooks/ways", ".claude/hooks/ways")
_SKIPPED = frozenset({"node_modules", "__pycache__"})
_SUFFIXES = {
    ".locales.jsonl": "locales",
    ".examples.jsonl": "examples",
    ".golden.jsonl": "golden",
    ".check.md": "check",
}


@dataclass(frozen=True)
class Root:
    """A folder that holds ways, where it stands in the order of precedence, and its canonical language.

    `trusted` is for a project's root; it says that the user trusts the project. Files of the kinds in `without` are
    taken as not there: so a repo is measured without its examples.
    """

    path: Path
    origin: str  # "repo", "project", "user", "extra" or "bundled"
    canonical: str = "en"
    trusted: bool = False
    without: frozenset[str] = frozenset()

    @property
    def guest(self) -> bool:
        """Whether it may only add ways: a project's, until the user trusts it."""
        return self.origin == "project" and not self.trusted


@dataclass(frozen=True)
class File:
    """A file below a root: its kind, the id of the node it belongs to, and for an override its language.

    Kinds: way, override, check, locales, examples, golden, none-probes, core, other (a Markdown file that is
    no node's); beside the roots, languages and ways (a way repo's languages.json and ways.json).
    """

    path: Path
    kind: str
    id: str
    lang: str | None = None


def bundled_root() -> Path:
    """The ways that come with the package (in a wheel inside it, in a checkout beside it)."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "bundled"
    return inside if inside.is_dir() else package.parent / "ways"


def classify(path: Path, root: Path, languages: Collection[str]) -> File | None:
    """What a path below a root is; None for a file that is not ours. Looks at names only."""
    folder = path.parent
    relative = folder.relative_to(root).as_posix()
    node = "" if relative == "." else relative
    if not node and path.name in (CORE, NONE_PROBES):
        return File(path, "core" if path.name == CORE else "none-probes", node)
    for suffix, kind in _SUFFIXES.items():
        if path.name.endswith(suffix) and path.name != suffix:
            return File(path, kind, node)
    if path.suffix != ".md":
        return None
    if node and path.stem == folder.name:
        return File(path, "way", node)
    stem, _, lang = path.stem.rpartition(".")
    if node and stem == folder.name and lang in languages:
        return File(path, "override", node, lang)
    return File(path, "other", node)


def walk(folder: Path) -> Iterator[Path]:
    """Every file below a folder, folder by folder in order. Hidden and linked folders are not entered.

    A folder that is called like a file of ours counts as one, too, so that somebody says that it cannot be read.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if is_entered(name))
        ours = (name for name in folders if _is_called_like_a_file(name, Path(place), folder))
        yield from (Path(place, name) for name in sorted([*names, *ours]))


def _is_called_like_a_file(name: str, place: Path, root: Path) -> bool:
    file = classify(place / name, root, ()) if name.endswith((".md", ".jsonl")) else None
    stem = name.removesuffix(".md").rpartition(".")[0]  # of what would be an override
    return file is not None and (file.kind != "other" or (stem == place.name and place != root))


def is_entered(name: str) -> bool:
    """Whether a folder of that name is looked into."""
    return not name.startswith(".") and name not in _SKIPPED


def strays(root: Root, path: Path) -> bool:
    """Whether a file of a project's root lies outside it by a link, with which a stranger could show any file."""
    return root.origin == "project" and not _inside(root.path, path)


def leads_out(folder: Path, path: Path) -> bool:
    """Whether a path that is said to lie in a folder lies outside it by a link."""
    return not _inside(folder, path)


def _inside(folder: Path, path: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def scan(root: Path, languages: Collection[str], without: Collection[str] = ()) -> list[File]:
    """Every file of ours below a root, folder by folder in order; those of the kinds in `without` left out."""
    files = (classify(path, root, languages) for path in walk(root))
    return [file for file in files if file is not None and file.kind not in without]


def repo_roots(repo: Path) -> list[Root]:
    """The roots of a way repo, as its ways.json and its folders on disk say."""
    return roots_in(repo, config.read(repo / config.FILE_NAME), Path.is_dir)


def roots_in(repo: Path, values: Mapping[str, Any], is_folder: Callable[[Path], bool]) -> list[Root]:
    """The roots that a ways.json names, else the usual folders that are there, else the repo itself."""
    named = [repo / name for name in values.get("roots", []) if can_be(name)]
    usual = [repo / name for name in _ROOT_NAMES if is_folder(repo / name)]
    canonical = values.get("canonical_language", "en")
    return [Root(path, "repo", canonical) for path in named or usual or [repo]]


def can_be(name: str) -> bool:
    """Whether a file or folder can have that name at all: not with a NUL, or half a character."""
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return "\0" not in name


def repo_languages(repo: Path) -> Languages:
    """The shipped languages with what the repo's languages.json says of them.

    Raises WaysGuardError with the file's path for one that cannot be used.
    """
    path = repo / LANGUAGES
    document = config.read_document(path)
    bundled = languages.load_bundled()
    try:
        return languages.merge(bundled, document) if document else bundled
    except WaysGuardError as error:
        raise WaysGuardError(f"{repo}: {error}") from error


def runtime_languages(roots: Sequence[Root]) -> Languages:
    """The shipped languages with what the languages.json of each root's way repo says; the nearest root's wins.

    An untrusted project's is not asked: by the words that it gives a language, a stranger could have every prompt
    taken for that language. What cannot be used is left out. Never raises.
    """
    known = languages.load_bundled()
    for root in reversed([root for root in roots if root.origin != "bundled" and not root.guest]):
        path = repo_of(root.path) / LANGUAGES
        if path.is_file():
            try:
                known = languages.merge_usable(known, read_bytes(path, WAY_FILE_BYTES))
            except WaysGuardError:  # not readable; lint says so
                continue
    return known


def repo_of(path: Path) -> Path:
    """The way repo that a path belongs to: the nearest folder above it with a .git, ways.json or languages.json.

    Where there is none, the folder above the nearest `ways`, so that ids do not hang on where a run starts;
    else the folder itself.
    """
    start = path if path.is_dir() else path.parent
    for folder in (start, *start.parents):
        if any((folder / name).exists() for name in (".git", config.FILE_NAME, LANGUAGES)):
            return folder
    ways = next((folder for folder in (start, *start.parents) if folder.name == "ways"), None)
    return ways.parent if ways else start


def runtime_roots(
    config_dir: Path, project: Path | None, settings: config.Config, *, trusted: bool = False
) -> list[Root]:
    """The roots that are in force for an agent in a project, nearest first; a `trusted` project is no guest."""
    canonical = settings.canonical_language or "en"
    candidates = [
        *([Root(project / ".claude/ways", "project", canonical, trusted)] if project else []),
        Root(config_dir / "ways", "user"),
        Root(config_dir / "hooks/ways", "user"),
        *(Root(path, "project", canonical, trusted) for path in settings.project_roots),
        *(Root(path, "extra") for path in settings.roots),
        *([Root(bundled_root(), "bundled")] if settings.bundled else []),
    ]
    found = _unique(root for root in candidates if root.path.is_dir())
    return [root for root in found if root.origin != "project" or (project and _inside(project, root.path))]


def _unique(roots: Iterable[Root]) -> list[Root]:
    """Each real folder once, as the nearest root; one that is the user's is never the project's, by a link too."""
    by_place: dict[str, Root] = {}
    for root in roots:
        real = os.path.realpath(root.path)
        known = by_place.get(real)
        if known and known.origin == "project" and root.origin != "project":
            del by_place[real]
        by_place.setdefault(real, root)
    return list(by_place.values())


def project_of(folder: Path, *config_dirs: Path) -> Path | None:
    """The project that a folder belongs to: the nearest one above it with .claude/ways, .claude/ways.json or .git.

    A folder that holds one of the agents' own `config_dirs` as its `.claude` is the user's, and no project.
    """
    for candidate in (folder, *folder.parents):
        if candidate / ".claude" in config_dirs:
            continue
        # os.path, because Path.exists raises where a folder may not be looked into
        if any(os.path.exists(candidate / name) for name in (".claude/ways", ".claude/ways.json", ".git")):  # noqa: PTH110
            return candidate
    return None
