import type { PlayerCommand, Vec2, ViewWidth } from '@rcss/core';
import { atan2, clamp } from '@rcss/core/math';
import { computeDistance, normalizeAngle, toDegrees, toRadians } from '../geometry.js';
import { predictLegTurn } from '../world/legs.js';
import { computeViewAngle } from '../world/vision.js';
import type { WorldModel } from '../world/world-model.js';
import type { Action, ViewChoice } from './action.js';

const SECTOR_COUNT = 36;
const SECTOR_ANGLE = (2 * Math.PI) / SECTOR_COUNT;
/** Cycles without a view after which all sectors count alike. */
const MAX_STALENESS = 20;

/**
 * Returns the commands for view, neck and focus, after the body command is decided: toward what the player needs, otherwise toward the direction not
 * seen for the longest time.
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

function findNeckTarget(wm: WorldModel, action: Action, body: number, width: number): number {
  const { ball, self } = wm;
  const me = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const gap = wm.ballDistance;
  const patience = computePatience(wm, gap);
  const needBall = ball.age >= patience || (gap < 10 && ball.velAge > 1);
  const lookAt = action.lookAt;
  if ((lookAt !== null || needBall) && !ball.isLost) {
    const target: Readonly<Vec2> =
      needBall || lookAt === null ? { x: ball.pathX[1]!, y: ball.pathY[1]! } : lookAt;
    const wanted = normalizeAngle(atan2(target.y - me.y, target.x - me.x) - body);
    const isBall = needBall || (lookAt !== null && computeDistance(lookAt, ball.pos) < 0.5);
    if (Math.abs(wanted) <= Math.PI / 2 + width / 2 - 0.15 && (!isBall || needBall)) return wanted;
  }
  return findStalest(wm, body, width);
}

/** Returns the neck angle at which the view contains the sectors that were not seen for the longest time. */
function findStalest(wm: WorldModel, body: number, width: number): number {
  const sectors = Math.round(width / SECTOR_ANGLE);
  const unseen = wm.views.listUnseenSectors(SECTOR_COUNT, wm.cycle, MAX_STALENESS);
  // Sums over two turns, so that the sum of a view is one difference.
  const sums = new Int32Array(2 * SECTOR_COUNT + 1);
  for (let i = 0; i < 2 * SECTOR_COUNT; i++) sums[i + 1] = sums[i]! + unseen[i % SECTOR_COUNT]!;
  let best = 0;
  let bestScore = -1;
  for (let neck = -90; neck <= 90; neck += 15) {
    const start = Math.round((body + toRadians(neck) - width / 2) / SECTOR_ANGLE) % SECTOR_COUNT;
    const first = start < 0 ? start + SECTOR_COUNT : start;
    const score = sums[first + sectors + 1]! - sums[first]!;
    if (score > bestScore) {
      bestScore = score;
      best = neck;
    }
  }
  return toRadians(best);
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

/** Age of the ball's position, cycles, from which on the player looks at the ball again. */
function computePatience(wm: WorldModel, gap: number): number {
  if (wm.goalie && wm.playOn && gap < WATCHED_DISTANCE) return 0;
  return gap < 12 ? 1 : gap < 25 ? 2 : 4;
}
