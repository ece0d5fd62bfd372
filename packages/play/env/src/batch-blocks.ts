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

/** The blocks of a batch, all in one buffer; `Batch` describes them. */
export interface BatchBlocks {
  readonly buffer: ArrayBuffer;
  readonly observations: Float32Array;
  readonly finalObservations: Float32Array;
  readonly states: Float32Array;
  readonly rewards: Float32Array;
  readonly rewardTerms: Float32Array;
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
  readonly outcomes: Uint8Array;
  readonly cycles: Int32Array;
  readonly scores: Int32Array;
  readonly drawn: Uint8Array;
  readonly actionMasks: Uint8Array;
  readonly actions: Float32Array;
}

export function createBlocks(sizes: BlockSizes): BatchBlocks {
  const { matches, agents, choices } = sizes;
  const rows = matches * agents;
  const observationCount = rows * sizes.observation;
  const finalCount = sizes.hasFinal ? observationCount : 0;
  const actionCount = rows * sizes.action;
  // Blocks of four bytes per number first, so that all are aligned.
  const stateCount = matches * sizes.state;
  const termCount = rows * sizes.terms;
  const wide = 4 * (observationCount + finalCount + stateCount + rows + termCount + 3 * matches);
  const narrow = 5 * matches + rows * choices;
  const actionOffset = Math.ceil((wide + narrow) / 64) * 64;
  const buffer = new ArrayBuffer(actionOffset + 4 * actionCount);
  let offset = 0;
  const take = (bytes: number): number => {
    offset += bytes;
    return offset - bytes;
  };
  // The order of the properties is that of the blocks.
  return {
    buffer,
    observations: new Float32Array(buffer, take(4 * observationCount), observationCount),
    finalObservations: new Float32Array(buffer, take(4 * finalCount), finalCount),
    states: new Float32Array(buffer, take(4 * stateCount), stateCount),
    rewards: new Float32Array(buffer, take(4 * rows), rows),
    rewardTerms: new Float32Array(buffer, take(4 * termCount), termCount),
    cycles: new Int32Array(buffer, take(4 * matches), matches),
    scores: new Int32Array(buffer, take(8 * matches), 2 * matches),
    terminated: new Uint8Array(buffer, take(matches), matches),
    truncated: new Uint8Array(buffer, take(matches), matches),
    outcomes: new Uint8Array(buffer, take(matches), matches),
    drawn: new Uint8Array(buffer, take(2 * matches), 2 * matches),
    actionMasks: new Uint8Array(buffer, take(rows * choices), rows * choices),
    actions: new Float32Array(buffer, actionOffset, actionCount),
  };
}
