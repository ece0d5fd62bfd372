import { computeKickPower, type Intention, turnTo } from '../action.js';
import { computeDirection, isInOwnPenaltyArea, OPPONENT_GOAL, type Point } from '../geometry.js';
import { findBestDribble } from '../skills/dribble.js';
import { holdBall, kickWithSpeed } from '../skills/kick.js';
import { findBestPass, type PassOption } from '../skills/pass.js';
import { findBestShot } from '../skills/shoot.js';
import { computeLossCost, evaluatePosition } from '../value.js';
import type { WorldModel } from '../world-model.js';

/** Lowest probability with which a shot is taken. */
const MIN_SHOT_PROBABILITY = 0.42;

/**
 * The player has the ball in open play: shoot, pass, carry it on, hold it or clear, whichever has the highest
 * value.
 */
export function decideWithBall(wm: WorldModel, out: Intention): void {
  const { self, ball } = wm;
  const push = computeKickPower(wm);
  out.lookAt = OPPONENT_GOAL;
  const pressed = wm.nearestOpponent(ball.pos).gap;

  const shot = findBestShot(wm, push);
  const strong = findBestShot(wm, 2.5);
  if (
    shot !== null &&
    shot.chance >= MIN_SHOT_PROBABILITY &&
    (strong === null || shot.chance > strong.chance - 0.15 || pressed < 2.5)
  ) {
    out.act = 'shot';
    out.body = kickWithSpeed(wm, shot.angle, wm.server.ball_speed_max, false);
    return;
  }
  if (strong !== null && strong.chance >= MIN_SHOT_PROBABILITY && pressed > 2.5) {
    out.act = 'shot';
    out.body = kickWithSpeed(wm, strong.angle, wm.server.ball_speed_max, true);
    return;
  }

  const pass = findBestPass(wm, push);
  const dribble = findBestDribble(wm, push);
  const hold = evaluateHold(wm, pressed);
  const passScore = pass === null ? Number.NEGATIVE_INFINITY : pass.score + 0.11 + 0.02 * wm.tieBreak;
  const dribbleScore = dribble === null ? Number.NEGATIVE_INFINITY : dribble.score;
  const best = Math.max(passScore, dribbleScore, hold);
  const desperate = shot !== null && shot.chance > 0.25 && shot.chance * 1.2 > best;
  if (desperate && shot !== null) {
    out.act = 'shot';
    out.body = kickWithSpeed(wm, shot.angle, wm.server.ball_speed_max, false);
    return;
  }
  if (best < 0.02 && pressed < 3 && self.pos.x < -15) {
    clearBall(wm, out);
    return;
  }
  if (pass !== null && passScore === best) {
    playPass(wm, out, pass);
    return;
  }
  if (dribble !== null && dribbleScore === best) {
    out.act = 'dribble';
    out.body = kickWithSpeed(wm, dribble.angle, dribble.speed, false);
    out.lookAt = dribble.target;
    return;
  }
  out.act = 'hold';
  const moving = ball.speed > 0.25;
  out.body = moving || pressed < 3 ? holdBall(wm) : turnTo(wm, computeDirection(self.pos, OPPONENT_GOAL));
}

/** Plays a pass and announces the receiver. */
export function playPass(wm: WorldModel, out: Intention, pass: PassOption): void {
  out.act = 'pass';
  out.body = kickWithSpeed(wm, pass.angle, pass.speed, true);
  out.passTo = pass.receiver.unum;
  out.lookAt = pass.target;
}

/** Value of keeping the ball; low if an opponent is near. */
function evaluateHold(wm: WorldModel, pressed: number): number {
  const here = wm.ball.pos;
  const safe = Math.max(0, Math.min(1, (pressed - 1.5) / 4));
  return safe * evaluatePosition(here) - (1 - safe) * Math.max(0.1, computeLossCost(here)) - 0.06;
}

/** Clears the ball: forward and to the side with the fewest opponents. */
export function clearBall(wm: WorldModel, out: Intention): void {
  const { ball } = wm;
  out.act = 'clear';
  let best: Point = { x: ball.pos.x + 20, y: ball.pos.y };
  let room = -1;
  for (let i = -3; i <= 3; i++) {
    const angle = (i * Math.PI) / 8;
    const p = { x: ball.pos.x + 22 * Math.cos(angle), y: ball.pos.y + 22 * Math.sin(angle) };
    if (Math.abs(p.y) > 36) continue;
    const lane = { x: (ball.pos.x + p.x) / 2, y: (ball.pos.y + p.y) / 2 };
    const near = Math.min(wm.nearestOpponent(p).gap, 1.5 * wm.nearestOpponent(lane).gap);
    if (near > room) {
      room = near;
      best = p;
    }
  }
  const urgent = isInOwnPenaltyArea(ball.pos) && wm.nearestOpponent(ball.pos).gap < 4;
  out.body = kickWithSpeed(wm, computeDirection(ball.pos, best), wm.server.ball_speed_max, !urgent);
  out.lookAt = best;
}
