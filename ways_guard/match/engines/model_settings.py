"""How a model wants its texts and what becomes of its tokens, by the files beside its weights.

The formats are those that the library sentence-transformers writes (modules.json, 1_Pooling/config.json and so on);
for what they do not say the catalogue is asked, then that library's defaults are taken.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import catalogue

POOLINGS = ("mean", "cls")
_LEGACY = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
_LAYERS = ("Transformer", "Pooling", "Normalize")
_MOST_TOKENS = 8_192  # A window beyond this is a placeholder ("1e30"): attention over it would take all memory.
_NAMES = {"query": ("query",), "passage": ("document", "passage", "corpus")}


@dataclass(frozen=True)
class ModelSettings:
    """`window` in tokens, special ones included; `pooling` one of POOLINGS; `prompts` by role."""

    window: int
    pooling: str
    lower_case: bool
    prompts: Mapping[str, str]


def read(folder: Path, model: str) -> ModelSettings:
    """The settings of a model's folder. WaysGuardError where a file is broken or asks for what cannot be done."""
    _check_layers(folder)
    texts = load(folder / "sentence_bert_config.json")
    return ModelSettings(
        _window(folder, texts), _pooling(folder, model), texts.get("do_lower_case") is True, prompts(folder, model)
    )


def prompts(folder: Path, model: str) -> Mapping[str, str]:
    """What goes before a query and a passage: what the model's files say, else what the catalogue knows."""
    own = load(folder / "config_sentence_transformers.json").get("prompts")
    given = own if isinstance(own, dict) else {}
    found = {role: _first(given, names) for role, names in _NAMES.items()}
    known = catalogue.entry(model)
    return found if any(found.values()) or not known else known.prompts


def _first(given: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((given[name] for name in names if isinstance(given.get(name), str)), "")


def _window(folder: Path, texts: Mapping[str, Any]) -> int:
    said = [
        texts.get("max_seq_length"),
        load(folder / "tokenizer_config.json").get("model_max_length"),
        load(folder / "config.json").get("max_position_embeddings"),
    ]
    whole = [int(value) for value in said if isinstance(value, (int, float)) and 2 < value <= _MOST_TOKENS]
    return min(whole, default=512)


def _pooling(folder: Path, model: str) -> str:
    path = folder / "1_Pooling" / "config.json"
    said = load(path)
    if not said:
        known = catalogue.entry(model)
        return known.pooling if known else "mean"
    modes = said.get("pooling_mode") or [
        _LEGACY.get(key, key) for key, on in said.items() if key.startswith("pooling_mode_") and on is True
    ]
    mode = modes[0] if isinstance(modes, list) and len(modes) == 1 else modes
    if mode not in POOLINGS or said.get("include_prompt") is False:
        raise WaysGuardError(
            f"{path}: engine 'onnx' pools by {' or '.join(POOLINGS)} over the whole text, and this model wants "
            "another way: take engine sentence-transformers for it"
        )
    return str(mode)


def _check_layers(folder: Path) -> None:
    path = folder / "modules.json"
    for layer in load(path, list):
        kind = str(layer.get("type", "")).rpartition(".")[2] if isinstance(layer, dict) else ""
        if kind not in _LAYERS:
            raise WaysGuardError(
                f"{path}: engine 'onnx' cannot run the layer '{kind}': take engine sentence-transformers for it"
            )


def load(path: Path, kind: type[Any] = dict) -> Any:
    """A JSON file's value, empty where there is no file. WaysGuardError where it is broken or of another kind."""
    if not path.exists():
        return kind()
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise WaysGuardError(f"{path}: cannot be read ({error}): fetch the model again") from error
    if not isinstance(value, kind):
        raise WaysGuardError(f"{path}: is no JSON {'object' if kind is dict else 'array'}: fetch the model again")
    return value
