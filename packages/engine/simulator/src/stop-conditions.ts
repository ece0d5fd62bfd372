import type { StopConditions, StopReason } from '@rcss/core/match-document';
import { PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { ballPlace, playModeKind } from '@rcss/referee/geometry';
import type { Match } from './match.js';

const RULES_END: StopReason = { condition: 'rules', message: 'the match is over by the rules' };

/**
 * Returns why a match ends at this moment, or null while it goes on. Call it after each step. Independently of the
 * conditions, a match ends when its play mode is `time_over`.
 *
 * @param wallSeconds Time for which the match has been played, for `wallTime`; `match.wallSeconds` by default, which the application sets.
 */
export function checkStop(
  match: Match,
  conditions: StopConditions = {},
  wallSeconds: number = match.wallSeconds,
): StopReason | null {
  const { world } = match;
  const { cycles, goals, goalDifference, playModes, ballOut, wallTime } = conditions;
  if (world.playMode === 'time_over') return RULES_END;
  if (cycles !== undefined && match.steps >= cycles)
    return { condition: 'cycles', message: `${match.steps} cycles were simulated` };
  const { left, right } = world;
  if (goals !== undefined && left.score + right.score >= goals)
    return { condition: 'goals', message: `${left.score + right.score} goals were scored` };
  if (goalDifference !== undefined && Math.abs(left.score - right.score) >= goalDifference)
    return { condition: 'goalDifference', message: `the score is ${left.score}-${right.score}` };
  if (playModes?.includes(world.playMode))
    return { condition: 'playModes', message: `the play mode is ${world.playMode}` };
  if (ballOut && isBallOut(match)) return { condition: 'ballOut', message: 'the ball left the field' };
  if (wallTime !== undefined && wallSeconds >= wallTime)
    return { condition: 'wallTime', message: `the match took ${wallTime} seconds` };
  return null;
}

/**
 * Whether the ball left the field in the last step. The rules put a ball that left the field on a line in the same step, so
 * only the call shows it: a wait that has just begun, or a ball at rest on the touch line after a drop ball.
 */
function isBallOut({ world, params, referee }: Match): boolean {
  const { setPlay, outOfPlay } = referee.state;
  const { pos, vel } = world.ball;
  switch (playModeKind(world.playMode)) {
    case 'kick_in':
    case 'corner_kick':
    case 'goal_kick':
      return setPlay.timer === params.server.drop_ball_time;
    case 'goal':
      return outOfPlay.goalWait === 0;
    case 'play_on':
      if (Math.abs(pos.y) === PITCH_HALF_WIDTH && vel.x === 0 && vel.y === 0) return true;
  }
  return ballPlace(world, params) !== 'in_field';
}
