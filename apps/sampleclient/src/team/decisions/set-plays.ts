import { clamp } from '@rcss/core/math';
import { computeCruisePower, computeKickPower, faceBall, goTo, type Intention, turnTo } from '../action.js';
import { chooseTaker, computeHomePosition, computeKickOffPosition } from '../formation.js';
import { computeDirection, computeDistance, movePoint, OPPONENT_GOAL, type Point } from '../geometry.js';
import { computeGoaliePosition } from '../skills/goalie.js';
import { kickWithSpeed } from '../skills/kick.js';
import { findBestPass } from '../skills/pass.js';
import { findBestShot } from '../skills/shoot.js';
import type { WorldModel } from '../world-model.js';
import { clearBall, playPass } from './with-ball.js';

/** Data of the team for set plays. */
export interface TeamView {
  readonly players: number;
  /** Numbers that were sent off. */
  readonly absent: ReadonlySet<number>;
}

/** Opponents keep 9.15 m (spec 06 §5.6); the team stays a little farther away. */
const CLEAR_DISTANCE = 10;

/** Before a kickoff and after goals, each player goes to its place. */
export function decideBeforeKickOff(wm: WorldModel, out: Intention): void {
  const isKickOffOwn = wm.mode.kind === 'goal' ? wm.mode.isOwn === false : isNextKickOffOwn(wm);
  const place = computeKickOffPosition(wm.unum, isKickOffOwn);
  const away = computeDistance(wm.self.pos, place);
  if (!wm.self.located || away > 1.2) {
    if (wm.modeAge >= 2 && wm.modeAge % 5 === 2) {
      out.body = { type: 'move', x: place.x, y: place.y };
      return;
    }
  }
  out.lookAt = { x: 0, y: 0 };
  if (wm.self.located) out.body = faceBall(wm);
}

/**
 * Returns whether the own team kicks off the next half: the left team kicks off halves with an even index
 * (spec 05 §20.1).
 */
function isNextKickOffOwn(wm: WorldModel): boolean {
  const half = wm.server.half_time > 0 ? Math.floor(wm.time / Math.max(1, computeHalfCycles(wm))) : 0;
  return (half % 2 === 0) === (wm.side === 'l');
}

function computeHalfCycles(wm: WorldModel): number {
  return Math.round((wm.server.half_time * 1000) / wm.server.simulator_step);
}

/**
 * Every other interruption. In a set play of the own team, one player takes it. In a set play of the opponents,
 * all players keep their distance.
 */
export function decideSetPlay(wm: WorldModel, team: TeamView, out: Intention): void {
  const { ball } = wm;
  out.lookAt = ball.pos;
  if (ball.age > 30) {
    out.lookAt = null;
    out.body = { type: 'turn', moment: 90 };
    return;
  }
  if (wm.mode.isOwn === true && isRestart(wm.mode.kind)) {
    const holder = wm.goalie && hasGoalieCaught(wm);
    const taker = chooseTaker(ball.pos, wm.mode.kind, team.absent, team.players);
    if (holder) decideGoalieKick(wm, out);
    else if (taker === wm.unum && !hasTeammateCaught(wm)) takeSetPlay(wm, out);
    else waitForPass(wm, out);
    return;
  }
  faceBallAndWait(wm, out);
}

function isRestart(kind: string): boolean {
  return (
    kind === 'kick_off' ||
    kind === 'kick_in' ||
    kind === 'free_kick' ||
    kind === 'indirect_free_kick' ||
    kind === 'corner_kick' ||
    kind === 'goal_kick' ||
    kind === 'drop_ball' ||
    kind === 'penalty_kick'
  );
}

/** A free kick with the ball near the own goalie in the penalty area: the goalie has caught it. */
function hasGoalieCaught(wm: WorldModel): boolean {
  return (
    wm.mode.kind === 'free_kick' && computeDistance(wm.self.pos, wm.ball.pos) < 1.2 && wm.ball.pos.x < -35
  );
}

function hasTeammateCaught(wm: WorldModel): boolean {
  const goalie = wm.players.mates[1]!;
  return (
    wm.mode.kind === 'free_kick' &&
    wm.ball.pos.x < -36 &&
    goalie.age < 10 &&
    computeDistance(goalie.pos, wm.ball.pos) < 1.2
  );
}

/** The goalie has caught the ball: wait for the team, then play it out. */
function decideGoalieKick(wm: WorldModel, out: Intention): void {
  out.lookAt = null;
  if (wm.modeAge < 25) {
    out.body = wm.modeAge % 6 === 0 ? turnTo(wm, (wm.modeAge / 6 - 2) * 0.5) : null;
    return;
  }
  const pass = findBestPass(wm, computeKickPower(wm), 8);
  if (pass !== null && (pass.chance > 0.85 || wm.modeAge > 50)) playPass(wm, out, pass);
  else if (wm.modeAge > 60) clearBall(wm, out);
}

/** Go to the ball, wait until the team is in place, kick once. */
function takeSetPlay(wm: WorldModel, out: Intention): void {
  const { self, ball } = wm;
  const side = Math.abs(ball.pos.y) > 33 ? Math.sign(ball.pos.y) * (Math.PI / 2) : Math.PI;
  const spot = movePoint(ball.pos, 0.6, side);
  if (!wm.kickable || computeDistance(self.pos, ball.pos) > 0.95) {
    out.body =
      goTo(wm, spot, 0.25, computeCruisePower(wm, 0.9)) ?? turnTo(wm, computeDirection(self.pos, ball.pos));
    return;
  }
  const patience = wm.mode.kind === 'kick_off' ? 6 : 14;
  out.lookAt = null;
  if (wm.modeAge < patience) {
    // Meanwhile, look for teammates.
    const inward = computeDirection(self.pos, { x: clamp(ball.pos.x + 12, -40, 40), y: 0 });
    out.body = wm.modeAge % 3 === 0 ? turnTo(wm, inward + ((wm.modeAge % 9) / 3 - 1) * 0.8) : null;
    return;
  }
  const push = computeKickPower(wm);
  if (wm.mode.kind === 'free_kick') {
    const shot = findBestShot(wm, push);
    if (shot !== null && shot.chance > 0.5) {
      out.body = kickWithSpeed(wm, shot.angle, wm.server.ball_speed_max, false);
      return;
    }
  }
  const pass = findBestPass(wm, push, wm.mode.kind === 'goal_kick' ? 14 : 5);
  const least = wm.modeAge < 45 ? 0.75 : wm.modeAge < 65 ? 0.5 : 0.2;
  if (pass !== null && pass.chance >= least) {
    out.act = 'pass';
    out.passTo = pass.receiver.unum;
    out.lookAt = pass.target;
    // One kick only: a second touch would be a fault.
    out.body = kickWithSpeed(
      wm,
      pass.angle,
      wm.mode.kind === 'goal_kick' ? Math.max(pass.speed, 2) : pass.speed,
      false,
    );
  } else if (wm.modeAge > 70) {
    const goal = computeDirection(ball.pos, ball.pos.x < 0 ? { x: 10, y: ball.pos.y * 0.7 } : OPPONENT_GOAL);
    out.body = kickWithSpeed(wm, goal, wm.server.ball_speed_max, false);
  } else {
    const angle = computeDirection(self.pos, { x: clamp(ball.pos.x + 12, -40, 40), y: 0 });
    out.body = wm.modeAge % 4 === 0 ? turnTo(wm, angle + ((wm.modeAge % 12) / 4 - 1) * 0.9) : null;
  }
}

/** Own set play, taken by another player: moves to a position that a pass can reach. */
function waitForPass(wm: WorldModel, out: Intention): void {
  const { ball, self } = wm;
  if (wm.goalie) {
    out.body = goTo(wm, computeGoaliePosition(ball.pos), 1, 60) ?? faceBall(wm);
    return;
  }
  const line = wm.mode.kind === 'kick_off' ? 0 : Math.max(wm.offsideLine, ball.pos.x);
  let target = computeHomePosition(wm.unum, ball.pos, line - 0.8);
  if (wm.mode.kind === 'kick_off') target = computeKickOffPosition(wm.unum, true);
  else {
    // Move towards the ball; players near the ball move more.
    const gap = computeDistance(target, ball.pos);
    const pull = clamp(0.35 - gap / 120, 0, 0.3);
    target = { x: target.x + (ball.pos.x - target.x) * pull, y: target.y + (ball.pos.y - target.y) * pull };
    if (computeDistance(target, ball.pos) < 6)
      target = movePoint(ball.pos, 6, computeDirection(ball.pos, target));
    if (wm.mode.kind === 'goal_kick' && target.x < -34 && Math.abs(target.y) < 22)
      target = { x: -33.5, y: target.y };
  }
  out.body = goTo(wm, target, 1, computeCruisePower(wm, 0.6)) ?? faceBall(wm);
  if (out.body === null && self.located) out.lookAt = ball.pos;
}

/** Set play of the opponents: stand between ball and goal, at the distance that the rules require. */
function faceBallAndWait(wm: WorldModel, out: Intention): void {
  const { ball } = wm;
  if (wm.goalie) {
    out.body = goTo(wm, computeGoaliePosition(ball.pos), 0.5, 80) ?? faceBall(wm);
    return;
  }
  let target: Point = computeHomePosition(wm.unum, ball.pos);
  if (wm.mode.kind === 'kick_off') target = computeKickOffPosition(wm.unum, false);
  const gap = computeDistance(target, ball.pos);
  if (gap < CLEAR_DISTANCE) {
    const angle = gap > 0.1 ? computeDirection(ball.pos, target) : Math.PI;
    target = movePoint(ball.pos, CLEAR_DISTANCE, angle);
    if (Math.abs(target.y) > 33 || Math.abs(target.x) > 51) {
      target = movePoint(ball.pos, CLEAR_DISTANCE, computeDirection(ball.pos, { x: -20, y: 0 }));
    }
  }
  if (wm.mode.kind === 'goal_kick' && target.x > 34 && Math.abs(target.y) < 22)
    target = { x: 33.5, y: target.y };
  out.body = goTo(wm, target, 0.8, computeCruisePower(wm, 0.6)) ?? faceBall(wm);
}
