from __future__ import annotations

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint.codes import chosen
from ways_guard.way.languages import load_bundled


def test_codes_are_taken_once_and_however_they_are_spelt() -> None:
    assert ("de", "pt-br", "ja") == chosen(" de, pt_BR,Japanese,,de", load_bundled())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("de,germn", '"germn" is no code of languages.json: did you mean "de"?'),
        ("ed", '"ed" is no code of languages.json: did you mean "de"?'),
        ("qq", '"qq" is no code of languages.json: correct it, or add the language to the repo\'s languages.json'),
        (" , ", "no language named: give codes such as de,ja"),
    ],
)
def test_what_is_no_language_is_one_line_that_helps(text: str, message: str) -> None:
    with pytest.raises(WaysGuardError) as error:
        chosen(text, load_bundled())
    assert message == str(error.value)
