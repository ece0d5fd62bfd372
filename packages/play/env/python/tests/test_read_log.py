"""Tables of game logs. The logs are those of the tests of the log reader."""

import gzip
import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import rcss
from rcss._read_log import TABLES

PACKAGES = Path(__file__).parents[4]
LOGS = PACKAGES / "wire/logs/testdata"
CLIPS = PACKAGES / "study/stats/testdata/clips"
SAMPLE = LOGS / "sample-v6.rcg.gz"


NAMES = [f"{side}{unum}" for side in "lr" for unum in range(1, 12)]


def read_shows(path: Path) -> list[tuple[int, list[float], list[list[float]]]]:
    """Read time, ball, and x and y of the players of each show from the text of a version 6 log.

    NaN stands for a player that is not connected.
    """
    shows = []
    for line in gzip.decompress(path.read_bytes()).decode("latin1").splitlines():
        show = re.match(r"\(show (\d+) .*?\(\(b\) ([^)]*)\)", line)
        if show:
            places = {
                side + unum: [float(x), float(y)]
                for side, unum, x, y in re.findall(r"\(\(([lr]) (\d+)\) \d+ 0x\w*[1-9a-f]\w* (\S+) (\S+)", line)
            }
            ball = [float(number) for number in show[2].split()]
            shows.append((int(show[1]), ball, [places.get(name, [np.nan, np.nan]) for name in NAMES]))
    return shows


def test_tracking_has_the_positions_of_the_log():
    shows = read_shows(SAMPLE)
    tracking = rcss.read_log(SAMPLE)
    assert len(shows) > 60
    assert all(len(column) == len(shows) for column in tracking.values())
    assert tracking["time"].tolist() == [time for time, _, _ in shows]
    ball = np.stack([tracking[f"ball_{name}"] for name in ("x", "y", "vx", "vy")], axis=1)
    np.testing.assert_array_equal(ball, [ball for _, ball, _ in shows])
    players = np.stack([np.stack([tracking[f"{name}_{axis}"] for axis in "xy"], axis=1) for name in NAMES], axis=1)
    np.testing.assert_array_equal(players, [players for _, _, players in shows])
    assert set(tracking["game_id"]) == {"sample-v6"}


def test_types_of_columns():
    log = rcss.read_log(SAMPLE, ["tracking", "events"], fields={"tracking": ["play_mode", "time", "ball_x"]})
    assert [(name, column.dtype.kind) for name, column in log["tracking"].items()] == [
        ("play_mode", "U"),
        ("time", "i"),
        ("ball_x", "f"),
    ]
    assert log["events"]["success"].dtype == bool
    for column in log["tracking"].values():
        assert column.flags.aligned and column.flags.writeable


@pytest.mark.parametrize("path", sorted(CLIPS.glob("*.rcg.gz")), ids=lambda path: path.name)
def test_statistics_are_those_counted_by_hand(path: Path):
    clip = path.name.removesuffix(".rcg.gz")
    counted = next(each for each in json.loads((CLIPS / "counts.json").read_text()) if each["clip"] == clip)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rcss.LogWarning)
        teams = rcss.read_log(path, "teams")
    assert teams["side"].tolist() == ["l", "r"]
    for column, name in (("goals", "goals"), ("own_goals", "ownGoals"), ("passes_completed", "passesCompleted")):
        assert teams[column].tolist() == [counted[name]["l"], counted[name]["r"]], name


def test_several_tables_are_those_read_one_by_one():
    log = rcss.read_log(SAMPLE, list(TABLES))
    assert list(log) == list(TABLES)
    for name in TABLES:
        alone = rcss.read_log(SAMPLE, name)
        assert list(log[name]) == list(alone)
        for column, values in alone.items():
            np.testing.assert_array_equal(log[name][column], values)
    assert rcss.read_log(SAMPLE, []) == {}


def test_fields_are_patterns():
    assert list(rcss.read_log(SAMPLE, fields=["time", "ball_*", "r11_stamina"])) == [
        "time",
        "ball_x",
        "ball_y",
        "ball_z",
        "ball_vx",
        "ball_vy",
        "r11_stamina",
    ]


def test_missing_values_are_nan():
    events = rcss.read_log(CLIPS / "01.rcg.gz", "events")
    assert np.isnan(events["xg"][events["type"] != "shot"]).all()
    assert np.isfinite(events["xg"][events["type"] == "shot"]).all()


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("name", TABLES)
def test_libraries_have_the_values_of_numpy(library: str, name: str):
    pytest.importorskip(library)
    columns = rcss.read_log(CLIPS / "01.rcg.gz", name)
    table = rcss.read_log(CLIPS / "01.rcg.gz", name, library=library)
    found = table.column_names if library == "pyarrow" else list(table.columns)
    assert found == list(columns)
    for column, values in columns.items():
        if library == "pyarrow":
            other = [np.nan if value is None else value for value in table[column].to_pylist()]
        else:
            other = table[column].to_list()
            if library == "polars":
                other = [np.nan if value is None else value for value in other]
        np.testing.assert_array_equal(np.array(other, values.dtype), values)


def test_a_log_without_shows_has_empty_tables():
    log = rcss.read_log(LOGS / "empty-v6.rcg.gz", ["tracking", "events", "players"])
    assert len(log["tracking"]["time"]) == 0
    assert len(log["tracking"]["play_mode"]) == 0
    assert len(log["events"]["type"]) == 0


@pytest.mark.parametrize("version", ["v1", "v2", "v3", "v4", "v5", "json"])
def test_logs_of_all_versions(version: str):
    tracking = rcss.read_log(LOGS / f"sample-{version}.rcg.gz", fields=["time", "ball_x"])
    assert tracking["time"].max() > 10
    assert np.abs(tracking["ball_x"]).max() <= 60


def test_damage_is_a_warning(tmp_path: Path):
    lines = gzip.decompress(SAMPLE.read_bytes()).splitlines(keepends=True)
    shows = [index for index, line in enumerate(lines) if line.startswith(b"(show ")]
    lines[shows[10]] = b"(show 11 ((b) a\n"
    path = tmp_path / "damaged.rcg"
    path.write_bytes(b"".join(lines))
    with pytest.warns(rcss.LogWarning, match=r"damaged\.rcg: offset \d+: ") as found:
        tracking = rcss.read_log(path)
    assert found[0].filename == __file__
    assert len(tracking["time"]) == len(shows) - 1


def test_a_log_that_is_cut_off(tmp_path: Path):
    path = tmp_path / "cut.rcg.gz"
    path.write_bytes(SAMPLE.read_bytes()[:12000])
    with pytest.warns(rcss.LogWarning) as found:
        tracking = rcss.read_log(path)
    assert re.search(r"cut\.rcg\.gz: cut off at offset \d+$", str(found[-1].message))
    assert 20 < len(tracking["time"]) < len(rcss.read_log(SAMPLE)["time"])


def test_a_sound_log_has_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rcss.read_log(SAMPLE)


def test_missing_file_and_folder(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="missing.rcg"):
        rcss.read_log(tmp_path / "missing.rcg")
    with pytest.raises(OSError):
        rcss.read_log(tmp_path)


def test_a_file_that_is_not_a_log(tmp_path: Path):
    path = tmp_path / "notes.rcg"
    path.write_text("Notes of the match\n")
    with pytest.raises(rcss.LogError, match=r"notes\.rcg: not a game log: "):
        rcss.read_log(path)
    path.write_bytes(b"")
    with pytest.raises(rcss.LogError, match=r"notes\.rcg: not a game log: "):
        rcss.read_log(path)


def test_a_log_with_the_name_of_the_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "-").write_bytes(gzip.decompress(SAMPLE.read_bytes()))
    monkeypatch.chdir(tmp_path)
    assert len(rcss.read_log("-")["time"]) > 60


@pytest.mark.parametrize(
    "arguments, options, message",
    [
        (["shots"], {}, "table: 'shots' is not one of tracking, events, "),
        ([["teams", "shots"]], {}, "table: 'shots' is not one of tracking, events, "),
        ([], {"library": "xarray"}, "library: 'xarray' is not one of numpy, pandas, polars, pyarrow"),
        ([], {"fields": ["speed"]}, "fields: 'speed' is not a field. Fields: game_id, show, time, "),
        ([], {"fields": "time"}, r"fields: 'time' is not a list; use \['time'\]"),
        ([["teams", "players"]], {"fields": ["side"]}, "fields: several tables need a mapping"),
        ([["teams"]], {"fields": {"events": ["time"]}}, "fields of table: 'events' is not one of teams"),
    ],
)
def test_unknown_tables_fields_and_libraries(arguments, options, message: str):
    with pytest.raises(ValueError, match=message):
        rcss.read_log(SAMPLE, *arguments, **options)


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(ImportError, match="library='polars' needs the package polars: pip install polars"):
        rcss.read_log(SAMPLE, library="polars")


def test_a_reader_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    broken = tmp_path / "reader.cjs"
    broken.write_text("process.stdin.resume(); process.stdin.on('end', () => { throw new Error('broken reader'); });\n")
    monkeypatch.setattr("rcss._read_log._READER", broken)
    with pytest.raises(rcss.EngineError, match="exit code 1. Its log: (.|\n)*broken reader"):
        rcss.read_log(SAMPLE)
    monkeypatch.setattr("rcss._read_log._READER", tmp_path / "missing.cjs")
    with pytest.raises(rcss.EngineError, match="missing.cjs is missing: run packages/play/env/python/build.sh"):
        rcss.read_log(SAMPLE)
