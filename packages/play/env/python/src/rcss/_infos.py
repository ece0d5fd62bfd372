"""What all interfaces report besides observations and rewards."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._spaces import mask_name
from .batch import Batch
from .options import RenderMode


class Infos:
    """The `infos` of the matches of a batch.

    They have the mask of the choices, `outcome`: a number of `Batch.outcome_names`, 0 while the episode runs, and with
    `reward_terms=True` also `reward_terms`: values of `Batch.reward_names` without weights, and `score`: own goals and goals of the
    opponents in the episode.
    """

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._mask_name = mask_name(batch)
        self._agents = len(batch.agents)
        self._masks = batch.action_masks.view(np.int8)
        self._has_terms = bool(batch.reward_names)
        self._own = np.array([0 if agent["side"] == "left" else 1 for agent in batch.agents])

    def row(self, agent: int) -> dict[str, Any]:
        """Return the info of an agent of the first match."""
        return self.of_agents()[agent]

    def of_agents(self) -> list[dict[str, Any]]:
        """Return the infos of the agents of the first match; their arrays are rows of one copy."""
        batch = self._batch
        outcome = int(batch.outcomes[0])
        infos: list[dict[str, Any]] = [{self._mask_name: mask, "outcome": outcome} for mask in self._masks[0].copy()]
        if self._has_terms:
            for info, terms, score in zip(infos, batch.reward_terms[0].copy(), self._scores()[0]):
                info["reward_terms"], info["score"] = terms, score
        return infos

    def rows(self, copy: bool) -> dict[str, Any]:
        """Return the infos of all agents of all matches as arrays with a row for each."""
        batch = self._batch
        rows = batch.num_envs * self._agents
        masks = self._masks.reshape(rows, -1)
        infos = {self._mask_name: masks.copy() if copy else masks, "outcome": np.repeat(batch.outcomes, self._agents)}
        if self._has_terms:
            terms = batch.reward_terms.reshape(rows, -1)
            infos["reward_terms"] = terms.copy() if copy else terms
            infos["score"] = self._scores().reshape(rows, 2)
        if batch.state_layout:
            infos["state"] = np.repeat(batch.states, self._agents, axis=0)
        return infos

    def _scores(self) -> NDArray[np.int32]:
        """Own goals and goals of the opponents: (matches, agents, 2)."""
        scores = self._batch.scores
        return np.stack([scores[:, self._own], scores[:, 1 - self._own]], axis=-1)


class Display:
    """Shows the first match of a batch in a render mode of Gymnasium."""

    MODES = ("human", "rgb_array", "ansi")

    def __init__(self, batch: Batch, mode: RenderMode | None, fps: int) -> None:
        self._batch = batch
        self._mode = mode
        self._fps = fps
        self._window: Any = None

    @staticmethod
    def check(mode: Any, modes: tuple[str, ...] = MODES) -> None:
        """Raise ValueError unless a render mode is None or one of `modes`, ImportError if its library is missing."""
        if mode is not None and mode not in modes:
            raise ValueError(f"render_mode: {mode!r} is not None or one of {', '.join(modes)}")
        if mode == "human":
            _import_pygame()

    def render(self) -> Any:
        """Return a picture or text, or show a picture in a window."""
        if self._mode == "rgb_array":
            return self._batch.render()
        if self._mode == "ansi":
            return self._batch.render_text()
        if self._mode == "human":
            self._show()
        return None

    def update(self) -> None:
        """Show the state after `reset` or `step`, as the mode `human` needs it."""
        if self._mode == "human":
            self._show()

    def _show(self) -> None:
        pygame = _import_pygame()
        picture = self._batch.render()
        height, width = picture.shape[:2]
        if self._window is None:
            pygame.display.init()
            self._window = pygame.display.set_mode((width, height))
            pygame.display.set_caption("rcss")
            self._clock = pygame.time.Clock()
        pygame.event.pump()
        self._window.blit(pygame.image.frombuffer(picture.tobytes(), (width, height), "RGB"), (0, 0))
        pygame.display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window = None
            _import_pygame().display.quit()


def _import_pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise ImportError("render_mode: 'human' needs the package pygame: pip install pygame") from None
    return pygame
