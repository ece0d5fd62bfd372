import type { SideName } from '@rcss/core';
import type { Area, Range } from '../area.js';
import type { Placement, Scenario, ScenarioPlayer, Termination } from '../scenario.js';

/** Turns a range to that of the opposite side. */
function turnRange([low, high]: Range): Range {
  return [0 - high, 0 - low];
}

function turnArea({ x, y }: Area): Area {
  return { x: turnRange(x), y: turnRange(y) };
}

function turnPlace(place: Placement): Placement {
  if ('area' in place)
    return {
      area: turnArea(place.area),
      ...(place.easy === undefined ? {} : { easy: turnArea(place.easy) }),
    };
  const { distance, direction } = place.aroundBall;
  return { aroundBall: { distance, direction: [direction[0] + 180, direction[1] + 180] } };
}

function turnPlayer(player: ScenarioPlayer): ScenarioPlayer {
  const { bodyAngle } = player;
  return {
    ...player,
    place: turnPlace(player.place),
    ...(bodyAngle === undefined ? {} : { bodyAngle: [bodyAngle[0] + 180, bodyAngle[1] + 180] }),
  };
}

function turnTermination(termination: Termination): Termination {
  return termination.on === 'region' ? { on: 'region', region: turnArea(termination.region) } : termination;
}

/**
 * Returns a scenario with the players of a role at a side: the scenario itself, or with both sides exchanged. Only players, region and the place
 * of the ball are turned: what a player needs for its observations and actions.
 */
export function placeScenario(scenario: Scenario, role: SideName, side: SideName): Scenario {
  if (role === side) return scenario;
  return {
    ...scenario,
    left: scenario.right.map(turnPlayer),
    right: scenario.left.map(turnPlayer),
    ball: { ...scenario.ball, place: turnPlace(scenario.ball.place) },
    terminations: scenario.terminations.map(turnTermination),
  };
}

/** Returns the middle of a place at the start of an episode, meters. */
export function centerOfPlace(
  place: Placement,
  ball: Readonly<{ x: number; y: number }>,
): { x: number; y: number } {
  // A place around the ball has no middle of its own.
  if (!('area' in place)) return { x: ball.x, y: ball.y };
  const { x, y } = place.area;
  return { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 };
}
