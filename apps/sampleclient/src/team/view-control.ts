import type { PlayerCommand, ViewWidth } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import type { Intention } from './action.js';
import { normalizeAngle, type Point, toDegrees, toRadians } from './geometry.js';
import type { WorldModel } from './world-model.js';

const SECTOR_COUNT = 36;
const SECTOR_ANGLE = (2 * Math.PI) / SECTOR_COUNT;

/** Width of the view cone, radians (spec 04 §3.3). */
const WIDTHS: Readonly<Record<ViewWidth, number>> = {
  narrow: toRadians(60),
  normal: toRadians(120),
  wide: toRadians(180),
};

/** Decides the view width and the neck angle: toward what the player needs, otherwise toward the direction not seen for the longest time. */
export class ViewControl {
  /** Cycle in which each sector (absolute direction) was seen. */
  readonly #seenAt = new Int32Array(SECTOR_COUNT).fill(-100);

  /** Call it after a see message. */
  noteSight(wm: WorldModel): void {
    const half = (WIDTHS[wm.self.viewWidth as ViewWidth] ?? WIDTHS.normal) / 2 - SECTOR_ANGLE / 2;
    const { face } = wm.self;
    for (let i = 0; i < SECTOR_COUNT; i++) {
      if (Math.abs(normalizeAngle(i * SECTOR_ANGLE - face)) <= half) this.#seenAt[i] = wm.cycle;
    }
  }

  /** Commands for view and neck, after the body command is decided. */
  commands(wm: WorldModel, intention: Intention): PlayerCommand[] {
    const { self } = wm;
    const commands: PlayerCommand[] = [];
    const width = this.#width(wm);
    if (width !== self.viewWidth) commands.push({ type: 'change_view', width, quality: null });
    const body = predictBody(wm, intention);
    const wanted = this.#neckTarget(wm, intention, body, WIDTHS[width]);
    // The moment is in whole degrees, so that the neck angle is known exactly.
    const moment = Math.round(toDegrees(clamp(wanted, -Math.PI / 2, Math.PI / 2) - self.neck));
    if (moment !== 0) {
      commands.push({ type: 'turn_neck', moment });
      self.pending.neck = toRadians(moment);
    }
    return commands;
  }

  #width(wm: WorldModel): ViewWidth {
    const { ball } = wm;
    if (!wm.self.located) return 'wide';
    if (ball.age > 8) return 'wide';
    if (wm.mode.kind === 'before_kick_off' || wm.mode.kind === 'goal') return 'wide';
    if (wm.ballDistance < 20 || !wm.playOn) return 'narrow';
    return 'normal';
  }

  #neckTarget(wm: WorldModel, intention: Intention, body: number, width: number): number {
    const { ball, self } = wm;
    const me = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
    const gap = wm.ballDistance;
    const patience = gap < 4 ? 1 : gap < 12 ? 1 : gap < 25 ? 2 : 4;
    const needBall = ball.age >= patience || (gap < 10 && ball.velAge > 1);
    const lookAt = intention.lookAt;
    if (lookAt !== null || needBall) {
      const target: Readonly<Point> =
        needBall || lookAt === null ? { x: ball.pathX[1]!, y: ball.pathY[1]! } : lookAt;
      const wanted = normalizeAngle(Math.atan2(target.y - me.y, target.x - me.x) - body);
      const isBall =
        needBall || (lookAt !== null && Math.hypot(lookAt.x - ball.pos.x, lookAt.y - ball.pos.y) < 0.5);
      if (Math.abs(wanted) <= Math.PI / 2 + width / 2 - 0.15 && (!isBall || needBall)) return wanted;
    }
    return this.#stalest(wm, body, width);
  }

  /** Returns the neck angle at which the view contains the sectors that were not seen for the longest time. */
  #stalest(wm: WorldModel, body: number, width: number): number {
    const sectors = Math.round(width / SECTOR_ANGLE);
    let best = 0;
    let bestScore = -1;
    for (let neck = -90; neck <= 90; neck += 15) {
      const first = Math.round((body + toRadians(neck) - width / 2) / SECTOR_ANGLE);
      let score = 0;
      for (let k = 0; k <= sectors; k++) {
        const i = (((first + k) % SECTOR_COUNT) + SECTOR_COUNT) % SECTOR_COUNT;
        score += Math.min(20, wm.cycle - this.#seenAt[i]!);
      }
      if (score > bestScore) {
        bestScore = score;
        best = neck;
      }
    }
    return toRadians(best);
  }
}

/** Direction of the body after the command. */
function predictBody(wm: WorldModel, intention: Intention): number {
  const { self } = wm;
  if (intention.body?.type !== 'turn') return self.body;
  return self.body + toRadians(intention.body.moment) / (1 + self.ability.type.inertia_moment * self.speed);
}
