/**
 * Finds the shows in which the ball hits a crossbar or a post (docs/use/analyst/statistics.md, the ball in the air). Logs do not report it:
 * a hit is a change of the movement that no player, no bounce and no noise explains, next to the goal frame.
 */
import type { Side } from '@rcss/core';
import { GOAL_POST_RADIUS, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ServerParams } from '@rcss/params';
import { FRAME_HIT_MIN_SPEED, FRAME_HIT_MIN_TURN } from './definitions.js';
import { isLive, type ShowState } from './show-state.js';

/** Part of a goal that the ball hit. */
export type GoalFramePart = 'crossbar' | 'post';

export interface GoalFrameHit {
  /** Index of the show in which the ball was reflected, from 0. */
  readonly show: number;
  /** Part that it hit. */
  readonly part: GoalFramePart;
  /** Side of the player that touched the ball last. */
  readonly side: Side;
}

/** |x| of the axes of crossbars and posts, m. */
const FRAME_X = PITCH_HALF_LENGTH - GOAL_POST_RADIUS;
/** Differences that the four decimals of logs can cause, m. */
const ROUNDING = 0.002;
/** A collision with a player slows the ball to a tenth; a bar or post keeps its speed, a bounce more than this share. */
const MIN_KEPT_SPEED = 0.3;

/** Returns the distance of the point (x, y) from the segment that begins at (fromX, fromY) and is (dx, dy) long. */
function distanceToSegment(
  x: number,
  y: number,
  fromX: number,
  fromY: number,
  dx: number,
  dy: number,
): number {
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length;
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(fromX + t * dx - x, fromY + t * dy - y);
}

/** Compares each step of the ball with a free one. Needs every show of a match with heights, in order. */
export class GoalFrameTracker {
  #vx = 0;
  #vy = 0;
  #z = 0;
  /** Vertical speed after the last show, m/cycle; NaN if it is not known, as after a bounce. */
  #rise = 0;

  /** Takes the next show; returns the part that the ball hit in it. `isTouched`: a player played the ball in this show. */
  addShow(show: ShowState, server: ServerParams, isTouched: boolean): GoalFramePart | null {
    const { ballVx, ballVy, ballZ } = show.frame;
    const isFlying = this.#z > 0;
    const expected = isFlying ? this.#z + this.#rise - server.gravity : 0;
    const isInPlay = show.hasAdvanced && isLive(show.lastMode) && isLive(show.mode);
    const part = isInPlay && !isTouched ? this.#findPart(show, server, expected) : null;
    const isExplained = isTouched || !isFlying || Math.abs(ballZ - expected) <= 2 * ROUNDING;
    this.#rise = isInPlay && isExplained ? ballZ - this.#z : ballZ === 0 ? 0 : Number.NaN;
    this.#vx = ballVx;
    this.#vy = ballVy;
    this.#z = ballZ;
    return part;
  }

  #findPart(show: ShowState, server: ServerParams, expectedZ: number): GoalFramePart | null {
    const { fromX, fromY, frame } = show;
    const vx = this.#vx;
    const vy = this.#vy;
    const speed = Math.hypot(vx, vy);
    const noise = server.ball_rand * speed + ROUNDING;
    const contact = GOAL_POST_RADIUS + server.ball_size;
    const frameX = fromX < 0 ? -FRAME_X : FRAME_X;
    if (Math.abs(fromX) + speed + noise < FRAME_X - contact) return null;
    const kept = Math.hypot(frame.ballVx, frame.ballVy) / speed;
    const isAtBar =
      expectedZ > 0 &&
      Math.abs(fromY + vy / 2) <= server.goal_width / 2 + contact + Math.abs(vy) / 2 + noise &&
      distanceToSegment(frameX, server.goal_height, fromX, this.#z, vx, expectedZ - this.#z) <=
        contact + noise;
    // Height has no noise, and posts do not change it.
    if (isAtBar && Math.abs(frame.ballZ - expectedZ) > 2 * ROUNDING) return 'crossbar';
    if (kept < MIN_KEPT_SPEED) return null;
    if (speed >= FRAME_HIT_MIN_SPEED && this.#isPostHit(show, server, contact + noise)) return 'post';
    return isAtBar && Math.abs(frame.ballVx - vx) > noise ? 'crossbar' : null;
  }

  /** Whether the ball turned next to a post; `reach` is the distance of the centers at a contact. */
  #isPostHit({ fromX, fromY, frame }: ShowState, server: ServerParams, reach: number): boolean {
    const vx = this.#vx;
    const vy = this.#vy;
    if (this.#z > server.goal_height) return false;
    const turn = Math.atan2(vx * frame.ballVy - vy * frame.ballVx, vx * frame.ballVx + vy * frame.ballVy);
    if (Math.abs(turn) < (FRAME_HIT_MIN_TURN * Math.PI) / 180) return false;
    const postX = fromX < 0 ? -FRAME_X : FRAME_X;
    const postY = server.goal_width / 2 + GOAL_POST_RADIUS;
    return [-postY, postY].some((y) => distanceToSegment(postX, y, fromX, fromY, vx, vy) <= reach);
  }
}
