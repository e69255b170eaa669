"""WG602: a ways.json that cannot be used as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ways_guard.lint.codes import unknown
from ways_guard.lint.configs import faults, value_span
from ways_guard.lint.model import ConfigFile, Example, Hit, Rule, Severity
from ways_guard.lint.words import did_you_mean
from ways_guard.way.languages import Languages
from ways_guard.way.positions import Node

# Where language codes stand, and whether a name or "auto" will do as well.
_LANGUAGES = ((("output_language",), True), (("canonical_language",), False), (("lint", "require"), False))
_SINGLE = frozenset({("output_language",), ("canonical_language",)})
_CODE = len("WG000")
_CODES = (("lint", "select"), ("lint", "ignore"))


def check(file: ConfigFile) -> Iterator[Hit]:
    """One hit a fault."""
    if file.file.kind != "ways":
        return
    yield from faults(file, "ways")
    for path, named in _LANGUAGES:
        for place, value in _texts(file, path):
            if problem := _language(value, file.context.languages, named=named):
                yield Hit(value_span(file, place), problem)
    for path in _CODES:
        for place, value in _texts(file, path):
            if problem := _rule(value):
                yield Hit(value_span(file, place), problem)
    for place, value in _texts(file, ("roots",)):
        if not (file.file.path.parent / value).is_dir():
            yield Hit(value_span(file, place), f'there is no folder "{value}" here: correct the root, or remove it')


def _texts(file: ConfigFile, path: Sequence[str]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The texts at a path: one, or those of a list, as it has to be; the schema says what else is wrong."""
    node = file.node.find(*path) if file.node else None
    if node is None or (node.items is None) != (tuple(path) in _SINGLE):
        return
    below: list[tuple[tuple[str | int, ...], Node]] = [
        ((*path, n), item) for n, item in enumerate(node.items or ())
    ]
    for place, item in below if node.items is not None else [(tuple(path), node)]:
        if isinstance(item.value, str) and item.value.strip():
            yield place, item.value


def _language(value: str, languages: Languages, *, named: bool) -> str:
    if value in languages or (named and (value == "auto" or languages.normalise(value))):
        return ""
    return unknown(value, languages.suggest(value))


def _rule(value: str) -> str:
    from ways_guard.lint.rules import RULES  # this module is one of them

    if any(code.startswith(value.strip().upper()) for code in RULES):
        return ""
    names = {rule.name: rule.code for rule in RULES.values()}
    if value.strip().lower() in names:
        return f'rules are chosen by their codes: write "{names[value.strip().lower()]}"'
    advice = (did_you_mean(value, list(RULES)) if len(value) >= _CODE else "") or "see ways-guard rule --all"
    return f'no rule has the code or prefix "{value}": {advice}'


RULE = Rule(
    code="WG602",
    name="ways-config",
    severity=Severity.ERROR,
    target=ConfigFile,
    check=check,
    what=(
        "ways.json is not JSON, or something in it does not exist or has a wrong value. That is a key, a "
        "language, a rule or a root, or a key that is there twice."
    ),
    why="What cannot be used is left out, so that a setting seems to be in force and is not.",
    how="Correct it; `ways-guard schema ways` shows the format.",
    bad=Example("../ways.json", '{"lint": {"ignore": ["WG9"], "require": ["pt_BR"], "strikt": true}}\n'),
    good=Example("../ways.json", '{"lint": {"ignore": ["WG106"], "require": ["pt-br"], "strict": true}}\n'),
)
