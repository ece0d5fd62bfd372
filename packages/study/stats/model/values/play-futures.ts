/**
 * Plays continuations of states of matches that the training never used, and appends a row for each state to a file:
 *   tsx --conditions=@rcss/source model/values/play-futures.ts --states 60 --futures 100 --out ../../../data/values/futures.csv
 * or of states of game logs, so many of each; the name of a log is the number of its match:
 *   tsx --conditions=@rcss/source model/values/play-futures.ts --teams "a against b" --states 20 --futures 25 --out ../../../data/values/log-futures.csv 51001.rcg ...
 * or, with `--left-start` and `--right-start`, by the programs of these teams, from the recording beside each log (`.rec.gz`), which they receive up to the state.
 * A call that was ended is continued by the same call: states that the file has are left out. `--states-of FILE` continues the states of
 * another file instead. A state is continued with other random numbers by base teams that have perceived the cycles before it
 * (`--watched 25`; 0 for players without memory), whatever teams a log has; of a log, the ten shows before it. Most states of a match have
 * hardly a chance of a goal: only one in five of those with a value of the model below 5 % is taken.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createFutureParams, playFutures } from '@rcss/base-team/futures';
import { createFrame, type Frame, playModeClock, type Side } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { chooseTeam, createChosenTeam } from '@rcss/kit/match-runner';
import { openLog } from '@rcss/logs';
import { decompress } from '@rcss/logs/codec';
import { rehearse } from '@rcss/match-server/program';
import type { MatchParams } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { reconstructSnapshot, type Snapshot, snapshot } from '@rcss/simulator';
import { createFeatureWriter, createStateValue, FEATURE_COUNT } from '@rcss/values';
import { createPlannedMatch, planBaseMatch } from './play-match.js';
import { HORIZON } from './samples.js';

/** Seeds from here on belong to matches that the training does not play. */
const FIRST_SEED = 1_000_001;
const HALF_CYCLES = 1000;
/** Cycles between two states of a match. */
const STATE_EVERY = 53;
/** Below this largest chance of a goal only one state in {@link FEW} is taken. */
const SMALL = 0.05;
const FEW = 5;
/** Shows of a log before a state that the players perceive. */
const SHOWS_BEFORE = 10;

const { values, positionals: logs } = parseArgs({
  options: {
    teams: { type: 'string', default: '' },
    states: { type: 'string' },
    futures: { type: 'string' },
    watched: { type: 'string', default: '25' },
    out: { type: 'string' },
    'states-of': { type: 'string' },
    'left-start': { type: 'string', default: '' },
    'right-start': { type: 'string', default: '' },
    'first-seed': { type: 'string', default: String(FIRST_SEED) },
  },
  allowPositionals: true,
});
const ofLogs = logs.length > 0;
const states = Number(values.states ?? (ofLogs ? 20 : 60));
const count = Number(values.futures ?? (ofLogs ? 25 : 100));
const length = { count, cycles: HORIZON };
const out = values.out ?? (ofLogs ? 'log-futures.csv' : 'futures.csv');

/** Rows of a file by `seed,time`, of log-futures.csv by `teams,seed,time`. */
function readRows(file: string): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const key = ofLogs ? /^[^,]*,\d+,\d+/ : /^\d+,\d+/;
  return new Map(lines.filter((line) => line !== '').map((line) => [key.exec(line)![0], line]));
}

const { probabilities } = createStateValue();
const chances = new Float64Array(3);
const features = new Float64Array(FEATURE_COUNT);
const done = readRows(out);
const wanted = values['states-of'] === undefined ? null : readRows(values['states-of']);

type Source = Pick<MatchParams, 'server' | 'types'>;

function isTaken(frame: Frame, { types }: Source, rng: ReturnType<typeof createRandomStream>): boolean {
  probabilities(frame, types, chances);
  return Math.max(chances[0]!, chances[1]!) >= SMALL || uniform(rng, 0, FEW) <= 1;
}

/** Continues a state and appends its row, if the file does not have it. */
async function playState(
  key: string,
  frame: Frame,
  { server, types }: Source,
  play: () => Promise<{ readonly goals: Readonly<Record<Side, number>> }>,
): Promise<void> {
  if (done.has(key)) return;
  createFeatureWriter(server, types).write(frame, 'l', features);
  const cells = Array.from(features, (x) => Number(x.toFixed(4))).join();
  if (wanted !== null && !wanted.get(key)!.endsWith(`,${cells}`))
    throw new Error(`state ${key} is not that of ${values['states-of']}: the teams have changed since`);
  const { goals } = await play();
  appendFileSync(out, `${[key, goals.l, goals.r, count, cells].join()}\n`);
}

const frame = createFrame();
const watched = Number(values.watched);
const seeds =
  wanted === null ? null : [...new Set([...wanted.keys()].map((key) => Number(key.split(',')[0])))];
let left = wanted?.size ?? states;

async function playSeed(seed: number): Promise<void> {
  const rng = createRandomStream(seed, 'states');
  const local = await createPlannedMatch(planBaseMatch(seed, HALF_CYCLES));
  const { match } = local;
  const { params } = match;
  const isOver = (time: number): boolean =>
    wanted !== null &&
    ![...wanted.keys()].some((key) => key.startsWith(`${seed},`) && Number(key.split(',')[1]) >= time);
  const before: Snapshot[] = [];
  const watch = (): void => {
    if (watched > 0) before.push(snapshot(match));
    if (before.length > watched) before.shift();
  };
  let next = 20;
  for (; left > 0 && !isOver(match.world.time) && local.cycle(); watch()) {
    const { time } = match.world;
    if (time < next || time % HALF_CYCLES > HALF_CYCLES - HORIZON - 1) continue;
    next = time + STATE_EVERY;
    fillFrame(match.world, params, frame);
    const key = `${seed},${time}`;
    const taken = isTaken(frame, params, rng);
    if (wanted === null ? !taken : !wanted.has(key)) continue;
    left -= 1;
    await playState(key, frame, params, () => playFutures(snapshot(match), { params, before, ...length }));
  }
}

/** Continues a recording from a cycle with the programs of its teams, with the seeds 1 to `count`. */
async function playPrograms(recording: string, time: number): Promise<{ goals: Record<Side, number> }> {
  const { bytes } = decompress(readFileSync(recording));
  const open = (start: string) => createChosenTeam(chooseTeam(start, process.cwd()));
  const teams = { l: open(values['left-start']), r: open(values['right-start']) };
  const goals = { l: 0, r: 0 };
  for (let seed = 1; seed <= count; seed++) {
    let scores = { l: 0, r: 0 };
    await rehearse(bytes, {
      ...{ teams, playsFrom: { time, seed }, limitMs: 60_000, connectTimeoutMs: 60_000 },
      onStep({ world: { left, right, time: now } }, isPlaying) {
        const scorer = left.score > scores.l ? 'l' : right.score > scores.r ? 'r' : null;
        scores = { l: left.score, r: right.score };
        if (isPlaying && scorer !== null) goals[scorer] += 1;
        return !isPlaying || (scorer === null && now < time + HORIZON);
      },
    });
  }
  return { goals };
}

async function playLog(file: string): Promise<void> {
  const opened = openLog(readFileSync(file));
  if (!opened.ok) throw new Error(`${file}: ${opened.error.message}`);
  const log = opened.value;
  const seed = Number.parseInt(basename(file), 10);
  const params = createFutureParams(log);
  const rng = createRandomStream(seed, 'states');
  const halfCycles = log.server.half_time * 10;
  const { features: stores, hasParameters } = log;
  const make = (index: number): Snapshot => {
    const first = Math.max(0, index - SHOWS_BEFORE);
    const before = Array.from({ length: index - first }, (_, i) => log.frame(first + i));
    return reconstructSnapshot(log.frame(index), { params, seed, before, stores, hasParameters }).snapshot;
  };
  let leftOfLog = states;
  for (let time = 20; leftOfLog > 0 && time < 2 * halfCycles; time += STATE_EVERY) {
    const index = log.frameAt(time);
    const frame = log.frame(index);
    if (frame.time !== time || playModeClock(frame.playMode) !== 'running') continue;
    if (time % halfCycles > halfCycles - HORIZON - 1 || !isTaken(frame, log, rng)) continue;
    leftOfLog -= 1;
    const shows = Math.min(SHOWS_BEFORE, index);
    const playBaseTeams = () => {
      const before = Array.from({ length: shows }, (_, i) => make(index - shows + i));
      return playFutures(make(index), { params, before, ...length });
    };
    await playState([values.teams, seed, time].join(), frame, log, () =>
      values['left-start'] === '' ? playBaseTeams() : playPrograms(file.replace(/\.rcg.*$/, '.rec.gz'), time),
    );
  }
}

if (ofLogs) for (const file of logs) await playLog(file);
else if (seeds !== null) for (const seed of seeds) await playSeed(seed);
else for (let seed = Number(values['first-seed']); left > 0; seed++) await playSeed(seed);
