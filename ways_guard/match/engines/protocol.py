"""What an embedding model is to the matcher, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Engine(Protocol):
    """What an engine's module answers; nothing of it imports the engine's libraries, which may take seconds."""

    def available(self) -> bool:
        """Whether its libraries are installed."""

    def default_models(self) -> Mapping[str, str]:
        """Tier to the name of the model that this engine takes unless another is named."""

    def where(self, name: str) -> str | None:
        """Where the model of that name lies that it would run, None where libraries or weights are missing."""

    def load(self, name: str | None = None) -> Model:
        """The model of a name. WaysGuardError with one line where it is not on this machine."""
