"""The linear head: a multinomial logistic regression from a prompt's vector to the ways and to "nothing".

Fitted at build on aliases, each under its way, and on background prompts under the class "nothing". Source of the
method: Nesterov's accelerated gradient with restarts (O'Donoghue and Candès, 2015) on the usual softmax loss with
a squared norm. Deterministic: it starts at zero and takes a fixed number of steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import HEAD_REGULARISATION, HEAD_STEPS

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray

_BIAS = np.float32(
    0.3
)  # The constant feature: of the size of a centred vector's part, so that one step size fits all.


@dataclass(frozen=True)
class Head:
    """`weights` has shape (dimension + 1, ways + 1), the last column for "nothing"; `mean` is taken off vectors."""

    mean: FloatArray
    weights: FloatArray

    @property
    def kind(self) -> str:
        """What it is, in words."""
        return "logistic regression"

    def margins(self, vectors: FloatArray) -> FloatArray:
        """Log-odds of each way against "nothing": (prompts, dimension) to (prompts, ways)."""
        logits = _features(vectors, self.mean) @ self.weights
        margins: FloatArray = logits[:, :-1] - logits[:, -1:]
        return margins


def fit(vectors: FloatArray, labels: npt.NDArray[np.intp], classes: int) -> Head:
    """Fit the head: vectors of shape (rows, dimension), labels below `classes`, of which the last is "nothing"."""
    mean = vectors.mean(axis=0)
    features = _features(vectors, mean)
    target = np.zeros((len(features), classes), dtype=np.float32)
    target[np.arange(len(labels)), labels] = 1.0
    penalty = np.full((features.shape[1], 1), HEAD_REGULARISATION, dtype=np.float32)
    penalty[-1] = 0.0  # the constant is not pulled to zero
    step = np.float32(1.0 / (0.5 * _largest_eigenvalue(features) + HEAD_REGULARISATION))
    weights = ahead = np.zeros((features.shape[1], classes), dtype=np.float32)
    momentum = 1.0
    for _ in range(HEAD_STEPS):
        gradient = features.T @ (_softmax(features @ ahead) - target) + penalty * ahead
        moved = ahead - step * gradient
        momentum, ahead = _next(weights, moved, gradient, momentum)
        weights = moved
    return Head(mean, weights)


def _next(before: FloatArray, after: FloatArray, gradient: FloatArray, momentum: float) -> tuple[float, FloatArray]:
    """Momentum and the point to look ahead to; both start anew where the last step went uphill."""
    if float(np.sum(gradient * (after - before))) > 0:
        return 1.0, after
    following = (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0
    return following, after + np.float32((momentum - 1.0) / following) * (after - before)


def _features(vectors: FloatArray, mean: FloatArray) -> FloatArray:
    constant = np.full((len(vectors), 1), _BIAS, dtype=np.float32)
    return np.hstack([vectors - mean, constant]).astype(np.float32, copy=False)


def _softmax(logits: FloatArray) -> FloatArray:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: FloatArray = raised / raised.sum(axis=1, keepdims=True)
    return shares


def _largest_eigenvalue(features: FloatArray) -> float:
    """Of features.T @ features, by power iteration; it bounds the step size."""
    vector = np.ones(features.shape[1], dtype=np.float32)
    size = 1.0
    for _ in range(30):
        vector = features.T @ (features @ vector)
        size = float(np.linalg.norm(vector)) or 1.0
        vector /= np.float32(size)
    return size
