import type { Vec2 } from '@rcss/core';
import { atan2 } from '@rcss/core/math';
import { normalizeAngle } from '../geometry.js';
import { square } from '../square.js';

/** Views that are kept, and so the largest answer of {@link Views.unseenFor} below Infinity. */
const KEPT_VIEWS = 60;
const NUMBERS = 5;

/** What parts of the field a player has looked at: the last views. Nothing is computed until it is asked for. */
export class Views {
  readonly #values = new Float64Array(KEPT_VIEWS * NUMBERS);
  #next = 0;
  #count = 0;

  /**
   * Adds a view.
   *
   * @param face Direction of the view, radians; `half`: half of its angle.
   */
  add(cycle: number, from: Readonly<Vec2>, face: number, half: number): void {
    this.#values.set([cycle, from.x, from.y, face, half], this.#next * NUMBERS);
    this.#next = (this.#next + 1) % KEPT_VIEWS;
    this.#count = Math.min(KEPT_VIEWS, this.#count + 1);
  }

  /**
   * Returns the cycles since a point was in view, at cycle `now`; Infinity if it was in none of the last views.
   *
   * @param visibleDistance Meters around the player in which it notices everything.
   */
  unseenFor(point: Readonly<Vec2>, now: number, visibleDistance: number): number {
    return this.#findLast(now, (values, at) => {
      const dx = point.x - values[at + 1]!;
      const dy = point.y - values[at + 2]!;
      if (square(dx) + square(dy) <= square(visibleDistance)) return true;
      return Math.abs(normalizeAngle(atan2(dy, dx) - values[at + 3]!)) <= values[at + 4]!;
    });
  }

  /** Likewise for a whole sector around a direction, radians; `half`: half of its angle. */
  sectorUnseenFor(direction: number, half: number, now: number): number {
    return this.#findLast(
      now,
      (values, at) => Math.abs(normalizeAngle(direction - values[at + 3]!)) <= values[at + 4]! - half,
    );
  }

  #findLast(now: number, holds: (values: Float64Array, at: number) => boolean): number {
    for (let i = 1; i <= this.#count; i++) {
      const at = ((this.#next - i + KEPT_VIEWS) % KEPT_VIEWS) * NUMBERS;
      if (holds(this.#values, at)) return now - this.#values[at]!;
    }
    return Number.POSITIVE_INFINITY;
  }
}
