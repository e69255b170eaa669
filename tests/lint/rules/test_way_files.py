"""WG108 to WG113: a way file and what stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]
_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"


def _found(lab: Lab, code: str, *names: str) -> list[str]:
    lab.write(dict.fromkeys((f"ways/{name}" for name in names), _WAY))
    return lab.lines(code)


@pytest.mark.parametrize(
    ("one", "two"), [("A/A.md", "a/a.md"), ("x/A/A.md", "x/a/a.md"), ("e\u0301/e\u0301.md", "\u00e9/\u00e9.md")]
)
def test_ids_that_some_systems_take_for_one_are_found(lab: Lab, one: str, two: str) -> None:
    (line,) = _found(lab, "WG108", one, two)
    node = two.rpartition("/")[0]
    assert line == (
        f'ways/{two}:1:1: WG108 the id "{node}" is the same as that of ways/{one} on some systems: rename one'
    )


def test_one_id_in_two_roots_is_a_warning(lab: Lab) -> None:
    lab.write({"ways/a/a.md": _WAY, "hooks/ways/a/a.md": _WAY})
    (finding,) = lab.report("WG108").findings
    assert ("warning", "hooks/ways/a/a.md") == (
        finding.severity.value,
        finding.path.relative_to(lab.top).as_posix(),
    )
    assert 'the id "a" is also that of ways/a/a.md' in finding.message


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("a/b.md", "no way, since a way is called like its folder: rename it to a.md, or move it to b/b.md"),
        ("b.md", "no way, since a way is called like its folder: move it to b/b.md"),
        ("a/A.md", "rename it to a.md, or move it to A/A.md"),
        ("c/d.md", "move it to d/d.md"),
        (
            "c/c.pt_BR.md",
            'neither a way nor an override: "pt_BR" is no code of languages.json: did you mean c.pt-br.md?',
        ),
        ("c/c.germn.md", "did you mean c.de.md?"),
    ],
)
def test_a_way_that_is_not_called_like_its_folder_is_told_what_to_do(lab: Lab, name: str, advice: str) -> None:
    (line,) = _found(lab, "WG108", "c/c.md", name)
    assert line.startswith(f"ways/{name}:1:1: WG108 this file is ")
    assert advice in line


def test_pages_of_other_kinds_may_have_any_name(lab: Lab) -> None:
    page = "---\ntitle: Notes\ndescription: About us\n---\n"
    names = ["notes.md", "a/notes.md", "a/a.finish.md", "a/a.xx.md"]
    lab.write({"ways/a/a.md": _WAY, **{f"ways/{name}": page for name in names}})
    assert [] == lab.lines("WG108")


def test_a_long_body_is_found_where_it_is_too_long(lab: Lab, way: Lint) -> None:
    head = _WAY.removesuffix("Body.\n")
    assert [] == way(head + "x" * 8000 + "\n\n\n", "WG109")
    (line,) = way(head + "line\n" + "x" * 7996 + "\n", "WG109")
    assert line.startswith("6:7996: WG109 the body has 8,001 characters, and from here on (8,000) it may be cut")
    lab.write({"ways/core.md": "x" * 8001, "ways/page.md": "x" * 9000})
    assert 2 == len(lab.lines("WG109"))


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("", "1:1: WG110 no line tells the agent which language to write in: add one with {{output_language}}"),
        ("# Language\n\nWrite well.\n", "1:1: WG110 no line"),
        (
            "---\nmacro: append\n---\nAll output MUST BE in English.\r\nx\r\nWrite {{output_language}}.\r\n",
            "6:1: WG110 line 4 tells the agent which language to write in already: keep one of the two",
        ),
    ],
)
def test_a_core_without_a_directive_or_with_two_is_an_error(lab: Lab, text: str, finding: str) -> None:
    lab.write({"ways/core.md": text, "ways/a/a.md": _WAY})
    (line,) = lab.lines("WG110")
    assert line.startswith(f"ways/core.md:{finding}")


@pytest.mark.parametrize("text", ["Files must be written in English.\n", "In {{output_language}}, please.\n"])
def test_a_core_with_one_directive_is_right(lab: Lab, text: str) -> None:
    lab.write({"ways/core.md": f"# A\n{text}"})
    assert [] == lab.lines("WG110")


def test_a_macro_must_be_there_and_run(lab: Lab, way: Lint) -> None:
    text = "---\ntrigger: session-start\nmacro: append\n---\n"
    assert ["3:8: WG111 no macro.sh beside this file: add it, or remove this field"] == way(text, "WG111")
    macro = lab.top / "ways/code/tests/macro.sh"
    macro.write_text("#!/bin/sh\n")
    (line,) = way(text, "WG111")
    assert "macro.sh is not executable: run chmod +x" in line
    macro.chmod(0o755)
    assert [] == way(text, "WG111")


def test_examples_are_asked_for_only_where_that_rule_is_chosen(lab: Lab) -> None:
    lab.write({"ways/a/a.md": _WAY, "ways/b/b.md": _WAY, "ways/b/b.examples.jsonl": '{"prompt":"x"}\n'})
    lab.write({"ways/c/c.md": "---\npattern: x\n---\n"})
    assert [] == lab.lines()
    assert [
        "ways/a/a.md:2:1: WG112 this way has no examples: write prompts that it is for into a.examples.jsonl"
    ] == (lab.lines("WG112"))


def test_an_example_that_is_a_probe_of_any_way_is_found(lab: Lab) -> None:
    lab.write(
        {
            "ways/a/a.md": _WAY,
            "ways/a/a.examples.jsonl": (
                '{"prompt":"Fix it!"}\n{"prompt": "テスト　を書く"}\n{"prompt":"!!"}\n{bad\n{}\n'
            ),
            "ways/b/b.golden.jsonl": '{"prompt":"other"}\n{"prompt":"ﬁx  IT","kind":"direct"}\n',
            "ways/golden-none.jsonl": '{"prompt":"テストを書く。"}\n{"prompt":"??"}\n',
        }
    )
    said = "is the same prompt as a probe: reword one, since what was learned judges nothing"
    assert [
        f"ways/a/a.examples.jsonl:1:11: WG113 ways/b/b.golden.jsonl:2 {said}",
        f"ways/a/a.examples.jsonl:2:12: WG113 ways/golden-none.jsonl:1 {said}",
    ] == lab.lines("WG113")
