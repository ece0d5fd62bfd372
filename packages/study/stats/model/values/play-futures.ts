/**
 * Plays continuations of states of matches that the training never used, and prints a row of futures.csv for each state:
 *   tsx --conditions=@rcss/source model/values/play-futures.ts --states 60 --futures 100 >> model/values/futures.csv
 * `--skip N` leaves out the first states, which an earlier call has printed.
 * A state is continued with other random numbers by base teams without a memory of what was before. Most states of a match have hardly a
 * chance of a goal: only one in five of those with a value of the model below 5 % is taken.
 */
import { parseArgs } from 'node:util';
import { playFutures } from '@rcss/base-team/futures';
import { createFrame } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { fillFrame } from '@rcss/sensors';
import { type Match, snapshot } from '@rcss/simulator';
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
    skip: { type: 'string', default: '0' },
    'first-seed': { type: 'string', default: String(FIRST_SEED) },
  },
});

const { probabilities } = createStateValue();
const chances = new Float64Array(3);
const features = new Float64Array(FEATURE_COUNT);
const frame = createFrame();

async function printState(match: Match, seed: number): Promise<void> {
  const count = Number(values.futures);
  const { params } = match;
  const { goals } = await playFutures(snapshot(match), { params, count, cycles: HORIZON });
  createFeatureWriter(params.server, params.types).write(frame, 'l', features);
  console.log(
    [seed, frame.time, goals.l, goals.r, count, ...Array.from(features, (x) => Number(x.toFixed(4)))].join(),
  );
}

let skip = Number(values.skip);
let left = skip + Number(values.states);
for (let seed = Number(values['first-seed']); left > 0; seed++) {
  const rng = createRandomStream(seed, 'states');
  const local = await createPlannedMatch(planBaseMatch(seed, HALF_CYCLES));
  const { match } = local;
  let next = 20;
  while (left > 0 && local.cycle()) {
    const { time } = match.world;
    if (time < next || time % HALF_CYCLES > HALF_CYCLES - HORIZON - 1) continue;
    next = time + STATE_EVERY;
    fillFrame(match.world, match.params, frame);
    probabilities(frame, match.params.types, chances);
    if (Math.max(chances[0]!, chances[1]!) < SMALL && uniform(rng, 0, FEW) > 1) continue;
    left -= 1;
    if (skip > 0) skip -= 1;
    else await printState(match, seed);
  }
}
