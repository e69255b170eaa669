from __future__ import annotations

import pytest

from ways_guard.match.directive import session_text
from ways_guard.way import languages
from ways_guard.way.directive import lines_of
from ways_guard.way.languages import Language

# As real way repos word it.
REAL = (
    "All file output (commit messages, comments, documentation, PR descriptions) must be in English regardless of "
    "interface language setting."
)


def _language(code: str) -> Language:
    return languages.load_bundled()[code]


def test_the_directive_comes_first_and_names_the_language_twice() -> None:
    core = "# Core\n\nWrite in {{output_language}}; identifiers stay English.\n\n- One\n- Two\n"
    assert "Write in Japanese (日本語); identifiers stay English.\n\n# Core\n\n- One\n- Two" == session_text(
        core, _language("ja")
    )


def test_a_language_that_calls_itself_so_in_english_is_named_once() -> None:
    assert "Write in English.\n\nMore." == session_text("Write in {{output_language}}.\n\nMore.", _language("en"))


def test_a_line_that_says_must_be_in_english_is_one_however_it_is_worded() -> None:
    expected = REAL.replace("English", "German (Deutsch)") + " Code identifiers stay English."
    core = f"# Core\n\n{REAL}\n\nMore.\n"
    assert f"{expected}\n\n# Core\n\nMore." == session_text(core, _language("de"))
    assert f"{REAL}\n\n# Core\n\nMore." == session_text(core, _language("en"))
    written = "- Comments MUST BE WRITTEN IN english. Identifiers too."
    assert "- Comments MUST BE WRITTEN IN French (Français). Identifiers too." == session_text(
        written, _language("fr")
    )


@pytest.mark.parametrize("core", ["", "\n \n", "# Core\n\nNothing of languages. It must be in Englishman's hands."])
def test_a_core_without_a_directive_gets_one(core: str) -> None:
    first, _, rest = session_text(core, _language("ko")).partition("\n\n")
    assert "Commit messages" in first
    assert "Korean (한국어)" in first
    assert "identifiers stay English" in first
    assert core.strip() == rest


def test_two_directives_both_come_first() -> None:
    core = "One in {{output_language}}.\n\n# Core\n\nText.\n\nTwo must be in English.\n"
    expected = "One in German (Deutsch).\nTwo must be in German (Deutsch). Code identifiers stay English."
    assert f"{expected}\n\n# Core\n\nText." == session_text(core, _language("de"))


def test_a_heading_that_held_only_the_directive_goes_with_it() -> None:
    core = "# Core\n\nText.\n\n## Language\n\nWrite in {{output_language}}.\n\n## Rest\n\nMore.\n"
    assert "Write in English.\n\n# Core\n\nText.\n\n## Rest\n\nMore." == session_text(core, _language("en"))
    both = "# Core\n\n## Language\n\nWrite in {{output_language}}.\nAnd well.\n"
    assert "Write in English.\n\n# Core\n\n## Language\n\nAnd well." == session_text(both, _language("en"))


def test_line_ends_and_frontmatter_make_no_difference() -> None:
    core = "---\nmacro: prepend\n---\n# Core\n\nWrite in {{output_language}}.\n\nMore.\n"
    expected = "Write in Arabic (العربية).\n\n# Core\n\nMore."
    assert expected == session_text(core, _language("ar"))
    assert expected == session_text(core.replace("\n", "\r\n"), _language("ar"))


def test_directive_lines_are_found() -> None:
    assert [1, 3] == lines_of(f"# Core\n{REAL}\nEnglish must be in here.\nIn {{{{output_language}}}}\n")
    assert [] == lines_of("# Core\n")
