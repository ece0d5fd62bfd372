"""Reference learner: proximal policy optimization with numpy alone. Command line: `python -m rcss.baselines --help`."""

from .freeze import freeze
from .ppo import Learner, Progress, Settings, choose_actions
from .reference import Score, evaluate

__all__ = ["Learner", "Progress", "Score", "Settings", "choose_actions", "evaluate", "freeze"]
