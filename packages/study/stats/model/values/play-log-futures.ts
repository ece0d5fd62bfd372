/**
 * Plays continuations of states of game logs, and appends a row for each state to a file:
 *   tsx --conditions=@rcss/source model/values/play-log-futures.ts --teams "a against b" --states 20 --futures 25 --out ../../../data/values/log-futures.csv 51001.rcg ...
 * A call that was ended is continued by the same call. A state is continued with other random numbers by base teams, whatever teams the
 * log has; they have perceived the ten shows before it. Most states have hardly a chance of a goal: only one in five of those with a value
 * of the model below 5 % is taken. The name of a log is the number of its match.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createFutureParams, playFutures } from '@rcss/base-team/futures';
import { playModeClock } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { openLog } from '@rcss/logs';
import { reconstructSnapshot, type Snapshot } from '@rcss/simulator';
import { createFeatureWriter, createStateValue, FEATURE_COUNT } from '@rcss/values';
import { HORIZON } from './samples.js';

/** Cycles between two states of a match. */
const STATE_EVERY = 53;
/** Below this largest chance of a goal only one state in {@link FEW} is taken. */
const SMALL = 0.05;
const FEW = 5;
/** Shows before a state that the players perceive. */
const SHOWS_BEFORE = 10;

const { values, positionals } = parseArgs({
  options: {
    teams: { type: 'string', default: '' },
    states: { type: 'string', default: '20' },
    futures: { type: 'string', default: '25' },
    out: { type: 'string', default: 'log-futures.csv' },
  },
  allowPositionals: true,
});
const count = Number(values.futures);
const lines = existsSync(values.out) ? readFileSync(values.out, 'utf8').split('\n') : [];
const done = new Set(lines.map((line) => line.split(',').slice(0, 3).join()));
const { probabilities } = createStateValue();
const chances = new Float64Array(3);
const features = new Float64Array(FEATURE_COUNT);

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
  let left = Number(values.states);
  for (let time = 20; left > 0 && time < 2 * halfCycles; time += STATE_EVERY) {
    const index = log.frameAt(time);
    const frame = log.frame(index);
    if (frame.time !== time || playModeClock(frame.playMode) !== 'running') continue;
    if (time % halfCycles > halfCycles - HORIZON - 1) continue;
    probabilities(frame, log.types, chances);
    if (Math.max(chances[0]!, chances[1]!) < SMALL && uniform(rng, 0, FEW) > 1) continue;
    left -= 1;
    const key = [values.teams, seed, time].join();
    if (done.has(key)) continue;
    createFeatureWriter(log.server, log.types).write(frame, 'l', features);
    const before = Array.from({ length: Math.min(SHOWS_BEFORE, index) }, (_, i, of = i) =>
      make(index - Math.min(SHOWS_BEFORE, index) + of),
    );
    const { goals } = await playFutures(make(index), { params, count, cycles: HORIZON, before });
    const state = Array.from(features, (x) => Number(x.toFixed(4)));
    appendFileSync(values.out, `${[key, goals.l, goals.r, count, ...state].join()}\n`);
  }
}

for (const file of positionals) await playLog(file);
