import { type PlanSituation, planAttack } from '@rcss/agent/planner';
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
  MIN_LOSS,
  playDribble,
  playLoftedPass,
  playPass,
  playShot,
  shoot,
  trapBall,
} from '@rcss/agent/skills';
import type { WorldModel } from '@rcss/agent/world';
import { computeDirection, OPPONENT_GOAL } from '@rcss/agent/world';
import { FORMATION } from './formation.js';

/** Added to the value of a pass, so that it is chosen before a dribble of equal value. */
const PASS_BONUS = 0.11;
/** Share of the random number of the cycle in the value of a pass. */
const TIE_BREAK_SHARE = 0.02;
/** Probability from which on a pass through the air is played. */
const MIN_LOFT_CHANCE = 0.6;

/** States that are evaluated for a plan. */
const MAX_STATES = 250;
/** What a cycle of a plan costs. */
const CYCLE_COST = 0.004;
/** Near the own goal: beyond this x, with an opponent within this distance of the ball, meters. */
const DEEP_X = -30;
const DEEP_PRESSURE = 4;
/** Elsewhere in the own half. */
const CLEAR_X = -15;
const PRESSURE = 3;
/** Under pressure the ball is cleared if everything else is worth less than this. */
const DEEP_CLEAR_VALUE = -0.05;
const CLEAR_VALUE = -0.3;

/**
 * The player has the ball in open play: shoot, pass, carry it on, hold it or clear, whichever has the highest
 * value. Without an opponent near in front of the own goal, it looks some steps ahead.
 */
export function decideWithBall(wm: WorldModel): Action {
  const shot = shoot(wm) ?? lob(wm) ?? trapBall(wm);
  if (shot !== null) return shot;
  const { self, ball } = wm;
  const push = commands.computeKickPower(wm);
  const pressed = wm.nearestOpponent(ball.pos).gap;
  const isDeep = self.pos.x < DEEP_X && pressed < DEEP_PRESSURE;
  const held = evaluateHold(wm, pressed);
  const lofted = findBestLoftedPass(wm);
  const loftedScore = lofted === null || lofted.chance < MIN_LOFT_CHANCE ? -1e9 : lofted.score + PASS_BONUS;
  const plan = isDeep
    ? null
    : planAttack(wm, { maxStates: MAX_STATES, formation: FORMATION, evaluate: rateSituation });
  if (plan !== null && plan.value > Math.max(held, loftedScore)) return plan.action;
  const pass = findBestPass(wm, push);
  const dribble = findBestDribble(wm, push);
  const passScore = pass === null ? -1e9 : pass.score + PASS_BONUS + TIE_BREAK_SHARE * wm.tieBreak;
  const dribbleScore = dribble === null ? -1e9 : dribble.score;
  const best = Math.max(passScore, loftedScore, dribbleScore, held);
  const longShot = findBestShot(wm, push);
  if (longShot !== null && longShot.chance > 0.25 && longShot.chance * 1.2 > best)
    return playShot(wm, longShot, false);
  const isLost = isDeep
    ? best < DEEP_CLEAR_VALUE
    : best < CLEAR_VALUE && pressed < PRESSURE && self.pos.x < CLEAR_X;
  const cleared = isLost ? (loftClear(wm) ?? clear(wm)) : null;
  if (cleared !== null) return cleared;
  if (lofted !== null && loftedScore === best) return playLoftedPass(lofted);
  if (pass !== null && passScore === best) return playPass(wm, pass, true);
  if (dribble !== null && dribbleScore === best) return playDribble(wm, dribble);
  const hidden = ball.speed > 0.25 || pressed < PRESSURE ? hold(wm) : null;
  if (hidden !== null) return { ...hidden, lookAt: OPPONENT_GOAL };
  const direction = computeDirection(self.pos, OPPONENT_GOAL);
  return createAction('hold', commands.turnToDirection(wm, direction), 'no opponent is near', {
    lookAt: OPPONENT_GOAL,
  });
}

/** Value of a situation of a plan: sooner is better, because the defenders come back. */
const rateSituation = ({ ball, state }: PlanSituation): number =>
  evaluatePosition(ball) - CYCLE_COST * state.cycles;

/** Value of keeping the ball; low if an opponent is near. */
function evaluateHold(wm: WorldModel, pressed: number): number {
  const here = wm.ball.pos;
  const safe = Math.max(0, Math.min(1, (pressed - 1.5) / 4));
  return safe * evaluatePosition(here) - (1 - safe) * Math.max(MIN_LOSS, computeLossCost(here)) - 0.06;
}
