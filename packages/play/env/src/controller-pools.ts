import { type MatchEvent, SIDE_NAMES } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { BatchOptions, BatchSettings } from './batch-options.js';
import { episodeSeed, type MatchSlot, type SavedMatch } from './match-slot.js';
import { checkObject } from './options.js';
import type { OtherPlayers } from './others/controller.js';
import { createOthers, drawController, findOthers } from './others/others.js';
import { Results } from './others/results.js';
import type { SenseReceiver } from './senses.js';

/** The controllers of the players without agents in all matches of a batch: a pool for each side. */
export class ControllerPools {
  /** Left, then right. A pool is empty if agents control all players of its side. */
  readonly #pools: readonly (readonly OtherPlayers[])[];

  /** @throws RangeError if a controller does not fit */
  constructor(
    choices: NonNullable<BatchOptions['others']>,
    { scenario, matches, horizon, agents }: BatchSettings,
  ) {
    checkObject('others', choices, '{ "right": { "type": "scripts" } }');
    for (const side of Object.keys(choices))
      if (side !== 'left' && side !== 'right')
        throw new RangeError(`others: ${JSON.stringify(side)} is not left or right`);
    this.#pools = SIDE_NAMES.map((side) =>
      createOthers(choices[side], {
        scenario,
        slots: findOthers(scenario, side, agents),
        matches,
        horizon,
      }),
    );
  }

  /** Names of the controllers by side. */
  get names(): { left: readonly string[]; right: readonly string[] } {
    const [left, right] = this.#pools.map((pool) => pool.map(({ name }) => name));
    return { left: left as string[], right: right as string[] };
  }

  /** Whether a controller receives events. */
  get hasListener(): boolean {
    return this.#pools.some((pool) => pool.some(({ notify }) => notify !== undefined));
  }

  /** Creates the counts of the results of all controllers. */
  createResults(outcomeNames: readonly string[]): Results {
    return new Results(
      SIDE_NAMES.map((side, i) => ({ side, pool: this.#pools[i] as readonly OtherPlayers[] })),
      outcomeNames,
    );
  }

  /** The controller that plays in a match; `side` is 0 for left, 1 for right. */
  #drawn({ episode }: Pick<MatchSlot, 'episode'>, side: number): OtherPlayers | undefined {
    return (this.#pools[side] as readonly OtherPlayers[])[
      side === 0 ? episode.drawnLeft : episode.drawnRight
    ];
  }

  /** Draws the controllers of an episode and starts them. */
  begin(slot: MatchSlot, index: number): void {
    const { episode } = slot;
    const seed = episodeSeed(episode);
    episode.drawnLeft = drawController(this.#pools[0] as readonly OtherPlayers[], 'left', seed);
    episode.drawnRight = drawController(this.#pools[1] as readonly OtherPlayers[], 'right', seed);
    for (let side = 0; side < 2; side++) this.#drawn(slot, side)?.begin?.(slot, index);
  }

  /** Sends the commands of one cycle. */
  act(slot: MatchSlot, index: number): void {
    for (let side = 0; side < 2; side++) this.#drawn(slot, side)?.act(slot, index);
  }

  /** Called after each cycle, before the senses. */
  sense(slot: MatchSlot, match: Match, index: number): void {
    for (let side = 0; side < 2; side++) this.#drawn(slot, side)?.sense?.(match, index);
  }

  /** Passes an event of a match to its controllers. */
  notify(slot: MatchSlot, event: MatchEvent, index: number): void {
    for (let side = 0; side < 2; side++) this.#drawn(slot, side)?.notify?.(event, index);
  }

  /** Adds those that receive what the players of a match perceive. */
  addReceivers(slot: MatchSlot, receivers: SenseReceiver[]): void {
    for (let side = 0; side < 2; side++) {
      const senses = this.#drawn(slot, side)?.senses;
      if (senses !== undefined) receivers.push(...senses);
    }
  }

  /** Why a match cannot be saved; undefined if it can. */
  findSaveProblem(slot: Pick<MatchSlot, 'episode'>): string | undefined {
    return this.#drawn(slot, 0)?.cannotSave ?? this.#drawn(slot, 1)?.cannotSave;
  }

  /** Returns a copy of the memories of a match; an empty object if there are none. */
  save(slot: MatchSlot, index: number): Pick<SavedMatch, 'others'> {
    const left = this.#drawn(slot, 0)?.save?.(index);
    const right = this.#drawn(slot, 1)?.save?.(index);
    if (left === undefined && right === undefined) return {};
    return {
      others: { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) },
    };
  }

  /** Sets the memories of a match. */
  restore(slot: MatchSlot, index: number, saved: SavedMatch['others']): void {
    this.#drawn(slot, 0)?.restore?.(index, saved?.left ?? []);
    this.#drawn(slot, 1)?.restore?.(index, saved?.right ?? []);
  }
}
