import type { PlayerCommand, Vec2, ViewWidth } from '@rcss/core';
import { atan2, clamp } from '@rcss/core/math';
import { computeDistance, normalizeAngle, toDegrees, toRadians } from '../geometry.js';
import { predictLegTurn } from '../world/legs.js';
import { computeViewAngle } from '../world/vision.js';
import type { WorldModel } from '../world/world-model.js';
import type { Action, ViewChoice } from './action.js';

const SECTOR_COUNT = 36;
const SECTOR_ANGLE = (2 * Math.PI) / SECTOR_COUNT;
/** Cycles without a view after which all sectors count alike, and what a sector counts per cycle. */
const MAX_STALENESS = 20;
const SECTOR_GAIN = 0.05;
/** A player counts by the cycles since it was seen, at most this many, and half at this distance, meters. */
const MAX_PLAYER_AGE = 10;
const PLAYER_RANGE = 15;
/** What the place to which an action looks counts. */
const LOOK_GAIN = 4;
/** What is nearer to the edge of the view may be out of it when the player moves, radians. */
const VIEW_MARGIN = 0.05;
/** Degrees between the neck angles that are compared. */
const NECK_STEP = 10;

/**
 * Returns the commands for view, neck and focus, after the body command is decided: toward what the player needs, and as far as the view reaches beside
 * that, toward what it has not seen for the longest time.
 *
 * @param choice What the team decides itself; the action has precedence.
 */
export function listViewCommands(
  wm: WorldModel,
  action: Action,
  choice: ViewChoice | null = null,
): PlayerCommand[] {
  const { self } = wm;
  const commands: PlayerCommand[] = [];
  const width = action.changeView ?? choice?.changeView ?? chooseWidth(wm);
  if (width !== self.viewWidth) commands.push({ type: 'change_view', width, quality: null });
  const body = predictBody(wm, action);
  const moment = action.turnNeck ?? choice?.turnNeck ?? chooseNeckMoment(wm, action, body, width);
  if (moment !== 0) commands.push({ type: 'turn_neck', moment });
  const focus = action.changeFocus ?? choice?.changeFocus;
  if (focus !== undefined) {
    const neck = clamp(self.neck + toRadians(moment), -Math.PI / 2, Math.PI / 2);
    commands.push(moveFocus(wm, focus, body + neck));
  }
  return commands;
}

/** The moment is in whole degrees, so that the neck angle is known exactly. */
function chooseNeckMoment(wm: WorldModel, action: Action, body: number, width: ViewWidth): number {
  const angle = computeViewAngle(wm.server, width, wm.asynchronousVision);
  const wanted = findNeckTarget(wm, action, body, angle);
  return Math.round(toDegrees(clamp(wanted, -Math.PI / 2, Math.PI / 2) - wm.self.neck));
}

function chooseWidth(wm: WorldModel): ViewWidth {
  const { ball } = wm;
  if (!wm.self.located) return 'wide';
  // A narrow view sees as much per cycle as a wide one, and at once.
  if (ball.isLost) return 'narrow';
  if (ball.age > 8) return 'wide';
  if (wm.mode.kind === 'before_kick_off' || wm.mode.kind === 'goal') return 'wide';
  if (wm.ballDistance < 20 || !wm.playOn) return 'narrow';
  return 'normal';
}

/** Returns the neck angle of the view that shows most: with the ball, if it is needed, and with what was not seen for some time. */
function findNeckTarget(wm: WorldModel, action: Action, body: number, width: number): number {
  const { ball, self } = wm;
  const { lookAt } = action;
  const half = width / 2 - VIEW_MARGIN;
  const me = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const angleTo = (x: number, y: number): number => normalizeAngle(atan2(y - me.y, x - me.x) - body);
  const ballAngle = angleTo(ball.pathX[1]!, ball.pathY[1]!);
  const seesBall = needsBall(wm) && !ball.isLost && Math.abs(ballAngle) <= Math.PI / 2 + half;
  const [angles, gains]: [number[], number[]] = [[], []];
  const add = (x: number, y: number, gain: number): void => {
    angles.push(angleTo(x, y));
    gains.push(gain);
  };
  for (const list of [wm.players.ownList, wm.players.opponentList])
    for (const p of list) {
      const far = computeDistance(p.pos, me) / PLAYER_RANGE;
      add(p.pos.x + p.vel.x, p.pos.y + p.vel.y, Math.min(p.age + 1, MAX_PLAYER_AGE) / (1 + far * far));
    }
  if (lookAt !== null && computeDistance(lookAt, ball.pos) >= 0.5) add(lookAt.x, lookAt.y, LOOK_GAIN);
  const sumSectors = sumUnseenSectors(wm, width);
  let best = 0;
  let bestScore = -1;
  for (let neck = -90; neck <= 90; neck += NECK_STEP) {
    const angle = toRadians(neck);
    if (seesBall && Math.abs(normalizeAngle(ballAngle - angle)) > half) continue;
    let score = SECTOR_GAIN * sumSectors(body + angle);
    for (let i = 0; i < angles.length; i++)
      if (Math.abs(normalizeAngle(angles[i]! - angle)) <= half) score += gains[i]!;
    if (score > bestScore) {
      bestScore = score;
      best = angle;
    }
  }
  return best;
}

/** Returns a function that sums the cycles for which the sectors of a view were not seen; its argument is the direction of the view, radians. */
function sumUnseenSectors(wm: WorldModel, width: number): (face: number) => number {
  const sectors = Math.round(width / SECTOR_ANGLE);
  const unseen = wm.views.listUnseenSectors(SECTOR_COUNT, wm.cycle, MAX_STALENESS);
  // Sums over two turns, so that the sum of a view is one difference.
  const sums = new Int32Array(2 * SECTOR_COUNT + 1);
  for (let i = 0; i < 2 * SECTOR_COUNT; i++) sums[i + 1] = sums[i]! + unseen[i % SECTOR_COUNT]!;
  return (face) => {
    const start = Math.round((face - width / 2) / SECTOR_ANGLE) % SECTOR_COUNT;
    const first = start < 0 ? start + SECTOR_COUNT : start;
    return sums[first + sectors]! - sums[first]!;
  };
}

/** Returns the command that moves the focus to a point; `face` is the direction of the view after the cycle, radians. */
function moveFocus({ self }: WorldModel, point: Readonly<Vec2>, face: number): PlayerCommand {
  const me = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const dir = normalizeAngle(atan2(point.y - me.y, point.x - me.x) - face);
  return {
    type: 'change_focus',
    dist: Math.round(100 * (computeDistance(me, point) - self.focusDist)) / 100,
    dir: Math.round(toDegrees(normalizeAngle(dir - self.focusDir))),
  };
}

/** Direction of the body after the command. */
function predictBody(wm: WorldModel, action: Action): number {
  const { self, server } = wm;
  if (action.body?.type === 'dash_legs') {
    const { left, right } = action.body;
    return self.body + predictLegTurn(self.ability.type, server, self.effort, left, right);
  }
  if (action.body?.type !== 'turn') return self.body;
  return self.body + toRadians(action.body.moment) / (1 + self.ability.type.inertia_moment * self.speed);
}

/** Distance of the ball, meters, below which a goalie looks at it in every cycle. */
const WATCHED_DISTANCE = 25;

/** Whether the ball was not seen for so long that the player looks at it again. */
function needsBall(wm: WorldModel): boolean {
  const { ball, ballDistance: gap } = wm;
  if (wm.goalie && wm.playOn && gap < WATCHED_DISTANCE) return true;
  return ball.age >= (gap < 12 ? 1 : gap < 25 ? 2 : 4) || (gap < 10 && ball.velAge > 1);
}
