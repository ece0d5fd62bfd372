import type { Scenario, ScenarioPlayer } from '../scenario.js';
import { around, player, RIGHT_KEEPER, TRAINING_RULES, within } from './parts.js';

const SOURCE =
  'After the front-goal tasks of R2D-RL (arXiv 2606.18786): sizes, ends, 300 cycles and reward are those of its settings; the places of the start are not published as numbers and are chosen here.';

/** Defenders in front of the goal: a field player alone, otherwise a goalie and field players. */
function defense(count: number): ScenarioPlayer[] {
  const field = count > 1 ? count - 1 : count;
  const rows = Array.from({ length: field }, (_, i): ScenarioPlayer => {
    const y = field === 1 ? 0 : -9 + (18 * i) / (field - 1);
    return player('defender', within([43, 46], [y - 2, y + 2]));
  });
  return count > 1 ? [RIGHT_KEEPER, ...rows] : rows;
}

function describeDefense(count: number): string {
  if (count === 0) return 'an empty goal';
  if (count === 1) return 'a defender and a goal without goalie';
  return `${count} defenders, one of them the goalie`;
}

function frontGoal(attackers: number, defenders: number): Scenario {
  return {
    name: `front-goal-${attackers}v${defenders}`,
    description: `${attackers} ${attackers === 1 ? 'attacker' : 'attackers'} with the ball against ${describeDefense(defenders)}, near the goal.`,
    left: Array.from({ length: attackers }, (_, i) =>
      player('attacker', i === 0 ? around([0.6, 0.9], [150, 210]) : around([6, 12], [60, 300])),
    ),
    right: defense(defenders),
    controlled: 'left',
    ball: { place: within([32, 38], [-8, 8]) },
    server: TRAINING_RULES,
    horizon: 300,
    terminations: [
      { on: 'goal' },
      { on: 'out' },
      { on: 'catch' },
      { on: 'stopped' },
      { on: 'possession', side: 'r', cycles: 1 },
      { on: 'region', region: { x: [0, 60], y: [-40, 40] } },
    ],
    rewards: { goal: 1 },
    source: SOURCE,
  };
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
