import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { computeHalfTimeCycles } from '@rcss/params';
import { chooseTaker } from '../formations/formation.js';
import { computeDirection, computeDistance, movePoint, OPPONENT_GOAL } from '../geometry.js';
import { type Action, type BodyCommand, createAction } from '../skills/action.js';
import { clear } from '../skills/clear.js';
import {
  computeCruisePower,
  computeKickPower,
  dashTo,
  faceBall,
  turnToDirection,
} from '../skills/commands.js';
import { computeGoaliePosition } from '../skills/goalkeeping.js';
import { kickWithSpeed } from '../skills/kick.js';
import { findBestPass, playPass } from '../skills/pass.js';
import { findBestShot, playShot } from '../skills/shoot.js';
import type { WorldModel } from '../world/world-model.js';
import type { TeamPlan } from './team-plan.js';

/** Opponents keep 9.15 m (spec 06 §5.6); the team stays a little farther away. */
const CLEAR_DISTANCE = 10;

/** Least chances of a pass, first, later and at the end of the time; other ones before the own goal, this x, where the ball is then cleared. */
const CHANCES = [0.75, 0.5, 0.2] as const;
const DEEP_CHANCES = [0.9, 0.8, 0.8] as const;
const DEEP_X = -30;

/** Play modes in which a team puts the ball back into play. */
const RESTARTS: ReadonlySet<string> = new Set([
  'kick_off',
  'kick_in',
  'free_kick',
  'indirect_free_kick',
  'corner_kick',
  'goal_kick',
  'drop_ball',
  'penalty_kick',
]);

/** Before a kickoff and after goals, the player goes to its place. */
export function playBeforeKickOff(wm: WorldModel, { formation }: TeamPlan): Action {
  const isKickOffOwn = wm.mode.kind === 'goal' ? wm.mode.isOwn === false : isNextKickOffOwn(wm);
  const place = formation.kickOffPlace(wm.unum, isKickOffOwn);
  const away = computeDistance(wm.self.pos, place);
  if ((!wm.self.located || away > 1.2) && wm.modeAge >= 2 && wm.modeAge % 5 === 2)
    return createAction('kick_off_place', { type: 'move', x: place.x, y: place.y }, 'moves to its place');
  const body = wm.self.located ? faceBall(wm) : null;
  return createAction('kick_off_place', body, 'is in its place', { lookAt: { x: 0, y: 0 } });
}

/** Returns whether the own team kicks off the next half: the left team kicks off halves with an even index (spec 05 §20.1). */
function isNextKickOffOwn({ server, side, time }: WorldModel): boolean {
  const cycles = computeHalfTimeCycles(server);
  const half = cycles > 0 ? Math.floor(time / cycles) : 0;
  return (half % 2 === 0) === (side === 'l');
}

/**
 * Every other interruption. In a set play of the own team, one player takes it. In a set play of the opponents,
 * all players keep their distance.
 */
export function playSetPlay(wm: WorldModel, plan: TeamPlan): Action {
  const { ball } = wm;
  if (ball.age > 30) return createAction('search', { type: 'turn', moment: 90 }, 'the ball is not seen');
  if (wm.mode.isOwn !== true || !RESTARTS.has(wm.mode.kind)) return keepDistance(wm, plan);
  const taker = chooseTaker(plan.formation, ball.pos, wm.mode.kind, plan.absent);
  if (wm.goalie && hasGoalieCaught(wm)) return takeGoalieKick(wm);
  if (taker === wm.unum && !hasTeammateCaught(wm)) return takeSetPlay(wm);
  return offerPass(wm, plan);
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

/** The goalie has caught the ball: it waits for the team, then plays the ball out. */
function takeGoalieKick(wm: WorldModel): Action {
  if (wm.modeAge < 25) {
    const body = wm.modeAge % 6 === 0 ? turnToDirection(wm, (wm.modeAge / 6 - 2) * 0.5) : null;
    return createAction('goalie_kick', body, 'waits for the team');
  }
  const option = findBestPass(wm, computeKickPower(wm), 8);
  const least = wm.modeAge < 50 ? DEEP_CHANCES[0] : DEEP_CHANCES[1];
  if (option !== null && option.chance >= least) return playPass(wm, option, true);
  const cleared = wm.modeAge > 60 ? clear(wm) : null;
  return cleared ?? createAction('goalie_kick', null, 'no safe pass');
}

/** Goes to the ball, waits until the team is in place, kicks once: a second touch would be a fault. */
function takeSetPlay(wm: WorldModel): Action {
  const { self, ball } = wm;
  const side = Math.abs(ball.pos.y) > 33 ? Math.sign(ball.pos.y) * (Math.PI / 2) : Math.PI;
  const spot = movePoint(ball.pos, 0.6, side);
  if (!wm.kickable || computeDistance(self.pos, ball.pos) > 0.95) {
    const body =
      dashTo(wm, spot, 0.25, computeCruisePower(wm, 0.9)) ??
      turnToDirection(wm, computeDirection(self.pos, ball.pos));
    return createAction('set_play', body, 'goes to the ball', { lookAt: ball.pos, target: spot });
  }
  const patience = wm.mode.kind === 'kick_off' ? 6 : 14;
  const inward = computeDirection(self.pos, { x: clamp(ball.pos.x + 12, -40, 40), y: 0 });
  if (wm.modeAge < patience) {
    const body = wm.modeAge % 3 === 0 ? turnToDirection(wm, inward + ((wm.modeAge % 9) / 3 - 1) * 0.8) : null;
    return createAction('set_play', body, 'looks for teammates');
  }
  const push = computeKickPower(wm);
  if (wm.mode.kind === 'free_kick') {
    const shot = findBestShot(wm, push);
    if (shot !== null && shot.chance > 0.5) return playShot(wm, shot, false);
  }
  const isGoalKick = wm.mode.kind === 'goal_kick';
  const option = findBestPass(wm, push, isGoalKick ? 14 : 5);
  const chances = ball.pos.x < DEEP_X ? DEEP_CHANCES : CHANCES;
  const least = wm.modeAge < 45 ? chances[0] : wm.modeAge < 65 ? chances[1] : chances[2];
  if (option !== null && option.chance >= least) {
    // A goal kick must leave the penalty area.
    const speed = isGoalKick ? Math.max(option.speed, 2) : option.speed;
    return playPass(wm, { ...option, speed }, false);
  }
  if (wm.modeAge > 70) {
    const cleared = ball.pos.x < 0 ? clear(wm) : null;
    if (cleared !== null) return cleared;
    const goal = computeDirection(ball.pos, ball.pos.x < 0 ? { x: 10, y: ball.pos.y * 0.7 } : OPPONENT_GOAL);
    return createAction(
      'set_play',
      kickWithSpeed(wm, goal, wm.server.ball_speed_max, false),
      'no time is left',
    );
  }
  const body = wm.modeAge % 4 === 0 ? turnToDirection(wm, inward + ((wm.modeAge % 12) / 4 - 1) * 0.9) : null;
  return createAction('set_play', body, 'no safe pass');
}

/** Own set play, taken by another player: moves to a position that a pass can reach. */
function offerPass(wm: WorldModel, { formation }: TeamPlan): Action {
  const { ball } = wm;
  if (wm.goalie) {
    const body = dashTo(wm, computeGoaliePosition(ball.pos), 1, 60) ?? faceBall(wm);
    return createAction('offer_pass', body, 'guards the goal', { lookAt: ball.pos });
  }
  const target =
    wm.mode.kind === 'kick_off' ? formation.kickOffPlace(wm.unum, true) : findPlaceForPass(wm, formation);
  const body = dashTo(wm, target, 1, computeCruisePower(wm, 0.6)) ?? faceBall(wm);
  return createAction('offer_pass', body, 'near the ball', { lookAt: ball.pos, target });
}

/** The place in the formation, moved toward the ball; players near the ball move more. */
function findPlaceForPass(wm: WorldModel, formation: TeamPlan['formation']): Vec2 {
  const { ball } = wm;
  const home = formation.place(wm.unum, ball.pos);
  home.x = Math.min(home.x, Math.max(wm.offsideLine, ball.pos.x) - 0.8);
  const gap = computeDistance(home, ball.pos);
  const pull = clamp(0.35 - gap / 120, 0, 0.3);
  let target = { x: home.x + (ball.pos.x - home.x) * pull, y: home.y + (ball.pos.y - home.y) * pull };
  if (computeDistance(target, ball.pos) < 6)
    target = movePoint(ball.pos, 6, computeDirection(ball.pos, target));
  const isInOwnArea = target.x < -34 && Math.abs(target.y) < 22;
  return wm.mode.kind === 'goal_kick' && isInOwnArea ? { x: -33.5, y: target.y } : target;
}

/** Set play of the opponents: stands between ball and goal, at the distance that the rules require. */
function keepDistance(wm: WorldModel, { formation }: TeamPlan): Action {
  const { ball } = wm;
  if (wm.goalie) {
    const body = dashTo(wm, computeGoaliePosition(ball.pos), 0.5, 80) ?? faceBall(wm);
    return createAction('keep_distance', body, 'guards the goal', { lookAt: ball.pos });
  }
  let target: Vec2 = formation.place(wm.unum, ball.pos);
  if (wm.mode.kind === 'kick_off') target = formation.kickOffPlace(wm.unum, false);
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
  const body: BodyCommand = dashTo(wm, target, 0.8, computeCruisePower(wm, 0.6)) ?? faceBall(wm);
  return createAction('keep_distance', body, 'between ball and goal', { lookAt: ball.pos, target });
}
