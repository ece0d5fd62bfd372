import {
  type Action,
  clear,
  commands,
  computeLossCost,
  createAction,
  evaluatePosition,
  findBestDribble,
  findBestLoftedPass,
  findBestPass,
  findBestShot,
  hold,
  lob,
  loftClear,
  playDribble,
  playLoftedPass,
  playPass,
  playShot,
  shoot,
  trapBall,
} from '@rcss/agent/skills';
import type { WorldModel } from '@rcss/agent/world';
import { OPPONENT_GOAL } from '@rcss/agent/world';

/** Added to the value of a pass, so that it is chosen before a dribble of equal value. */
const PASS_BONUS = 0.11;
/** Share of the random number of the cycle in the value of a pass. */
const TIE_BREAK_SHARE = 0.02;
/** Probability from which on a pass through the air is played. */
const MIN_LOFT_CHANCE = 0.6;

/**
 * The player has the ball in open play: shoot, pass, carry it on, hold it or clear, whichever has the highest
 * value.
 */
export function decideWithBall(wm: WorldModel): Action {
  const shot = shoot(wm) ?? lob(wm) ?? trapBall(wm);
  if (shot !== null) return shot;
  const { self, ball } = wm;
  const push = commands.computeKickPower(wm);
  const pressed = wm.nearestOpponent(ball.pos).gap;
  const pass = findBestPass(wm, push);
  const dribble = findBestDribble(wm, push);
  const lofted = findBestLoftedPass(wm);
  const loftedScore = lofted === null || lofted.chance < MIN_LOFT_CHANCE ? -1e9 : lofted.score + PASS_BONUS;
  const passScore = pass === null ? -1e9 : pass.score + PASS_BONUS + TIE_BREAK_SHARE * wm.tieBreak;
  const dribbleScore = dribble === null ? -1e9 : dribble.score;
  const best = Math.max(passScore, loftedScore, dribbleScore, evaluateHold(wm, pressed));
  const longShot = findBestShot(wm, push);
  if (longShot !== null && longShot.chance > 0.25 && longShot.chance * 1.2 > best)
    return playShot(wm, longShot, false);
  const cleared = best < 0.02 && pressed < 3 && self.pos.x < -15 ? (loftClear(wm) ?? clear(wm)) : null;
  if (cleared !== null) return cleared;
  if (lofted !== null && loftedScore === best) return playLoftedPass(lofted);
  if (pass !== null && passScore === best) return playPass(wm, pass, true);
  if (dribble !== null && dribbleScore === best) return playDribble(wm, dribble);
  const held = ball.speed > 0.25 || pressed < 3 ? hold(wm) : null;
  if (held !== null) return { ...held, lookAt: OPPONENT_GOAL };
  const direction = Math.atan2(OPPONENT_GOAL.y - self.pos.y, OPPONENT_GOAL.x - self.pos.x);
  return createAction('hold', commands.turnToDirection(wm, direction), 'no opponent is near', {
    lookAt: OPPONENT_GOAL,
  });
}

/** Value of keeping the ball; low if an opponent is near. */
function evaluateHold(wm: WorldModel, pressed: number): number {
  const here = wm.ball.pos;
  const safe = Math.max(0, Math.min(1, (pressed - 1.5) / 4));
  return safe * evaluatePosition(here) - (1 - safe) * Math.max(0.1, computeLossCost(here)) - 0.06;
}
