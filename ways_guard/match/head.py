"""The linear head: from a prompt's centred vector to log-odds of each way against "nothing".

Fitted at build on aliases, each under its way, and on background prompts under the class "nothing". Two kinds:

* logistic regression: multinomial, with a squared norm. Nesterov's accelerated gradient with restarts (O'Donoghue
  and Candès, 2015), each step in the metric of the curvature at the start (Böhning, 1992, bounds it).
* closed form: linear discriminant analysis with a shrunk within-class covariance, in one pass over the rows, where
  the logistic regression would take too long.

Both are deterministic: no random numbers, no state of earlier builds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ways_guard.constants import (
    HEAD_AFFORDABLE,
    HEAD_CURVATURE,
    HEAD_REGULARISATION,
    HEAD_SHRINKAGE,
    HEAD_STEPS,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray

Doubles: TypeAlias = "npt.NDArray[np.float64]"
LOGISTIC, CLOSED = "logistic regression", "closed form"
_BIAS = np.float32(0.3)  # The constant feature: of the size of a vector's part, so that one step fits all.
_BIAS_PENALTY = 1e-3  # Of the metric alone, which must be invertible where all vectors are alike.


@dataclass(frozen=True)
class Head:
    """`weights` has shape (dimension + 1, ways + 1), the last column for "nothing"; `kind` is how it was fitted."""

    weights: FloatArray
    kind: str = LOGISTIC

    def margins(self, vectors: FloatArray) -> FloatArray:
        """Log-odds of each way against "nothing": (prompts, dimension) to (prompts, ways)."""
        logits = _features(vectors) @ self.weights
        margins: FloatArray = logits[:, :-1] - logits[:, -1:]
        return margins


def affordable(rows: int, classes: int) -> str:
    """The kind of head that rows and classes are few enough for."""
    return LOGISTIC if rows * classes <= HEAD_AFFORDABLE else CLOSED


def fit(vectors: FloatArray, labels: npt.NDArray[np.intp], classes: int, weights: FloatArray) -> Head:
    """The logistic head: vectors (rows, dimension), labels below `classes`, of which the last is "nothing".

    `weights` (rows,) are what each row counts.
    """
    features = _features(vectors)
    target = np.zeros((len(features), classes), dtype=np.float32)
    target[np.arange(len(labels)), labels] = 1.0
    penalty = np.full((features.shape[1], 1), HEAD_REGULARISATION, dtype=np.float32)
    penalty[-1] = 0.0  # the constant is not pulled to zero
    weighted = features * weights[:, None]
    metric = _metric(features.T @ weighted, classes)
    fitted = ahead = np.zeros((features.shape[1], classes), dtype=np.float32)
    momentum = 1.0
    for _ in range(HEAD_STEPS):
        gradient = weighted.T @ (_softmax(features @ ahead) - target) + penalty * ahead
        moved = ahead - metric @ gradient
        momentum, ahead = _next(fitted, moved, gradient, momentum)
        fitted = moved
    return Head(fitted)


def _metric(squares: FloatArray, classes: int) -> FloatArray:
    """The inverse of the loss's curvature: between two classes it is at most half of the features' squares."""
    curvature = max(HEAD_CURVATURE, 1.0 / classes) * squares.astype(np.float64)
    ridge = np.full(len(curvature), HEAD_REGULARISATION)
    ridge[-1] = _BIAS_PENALTY
    inverse: FloatArray = np.linalg.inv(curvature + np.diag(ridge)).astype(np.float32)
    return inverse


def _next(before: FloatArray, after: FloatArray, gradient: FloatArray, momentum: float) -> tuple[float, FloatArray]:
    """Momentum and the point to look ahead to; both start anew where the last step went uphill."""
    if float(np.sum(gradient * (after - before))) > 0:
        return 1.0, after
    following = (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0
    return following, after + np.float32((momentum - 1.0) / following) * (after - before)


def _features(vectors: FloatArray) -> FloatArray:
    constant = np.full((len(vectors), 1), _BIAS, dtype=np.float32)
    return np.hstack([vectors, constant]).astype(np.float32, copy=False)


def _softmax(logits: FloatArray) -> FloatArray:
    logits -= logits.max(axis=1, keepdims=True)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=1, keepdims=True)
    return logits


@dataclass
class Moments:
    """What the closed head is fitted on: of each class the number of rows and their sum, of all the squares."""

    counts: Doubles
    sums: Doubles
    squares: Doubles

    @classmethod
    def none(cls, classes: int, dimension: int) -> Moments:
        """Of no rows."""
        return cls(np.zeros(classes), np.zeros((classes, dimension)), np.zeros((dimension, dimension)))

    def add(self, vectors: FloatArray, labels: npt.NDArray[np.intp]) -> None:
        """Take in some rows."""
        self.counts += np.bincount(labels, minlength=len(self.counts))
        order = np.argsort(labels, kind="stable")
        starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
        self.sums[labels[order][starts]] += np.add.reduceat(vectors[order], starts, axis=0) if len(starts) else 0
        self.squares += vectors.T @ vectors

    def without(self, other: Moments) -> Moments:
        """Of the rows that `other` does not have."""
        return Moments(self.counts - other.counts, self.sums - other.sums, self.squares - other.squares)


def total(parts: Iterable[Moments]) -> Moments:
    """Of the rows of all parts."""
    first, *others = parts
    summed = Moments(first.counts.copy(), first.sums.copy(), first.squares.copy())
    for part in others:
        summed.counts += part.counts
        summed.sums += part.sums
        summed.squares += part.squares
    return summed


def closed(moments: Moments) -> Head:
    """The closed head from moments; a class without rows gets the mean of all, and so no say."""
    there = moments.counts > 0
    rows = moments.counts.sum()
    general = moments.sums.sum(axis=0) / max(rows, 1)
    means = np.where(there[:, None], moments.sums / np.maximum(moments.counts, 1)[:, None], general)
    within = (moments.squares - (moments.sums.T @ means)) / max(rows, 1)
    ridge = HEAD_SHRINKAGE * np.trace(within) / len(within) + 1e-9
    weights = np.linalg.solve(within + ridge * np.eye(len(within)), means.T)
    constants = -0.5 * np.sum(means.T * weights, axis=0) / float(_BIAS)
    return Head(np.vstack([weights, constants]).astype(np.float32), CLOSED)
