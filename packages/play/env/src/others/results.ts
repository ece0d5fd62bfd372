import type { SideName } from '@rcss/core';
import type { EpisodeState } from '../episode.js';
import type { OtherPlayers, OtherSlots } from './controller.js';

/** Results of the ended episodes in which one controller played. */
export interface ControllerResult {
  readonly side: SideName;
  readonly name: string;
  readonly episodes: number;
  /** Number of episodes by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly goalsLeft: number;
  readonly goalsRight: number;
  /** Episodes in which the left team scored more goals. */
  readonly winsLeft: number;
  readonly winsRight: number;
  /** Sum of the cycles of the episodes. */
  readonly cycles: number;
  /** Sum of the rewards of all agents. */
  readonly reward: number;
}

type Counts = { -readonly [K in keyof ControllerResult]: ControllerResult[K] } & {
  outcomes: Record<string, number>;
};

/** Adds up the results of episodes by controller. */
export class Results {
  readonly #counts: readonly { readonly side: OtherSlots['side']; readonly counts: readonly Counts[] }[];
  readonly #outcomeNames: readonly string[];

  constructor(
    pools: readonly { readonly side: OtherSlots['side']; readonly pool: readonly OtherPlayers[] }[],
    outcomeNames: readonly string[],
  ) {
    this.#outcomeNames = outcomeNames;
    this.#counts = pools.map(({ side, pool }) => ({
      side,
      counts: pool.map(({ name }) => ({
        side,
        name,
        episodes: 0,
        outcomes: {},
        goalsLeft: 0,
        goalsRight: 0,
        winsLeft: 0,
        winsRight: 0,
        cycles: 0,
        reward: 0,
      })),
    }));
  }

  /** Adds an ended episode. */
  add(episode: EpisodeState): void {
    const outcome = this.#outcomeNames[episode.outcome] as string;
    for (const { side, counts } of this.#counts) {
      const own = counts[side === 'left' ? episode.drawnLeft : episode.drawnRight];
      if (own === undefined) continue;
      own.episodes += 1;
      own.outcomes[outcome] = (own.outcomes[outcome] ?? 0) + 1;
      own.goalsLeft += episode.scoreLeft;
      own.goalsRight += episode.scoreRight;
      if (episode.scoreLeft > episode.scoreRight) own.winsLeft += 1;
      if (episode.scoreRight > episode.scoreLeft) own.winsRight += 1;
      own.cycles += episode.cycles;
      own.reward += episode.reward;
    }
  }

  /** Returns a copy of the results: left before right, in the order of the pools. */
  list(): ControllerResult[] {
    return this.#counts.flatMap(({ counts }) =>
      counts.map((result) => ({ ...result, outcomes: { ...result.outcomes } })),
    );
  }
}
