"""Learning environments on the RoboCup soccer simulator RCSS."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Optional, overload

try:
    from ._engine import EngineError, NodeNotFoundError, WorkerCrashedError, find_node, scenarios
    from ._names import refuse_name, suggest
    from ._read_log import LogError, LogWarning, read_log
    from .batch import ActionError, Batch
    from .options import AgentOptions
    from .parallel import SoccerParallelEnv
    from .registration import register_environments
    from .single import SoccerEnv
    from .vector import SoccerVectorEnv
except ModuleNotFoundError as error:
    # Teams (rcss.team) need nothing but Python, and no build.
    if error.name not in ("gymnasium", "numpy", "pettingzoo", "rcss._wire"):
        raise
    _missing: Optional[str] = error.name
else:
    _missing = None

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import ActionForm, Agent, AutoReset, BatchOptions, MaskPlace, Options, RenderMode

try:
    __version__ = version("rcss")
except PackageNotFoundError:  # The sources, without an installation.
    __version__ = "0"

__all__ = [
    "ActionError",
    "Batch",
    "EngineError",
    "LogError",
    "LogWarning",
    "NodeNotFoundError",
    "SoccerEnv",
    "SoccerParallelEnv",
    "SoccerVectorEnv",
    "WorkerCrashedError",
    "find_node",
    "make",
    "make_batch",
    "make_single",
    "make_vec",
    "read_log",
    "scenarios",
]


@overload
def make(
    scenario: str | dict[str, Any],
    num_envs: None = None,
    *,
    seed: int | None = None,
    render_mode: RenderMode | None = None,
    action_form: ActionForm = "box",
    mask_in: MaskPlace = "info",
    **options: Unpack[AgentOptions],
) -> SoccerParallelEnv: ...


@overload
def make(
    scenario: str | dict[str, Any],
    num_envs: int,
    *,
    workers: int = 1,
    seed: int | None = None,
    copy: bool = True,
    render_mode: RenderMode | None = None,
    auto_reset: AutoReset = "next-step",
    action_form: ActionForm = "box",
    **options: Unpack[AgentOptions],
) -> SoccerVectorEnv: ...


def make(
    scenario: str | dict[str, Any], num_envs: int | None = None, **options: Any
) -> SoccerParallelEnv | SoccerVectorEnv:
    """Return a PettingZoo parallel environment, or a Gymnasium vector environment if `num_envs` is given."""
    for name in options:
        if num_envs is None and suggest(name, ["num_envs"]):
            raise TypeError(refuse_name("make", name, ["scenario", "num_envs", "seed", "render_mode", "action_form", "mask_in", *AgentOptions.__annotations__]))
    if num_envs is not None:
        return SoccerVectorEnv(scenario, num_envs=num_envs, **options)
    return SoccerParallelEnv(scenario, **options)


def make_single(
    scenario: str | dict[str, Any],
    agent: Agent | None = None,
    render_mode: RenderMode | None = None,
    action_form: ActionForm = "box",
    seed: int | None = None,
    **options: Unpack[Options],
) -> SoccerEnv:
    """Return a Gymnasium environment with one agent; the other players act by their scripts, or as `others` says."""
    return SoccerEnv(scenario, agent, render_mode, action_form, seed, **options)


def make_vec(
    scenario: str | dict[str, Any],
    num_envs: int = 1,
    workers: int = 1,
    copy: bool = True,
    render_mode: RenderMode | None = None,
    seed: int | None = None,
    auto_reset: AutoReset = "next-step",
    action_form: ActionForm = "box",
    **options: Unpack[AgentOptions],
) -> SoccerVectorEnv:
    """Return a Gymnasium vector environment. Its rows are the agents of all matches."""
    return SoccerVectorEnv(scenario, num_envs, workers, copy, render_mode, seed, auto_reset, action_form, **options)


def make_batch(scenario: str | dict[str, Any], num_envs: int = 1, **options: Unpack[BatchOptions]) -> Batch:
    """Return the arrays of `num_envs` matches without an interface of a library around them."""
    return Batch(scenario, num_envs=num_envs, **options)


def __getattr__(name: str) -> Any:
    if _missing is not None and name in __all__:
        is_built = _missing != "rcss._wire"
        how = f"pip install {_missing}" if is_built else "run packages/play/env/python/build.sh, or install a wheel"
        raise ModuleNotFoundError(f"rcss.{name} needs the package {_missing}: {how}", name=_missing)
    raise AttributeError(f"module 'rcss' has no attribute {name!r}")


if _missing is None:
    register_environments()
else:
    # Their use then names the missing package.
    for _name in ("make", "make_batch", "make_single", "make_vec"):
        del globals()[_name]
