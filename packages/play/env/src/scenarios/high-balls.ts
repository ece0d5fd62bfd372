import type { ServerParams } from '@rcss/params';
import type { Scenario } from '../scenario.js';
import { ATTACK_ENDS, around, player, RIGHT_KEEPER, TRAINING_RULES, task, within, won } from './parts.js';

/** The rules of small tasks, with a ball that can leave the ground (spec 12). */
const HIGH_BALL_RULES: Partial<ServerParams> = {
  ...TRAINING_RULES,
  experimental_height: true,
  '2d_mode': false,
};

/** Tasks with a ball in the air. */
export const HIGH_BALL_SCENARIOS: readonly Scenario[] = [
  task({
    name: 'cross-and-volley',
    description: 'A winger crosses over two defenders to a striker, which shoots out of the air.',
    left: [player('crosser', around([0.6, 0.8], [70, 110])), player('attacker', within([42, 45], [-3, 3]))],
    right: [
      RIGHT_KEEPER,
      player('defender', within([41, 44], [-16, -12])),
      player('defender', within([45, 47], [-12, -8])),
    ],
    ball: { place: within([38, 43], [-28, -24], { x: [42, 44], y: [-24, -22] }) },
    server: HIGH_BALL_RULES,
    horizon: 100,
    terminations: [...ATTACK_ENDS, won(3)],
    rewards: { goal: 10, pass: 1, 'ball-progress': 0.02 },
  }),
  task({
    name: 'lob',
    description: 'One attacker shoots over a goalie that is far from its goal and runs back.',
    left: [player('lobber', around([0.6, 0.8], [170, 190]))],
    right: [{ ...RIGHT_KEEPER, place: within([34, 37], [-2, 2]) }],
    ball: { place: within([23, 27], [-6, 6], { x: [24, 26], y: [-2, 2] }) },
    server: HIGH_BALL_RULES,
    horizon: 80,
    terminations: ATTACK_ENDS,
    rewards: { goal: 10, 'ball-progress': 0.02 },
  }),
  task({
    name: 'goalie-high-ball',
    description:
      'The goalie claims a cross before two attackers; the agent is the goalie. It can catch the ball up to its own height.',
    left: [player('attacker', within([34, 37], [-8, -3])), player('attacker', within([34, 37], [3, 8]))],
    right: [RIGHT_KEEPER],
    controlled: 'right',
    ball: {
      place: within([28, 32], [-30, -26]),
      speed: [1.5, 1.7],
      direction: [54, 60],
      height: [0.5, 1],
      verticalSpeed: [0.9, 1.05],
    },
    server: HIGH_BALL_RULES,
    horizon: 100,
    terminations: [...ATTACK_ENDS, won(3, 'l')],
    rewards: { goal: 10, possession: 1 },
  }),
  task({
    name: 'aerial-duel',
    description: 'Two players run to a falling ball; the agent stops it first and keeps it for three cycles.',
    left: [player('trapper', around([9, 13], [100, 170]))],
    right: [player('trapper', around([10, 14], [-80, -10]))],
    ball: {
      place: within([-20, 20], [-15, 15]),
      speed: [0.2, 0.5],
      direction: [-180, 180],
      height: [1, 3],
      verticalSpeed: [0.6, 0.9],
    },
    server: HIGH_BALL_RULES,
    horizon: 100,
    terminations: [won(3, 'l'), won(3), { on: 'out' }],
    rewards: { gain: 1, possession: 1, 'approach-ball': 0.02 },
  }),
];

/** How an episode of a scenario with a ball in the air ends if its agents succeed. */
export const SUCCESSES: Readonly<Record<string, string>> = {
  'cross-and-volley': 'goal',
  lob: 'goal',
  'goalie-high-ball': 'catch',
  'aerial-duel': 'possession of the agent',
};

/** Number of episodes of one of these scenarios whose agents have succeeded, by their outcomes. */
export function countSuccesses({ name, terminations }: Scenario, outcomes: Uint8Array): number {
  // The possession of the agents is named before that of the opponents.
  const on = (SUCCESSES[name] as string).split(' ')[0];
  const success = terminations.findIndex((end) => end.on === on) + 2;
  return outcomes.filter((outcome) => outcome === success).length;
}
