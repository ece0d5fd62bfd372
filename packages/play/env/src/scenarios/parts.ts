import type { Side } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import type { Area, Range } from '../area.js';
import type { Placement, Scenario, ScenarioPlayer, Termination } from '../scenario.js';
import type { ScriptName } from '../scripts/script.js';

/** Parameters of small tasks: the rules that concern whole matches are off. */
export const TRAINING_RULES: Partial<ServerParams> = {
  use_offside: false,
  back_passes: false,
  free_kick_faults: false,
  forbid_kick_off_offside: false,
};

/** Returns a task of the left team under the rules of small tasks, unless it has others. */
export function task(
  scenario: Omit<Scenario, 'controlled' | 'server'> & Pick<Partial<Scenario>, 'controlled' | 'server'>,
): Scenario {
  return { controlled: 'left', server: TRAINING_RULES, ...scenario };
}

/** Ends of an attack by what happens to the ball. */
export const BALL_ENDS: readonly Termination[] = [{ on: 'goal' }, { on: 'out' }, { on: 'catch' }];
/** Ends of an attack, also by a call of the referee. */
export const ATTACK_ENDS: readonly Termination[] = [...BALL_ENDS, { on: 'stopped' }];

/** The end when a side has had the ball, alone, for some cycles. */
export function won(cycles: number, side: Side = 'r'): Termination {
  return { on: 'possession', side, cycles };
}

/** A placement in a rectangle, meters. */
export function within(x: Range, y: Range, easy?: Area): Placement {
  return easy === undefined ? { area: { x, y } } : { area: { x, y }, easy };
}

/** A placement around a point, at most `spread` meters away along each axis. */
export function at(x: number, y: number, spread = 0.5): Placement {
  return within([x - spread, x + spread], [y - spread, y + spread]);
}

/** A placement around the ball: distance in meters, direction in degrees of the field frame. */
export function around(distance: Range, direction: Range = [-180, 180]): Placement {
  return { aroundBall: { distance, direction } };
}

/** A player of the field. */
export function player(script: ScriptName, place: Placement): ScenarioPlayer {
  return { script, place };
}

/** The goalie of the right team, in front of its goal. */
export const RIGHT_KEEPER: ScenarioPlayer = {
  script: 'keeper',
  goalie: true,
  place: within([50, 51.5], [-2, 2]),
};

/** The goalie of the left team. */
export const LEFT_KEEPER: ScenarioPlayer = {
  script: 'keeper',
  goalie: true,
  place: within([-51.5, -50], [-2, 2]),
};

/** Attackers: the first with the ball, the others at their places. */
export function attackers(count: number, first: Placement, others: Placement): ScenarioPlayer[] {
  return Array.from({ length: count }, (_, i) => player('attacker', i === 0 ? first : others));
}

/** Defenders in a row between `-halfWidth` and `halfWidth`, each at most `spread` meters from its place in it. */
export function defenseRow(count: number, x: Range, halfWidth: number, spread: number): ScenarioPlayer[] {
  return Array.from({ length: count }, (_, i) => {
    const y = count === 1 ? 0 : -halfWidth + (2 * halfWidth * i) / (count - 1);
    return player('defender', within(x, [y - spread, y + spread]));
  });
}
