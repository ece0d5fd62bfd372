"""Compares the exported pitch control with other models of it, on the same frames. docs/use/analyst/values.md has the table."""

import warnings
from pathlib import Path

import accessible_space
import numpy as np
import pandas as pd
from unravel.soccer.models.utils import time_to_intercept

COLUMNS, ROWS = 40, 26
LENGTH, WIDTH = 105, 68
PLAYERS = [(side, f"{side}{unum}") for side in "lr" for unum in range(1, 12)]
# Soft minimum of the times of players, seconds: that of our share.
TIME_SCALE = 0.15


class Frame:
    """A show of open play: players, ball, and our share of the left team by cell. Meters, seconds."""

    def __init__(self, show: pd.Series, cells: pd.DataFrame):
        present = [(side, name) for side, name in PLAYERS if not np.isnan(show[f"{name}_x"])]
        self.names = [name for _, name in present]
        self.sides = np.array([side for side, _ in present])
        self.position = np.array([[show[f"{name}_x"], show[f"{name}_y"]] for name in self.names])
        # Tracking has meters per cycle.
        self.velocity = np.array([[show[f"{name}_vx"], show[f"{name}_vy"]] for name in self.names]) * 10
        self.ball = np.array([show["ball_x"], show["ball_y"]])
        self.ball_velocity = np.array([show["ball_vx"], show["ball_vy"]]) * 10
        self.points = cells[["x", "y"]].to_numpy()
        self.control = cells["l_control"].to_numpy()
        self.nearest = int(np.argmin(np.linalg.norm(self.position - self.ball, axis=1)))


def read_frames(tracking: Path, pitch_control: Path, games: list[str]) -> list[Frame]:
    """Frames of open play of the exported tables."""
    shows = pd.read_parquet(tracking).set_index(["game_id", "show"])
    control = pd.read_parquet(pitch_control)
    control = control[(control["play_mode"] == "play_on") & control["game_id"].isin(games)]
    return [Frame(shows.loc[key], cells) for key, cells in control.groupby(["game_id", "show"])]


def spearman(frame: Frame, speed: float, reaction: float, ball_speed: float = 15) -> np.ndarray:
    """Pitch control of Spearman (2018) from its formulas: the ball flies to the point, players control it at a rate."""
    rate, spread, step, last = 4.3, 0.45, 0.04, 10
    start = frame.position + reaction * frame.velocity
    arrival = reaction + np.linalg.norm(frame.points[:, None] - start[None], axis=-1) / speed
    flight = np.linalg.norm(frame.points - frame.ball, axis=-1) / ball_speed
    share = np.zeros_like(arrival)
    for i in range(int(last / step)):
        time = (flight + i * step)[:, None]
        chance = 1 / (1 + np.exp(-np.pi / np.sqrt(3) / spread * (time - arrival)))
        share += np.clip(1 - share.sum(1, keepdims=True), 0, 1) * chance * rate * step
    left = share[:, frame.sides == "l"].sum(1)
    return left / share.sum(1)


def unravel(frame: Frame, speed: float, reaction: float) -> np.ndarray:
    """Share of the left team from the times of unravelsports."""
    times = time_to_intercept(
        frame.position, frame.points, frame.velocity, np.zeros_like(frame.points), reaction, speed
    )
    weights = np.exp(-(times - times.min(1, keepdims=True)) / TIME_SCALE)
    return weights[:, frame.sides == "l"].sum(1) / weights.sum(1)


def simulate_accessible_space(frames: list[Frame], **options: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each frame our share and that of accessible-space, at its own points around the ball."""
    rows = []
    for i, frame in enumerate(frames):
        passer = frame.names[frame.nearest]
        tail = (passer[0], passer, 1 if passer[0] == "l" else -1)
        for name, side, place, velocity in zip(frame.names, frame.sides, frame.position, frame.velocity):
            rows.append((i, name, side, *place, *velocity, *tail))
        rows.append((i, "ball", None, *frame.ball, *frame.ball_velocity, *tail))
    columns = ["frame", "player", "team", "x", "y", "vx", "vy", "possession", "passer", "direction"]
    table = pd.DataFrame(rows, columns=columns)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = accessible_space.get_dangerous_accessible_space(
            table,
            frame_col="frame",
            player_col="player",
            ball_player_id="ball",
            team_col="team",
            attacking_direction_col="direction",
            infer_attacking_direction=False,
            team_in_possession_col="possession",
            player_in_possession_col="passer",
            period_col=None,
            respect_offside=False,
            use_progress_bar=False,
            additional_fields_to_return=["attack_poss_density", "defense_poss_density"],
            **options,
        )
    simulation = result.simulation_result
    index = dict(zip(table["frame"], result.frame_index))
    pairs = []
    for i, frame in enumerate(frames):
        k = int(index[i])
        x, y = simulation.x_grid[k], simulation.y_grid[k]
        own, other = simulation.attack_poss_density[k], simulation.defense_poss_density[k]
        share = own / (own + other)
        if frame.sides[frame.nearest] == "r":
            share = 1 - share
        inside = (np.abs(x) < LENGTH / 2) & (np.abs(y) < WIDTH / 2)
        row = ((y[inside] + WIDTH / 2) / WIDTH * ROWS).astype(int)
        column = ((x[inside] + LENGTH / 2) / LENGTH * COLUMNS).astype(int)
        pairs.append((frame.control[row * COLUMNS + column], share[inside]))
    return pairs


def compare(frames: list[Frame]) -> pd.DataFrame:
    """Agreement of other models with our share: one row for each model."""

    def pairs_of(model, *parameters: float) -> list[tuple[np.ndarray, np.ndarray]]:
        return [(frame.control, model(frame, *parameters)) for frame in frames]

    models = [
        ("Spearman (2018), from its formulas", "published: 5 m/s, reaction 0.7 s", pairs_of(spearman, 5, 0.7)),
        ("Spearman", "10 m/s, reaction 0.2 s", pairs_of(spearman, 10, 0.2)),
        ("`time_to_intercept` of unravelsports", "13 m/s, reaction 0.7 s", pairs_of(unravel, 13, 0.7)),
        ("the same", "10 m/s, reaction 0.2 s", pairs_of(unravel, 10, 0.2)),
        ("accessible-space", "its defaults", simulate_accessible_space(frames)),
        ("the same", "10 m/s", simulate_accessible_space(frames, player_velocity=10.0, v_max=10.5)),
    ]
    rows = []
    for name, parameters, pairs in models:
        ours, other = (np.concatenate(part) for part in zip(*pairs))
        known = ~np.isnan(other)
        ours, other = ours[known], other[known]
        rows.append(
            {
                "model": name,
                "parameters": parameters,
                "cells": len(ours),
                "correlation": np.corrcoef(ours, other)[0, 1],
                "same team ahead": np.mean((ours > 0.5) == (other > 0.5)),
                "mean difference": np.mean(np.abs(ours - other)),
            }
        )
    return pd.DataFrame(rows)


def format_rows(table: pd.DataFrame) -> list[str]:
    """Rows of the table of docs/use/analyst/values.md."""
    return [
        f"| {row.model} | {row.parameters} | {row.cells:,} | {row.correlation:.2f} | {100 * row.ahead:.0f} % | {row.difference:.2f} |"
        for row in table.rename(columns={"same team ahead": "ahead", "mean difference": "difference"}).itertuples()
    ]
