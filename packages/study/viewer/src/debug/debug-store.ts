import type { DebugRecord } from '@rcss/core/debug-channel';

/** Most records that are kept; when there are more, those of the earliest cycles are removed. */
const MAX_RECORDS = 400_000;

/** Index 0 to 21 of the player that sent a record in a scene; -1 for coaches. */
function findRecordPlayer({ side, unum }: DebugRecord): number {
  return unum === 0 ? -1 : (side === 'l' ? -1 : 10) + unum;
}

/** The debug records of a match, by cycle. */
export class DebugStore {
  readonly #byTime = new Map<number, DebugRecord[]>();
  readonly #players = new Map<number, number>();
  #levels = 0;
  #count = 0;
  #version = 0;

  /** Changes with every change of the contents. */
  get version(): number {
    return this.#version;
  }

  /** Number of records. */
  get count(): number {
    return this.#count;
  }

  /** Players with records, 0 to 21, in order, and their numbers of records. */
  get players(): readonly (readonly [player: number, count: number])[] {
    return [...this.#players].sort(([a], [b]) => a - b);
  }

  /** Levels that occur, 1 to 32, in order. */
  get levels(): readonly number[] {
    return Array.from({ length: 32 }, (_, i) => i + 1).filter((level) => isLevelIn(this.#levels, level));
  }

  /** Adds records; if there are too many, those of the earliest cycles are removed. */
  add(records: readonly DebugRecord[]): void {
    for (const record of records) {
      const list = this.#byTime.get(record.time);
      if (list === undefined) this.#byTime.set(record.time, [record]);
      else list.push(record);
      const player = findRecordPlayer(record);
      this.#players.set(player, (this.#players.get(player) ?? 0) + 1);
      for (const { level } of [...(record.shapes ?? []), ...(record.texts ?? [])])
        if (level !== undefined) this.#levels |= levelBit(level);
    }
    this.#count += records.length;
    if (this.#count > MAX_RECORDS) this.#removeEarliest();
    this.#version++;
  }

  /** Removes all records. */
  clear(): void {
    this.#byTime.clear();
    this.#players.clear();
    this.#levels = 0;
    this.#count = 0;
    this.#version++;
  }

  /** Whether there are records of the cycle. */
  has(time: number): boolean {
    return this.#byTime.has(time);
  }

  /** Returns the largest stoppage time of the records of a cycle; 0 without records. */
  getStoppageTime(time: number): number {
    const records = this.#byTime.get(time) ?? [];
    return records.reduce((largest, { stoppageTime = 0 }) => Math.max(largest, stoppageTime), 0);
  }

  /**
   * Returns the records of a player at a moment. While the game time stands still, a client that connected late counts fewer
   * cycles: then the records with the largest count that is not above `stoppageTime` are returned.
   */
  find(player: number, time: number, stoppageTime: number): readonly DebugRecord[] {
    let best = -1;
    let found: DebugRecord[] = [];
    for (const record of this.#byTime.get(time) ?? []) {
      if (findRecordPlayer(record) !== player) continue;
      const stopped = record.stoppageTime ?? 0;
      if (stopped > stoppageTime || stopped < best) continue;
      if (stopped > best) found = [];
      best = stopped;
      found.push(record);
    }
    return found;
  }

  #removeEarliest(): void {
    for (const time of [...this.#byTime.keys()].sort((a, b) => a - b)) {
      if (this.#count <= MAX_RECORDS * 0.9) return;
      this.#count -= this.#byTime.get(time)?.length ?? 0;
      this.#byTime.delete(time);
    }
  }
}

/** Bit of a level, 1 to 32, in a set of levels. */
export function levelBit(level: number): number {
  return 1 << (level - 1);
}

/** Whether a set of levels contains a level. */
export function isLevelIn(levels: number, level: number): boolean {
  return (levels & levelBit(level)) !== 0;
}
