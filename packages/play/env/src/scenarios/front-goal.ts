import type { Scenario } from '../scenario.js';
import { ATTACK_ENDS, around, attackers, defenseRow, RIGHT_KEEPER, task, within, won } from './parts.js';

const SOURCE =
  'After the front-goal tasks of R2D-RL (arXiv 2606.18786): sizes, ends, 300 cycles and reward are those of its settings; the places of the start are not published as numbers and are chosen here.';

function describeDefense(count: number): string {
  if (count === 0) return 'an empty goal';
  if (count === 1) return 'a defender and a goal without goalie';
  return `${count} defenders, one of them the goalie`;
}

function frontGoal(count: number, defenders: number): Scenario {
  const row = defenseRow(defenders > 1 ? defenders - 1 : defenders, [43, 46], 9, 2);
  return task({
    name: `front-goal-${count}v${defenders}`,
    description: `${count} ${count === 1 ? 'attacker' : 'attackers'} with the ball against ${describeDefense(defenders)}, near the goal.`,
    left: attackers(count, around([0.6, 0.9], [150, 210]), around([6, 12], [60, 300])),
    right: defenders > 1 ? [RIGHT_KEEPER, ...row] : row,
    ball: { place: within([32, 38], [-8, 8]) },
    horizon: 300,
    terminations: [...ATTACK_ENDS, won(1), { on: 'region', region: { x: [0, 60], y: [-40, 40] } }],
    rewards: { goal: 1 },
    source: SOURCE,
  });
}

/** Attacks in front of the goal, as R2D-RL has them. */
export const FRONT_GOAL_SCENARIOS: readonly Scenario[] = [
  frontGoal(1, 0),
  frontGoal(1, 1),
  frontGoal(2, 1),
  frontGoal(3, 2),
  frontGoal(4, 3),
  frontGoal(5, 4),
];
