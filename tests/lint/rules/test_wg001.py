from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ways_guard.lint.model import Severity

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_STUB = '{"lang":"de","description":"Größe","vocabulary":"Test"}\n'


def test_a_byte_that_is_not_utf8_is_found_in_every_kind_of_file(lab: Lab) -> None:
    names = [lab.locales, lab.way, "ways/core.md", "ways/page.md", "ways/code/tests/tests.examples.jsonl"]
    lab.write(dict.fromkeys(names, b"Gr\xf6\xdfe\n"))
    assert [f"{name}:1:3: WG001 not UTF-8 (byte 0xF6 here): save the file as UTF-8" for name in sorted(names)] == (
        lab.lines("WG001")
    )


def test_it_is_the_only_finding_of_its_file_and_no_fix_touches_it(lab: Lab) -> None:
    data = _STUB.replace("}", ',"embed_threshold":1}').encode("latin-1")
    lab.write({lab.way: "---\ndescription: d\nvocabulary: v\n---\n", lab.locales: data})
    assert ["WG001"] == [finding.code for finding in lab.report().findings]
    lab.fix()
    assert data == lab.read(lab.locales)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_what_windows_calls_unicode_is_named(lab: Lab, encoding: str) -> None:
    data = _STUB.encode(encoding)
    lab.write({lab.locales: data if encoding == "utf-16" else b"\xfe\xff" + data})
    (line,) = lab.lines("WG001")
    assert "looks like UTF-16" in line


def test_a_byte_order_mark_is_a_warning_and_its_fix_changes_nothing_else(lab: Lab) -> None:
    data = _STUB.replace("\n", "\r\n").encode()
    lab.write({lab.locales: b"\xef\xbb\xbf" + data})
    (finding,) = lab.report("WG001").findings
    assert (Severity.WARNING, 1, 1) == (finding.severity, finding.span.line, finding.span.column)
    lab.fix("WG001")
    assert data == lab.read(lab.locales)


def test_a_fix_of_another_rule_keeps_the_byte_order_mark(lab: Lab) -> None:
    lab.write({lab.locales: "\ufeff" + _STUB.replace("}", ',"embed_model":""}')})
    lab.fix("WG203")
    assert ("\ufeff" + _STUB).encode() == lab.read(lab.locales)
