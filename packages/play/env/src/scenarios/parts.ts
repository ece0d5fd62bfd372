import type { ServerParams } from '@rcss/params';
import type { Area, Range } from '../area.js';
import type { Placement, ScenarioPlayer } from '../scenario.js';
import type { ScriptName } from '../scripts/script.js';

/** Parameters of small tasks: the rules that concern whole matches are off. */
export const TRAINING_RULES: Partial<ServerParams> = {
  use_offside: false,
  back_passes: false,
  free_kick_faults: false,
  forbid_kick_off_offside: false,
};

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
