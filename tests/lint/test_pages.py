from __future__ import annotations

import pytest

from ways_guard.lint import pages, rules
from ways_guard.lint.model import Rule

_RULES = pytest.mark.parametrize("rule", rules.RULES.values(), ids=lambda rule: rule.code)


@_RULES
def test_a_page_holds_all_there_is_to_know(rule: Rule) -> None:
    text = pages.page(rule)
    assert text.startswith(f"# {rule.code}: {rule.name}\n\n{rule.severity.value.capitalize()}")
    paths = [pages.shown_path(path) for path in (rule.bad.path, *(rule.beside or {}))]
    for part in (rule.what, rule.why, rule.how, pages.shown_text(rule.good.text), *paths):
        assert part in text
    assert rule.fixable == ("fixable with `--fix`" in text)
    assert rule.default != ("off by default" in text)


@_RULES
def test_a_page_shows_what_cannot_be_seen(rule: Rule) -> None:
    assert all(character.isprintable() or character == "\n" for character in pages.page(rule))


def test_headings_go_below_the_level_of_the_page() -> None:
    headings = [line for line in pages.page(rules.find("WG001"), 2).splitlines() if line.startswith("#")]
    assert ["## WG001: encoding", "### Why", "### Bad", "### Good", "### How to fix it"] == headings


def test_the_list_has_a_line_a_rule_that_fits_a_terminal() -> None:
    lines = pages.lines(rules.RULES.values()).splitlines()
    assert list(rules.RULES) == [line.split()[0] for line in lines]
    assert max(map(len, lines)) <= 130


def test_the_document_links_to_each_rule() -> None:
    text = pages.document(rules.RULES.values())
    for rule in rules.RULES.values():
        assert f"[{rule.code}](#{rule.code.lower()}-{rule.name})" in text
        assert f"\n## {rule.code}: {rule.name}\n" in text
