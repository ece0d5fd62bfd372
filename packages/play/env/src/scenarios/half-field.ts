import type { Scenario } from '../scenario.js';
import { ATTACK_ENDS, around, attackers, defenseRow, RIGHT_KEEPER, task, within, won } from './parts.js';

const SOURCE =
  'After half-field offense (Hausknecht et al. 2016): at most 500 cycles, at most 100 without a touch, ends with a goal, a capture by the defense or the ball out of the half.';

function describeDefense(defenders: number): string {
  if (defenders === 0) return 'and an empty goal';
  if (defenders === 1) return 'against a goalie';
  return `against ${defenders} defenders, one of them the goalie`;
}

function halfField(count: number, defenders: number): Scenario {
  const row = defenseRow(Math.max(0, defenders - 1), [34, 44], 15, 4);
  return task({
    name: `hfo-${count}v${defenders}`,
    description: `${count} ${count === 1 ? 'attacker' : 'attackers'} ${describeDefense(defenders)}, in one half.`,
    left: attackers(count, around([0.7, 3]), around([5, 15])),
    right: defenders === 0 ? [] : [RIGHT_KEEPER, ...row],
    ball: { place: within([5, 15], [-20, 20], { x: [28, 34], y: [-10, 10] }) },
    horizon: 500,
    terminations: [
      ...ATTACK_ENDS,
      won(3),
      { on: 'untouched', cycles: 100 },
      { on: 'region', region: { x: [-1, 60], y: [-40, 40] } },
    ],
    rewards: { goal: 5, 'ball-progress': 0.05, 'approach-ball': 0.02, pass: 0.2 },
    source: SOURCE,
  });
}

/** Half-field offense. */
export const HALF_FIELD_SCENARIOS: readonly Scenario[] = [
  halfField(1, 0),
  halfField(1, 1),
  halfField(1, 2),
  halfField(2, 0),
  halfField(2, 1),
  halfField(2, 2),
  halfField(2, 3),
  halfField(3, 2),
  halfField(3, 3),
  halfField(3, 4),
  halfField(4, 4),
  halfField(4, 5),
];
