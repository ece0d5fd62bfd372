import { PLAYER_COUNT, type Player } from '@rcss/core';

type Numbers = Float32Array | Float64Array;

/** What an encoder remembers of the agents between cycles: the same count of numbers for each agent of each match. */
export class AgentMemory<T extends Numbers = Float32Array> {
  /** By match: the numbers of all agents. */
  readonly #rows: readonly T[];
  /** By player: where its numbers begin, -1 if it is not an agent. */
  readonly #offsets = new Int32Array(PLAYER_COUNT).fill(-1);

  /**
   * @param agents Indexes of the agents' players.
   * @param matches Number of matches.
   * @param size Numbers of one agent.
   * @param create Creates zeros.
   */
  constructor(
    { agents, matches }: { readonly agents: readonly number[]; readonly matches: number },
    size: number,
    create: (length: number) => T,
  ) {
    agents.forEach((player, place) => {
      this.#offsets[player] = place * size;
    });
    this.#rows = Array.from({ length: matches }, () => create(agents.length * size));
  }

  /** The numbers of a match; the caller changes them. */
  of(index: number): T {
    return this.#rows[index] as T;
  }

  /** Where the numbers of a player begin in those of its match; negative if it is not an agent. */
  offset({ index }: Pick<Player, 'index'>): number {
    return this.#offsets[index] as number;
  }
}

/** Numbers that are remembered of a match. */
type Memories = { readonly memories?: readonly AgentMemory<Numbers>[] };

/** Returns a copy of what is remembered of a match. */
export function saveMemories({ memories = [] }: Memories, index: number): number[] {
  return memories.flatMap((memory) => [...memory.of(index)]);
}

/**
 * Sets what is remembered of a match.
 *
 * @throws RangeError if the saved numbers are not as many; nothing has changed then
 */
export function restoreMemories({ memories = [] }: Memories, index: number, saved: readonly number[]): void {
  const rows = memories.map((memory) => memory.of(index));
  const count = rows.reduce((sum, { length }) => sum + length, 0);
  if (saved.length !== count)
    throw new RangeError(
      `saved match: ${saved.length} numbers of the observation instead of ${count}; save with the same options`,
    );
  let at = 0;
  for (const row of rows) {
    row.set(saved.slice(at, at + row.length));
    at += row.length;
  }
}
