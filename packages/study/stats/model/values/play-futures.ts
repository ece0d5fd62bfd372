/**
 * Plays continuations of states of matches that the training never used, and appends a row for each state to a file:
 *   tsx --conditions=@rcss/source model/values/play-futures.ts --states 60 --futures 100 --out ../../../data/values/futures.csv
 * A call that was ended is continued by the same call: states that the file has are left out. `--states-of FILE` continues the states of
 * another file instead. A state is continued with other random numbers by base teams that have perceived the cycles before it
 * (`--watched 25`; 0 for players without memory). Most states of a match have hardly a chance of a goal: only one in five of those with a
 * value of the model below 5 % is taken.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { playFutures } from '@rcss/base-team/futures';
import { createFrame } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { fillFrame } from '@rcss/sensors';
import { type Snapshot, snapshot } from '@rcss/simulator';
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

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '60' },
    futures: { type: 'string', default: '100' },
    watched: { type: 'string', default: '25' },
    out: { type: 'string', default: 'futures.csv' },
    'states-of': { type: 'string' },
    'first-seed': { type: 'string', default: String(FIRST_SEED) },
  },
});

/** Rows of a file by `seed,time`. */
function readRows(file: string): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line) => [/^\d+,\d+/.exec(line)![0], line]));
}

const { probabilities } = createStateValue();
const chances = new Float64Array(3);
const features = new Float64Array(FEATURE_COUNT);
const frame = createFrame();
const count = Number(values.futures);
const watched = Number(values.watched);
const done = readRows(values.out);
const wanted = values['states-of'] === undefined ? null : readRows(values['states-of']);
const seeds =
  wanted === null ? null : [...new Set([...wanted.keys()].map((key) => Number(key.split(',')[0])))];
let left = wanted?.size ?? Number(values.states);

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
    probabilities(frame, params.types, chances);
    const key = `${seed},${time}`;
    const isSmall = Math.max(chances[0]!, chances[1]!) < SMALL && uniform(rng, 0, FEW) > 1;
    if (wanted === null ? isSmall : !wanted.has(key)) continue;
    left -= 1;
    if (done.has(key)) continue;
    createFeatureWriter(params.server, params.types).write(frame, 'l', features);
    const state = Array.from(features, (x) => Number(x.toFixed(4))).join();
    if (wanted !== null && !wanted.get(key)!.endsWith(`,${state}`))
      throw new Error(`state ${key} is not that of ${values['states-of']}: the teams have changed since`);
    const { goals } = await playFutures(snapshot(match), { params, count, cycles: HORIZON, before });
    appendFileSync(values.out, `${[key, goals.l, goals.r, count, state].join()}\n`);
  }
}

if (seeds !== null) for (const seed of seeds) await playSeed(seed);
else for (let seed = Number(values['first-seed']); left > 0; seed++) await playSeed(seed);
