from __future__ import annotations

import html
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.lint.reports.conftest import Made
from ways_guard.lint.model import Severity
from ways_guard.lint.reports import step_summary
from ways_guard.printable import printable

_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def _cells(markdown: str) -> list[str]:
    page = _MARKDOWN.render(markdown)
    return [html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", page, re.DOTALL)]


def test_it_counts_by_rule_and_lists_the_findings(made: Made) -> None:
    rendered = step_summary.render(made(severity=Severity.WARNING))
    assert "1 file checked: 0 errors, 1 warning, 0 notes.\n" in rendered
    assert [
        *("WG203", "forbidden-key", "warning", "1"),
        *("ways/a.md:2:3", "WG203", "mend it"),
    ] == _cells(rendered)
    assert "" == step_summary.render(made(count=0))


def test_a_long_list_ends_with_how_many_there_are(made: Made) -> None:
    rendered = step_summary.render(made(count=120))
    assert 50 == rendered.count("mend it")
    assert "And 70 findings more: see the log." in rendered


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(message=st.text() | st.text(alphabet="|`*_<>&[]()!#~\\\n -+.@a:/"))
def test_whatever_a_message_holds_is_shown_and_nothing_else(made: Made, message: str) -> None:
    cells = _cells(step_summary.render(made(f"x{message}x")))
    assert 7 == len(cells)
    assert printable(f"x{message}x") == cells[-1]
