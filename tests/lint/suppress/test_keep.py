from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_STUBS = '{"lang":"de","description":"d","vocabulary":"v","embed_threshold":1}\n'


def test_what_is_accepted_is_not_mended(lab: Lab) -> None:
    accepted = '{"lint": {"accept": [{"rule": "WG203", "path": "ways/old", "reason": "older readers"}]}}'
    old = "ways/old/x/x.locales.jsonl"
    lab.write({"ways.json": accepted, lab.locales: _STUBS, old: _STUBS})
    lab.fix("WG203")
    assert (False, True) == (b"embed" in lab.read(lab.locales), b"embed" in lab.read(old))


def test_a_comment_keeps_its_line_from_being_mended(lab: Lab) -> None:
    way = "---\ndescription: d\nvocabulary: v\n{}threshold: 2.0\n---\nBody.\n"
    lab.write({lab.way: way.format("# ways-guard: ignore[WG105] older readers\n")})
    before = lab.read(lab.way)
    lab.fix("WG105")
    assert before == lab.read(lab.way)
    lab.write({lab.way: way.format("")})
    assert ["WG105"] == [finding.code for finding in lab.report("WG105").findings]
