"""Arena of CodeClash: two football teams, one file of code each. See docs/use/analyst/language-models.md."""

import json
import random

from codeclash.agents.player import Player
from codeclash.arenas.arena import CodeArena, RoundStats
from codeclash.constants import RESULT_TIE
from codeclash.utils.environment import assert_zero_exit_code

CHECK_FOLDER = "/tmp/rcss-check"
MAX_SEED = 1_000_000_000
# Longest time of a round in the container, s.
ROUND_TIMEOUT = 7200


class RCSSArena(CodeArena):
    name: str = "RCSS"
    submission: str = "team.ts"
    default_args: dict = {"cycles": 6000}
    description: str = """Your code (`team.ts`) is a football team of eleven players in the simulator of the RoboCup 2D league.
Each player decides by itself, every 100 ms, from what it sees and hears with noise. The team with more goals wins the match.
README.md explains the interface and how to play test matches."""

    def __init__(self, config, **kwargs):
        super().__init__(config, **kwargs)
        assert len(config["players"]) == 2, "RCSS is a game for two players"

    def execute_round(self, agents: list[Player]) -> None:
        teams = " ".join(f"/{agent.name}/{self.submission}" for agent in agents)
        args = self.default_args | self.game_config.get("args", {})
        cmd = (
            f"rcss mcp --arena {teams} --matches {self.game_config['sims_per_round']} --cycles {args['cycles']} "
            f"--seed {args.get('seed', random.randrange(MAX_SEED))} --logs {self.log_env}"
        )
        self.logger.info(f"Running game: {cmd}")
        assert_zero_exit_code(self.environment.execute(cmd, timeout=ROUND_TIMEOUT), logger=self.logger)

    def get_results(self, agents: list[Player], round_num: int, stats: RoundStats):
        result = json.loads((self.log_round(round_num) / "result.json").read_text())
        names = [agent.name for agent in agents]
        scores = dict(zip(names, result["wins"], strict=True))
        best = max(scores.values())
        leaders = [name for name, wins in scores.items() if wins == best]
        stats.winner = leaders[0] if len(leaders) == 1 else RESULT_TIE
        for name, wins in scores.items():
            stats.player_stats[name].score = wins
        if result["draws"] > 0:
            scores[RESULT_TIE] = result["draws"]
        stats.scores = scores
        goals = " : ".join(str(count) for count in result["goals"])
        stats.details.append(f"Goals {names[0]} {goals} {names[1]} in {len(result['matches'])} matches")
        stats.details += [f"Match {i + 1}: {match['error']}" for i, match in enumerate(result["matches"]) if match["error"]]

    def validate_code(self, agent: Player) -> tuple[bool, str | None]:
        cmd = f"rcss mcp --arena {self.submission} random --matches 1 --cycles 1 --logs {CHECK_FOLDER}"
        played = agent.environment.execute(f"{cmd} >/dev/null && cat {CHECK_FOLDER}/result.json", timeout=300)
        if played["returncode"] != 0:
            return False, played["output"]
        error = json.loads(played["output"])["errors"][0]
        return error is None, error
