"""A small way and stubs for it, which the rules' examples vary."""

from __future__ import annotations

import json


def way(description: str, vocabulary: str, *fields: str) -> str:
    """A way file with that description and vocabulary, and further lines of frontmatter."""
    alias = (f"description: {description}", f"vocabulary: {vocabulary}")
    lines = ("---", *alias, *fields, "---", "Test what a user would miss.", "")
    return "\n".join(lines)


def stub(lang: str, description: str, vocabulary: str) -> str:
    """A line of a locale file."""
    value = {"lang": lang, "description": description, "vocabulary": vocabulary}
    return json.dumps(value, ensure_ascii=False) + "\n"


PATH = "code/tests/tests.md"
LOCALES = "code/tests/tests.locales.jsonl"
TEXT = way("Writing tests", "test coverage")
WAY = {PATH: TEXT}
GERMAN = stub("de", "Tests schreiben", "Test Abdeckung")
FRENCH = stub("fr", "Écrire des tests", "test couverture")
BRAZILIAN = stub("pt-br", "Escrever testes", "teste cobertura")
RUSSIAN = stub("ru", "Написание тестов", "тест покрытие pytest")
SWEDISH = stub("sv", "Skriva tester", "test täckning")
