import { type Match, type Snapshot, snapshot } from '@rcss/simulator';
import { createConflictError, createNotFoundError } from './room-error.js';

/** Snapshots that a room keeps. */
const MAX_SNAPSHOTS = 100;

/** Named states of the match of a room. */
export class RoomSnapshots {
  readonly #match: Match;
  readonly #snapshots = new Map<string, Snapshot>();
  #count = 0;

  constructor(match: Match) {
    this.#match = match;
  }

  get names(): string[] {
    return [...this.#snapshots.keys()];
  }

  /** Stores the current state under a new name. */
  take(): string {
    if (this.#snapshots.size >= MAX_SNAPSHOTS)
      throw createConflictError(`The room keeps ${MAX_SNAPSHOTS} snapshots; delete one first.`);
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#snapshots.set(name, snapshot(this.#match));
    return name;
  }

  /** Returns a stored state. */
  get(name: string): Snapshot {
    const found = this.#snapshots.get(name);
    if (found === undefined) throw createNotFoundError('snapshot', name);
    return found;
  }

  delete(name: string): void {
    this.get(name);
    this.#snapshots.delete(name);
  }

  clear(): void {
    this.#snapshots.clear();
  }
}
