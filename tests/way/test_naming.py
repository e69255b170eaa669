from __future__ import annotations

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.way import naming


@pytest.mark.parametrize("way", ["tests", "code/end-to-end", "a/b_c/9", "テスト/書く", "हिन्दी", "ทดสอบ"])
def test_names_that_will_do(way: str) -> None:
    naming.check(way)


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (
            "Code/Tests",
            '"Code" has capital letters, which not every file system tells from small ones: '
            'did you mean "code/tests"?',
        ),
        ("code//tests", 'a part of it is empty: did you mean "code/tests"?'),
        ("/code", 'a part of it is empty: did you mean "code"?'),
        ("..", '".." is a reserved name: choose another name'),
        (".hidden", '".hidden" is a reserved name: did you mean "hidden"?'),
        ("a/node_modules", '"node_modules" is a reserved name: did you mean "a"?'),
        ("code/con", '"con" is a reserved name: did you mean "code"?'),
        ("my way", '"my way" may hold letters, digits, hyphens and underscores: did you mean "my-way"?'),
        ("tests.de", '"tests.de" may hold letters, digits, hyphens and underscores: did you mean "tests-de"?'),
        ("a\\b", '"a\\b" may hold letters, digits, hyphens and underscores: did you mean "a-b"?'),
        ("-x", '"-x" must start and end with a letter or a digit: did you mean "x"?'),
        (
            "cafe\u0301",
            '"cafe\u0301" is not in the composed form (NFC) that others will type: did you mean "café"?',
        ),
        ("a" * 101, '"aaaaaaaaaaaaaaaaaaaa…" is too long: choose another name'),
    ],
)
def test_names_that_will_not_do_come_with_one_that_does(way: str, message: str) -> None:
    with pytest.raises(WaysGuardError) as error:
        naming.check(way)
    assert f'"{way}" cannot be the name of a way: {message}' == str(error.value)


def test_names_that_some_file_systems_take_for_one() -> None:
    assert "Tests" == naming.twin("tests", ["docs", "Tests"])
    assert "cafe\u0301" == naming.twin("café", ["cafe\u0301"])
    assert naming.twin("tests", ["tests", "test"]) is None
