from __future__ import annotations

from pathlib import Path

from ways_guard.lint.confirm.judge import ByTables
from ways_guard.lint.confirm.keep import Judged, kept_table
from ways_guard.lint.confirm.known import known
from ways_guard.lint.confirm.model import Judgement, Verdict
from ways_guard.way.languages import load_bundled, merge


def test_a_kept_table_is_the_one_that_was_made(tmp_path: Path) -> None:
    languages = known(load_bundled())
    made = kept_table(languages, "Deva", None)
    assert [] == list(tmp_path.iterdir())
    assert made == kept_table(languages, "Deva", tmp_path) == kept_table(languages, "Deva", tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-4])
    assert made == kept_table(languages, "Deva", tmp_path)
    path.write_text("{}")
    assert made == kept_table(languages, "Deva", tmp_path)


def test_another_catalogue_has_another_table(tmp_path: Path) -> None:
    more = {"languages": {"bho": {"name": "Bhojpuri", "native": "भोजपुरी", "sample": "एह काम के पहिले जाँच लिखीं"}}}
    kept_table(known(load_bundled()), "Deva", tmp_path)
    assert "bho" in kept_table(known(merge(load_bundled(), more)), "Deva", tmp_path).places


def test_a_folder_that_cannot_be_written_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    confirm = ByTables(known(load_bundled()), tmp_path / "file")
    assert "hi" in confirm.table("Deva").places


def test_judgements_are_kept_for_what_they_were_made_from(tmp_path: Path) -> None:
    found = Judgement(Verdict.WRONG, "because", "fr", form=True)
    first = Judged(tmp_path, Path("repo"), "about")
    assert None is first.get("stub")
    first.put("stub", found)
    first.save()
    assert found == Judged(tmp_path, Path("repo"), "about").get("stub")
    assert None is Judged(tmp_path, Path("repo"), "other").get("stub")
    assert None is Judged(tmp_path, Path("another"), "about").get("stub")
    (path,) = tmp_path.iterdir()
    path.write_text('{"about": 1}')
    assert None is Judged(tmp_path, Path("repo"), "about").get("stub")


def test_what_is_asked_for_no_more_is_forgotten(tmp_path: Path) -> None:
    judged = Judged(tmp_path, Path("repo"), "about")
    judged.put("old", Judgement(Verdict.WEAK, "x"))
    judged.put("new", Judgement(Verdict.WEAK, "x"))
    judged.save()
    again = Judged(tmp_path, Path("repo"), "about")
    again.get("new")
    again.save()
    assert None is Judged(tmp_path, Path("repo"), "about").get("old")
