from __future__ import annotations

from collections.abc import Callable

import pytest

Lint = Callable[..., list[str]]


def _found(stubs: Lint, lang: str, description: str, vocabulary: str) -> list[str]:
    line = f'{{"lang":"{lang}","description":"{description}","vocabulary":"{vocabulary}"}}\n'
    return stubs(line, "WG301")


@pytest.mark.parametrize(
    ("lang", "description", "vocabulary", "what"),
    [
        ("ar", "Проверка зависимостей", "npm", "not Arabic, it seems to be Russian (mostly Cyrillic letters)"),
        (
            "de",
            "Проверка зависимостей",
            "npm audit",
            "not German, it seems to be Russian (mostly Cyrillic letters)",
        ),
        ("en", "依存関係を確認する", "npm", "not English, it seems to be Japanese (mostly Chinese letters)"),
        ("ko", "проверка ошибок", "의존성", "not Korean, it seems to be Russian (mostly Cyrillic letters)"),
        ("hi", "நிரல் சோதனை", "test", "not Hindi, it seems to be Tamil (mostly Tamil letters)"),
        (
            "de",
            "Vérifier les dépendances",
            "mises à jour",
            "not German, it seems to be French (its words fit French",
        ),
        (
            "ru",
            "Перевірка залежностей проєкту",
            "оновлення",
            "not Russian, it seems to be Ukrainian (its words fit",
        ),
    ],
)
def test_a_stub_in_another_language_is_found_and_named(
    stubs: Lint, lang: str, description: str, vocabulary: str, what: str
) -> None:
    (line,) = _found(stubs, lang, description, vocabulary)
    assert line.startswith(f"1:28: WG301 {what}")
    assert line.endswith('): translate it, or correct "lang"')


@pytest.mark.parametrize(
    ("lang", "description", "vocabulary"),
    [
        ("ja", "依存関係の確認", "npm audit pip-audit Dependabot"),
        ("ja", "テストを書く", "test"),
        ("ko", "의존성 확인", "npm audit pip-audit Dependabot"),
        ("zh", "检查依赖", "npm audit"),
        ("zh-tw", "檢查相依套件", "npm audit"),
        ("sr", "Писање тестова", "тест"),
        ("sr", "Pisanje testova", "test"),
        ("ku", "Nivîsandina testan", "test"),
        ("ku", "نووسینی تاقیکردنەوە", "تاقیکردنەوە"),
        ("de", "Größe µ in 日本", "Überprüfung"),
        ("th", "ตรวจสอบ dependencies ของ package", "npm audit"),
    ],
)
def test_a_stub_in_its_own_language_is_left_alone(
    stubs: Lint, lang: str, description: str, vocabulary: str
) -> None:
    assert [] == _found(stubs, lang, description, vocabulary)


def test_too_few_letters_say_nothing(stubs: Lint) -> None:
    assert [] == _found(stubs, "ru", "CI", "1")
