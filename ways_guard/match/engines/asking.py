"""Asking a model for vectors: whatever an engine raises or answers, what comes back can be reckoned with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ways_guard.errors import WaysGuardError

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model


def vectors(model: Model, texts: Sequence[str], role: str) -> FloatArray:
    """Texts as "query" or "passage": float32, shape (len(texts), dimension), all of them numbers.

    Raises WaysGuardError where the model fails or answers anything else, and TimeoutError as the model does. One
    vector that is no number would make every score none: means and heads are taken over all of them.
    """
    import numpy as np

    try:
        answer = model.queries(texts) if role == "query" else model.passages(texts)
        found: FloatArray = np.asarray(answer, dtype=np.float32)
    except (WaysGuardError, TimeoutError):
        raise  # the one says what to do, the other that nobody waits any more
    except Exception as error:  # an engine may raise anything
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise _refused(model, reason) from error
    if found.ndim != 2 or len(found) != len(texts):
        raise _refused(model, f"an array of shape {found.shape} for {len(texts)} texts")
    if not np.isfinite(found).all():
        raise _refused(model, "its vectors hold what is no number")
    return found


def _refused(model: Model, reason: str) -> WaysGuardError:
    return WaysGuardError(
        f"the model {model.id} cannot embed ({reason}): install its engine again, or name another in ways.json"
    )
