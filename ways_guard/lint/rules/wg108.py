"""WG108: two ways of one id, or a way file that is not called like its folder."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ways_guard.lint import codes
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import shown_path
from ways_guard.way.text import START

# Fields that a page which is no way has no use for.
_OURS = frozenset(
    {"vocabulary", "pattern", "commands", "threshold", "embed_threshold", "refire", "redisclose", "macro"}
    | {"trigger", "files", "scope", "when"}
)


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit a file: the later of two ways of one id, or a page that would be a way."""
    seen: dict[str, WayFile] = {}
    for way in repo.ways:
        if way.file.kind == "way":
            yield from _twice(way, seen.setdefault(_folded(way.file.id), way), repo)
        elif way.file.kind == "other":
            yield from _name(way)


def _twice(way: WayFile, first: WayFile, repo: RepoFiles) -> Iterator[Hit]:
    """For an id that is equal to an earlier one, or that a file system may take for equal."""
    if first is not way:
        other = shown_path(first.file.path, repo.repo)
        if first.file.id == way.file.id:
            message = f'the id "{way.file.id}" is also that of {other}: rename one, since only one of them fires'
            yield Hit(START, message, severity=Severity.WARNING, path=way.file.path)
        else:
            message = f'the id "{way.file.id}" is the same as that of {other} on some systems: rename one'
            yield Hit(START, message, path=way.file.path)


def _folded(node: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", node).casefold())


def _name(page: WayFile) -> Iterator[Hit]:
    language = _language(page)
    if language:
        message = f"this file is neither a way nor an override: {language}"
        yield Hit(START, message, path=page.file.path)
    elif _is_meant(page):
        message = f"this file is no way, since a way is called like its folder: {_folder(page)}"
        yield Hit(START, message, path=page.file.path)


def _is_meant(page: WayFile) -> bool:
    return bool(_OURS & set(page.document.fields or ()))


def _folder(page: WayFile) -> str:
    """Where the page would be a way, by the nearer of its two names."""
    path, folder = page.file.path, page.file.path.parent.name
    if page.file.id and not any(sibling.kind == "way" for sibling in page.context.siblings):
        return f"rename it to {folder}.md, or move it to {path.stem}/{path.name}"
    return f"move it to {path.stem}/{path.name}"


def _language(page: WayFile) -> str:
    """For a file that is called like an override in a language that there is not."""
    stem, _, lang = page.file.path.stem.rpartition(".")
    if not page.file.id or stem != page.file.path.parent.name:
        return ""
    languages = page.context.languages
    code = languages.suggest(lang) if _is_meant(page) else languages.normalise(lang)
    if code:
        return f'"{lang}" is no code of languages.json: did you mean {stem}.{code}.md?'
    if _is_meant(page):
        return codes.unknown(lang, None)
    return ""


RULE = Rule(
    code="WG108",
    name="way-name",
    severity=Severity.ERROR,
    target=RepoFiles,
    check=check,
    what=(
        "Two ways have the same id, or a way file is not called like its folder. Ids that differ in case or"
        " in the form of accents only are the same on some systems."
    ),
    why=(
        "A way is `{name}/{name}.md`. A file of another name is a page that nobody matches, whatever its "
        "frontmatter says. Of two folders that differ in case only, a checkout on Windows or macOS keeps "
        "one."
    ),
    how="Rename the file or the folder.",
    bad=Example("code/tests/unit.md", samples.TEXT),
    good=Example(samples.PATH, samples.TEXT),
)
