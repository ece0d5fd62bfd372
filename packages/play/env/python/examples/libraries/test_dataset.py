"""Offline data in pyarrow, pandas, polars, DuckDB and Minari; `.ci/python-libraries.sh` installs them. A library that is missing is skipped."""

import json
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import rcss
from rcss.dataset import DatasetError, convert_logs, play, to_minari

parquet = pytest.importorskip("pyarrow.parquet")

LOGS = Path(__file__).parents[5] / "wire/logs/testdata"


def read_files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_an_interrupted_run_goes_on_with_the_same_files(tmp_path):
    options = {"scenario": "empty-goal", "episodes": 70, "seed": 5, "action": "macro", "horizon": 20}
    whole = []
    play(folder=tmp_path / "whole", report=lambda done, count: whole.append((done, count)), **options)
    assert whole == [(32, 70), (64, 70), (70, 70)]

    def interrupt(done, _):
        if done > 32:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(folder=tmp_path / "parts", report=interrupt, **options)
    (tmp_path / "parts" / "part-000002.parquet.tmp").write_bytes(b"PAR1")
    assert len(list((tmp_path / "parts").glob("*.parquet"))) == 2
    play(folder=tmp_path / "parts", workers=2, **options)
    assert read_files(tmp_path / "parts") == read_files(tmp_path / "whole")
    with pytest.raises(DatasetError, match="seed is 5 there and 6 now; choose another folder"):
        play(folder=tmp_path / "parts", **{**options, "seed": 6})


def test_polars_reads_the_transitions_of_many_agents(tmp_path):
    polars = pytest.importorskip("polars")
    play("keepaway-3v2", tmp_path, 32, action={"type": "hybrid", "say": {"symbols": 2}}, observation={"hear": True}, horizon=40)
    rows = polars.read_parquet(tmp_path / "*.parquet")
    assert set(rows["agent"]) == {0, 1, 2} and rows["episode"].n_unique() == 32
    for (_, _), episode in rows.group_by("episode", "agent", maintain_order=True):
        assert episode["step"].to_list() == list(range(len(episode)))
        # The last row has the last observation, and no action.
        assert episode["action"].is_null().to_list() == [False] * (len(episode) - 1) + [True]
        ends = (episode["terminated"] | episode["truncated"]).to_list()[:-1]
        assert ends == [False] * (len(ends) - 1) + [True]
    settings = json.loads((tmp_path / "_dataset.json").read_text())
    assert len(settings["observation"]) == len(rows["observation"][0])
    assert [field["name"] for field in settings["action"]][-1] == "say"


def read_with(library, files):
    """Return the columns of Parquet files as lists."""
    if library == "pandas":
        return pytest.importorskip(library).concat(map(pytest.importorskip(library).read_parquet, files)).to_dict("list")
    if library == "polars":
        return pytest.importorskip(library).read_parquet(files).to_dict(as_series=False)
    if library == "duckdb":
        relation = pytest.importorskip(library).sql(f"select * from read_parquet({list(map(str, files))})")
        return dict(zip(relation.columns, map(list, zip(*relation.fetchall()))))
    return {name: [value for file in files for value in parquet.read_table(file)[name].to_pylist()] for name in parquet.read_schema(files[0]).names}


def plain(value):
    """Return a value of any library as plain data; missing numbers are None."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(each) for each in value]
    return None if value is None or value != value else value


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars", "duckdb"])
@pytest.mark.parametrize("kind", ["discrete", "hybrid", "logs"])
def test_libraries_read_what_was_written(library, kind, tmp_path):
    if kind == "logs":
        convert_logs([LOGS / f"{name}.rcg.gz" for name in ("sample-v1", "shootout-v6")], tmp_path)
    else:
        play("keepaway-3v2", tmp_path, 33, action=kind, agents="first" if kind == "discrete" else "both", horizon=5)
    files = sorted(tmp_path.glob("*.parquet"))
    for file in files:
        table = parquet.read_table(file)
        # Readers refuse null for a list of fixed size.
        assert [field.name for field in table.schema if str(field.type).startswith("fixed_size_list") and table[field.name].null_count] == []
    found, expected = read_with(library, files), read_with("pyarrow", files)
    assert list(found) == list(expected)
    for name, values in expected.items():
        assert list(map(plain, found[name])) == list(map(plain, values)), name


def test_a_dataset_has_as_many_episodes_as_asked_for(tmp_path):
    options = {"action": "macro", "horizon": 5, "seed": 3}
    for count in (2, 2, 33, 34):
        play("empty-goal", tmp_path / "more", count, **options)
        assert set(parquet.read_table(tmp_path / "more")["episode"].to_pylist()) == set(range(count))
    play("empty-goal", tmp_path / "once", 34, **options)
    assert read_files(tmp_path / "more") == read_files(tmp_path / "once")
    with pytest.raises(DatasetError, match="it has 34 episodes, more than 33; choose another folder, or at least 34 episodes"):
        play("empty-goal", tmp_path / "more", 33, **options)


def test_minari_has_the_episodes_and_they_play_again(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    play("1v1-keeper", tmp_path / "parquet", 40, seed=9, action="macro", horizon=60)
    command = [sys.executable, "-m", "rcss.dataset", "minari", str(tmp_path / "parquet"), "rcss/1v1-keeper/random-v0"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 1 and "there is a dataset of this name" in again.stderr
    dataset = minari.load_dataset("rcss/1v1-keeper/random-v0")
    env = dataset.recover_environment()
    assert dataset.observation_space == env.observation_space
    assert dataset.action_space == gymnasium.spaces.Discrete(len(env.unwrapped.batch.choices))
    assert dataset.total_episodes == 40
    seeds = [metadata.get("seed") for metadata in dataset.storage.get_episode_metadata(dataset.episode_indices)]
    assert list(map(int, seeds)) == list(range(9, 9 + 40))
    for episode in dataset.sample_episodes(3):
        assert len(episode.observations) == len(episode.actions) + 1
        # The same actions give the same bytes.
        observation, _ = env.reset(seed=int(9 + episode.id))
        for step, action in enumerate(episode.actions):
            assert np.array_equal(observation, episode.observations[step])
            observation, reward, terminated, truncated, _ = env.step(action)
            assert (reward, terminated, truncated) == (episode.rewards[step], episode.terminations[step], episode.truncations[step])
        assert terminated or truncated
    env.close()
    with pytest.raises(DatasetError, match="it has 3 agents"):
        play("keepaway-3v2", tmp_path / "three", 1, action="macro", horizon=5)
        to_minari(tmp_path / "three", "rcss/three-v0")


def test_a_policy_document_plays(tmp_path):
    with rcss.make_batch("empty-goal", action="macro", agents="first") as batch:
        inputs, choices = len(batch.observation_layout), batch.choices
    bias = [{"shoot": 3.0, "go to ball": 2.0}.get(choice, 0.0) for choice in choices]
    policy = {"format": "rcss-policy", "version": 1, "observation": {"type": "egocentric"}, "action": {"type": "macro"}, "layers": [{"weights": [[0.0] * inputs] * len(choices), "bias": bias}]}
    path = tmp_path / "shooter.json"
    path.write_text(json.dumps(policy))
    play("empty-goal", tmp_path / "shots", 32, policy=str(path))
    table = parquet.read_table(tmp_path / "shots").to_pydict()
    outcomes = [outcome for outcome, ended in zip(table["outcome"], table["terminated"]) if ended]
    settings = json.loads((tmp_path / "shots" / "_dataset.json").read_text())
    assert outcomes.count(settings["outcomes"].index("goal")) > 20
    with pytest.raises(DatasetError, match="the policy .* has its own; leave the option out"):
        play("empty-goal", tmp_path / "other", 1, policy=str(path), action="macro")
    with pytest.raises(DatasetError, match="the scenario needs"):
        play("3v3", tmp_path / "other", 1, policy=str(path))
    path.write_text("{}")
    with pytest.raises(DatasetError, match="is not a policy document"):
        play("empty-goal", tmp_path / "other", 1, policy=str(path))


def test_game_logs_become_transitions_with_estimated_commands(tmp_path):
    polars = pytest.importorskip("polars")
    logs = [LOGS / "sample-v6.rcg.gz", LOGS / "cut-v3.rcg.gz"]
    done = []
    convert_logs(logs, tmp_path, lambda *each: done.append(each))
    assert done == [(1, 2), (2, 2)]
    before = read_files(tmp_path)
    convert_logs(logs, tmp_path)
    assert read_files(tmp_path) == before
    rows = polars.read_parquet(tmp_path / "sample-v6.parquet")
    tracking = rcss.read_log(logs[0], fields=["*"])
    for side, unum in (("l", 2), ("r", 2)):
        player = rows.filter((polars.col("side") == side) & (polars.col("unum") == unum))
        present = ~np.isnan(tracking[f"{side}{unum}_x"])
        assert len(player) == present.sum() > 20
        sign = 1 if side == "l" else -1
        observed = np.stack(player["observation"].to_numpy())
        assert np.allclose(observed[:, 0], sign * tracking["ball_x"][present], atol=1e-4)
        assert np.allclose(observed[:, 5], sign * tracking[f"{side}{unum}_x"][present], atol=1e-4)
        dashes = np.nan_to_num(tracking[f"{side}{unum}_dashes"])
        follows = np.diff(tracking["time"]) == 1
        assert (player["command"] == "dash").sum() == ((np.diff(dashes) > 0) & follows & present[1:]).sum()
    known = rows.filter(polars.col("power").is_not_null())
    assert len(known) > 50 and known["power"].max() < 140 and known["certainty"].min() > 0
    with pytest.raises(DatasetError, match="two have the name sample-v6"):
        convert_logs([logs[0], logs[0]], tmp_path / "twice")
