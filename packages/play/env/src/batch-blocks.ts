/** Counts from which the sizes of the blocks follow. */
export interface BlockSizes {
  readonly matches: number;
  /** Agents of one match. */
  readonly agents: number;
  /** Numbers of the observation of one agent, with its stack. */
  readonly observation: number;
  /** Whether there is a block for the last observations of ended episodes. */
  readonly hasFinal: boolean;
  /** Numbers of the state of a match; 0 for no block. */
  readonly state: number;
  /** Terms of the reward of one agent; 0 for no block. */
  readonly terms: number;
  /** Numbers of the action of one agent. */
  readonly action: number;
  /** Entries of the action mask of one agent. */
  readonly choices: number;
}

/** The arrays that a batch and its caller share, all in one buffer. */
export class BatchBlocks {
  /** Memory of all blocks: those that the batch writes, then the actions. */
  readonly buffer: ArrayBuffer;
  /** Observations: matches × agents × (stack × fields). */
  readonly observations: Float32Array;
  /** The last observations of ended episodes, likewise; empty unless `autoReset` is `same-step`. */
  readonly finalObservations: Float32Array;
  /** True states: matches × fields of `stateLayout`; empty without the option `state`. With `same-step`, those of the new episodes. */
  readonly states: Float32Array;
  /** Rewards: matches × agents. */
  readonly rewards: Float32Array;
  /** Values of all terms without weights: matches × agents × terms; empty without the option `rewardTerms`. */
  readonly rewardTerms: Float32Array;
  /** 1 if the episode of a match ended by a condition of the scenario. */
  readonly terminated: Uint8Array;
  /** 1 if the episode of a match reached the horizon. */
  readonly truncated: Uint8Array;
  /** Outcome of the last step by match: 0 running, 1 horizon, then the terminations of the scenario. */
  readonly outcomes: Uint8Array;
  /** Cycles of the episode by match. */
  readonly cycles: Int32Array;
  /** Goals of left and right in the episode: matches × 2. */
  readonly scores: Int32Array;
  /** Which controllers play in the episode: matches × 2 (left, right), numbers of `otherNames`. */
  readonly drawn: Uint8Array;
  /** 1 for each choice that has an effect: matches × agents × choices. */
  readonly actionMasks: Uint8Array;
  /** Actions of the next step, written by the caller: matches × agents × fields. */
  readonly actions: Float32Array;

  constructor(sizes: BlockSizes) {
    const { matches, agents, choices } = sizes;
    const rows = matches * agents;
    const observationCount = rows * sizes.observation;
    const finalCount = sizes.hasFinal ? observationCount : 0;
    const stateCount = matches * sizes.state;
    const termCount = rows * sizes.terms;
    const actionCount = rows * sizes.action;
    // Blocks of four bytes per number first, so that all are aligned.
    const wide = 4 * (observationCount + finalCount + stateCount + rows + termCount + 3 * matches);
    const narrow = 5 * matches + rows * choices;
    const actionOffset = Math.ceil((wide + narrow) / 64) * 64;
    this.buffer = new ArrayBuffer(actionOffset + 4 * actionCount);
    let offset = 0;
    const take = (size: number) => {
      offset += size;
      return offset - size;
    };
    const floats = (count: number) => new Float32Array(this.buffer, take(4 * count), count);
    const integers = (count: number) => new Int32Array(this.buffer, take(4 * count), count);
    const bytes = (count: number) => new Uint8Array(this.buffer, take(count), count);
    // In the order of the memory; `node/worker-wire.ts` names it.
    this.observations = floats(observationCount);
    this.finalObservations = floats(finalCount);
    this.states = floats(stateCount);
    this.rewards = floats(rows);
    this.rewardTerms = floats(termCount);
    this.cycles = integers(matches);
    this.scores = integers(2 * matches);
    this.terminated = bytes(matches);
    this.truncated = bytes(matches);
    this.outcomes = bytes(matches);
    this.drawn = bytes(2 * matches);
    this.actionMasks = bytes(rows * choices);
    offset = actionOffset;
    this.actions = floats(actionCount);
  }
}
