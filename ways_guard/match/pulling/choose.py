"""Which files of a repository an engine needs: its weights, and the small files that say how to use them.

Nothing that holds code is ever chosen: no Python file, and no pickled weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import ENGINES, catalogue, onnx
from ways_guard.match.pulling.hub import Listing, Remote

_SETTINGS = re.compile(
    r"(config|modules|sentence_bert_config|config_sentence_transformers|tokenizer|tokenizer_config"
    r"|special_tokens_map|added_tokens|vocab)\.json|vocab\.txt|merges\.txt|(sentencepiece\.bpe|spiece)\.model"
    r"|\d+_[A-Za-z]+/config\.json"
)
_LAYER = re.compile(r"\d+_[A-Za-z]+/model\.safetensors")
_STANDARD = {"onnx": onnx.WEIGHTS, "sentence-transformers": ("model.safetensors",)}


def engine_for(given: str | None) -> str:
    """The engine to fetch for: the one given, else the first installed one that takes fetched weights."""
    if given:
        return given
    return next((label for label in ENGINES if label in _STANDARD and ENGINES[label].available()), "onnx")


def engines() -> Iterable[str]:
    """The engines that weights are fetched for."""
    return _STANDARD


def weights_of(model: str, engine: str, given: str | None) -> tuple[str, ...]:
    """Names that the weights may have, the first that is there counting."""
    known = catalogue.entry(model)
    source = known.sources.get(engine) if known else None
    return (given,) if given else (source.weights,) if source else _STANDARD[engine]


def files(listed: Listing, names: tuple[str, ...], engine: str) -> list[Remote]:
    """The files to fetch, the small ones first. WaysGuardError where the weights are not among the repository's."""
    weights = next((name for name in names if name in listed.files), None)
    if weights is None:
        raise WaysGuardError(
            f"{listed.repo} has no {' or '.join(names)}, which engine {engine} needs: take another engine or model"
        )
    wanted = [path for path in listed.files if _SETTINGS.fullmatch(path)]
    beside = [path for path in listed.files if re.fullmatch(rf"{re.escape(weights)}_data(_\d+)?", path)]
    layers = [path for path in listed.files if _LAYER.fullmatch(path)] if engine != "onnx" else []
    return sorted((listed.files[path] for path in {*wanted, *layers, *beside, weights}), key=lambda each: each.size)
