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
    for (let i = 1; i <= this.#count; i++) {
      const at = ((this.#next - i + KEPT_VIEWS) % KEPT_VIEWS) * NUMBERS;
      const values = this.#values;
      const dx = point.x - values[at + 1]!;
      const dy = point.y - values[at + 2]!;
      const isNear = square(dx) + square(dy) <= square(visibleDistance);
      if (isNear || Math.abs(normalizeAngle(atan2(dy, dx) - values[at + 3]!)) <= values[at + 4]!)
        return now - values[at]!;
    }
    return Number.POSITIVE_INFINITY;
  }
}
