"""WG601: a languages.json that cannot be used as it is."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.configs import faults, key_span, value_span
from ways_guard.lint.model import ConfigFile, Example, Hit, Rule, Severity

_LEFTOVER = "bm25_stemmer"


def check(file: ConfigFile) -> Iterator[Hit]:
    """One hit a fault, and one note for all leftovers of stemming together."""
    if file.file.kind != "languages":
        return
    yield from faults(file, "languages")
    entries = file.node.value.get("languages") if file.node and file.node.members is not None else None
    if isinstance(entries, dict):
        good = {code: entry for code, entry in entries.items() if isinstance(entry, dict)}
        yield from _confusable(file, good)
        yield from _leftover(file, good)


def _confusable(file: ConfigFile, entries: dict[str, dict[str, object]]) -> Iterator[Hit]:
    languages = file.context.languages
    for code, entry in entries.items():
        others = entry.get("confusable")
        for number, other in enumerate(others if isinstance(others, list) else ()):
            if isinstance(other, str) and other not in languages and (meant := languages.suggest(other)):
                at = value_span(file, ("languages", code, "confusable", number))
                yield Hit(
                    at, f'"{other}" is no code of a language: did you mean "{meant}"?', severity=Severity.WARNING
                )


def _leftover(file: ConfigFile, entries: dict[str, dict[str, object]]) -> Iterator[Hit]:
    found = [code for code, entry in entries.items() if _LEFTOVER in entry]
    if found:
        message = (
            f'"{_LEFTOVER}" is left over from BM25 scoring and ignored ({len(found)} times in this file): remove it'
        )
        yield Hit(key_span(file, ("languages", found[0], _LEFTOVER)), message, severity=Severity.NOTE)


RULE = Rule(
    code="WG601",
    name="languages-file",
    severity=Severity.ERROR,
    target=ConfigFile,
    check=check,
    what=(
        "languages.json is not JSON, or has an unknown key, a wrong value or a key twice. `bm25_stemmer`, a"
        " leftover of older repos, is one note a file."
    ),
    why=(
        "The file says which languages the repo looks after, and may add some. What cannot be read is left "
        "out: the language is then as shipped, or unknown, and its stubs with it."
    ),
    how="Correct it; `ways-guard schema languages` shows the format. What the file does not say stays as shipped.",
    bad=Example("../languages.json", '{"languages": {"sv": {"actve": true}}}\n'),
    good=Example("../languages.json", '{"languages": {"sv": {"active": true}}}\n'),
)
