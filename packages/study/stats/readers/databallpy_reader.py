"""Reads the TRACAB files of `test_readers.py` with databallpy, which needs other versions of packages. `.ci/readers.sh` runs it."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from databallpy import get_game

OUT = Path(os.environ["RCSS_READERS_OUT"])
GAMES = sorted(path.stem for path in OUT.glob("*.dat") if path.stat().st_size > 0)


def test_there_are_logs_of_all_kinds():
    assert len(GAMES) >= 20
    assert {"sample-v6", "shootout-v6", "taker", "extra-time", "training", "one-team", "one-team-v5"} <= set(GAMES)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_databallpy_reads_tracab(name: str):
    shows = pd.read_parquet(OUT / "tracking.parquet").query("game_id == @name").reset_index(drop=True)
    teams = pd.read_parquet(OUT / "teams.parquet").query("game_id == @name").set_index("side")["team"]
    game = get_game(
        tracking_data_loc=str(OUT / f"{name}.dat"),
        tracking_metadata_loc=str(OUT / f"{name}.xml"),
        tracking_data_provider="tracab",
        check_quality=False,
        # The check looks for a frame with the ball in play, which short logs do not have.
        _check_game_class_="Alive" in (OUT / f"{name}.dat").read_text(),
        verbose=False,
    )
    assert (game.home_team_name, game.away_team_name) == (teams["l"] or "l", teams["r"] or "r")
    frames = game.tracking_data.set_index("frame").loc[1 : len(shows)]
    shows = shows.iloc[frames.index - 1].set_index(frames.index)
    for side, team, players in (("l", "home", game.home_players), ("r", "away", game.away_players)):
        present = [unum for unum in range(1, 12) if shows[f"{side}{unum}_x"].notna().any()]
        assert set(present) <= set(players["shirt_num"])
        assert list(players["full_name"]) == [f"{teams[side] or side} {unum}" for unum in players["shirt_num"]]
        for unum in present:
            # databallpy turns a period in which the home team begins on the right.
            x = frames[f"{team}_{unum}_x"].astype(float)
            np.testing.assert_allclose(x.abs(), shows[f"{side}{unum}_x"].abs(), atol=0.0051)
    played = game.periods[game.periods["start_frame"] > 0]
    assert list(game.periods["period_id"]) == [1, 2, 3, 4, 5]
    assert played["period_id"].iloc[0] == 1
    assert played["end_frame"].iloc[-1] == frames.index[-1]
