/**
 * Plays continuations of states of matches that the training never used, and prints a line for each state and side:
 *   tsx --conditions=@rcss/source model/values/play-futures.ts --states 60 --futures 100 >> model/values/futures.csv
 * A state is continued with other random numbers by base teams without a memory of what was before.
 */
import { parseArgs } from 'node:util';
import { createLocalMatch } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import { createFrame, type PlayMode } from '@rcss/core';
import { createRandomStream, type RandomState } from '@rcss/core/random';
import { fillFrame } from '@rcss/sensors';
import { type Match, type Snapshot, snapshot } from '@rcss/simulator';
import { createStateValue } from '@rcss/values';
import { createPlannedMatch, planBaseMatch } from './play-match.js';
import { HORIZON } from './samples.js';

/** Seeds from here on belong to matches that the training does not play. */
const FIRST_SEED = 1_000_001;
const HALF_CYCLES = 1000;
/** Cycles between two states of a match. */
const STATE_EVERY = 53;

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '60' },
    futures: { type: 'string', default: '100' },
    'first-seed': { type: 'string', default: String(FIRST_SEED) },
  },
});

/** A state with the same world and other random numbers. */
function reseed(from: Snapshot, number: number): Snapshot {
  const state = (name: string): RandomState => createRandomStream(number, name).state();
  return {
    ...from,
    random: {
      physics: state('physics'),
      players: from.random.players.map((_, i) => state(`player ${i}`)),
      sensors: state('sensors'),
      referee: state('referee'),
      scheduling: state('scheduling'),
    },
  };
}

/** Side of the next goal in a continuation: 0 left, 1 right, 2 none within the horizon. */
async function playFuture(from: Snapshot, number: number): Promise<number> {
  const local = await createLocalMatch({
    seed: from.seed,
    left: { name: 'Left', create: baseTeam },
    right: { name: 'Right', create: baseTeam },
    server: { half_time: HALF_CYCLES / 10, nr_extra_halfs: 0, penalty_shoot_outs: false },
    from: reseed(from, number),
  });
  const { world } = local.match;
  const { time, left, right } = from.world;
  while (world.time - time <= HORIZON && local.cycle()) {
    if (world.left.score > left.score) return 0;
    if (world.right.score > right.score) return 1;
  }
  return 2;
}

/** Phase of play: set plays by kind, open play by the third in which the ball is, as the left side sees it. */
function phaseOf(mode: PlayMode, x: number): string {
  if (mode !== 'play_on') return 'set play';
  return x < -17.5 ? 'left third' : x > 17.5 ? 'right third' : 'middle third';
}

const { probabilities } = createStateValue();
const chances = new Float64Array(3);
const frame = createFrame();

async function printState(match: Match, seed: number): Promise<void> {
  const from = snapshot(match);
  fillFrame(match.world, match.params, frame);
  probabilities(frame, match.params.types, chances);
  const counts = [0, 0, 0];
  for (let i = 0; i < Number(values.futures); i++) counts[await playFuture(from, 1 + i)]! += 1;
  const cells = [
    seed,
    frame.time,
    phaseOf(frame.playMode, frame.ballX),
    frame.ballX.toFixed(1),
    frame.ballY.toFixed(1),
    ...Array.from(chances.subarray(0, 2), (chance) => chance.toFixed(4)),
    ...counts,
  ];
  console.log(cells.join(','));
}

let left = Number(values.states);
for (let seed = Number(values['first-seed']); left > 0; seed++) {
  const local = await createPlannedMatch(planBaseMatch(seed, HALF_CYCLES));
  const { world } = local.match;
  let next = 20;
  while (left > 0 && local.cycle()) {
    if (world.time < next || world.time % HALF_CYCLES > HALF_CYCLES - HORIZON - 1) continue;
    next = world.time + STATE_EVERY;
    await printState(local.match, seed);
    left -= 1;
  }
}
