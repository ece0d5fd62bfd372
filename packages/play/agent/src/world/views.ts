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
    const values = this.#values;
    for (let i = 1; i <= this.#count; i++) {
      const at = this.#place(i);
      const dx = point.x - values[at + 1]!;
      const dy = point.y - values[at + 2]!;
      const isNear = square(dx) + square(dy) <= square(visibleDistance);
      if (isNear || Math.abs(normalizeAngle(atan2(dy, dx) - values[at + 3]!)) <= values[at + 4]!)
        return now - values[at]!;
    }
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the cycles, at most `most`, since each of `count` sectors was in view as a whole, at cycle `now`. The center of sector `i` is the
   * direction `i / count` of a turn. The views are looked at once for all sectors: every player asks in most cycles.
   */
  listUnseenSectors(count: number, now: number, most: number): Int32Array {
    const unseen = new Int32Array(count).fill(most);
    const values = this.#values;
    const angle = (2 * Math.PI) / count;
    for (let n = 1; n <= this.#count; n++) {
      const at = this.#place(n);
      const age = now - values[at]!;
      if (age >= most) break;
      const face = values[at + 3]!;
      const half = values[at + 4]! - angle / 2;
      // Only sectors near the direction of the view can be in it.
      const near = Math.ceil(half / angle);
      const center = Math.round(face / angle);
      for (let i = center - near; i <= center + near; i++) {
        const sector = ((i % count) + count) % count;
        if (unseen[sector] === most && Math.abs(normalizeAngle(sector * angle - face)) <= half)
          unseen[sector] = age;
      }
    }
    return unseen;
  }

  /** Index of the numbers of a view; 1: the last one. */
  #place(age: number): number {
    return ((this.#next - age + KEPT_VIEWS) % KEPT_VIEWS) * NUMBERS;
  }
}
