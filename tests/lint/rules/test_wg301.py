from __future__ import annotations

from collections.abc import Callable

import pytest

Lint = Callable[..., list[str]]


def _found(stubs: Lint, lang: str, description: str, vocabulary: str) -> list[str]:
    line = f'{{"lang":"{lang}","description":"{description}","vocabulary":"{vocabulary}"}}\n'
    return stubs(line, "WG301")


@pytest.mark.parametrize(
    ("lang", "description", "vocabulary", "letters"),
    [
        ("ja", "checking dependencies", "npm audit", "Latin"),
        ("ru", "writing tests", "test coverage", "Latin"),
        ("ar", "Проверка зависимостей", "npm", "Cyrillic"),
        ("de", "Проверка зависимостей", "npm audit", "Cyrillic"),
        ("en", "依存関係を確認する", "npm", "Chinese"),
        ("ko", "проверка", "의존성", "Cyrillic"),
        ("hi", "நிரல் சோதனை", "test", "Tamil"),
        ("el", "writing tests", "test", "Latin"),
    ],
)
def test_a_stub_in_another_script_is_found(
    stubs: Lint, lang: str, description: str, vocabulary: str, letters: str
) -> None:
    (line,) = _found(stubs, lang, description, vocabulary)
    assert f"mostly in {letters} letters" in line
    assert line.startswith("1:28: WG301 not ")


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
def test_a_stub_in_its_own_script_is_left_alone(stubs: Lint, lang: str, description: str, vocabulary: str) -> None:
    assert [] == _found(stubs, lang, description, vocabulary)


def test_too_few_letters_say_nothing(stubs: Lint) -> None:
    assert [] == _found(stubs, "ru", "CI", "1")
