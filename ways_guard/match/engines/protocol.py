"""What an embedding model is to the matcher, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FloatArray: TypeAlias = "npt.NDArray[np.float32]"


class Model(Protocol):
    """A sentence-embedding model.

    `id` and `revision` name the weights (equal ids and revisions give equal vectors) and are known before the
    weights are loaded. `cold_start` is about how many seconds loading takes.
    """

    @property
    def id(self) -> str:
        """The name of the weights."""

    @property
    def revision(self) -> str:
        """What distinguishes these weights from others of that name."""

    @property
    def cold_start(self) -> float:
        """Seconds until the first vector in a new process, roughly."""

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts: float32, shape (len(texts), dimension), each row of length 1."""

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases: float32, shape (len(texts), dimension), each row of length 1."""
