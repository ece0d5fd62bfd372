import type { Scenario } from '../scenario.js';
import {
  ATTACK_ENDS,
  around,
  at,
  BALL_ENDS,
  LEFT_KEEPER,
  player,
  RIGHT_KEEPER,
  TRAINING_RULES,
  task,
  within,
  won,
} from './parts.js';

const ATTACK = { goal: 10, 'ball-progress': 0.02, 'approach-ball': 0.02 } as const;

/** What all restarts near the goal have. */
const RESTART = {
  server: { ...TRAINING_RULES, drop_ball_time: 200 },
  horizon: 300,
  terminations: [...BALL_ENDS, won(5)],
  rewards: ATTACK,
} as const;

/** Restarts and situations of a match. */
export const SITUATION_SCENARIOS: readonly Scenario[] = [
  task({
    name: 'penalty',
    description: 'One player shoots from the penalty spot against the goalie.',
    left: [player('attacker', around([0.8, 1.2], [170, 190]))],
    right: [{ ...RIGHT_KEEPER, place: within([51, 51.5], [-0.5, 0.5]) }],
    ball: { place: at(41.5, 0, 0) },
    horizon: 100,
    terminations: ATTACK_ENDS,
    rewards: ATTACK,
  }),
  task({
    name: 'penalty-shootout',
    description: 'One attempt of a shootout: an attacker starts 42.5 m from the goal and has 150 cycles.',
    left: [player('attacker', around([0.8, 1.2], [170, 190]))],
    right: [RIGHT_KEEPER],
    ball: { place: at(10, 0, 0) },
    horizon: 150,
    terminations: ATTACK_ENDS,
    rewards: ATTACK,
  }),
  task({
    name: 'corner',
    description: 'Four attackers take a corner kick against three defenders and the goalie.',
    left: [
      player('attacker', at(52.3, -33.8, 0.1)),
      player('attacker', within([44, 47], [-8, -3])),
      player('attacker', within([42, 46], [1, 6])),
      player('attacker', within([38, 42], [-4, 4])),
    ],
    right: [
      RIGHT_KEEPER,
      player('defender', within([46, 49], [-8, -3])),
      player('defender', within([46, 49], [1, 6])),
      player('defender', within([42, 45], [-3, 3])),
    ],
    ball: { place: at(51.5, -33, 0) },
    playMode: 'corner_kick_l',
    ...RESTART,
  }),
  task({
    name: 'free-kick',
    description:
      'Three attackers take a free kick near the penalty area against three defenders and the goalie.',
    left: [
      player('attacker', around([0.7, 1], [160, 200])),
      player('attacker', within([34, 40], [-15, -8])),
      player('attacker', within([34, 40], [8, 15])),
    ],
    right: [
      RIGHT_KEEPER,
      player('defender', within([43, 45], [-4, -1])),
      player('defender', within([43, 45], [1, 4])),
      player('defender', within([42, 45], [-12, -8])),
    ],
    ball: { place: within([28, 32], [-10, 10]) },
    playMode: 'free_kick_l',
    ...RESTART,
  }),
  task({
    name: 'kick-in',
    description:
      'Three attackers take a kick-in in the opponents’ half against three defenders and the goalie.',
    left: [
      player('attacker', at(25, -34.5, 0.2)),
      player('attacker', within([26, 34], [-24, -18])),
      player('attacker', within([30, 38], [-8, 4])),
    ],
    right: [
      RIGHT_KEEPER,
      player('defender', within([36, 42], [-24, -18])),
      player('defender', within([38, 44], [-8, -2])),
      player('defender', within([38, 44], [2, 8])),
    ],
    ball: { place: at(25, -34, 0) },
    playMode: 'kick_in_l',
    ...RESTART,
  }),
  task({
    name: 'counterattack',
    description: 'Three attackers run from the center at two defenders and the goalie.',
    left: [
      player('attacker', around([0.7, 1], [170, 190])),
      player('attacker', within([-6, 2], [-22, -14])),
      player('attacker', within([-6, 2], [14, 22])),
    ],
    right: [
      RIGHT_KEEPER,
      player('defender', within([28, 32], [-8, -2])),
      player('defender', within([28, 32], [2, 8])),
    ],
    ball: { place: within([-3, 3], [-5, 5]) },
    server: { ...TRAINING_RULES, use_offside: true },
    horizon: 300,
    terminations: [...ATTACK_ENDS, won(5)],
    rewards: { ...ATTACK, pass: 0.2 },
  }),
  task({
    name: 'build-up',
    description:
      'The goalie and three defenders bring the ball from the own goal over the center line against three attackers.',
    left: [
      LEFT_KEEPER,
      player('passer', within([-42, -38], [-18, -14])),
      player('passer', around([0.7, 1], [170, 190])),
      player('passer', within([-42, -38], [14, 18])),
    ],
    right: [
      player('chaser', within([-28, -24], [-12, -8])),
      player('attacker', within([-26, -22], [-2, 2])),
      player('attacker', within([-28, -24], [8, 12])),
    ],
    ball: { place: within([-44, -42], [-4, 4]) },
    horizon: 400,
    terminations: [
      { on: 'goal' },
      { on: 'out' },
      { on: 'region', region: { x: [-60, 0], y: [-40, 40] } },
      won(5),
    ],
    rewards: { goal: 10, 'ball-progress': 0.05, pass: 0.2, gain: 1 },
  }),
];
