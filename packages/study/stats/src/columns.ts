import { PLAYER_COUNT } from '@rcss/core';

/** Count of objects in a show: the ball (0), left players 1 to 11 (1 to 11), right players 1 to 11 (12 to 22). */
export const OBJECT_COUNT: number = PLAYER_COUNT + 1;

/**
 * Values of all shows in typed arrays; row `i` belongs to show `i`. The arrays can have more than `length` rows: the values
 * after them are undefined.
 */
export interface Columns {
  /** Count of shows. */
  length: number;
  /** Game time, cycles. */
  time: Int32Array;
  /** Play mode as its number in binary logs (`playModeOfId` of `@rcss/core`). */
  mode: Uint8Array;
  /** Period: 1, 2… are the halves, then the extra halves, then the penalty shootout. */
  period: Uint8Array;
  /** Player that touched the ball last: 1 to 11 left, 12 to 22 right; 0 if no player has the ball. */
  owner: Uint8Array;
  /** X of the objects in the field frame, m: {@link OBJECT_COUNT} values per show. NaN for players that are not connected. */
  x: Float32Array;
  /** Y of the objects, likewise. */
  y: Float32Array;
  /** Height of the ball, m; 0 in logs without heights. */
  ballZ: Float32Array;
  /** Distance that each player has run so far, m: 22 values per show. */
  distance: Float32Array;
  /** Stamina of each player: 22 values per show. NaN for players that are not connected, and in logs without stamina. */
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
    ballZ: new Float32Array(capacity),
    distance: new Float32Array(capacity * PLAYER_COUNT),
    stamina: new Float32Array(capacity * PLAYER_COUNT),
  };
}

type Column = Int32Array | Uint8Array | Float32Array;

function doubled<T extends Column>(column: T): T {
  const Kind = column.constructor as new (length: number) => T;
  const bigger = new Kind(column.length * 2);
  bigger.set(column);
  return bigger;
}

/** Adds an empty row and returns its index. */
export function addRow(c: Columns): number {
  if (c.length === c.time.length) {
    const columns = c as unknown as Record<string, Column | number>;
    for (const [name, column] of Object.entries(columns))
      if (typeof column !== 'number') columns[name] = doubled(column);
  }
  return c.length++;
}
