"""Pictures and game logs."""

import json
import os
import struct
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import rcss
from rcss._render import SCALE, draw, encode_png

LOG_PLAYER = Path(
    os.environ.get("RCSS_LOG") or Path(__file__).parents[5] / "apps/logplayer/dist/main.js"
)


def pixel(picture, x, y):
    """Return the color at a point of the field, meters."""
    row = picture.shape[0] - round((34 + 4 - y) * SCALE)
    return tuple(int(value) for value in picture[row, round((x + 52.5 + 4) * SCALE)])


def scene(**changes):
    return {"time": 7, "playMode": "play_on", "names": ["a", "b"], "score": [1, 23], "ball": [30, 10], "players": [], **changes}


def test_players_and_ball_are_drawn_where_they_are():
    player = {"side": "l", "unum": 1, "goalie": False, "x": -20, "y": 5, "body": 0.0, "canKick": False}
    picture = draw(scene(players=[player]))
    grass = pixel(picture, 20, 20)
    assert pixel(picture, 30, 10) == (255, 255, 255)
    assert pixel(picture, -20 - 0.7, 5) == (250, 204, 21)
    # The line of the body direction.
    assert pixel(picture, -20 + 1.3, 5) != grass
    assert pixel(picture, -20 - 1.3, 5) == grass
    assert pixel(draw(scene(players=[{**player, "x": 40}])), -20 - 0.7, 5) == grass


def test_the_score_changes_the_picture_only_in_the_bar():
    difference = (draw(scene()) != draw(scene(score=[1, 24]))).any(axis=(1, 2))
    assert difference[:22].any()
    assert not difference[22:].any()


def test_objects_outside_the_picture_are_left_out():
    far = {"side": "r", "unum": 11, "goalie": True, "x": 70.0, "y": -40.0, "body": 1.0, "canKick": True}
    edge = {**far, "x": 56.4, "y": -37.9}
    assert draw(scene(players=[far, edge], ball=[-80, 60])).shape == draw(scene()).shape


def test_png_holds_the_pixels():
    picture = draw(scene())
    data = encode_png(picture)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(picture.shape[0], -1)
    assert (rows[:, 0] == 0).all()
    assert np.array_equal(rows[:, 1:].reshape(picture.shape), picture)


def test_environments_render():
    single = rcss.make_single("1v1-keeper", render_mode="rgb_array")
    check_env(single, skip_render_check=True)
    single.reset(seed=1)
    first = single.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    single.batch.step_scripted()
    assert not np.array_equal(single.render(), first)
    single.close()
    parallel = rcss.make("3v3", render_mode="rgb_array")
    parallel.reset(seed=1)
    assert parallel.render().shape == first.shape
    parallel.close()
    vector = rcss.make_vec("3v3", num_envs=3, workers=2, render_mode="rgb_array")
    vector.reset(seed=1)
    pictures = vector.render()
    assert len(pictures) == 3
    assert not np.array_equal(pictures[0], pictures[2])
    vector.close()


def test_without_a_render_mode_nothing_is_drawn():
    env = rcss.make("empty-goal")
    env.reset(seed=1)
    assert env.render() is None
    env.close()
    with pytest.raises(ValueError, match="render_mode: 'picture' is not None or one of human, rgb_array, ansi"):
        rcss.make("empty-goal", render_mode="picture")
    with pytest.raises(ValueError, match="render_mode: 'human' is not None or one of rgb_array, ansi"):
        rcss.make_vec("empty-goal", render_mode="human")


def test_scene_of_a_match_of_the_second_worker():
    with rcss.make_batch("hfo-2v2", num_envs=3, workers=2) as batch:
        batch.reset(seed=1)
        found = batch.scene(2)
        assert sorted((player["side"], player["unum"]) for player in found["players"]) == [("l", 1), ("l", 2), ("r", 1), ("r", 2)]
        assert found["ball"] != batch.scene(0)["ball"]


@pytest.mark.skipif(not LOG_PLAYER.exists(), reason=f"{LOG_PLAYER} is not built")
def test_rcss_log_reads_the_game_log(tmp_path):
    with rcss.make_batch("empty-goal", num_envs=2, record=True) as batch:
        batch.reset(seed=1)
        for _ in range(30):
            batch.step_scripted()
        path = tmp_path / "episode.rcg"
        batch.save_log(str(path), match=1)
    run = subprocess.run([rcss.find_node(), str(LOG_PLAYER), "json", str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    records = [json.loads(line) for line in run.stdout.splitlines()]
    assert [record["frame"]["time"] for record in records if record["type"] == "show"] == list(range(31))
    assert records[-1]["complete"] is True
    assert not any(record["type"] == "damage" for record in records)
