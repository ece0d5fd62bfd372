import type { Placement, Scenario } from '../scenario.js';
import { player, task, within, won } from './parts.js';

/** Side length of the corners in which players start, meters. */
const CORNER = 3;
/** Distance of the ball from two borders at the start, meters. */
const BALL_INSET = 4;

const SOURCE =
  'Keepaway benchmark (Stone, Sutton and Kuhlmann 2005), see [keepaway](policies.md#keepaway). `keepaway-3v2-25m` has the size of Taylor and Stone 2007.';

function keepaway(
  keepers: number,
  takers: number,
  size: number,
  name = `keepaway-${keepers}v${takers}`,
): Scenario {
  const half = size / 2;
  const low: readonly [number, number] = [-half, -half + CORNER];
  const high: readonly [number, number] = [half - CORNER, half];
  const corners: readonly Placement[] = [within(low, low), within(high, low), within(high, high)];
  return task({
    name,
    description: `${keepers} keepers keep the ball from ${takers} takers in a square of ${size} m.`,
    left: Array.from({ length: keepers }, (_, i) =>
      player('keepaway-keeper', corners[i] ?? within([-1, 1], [-1, 1])),
    ),
    right: Array.from({ length: takers }, () => player('keepaway-taker', within(low, high))),
    shuffledSide: 'left',
    ball: {
      place: within([-half + BALL_INSET, -half + BALL_INSET], [-half + BALL_INSET, -half + BALL_INSET]),
    },
    horizon: 3000,
    terminations: [won(4), { on: 'region', region: { x: [-half, half], y: [-half, half] } }],
    rewards: { cycle: 0.1 },
    source: SOURCE,
  });
}

/** Keepaway with several numbers of players and sizes, and a rondo with one taker. */
export const KEEPAWAY_SCENARIOS: readonly Scenario[] = [
  keepaway(3, 2, 20),
  keepaway(3, 2, 25, 'keepaway-3v2-25m'),
  keepaway(4, 3, 25),
  keepaway(5, 4, 30),
  {
    ...keepaway(4, 1, 15),
    name: 'rondo-4v1',
    description: 'Four players pass around one opponent in a square of 15 m.',
    rewards: { pass: 1, cycle: 0.01 },
    source: 'An exercise of training; the start and the end are those of keepaway.',
  },
];
