import type { PlayerType } from '@rcss/params';

/** Shortest way in a cycle from which the decay is computed, meters. */
const MIN_STEP = 0.25;
/** Largest difference of a computed decay from that of a type. */
const DECAY_TOLERANCE = 4e-4;
/** Number of equal results after which a type counts as known. */
const MIN_MATCHES = 3;

interface Track {
  time: number;
  x: number;
  y: number;
  /** Number of cycles that fit to each type. */
  readonly matches: number[];
}

/**
 * Finds out the types of players from exact positions and velocities, as a coach gets them. In each cycle without a collision, the velocity
 * after the cycle is the way of the cycle times `player_decay` of the type (spec 05 §6.6), which differs between types.
 */
export class TypeObserver {
  readonly #types: readonly PlayerType[];
  readonly #tracks: Track[] = [];

  /** @param types All player types of the match. */
  constructor(types: readonly PlayerType[]) {
    this.#types = types;
  }

  /** Adds the state of a player in a cycle: meters, meters per cycle. */
  observe(unum: number, time: number, x: number, y: number, vx: number, vy: number): void {
    let track = this.#tracks[unum];
    if (track === undefined) {
      track = { time: -2, x: 0, y: 0, matches: this.#types.map(() => 0) };
      this.#tracks[unum] = track;
    }
    const dx = x - track.x;
    const dy = y - track.y;
    const isNext = time === track.time + 1;
    track.time = time;
    track.x = x;
    track.y = y;
    const step = Math.sqrt(dx * dx + dy * dy);
    if (!isNext || step < MIN_STEP) return;
    const decay = (vx * dx + vy * dy) / (step * step);
    let best = -1;
    let gap = DECAY_TOLERANCE;
    for (let i = 0; i < this.#types.length; i++) {
      const off = Math.abs(this.#types[i]!.player_decay - decay);
      if (off >= gap) continue;
      gap = off;
      best = i;
    }
    if (best >= 0) track.matches[best]! += 1;
  }

  /** Forgets a player, for example after a substitution. */
  forget(unum: number): void {
    delete this.#tracks[unum];
  }

  /** Returns the id of the type of a player; null while it is not known. */
  typeOf(unum: number): number | null {
    const matches = this.#tracks[unum]?.matches;
    if (matches === undefined) return null;
    let best = 0;
    for (let i = 1; i < matches.length; i++) if (matches[i]! > matches[best]!) best = i;
    return matches[best]! >= MIN_MATCHES ? this.#types[best]!.id : null;
  }
}
