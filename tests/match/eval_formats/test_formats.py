from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from jsonschema import Draft202012Validator

from tests.match.probed import made
from ways_guard.match.eval_formats import FORMATS
from ways_guard.match.eval_formats.shared import View
from ways_guard.match.evaluation import Evaluation
from ways_guard.way.schema import load

SCORES = {"code/a": 0.9123456, "b": 0.8, "c|\x1b[2J<script>": 0.3}
FOUND = Evaluation(
    (
        made("code/a", SCORES, ["code/a"]),
        made("code/a", SCORES, ["code/a", "b"], kind="situational"),
        made("code/a", SCORES, ["code/a"], "ja"),
        made("b", SCORES, ["code/a"], "ja"),
        made("b", SCORES, ["code/a"], "ja"),
    ),
    (made("", SCORES), made("", SCORES, ["c|\x1b[2J<script>"], "ja")),
    {"p.jsonl:1:2: not JSON": 1, "no model": 3},
    ("multilingual model: e5",),
)
EMPTY = Evaluation((), (), {"no embedding model": 4})


def test_json_is_as_promised() -> None:
    group = {"lang": "en", "prompts": 1, "top1": 1.0, "top5": 1.0, "fired_right": 1.0}
    assert {
        "version": 1,
        "groups": [
            {**group, "kind": "direct", "fired_per_prompt": 1.0},
            {**group, "kind": "situational", "fired_per_prompt": 2.0},
            {
                "lang": "ja",
                "kind": "direct",
                "prompts": 3,
                "top1": 0.3333,
                "top5": 1.0,
                "fired_right": 0.3333,
                "fired_per_prompt": 1.0,
            },
        ],
        "none": [{"lang": "en", "prompts": 1, "fired": 0.0}, {"lang": "ja", "prompts": 1, "fired": 1.0}],
        "unmeasured": 4,
    } == json.loads(FORMATS["json"](FOUND, View()))


@pytest.mark.parametrize("found", [FOUND, EMPTY], ids=["found", "empty"])
@pytest.mark.parametrize("failures", [False, True])
def test_json_fits_its_schema(found: Evaluation, failures: bool) -> None:
    text = FORMATS["json"](found, View(failures=failures))
    document = json.loads(text)
    Draft202012Validator(load("evaluation")).validate(document)
    assert text.isascii()
    assert failures == ("failures" in document)


def test_a_failure_in_json_says_what_was_wanted_and_what_came() -> None:
    failures = json.loads(FORMATS["json"](FOUND, View(failures=True)))["failures"]
    assert {
        "lang": "ja",
        "prompt": "do it",
        "way": "b",
        "rank": 2,
        "score": 0.8,
        "first": "code/a",
        "first_score": 0.9123,
        "fired": ["code/a"],
    } == failures[0]
    assert [("b", "code/a")] * 2 + [(None, "code/a")] == [(each["way"], each["first"]) for each in failures]


def test_the_table_has_the_worst_language_first_and_totals_last() -> None:
    text = FORMATS["table"](FOUND, View(width=100))
    rows = [
        tuple(line.split()[:3]) for line in text.splitlines() if re.match(r"\S+\s+(direct|situational|all)\s", line)
    ]
    assert [("ja", "direct", "3"), ("en", "direct", "1"), ("en", "situational", "1")] == rows[:3]
    assert [("all", "direct", "4"), ("all", "situational", "1"), ("all", "all", "5")] == rows[3:]
    assert "multilingual model: e5\nnot measured: 4\n  p.jsonl:1:2: not JSON\n  3 x no model\n" in text
    assert "\x1b" not in text
    assert "wanted" not in text


def test_the_table_shows_failures_where_they_are_asked_for() -> None:
    text = FORMATS["table"](FOUND, View(failures=True))
    assert "ja direct: do it\n    wanted b (0.80, rank 2)\n    first code/a (0.91), fired code/a\n" in text
    assert "ja none: do it\n    wanted nothing\n" in text


def test_markdown_has_the_same_rows_with_totals_first() -> None:
    rows = [line for line in FORMATS["markdown"](FOUND, View(failures=True)).splitlines() if line.startswith("|")]
    assert "| all | all | 5 | 0.600 | 1.000 | 0.600 | 1.20 |" == rows[2]
    assert "| ja | direct | 3 | 0.333 | 1.000 | 0.333 | 1.00 |" == rows[5]
    assert all(re.fullmatch(r"(\|([^|\\]|\\.)*)+\|", row) for row in rows)


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_nothing_measured_is_said_and_never_looks_like_zero(name: str) -> None:
    text = FORMATS[name](EMPTY, View())
    assert "not measured: 4" in text
    assert "4 x no embedding model" in text
    assert "no probe was measured" in text
    assert "0.000" not in text


def test_of_many_reasons_the_first_are_shown() -> None:
    many = Evaluation((), (), {f"p.jsonl:{line}:1: not JSON": 1 for line in range(1, 1001)})
    lines = FORMATS["table"](many, View()).splitlines()
    assert ["not measured: 1000", "  p.jsonl:1:1: not JSON"] == lines[:2]
    assert ["  p.jsonl:50:1: not JSON", "  and 950 more"] == lines[50:52]


class _Page(HTMLParser):
    """What a page is made of: its elements with their attributes, and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture(scope="module")
def html() -> str:
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    return FORMATS["html"](FOUND, View(title="Matching: <b>"))


def test_the_page_stands_alone_and_is_the_same_each_time(html: str) -> None:
    page = _Page(html)
    assert html == FORMATS["html"](FOUND, View(title="Matching: <b>"))
    assert not page.all("script")
    assert [] == [one for _, one in page.found if str(one.get("src", one.get("href", "#")))[:1] not in "#d"]
    ids = [one["id"] for _, one in page.found if "id" in one]
    assert len(ids) == len(set(ids))
    assert "<title>Matching: &lt;b&gt;</title>" in html


def test_what_a_repo_says_is_text_on_the_page(html: str) -> None:
    assert "<script>" not in html
    assert "\x1b" not in html
    assert "c|\\x1b[2J&lt;script&gt;" in html


def test_the_page_can_be_read_by_who_cannot_see_it(html: str) -> None:
    page = _Page(html)
    assert all(cell.get("scope") in ("row", "col") for cell in page.all("th") if cell)
    assert ["img", "img"] == [plot.get("role") for plot in page.all("svg")]
    assert {"auto"} == {cell["dir"] for cell in page.all("td") if "dir" in cell}
    scrolled = [box for box in page.all("div") if box.get("class") == "scroll"]
    assert all(box.get("tabindex") == "0" and box.get("aria-label") for box in scrolled)
    assert "prefers-color-scheme: dark" in html


def test_the_matrix_has_the_ways_that_were_meant_and_taken(html: str) -> None:
    matrix = html[html.index('<table class="matrix">') :]
    assert ["b", "code/a"] == re.findall(r'<th scope="row"[^>]*>([^<]*)</th>', matrix[: matrix.index("</table>")])
    assert [("wrong", "2"), ("right", "3")] == re.findall(r'<td class="(\w+)"[^>]*>(\d+)</td>', matrix)


def test_a_page_about_nothing_says_so() -> None:
    pytest.importorskip("jinja2")
    text = FORMATS["html"](EMPTY, View())
    assert "<li>4 x no embedding model</li>" in text
    assert 'class="card warn"' in text
    assert "<svg" not in text


@pytest.mark.parametrize("lang", ["[/x]", "[bold]de", "\x1b[2J", "<img src=x>", "![](//x.example)"])
def test_a_language_that_a_stranger_made_up_is_shown_as_it_is(lang: str) -> None:
    found = Evaluation((made("b", SCORES, ["b"], lang),), (made("", SCORES, (), lang),), {}, ())
    table = FORMATS["table"](found, View(width=200))
    assert 2 == table.count(lang.replace("\x1b", "\\x1b"))
    markdown = FORMATS["markdown"](found, View())
    assert not re.search(r"<|(?<!\\)\[|\x1b", markdown)
    assert not re.search(r"<img|\x1b", FORMATS["html"](found, View()))
