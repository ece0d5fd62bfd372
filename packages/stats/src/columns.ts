/** Values of every show, stored in columns. */
import { PLAYER_COUNT } from '@rcss/core';

/** Places of objects of a show: the ball, then left 1 to 11, then right 1 to 11. */
export const OBJECT_COUNT: number = PLAYER_COUNT + 1;

/** Values of all shows; row `i` belongs to show `i`. Only the first `length` rows count. */
export interface Columns {
  length: number;
  time: Int32Array;
  /** Number of the play mode. */
  mode: Uint8Array;
  period: Uint8Array;
  /** Player with the last touch: 1 to 11 left, 12 to 22 right, 0 none. */
  owner: Uint8Array;
  /** {@link OBJECT_COUNT} values per show. NaN for players that are not connected. */
  x: Float32Array;
  y: Float32Array;
  /** `PLAYER_COUNT` values per show: meters run so far. */
  distance: Float32Array;
  /** `PLAYER_COUNT` values per show. */
  stamina: Float32Array;
}

export function createColumns(capacity = 8192): Columns {
  return {
    length: 0,
    time: new Int32Array(capacity),
    mode: new Uint8Array(capacity),
    period: new Uint8Array(capacity),
    owner: new Uint8Array(capacity),
    x: new Float32Array(capacity * OBJECT_COUNT),
    y: new Float32Array(capacity * OBJECT_COUNT),
    distance: new Float32Array(capacity * PLAYER_COUNT),
    stamina: new Float32Array(capacity * PLAYER_COUNT),
  };
}

type Column = Int32Array | Uint8Array | Float32Array;

function grown<T extends Column>(column: T): T {
  const Kind = column.constructor as new (length: number) => T;
  const bigger = new Kind(column.length * 2);
  bigger.set(column);
  return bigger;
}

/** Adds an empty row and returns its index. */
export function addRow(c: Columns): number {
  if (c.length === c.time.length) {
    c.time = grown(c.time);
    c.mode = grown(c.mode);
    c.period = grown(c.period);
    c.owner = grown(c.owner);
    c.x = grown(c.x);
    c.y = grown(c.y);
    c.distance = grown(c.distance);
    c.stamina = grown(c.stamina);
  }
  return c.length++;
}
