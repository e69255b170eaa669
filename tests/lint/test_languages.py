from __future__ import annotations

from typing import TYPE_CHECKING

from ways_guard.lint.rules.samples import stub, way

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_ENGLISH = ("Writing tests", "Reviewing code", "Database changes", "Release notes")
_DUTCH = ("Toetsen schrijven", "Code nakijken", "Gegevens wijzigen", "Wat er nieuw is")
_GERMAN = ("Tests schreiben", "Code begutachten", "Daten verändern", "Was es Neues gibt")


def _write(lab: Lab, *columns: tuple[str, tuple[str, ...]]) -> None:
    for number, english in enumerate(_ENGLISH):
        lines = "".join(stub(lang, texts[number], "x") for lang, texts in columns)
        lab.write(
            {
                f"ways/w{number}/w{number}.md": way(english, f"word{number}"),
                f"ways/w{number}/w{number}.locales.jsonl": lines,
            }
        )


def test_a_column_in_the_wrong_place_is_one_finding(lab: Lab) -> None:
    _write(lab, ("de", _DUTCH), ("fr", _GERMAN))
    first, second = lab.lines("WG301")
    place = "ways/w0/w0.locales.jsonl"
    assert first.startswith(
        f"{place}:1:31: WG301 all 4 de stubs together: not German, it seems to be Dutch (its words"
    )
    assert second.startswith(f"{place}:2:31: WG301 all 4 fr stubs together: not French, it seems to be German")


def test_a_column_in_its_place_is_none_and_one_stub_of_it_is_judged_alone(lab: Lab) -> None:
    wrong = (*_GERMAN[:3], "Écrire les notes de version utiles")
    _write(lab, ("de", wrong), ("nl", _DUTCH))
    (line,) = lab.lines("WG301")
    assert line.startswith("ways/w3/w3.locales.jsonl:1:31: WG301 not German, it seems to be French")


def test_what_is_kept_is_what_is_found_again(lab: Lab) -> None:
    from ways_guard.lint import collect, rules, run

    _write(lab, ("de", _DUTCH), ("fr", (*_GERMAN[:2], "Modifier les données", "Nouveautés de la version")))
    kept = run.Options(cache=lab.top / "kept")
    chosen = rules.selected(["WG3"])
    reports = [run.run(collect.plan([lab.top]), chosen, lab.top, kept) for _ in range(2)]
    lab.write({"ways/w9/w9.md": way("Something new", "word9")})  # what was found is gone, judgements are not
    reports += [run.run(collect.plan([lab.top]), chosen, lab.top, options) for options in (kept, run.Options())]
    told = [[(each.code, each.span, each.message) for each in report.findings] for report in reports]
    assert told[0]
    assert [told[0]] * 4 == told
