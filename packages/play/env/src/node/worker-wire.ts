/**
 * The wire between the Python package and its workers (`main.ts`): letters, bits, numbers and layouts. `python/build.sh` writes the other side from
 * this file, `python/src/rcss/_wire.py`; git ignores it.
 *
 * In a pipe, a command is its letter; then follow the actions (`step`), or a length and JSON: the {@link CommandArguments}. The answer is `done`
 * with the blocks of the results, `value` with a length and JSON, or `error` with a length and JSON. After `share`, the blocks and the
 * requests are in a file in shared memory.
 *
 * An engine with many batches answers in the order of the requests. Before each command is the number of its batch, an unsigned integer as that of a length; after
 * `share`, only the blocks are in the file.
 */
import type { BatchChanges } from '../batch-options.js';
import type { SavedMatch } from '../match-slot.js';

/** Bytes of a length: an unsigned integer, little-endian. */
export const LENGTH_BYTES = 4;
/** Byte that wakes the other side, which sleeps at its pipe. */
export const WAKE = 0;
/** Bytes per worker for requests and answers in the shared file; those of two workers are not in one cache line. */
export const CONTROL_BYTES = 64;
/** Control byte of the last request: its number and its kind. */
export const REQUEST_BYTE = 0;
/** Control byte of the last answer: the number of its request, and 1 for an error. */
export const ANSWER_BYTE = 1;
/** Control byte that is not 0 while the worker sleeps. */
export const ENGINE_ASLEEP_BYTE = 2;
/** Control byte that is not 0 while Python sleeps. */
export const PYTHON_ASLEEP_BYTE = 3;
/** Requests have the numbers 0..63 in turn; the first one has 1. */
export const REQUEST_COUNT = 64;
/** Bits of the kind, below the number of a request. */
export const REQUEST_SHIFT = 2;
/** Bits of the error, below the number of an answer. */
export const ANSWER_SHIFT = 1;
/** Kind of a request: the command `step`. */
export const REQUEST_STEP = 1;
/** Kind of a request: the command `step_scripted`. */
export const REQUEST_STEP_SCRIPTED = 2;
/** Kind of a request: the command is in the pipe. */
export const REQUEST_PIPE = 3;

/** Letters of the commands. */
export const COMMAND = {
  /** Executes one step with the actions. */
  step: 'S',
  /** Executes one step in which the agents play by scripts. */
  stepScripted: 'T',
  /** Starts a new episode in every match; a list has a seed per match. */
  reset: 'R',
  /** Starts a new episode in some matches; `seeds` has one for each of them. */
  resetMatches: 'N',
  /** Changes options; answers with the names of the controllers by side. */
  configure: 'C',
  /** Answers with the state of a match. */
  saveMatch: 'G',
  /** Sets a match to a saved state. */
  restoreMatch: 'P',
  /** Writes the game log of the current episode of a match to a file. */
  saveLog: 'L',
  /** Answers with a match for a picture. */
  scene: 'V',
  /** Answers with the results of the ended episodes. */
  results: 'O',
  /** Answers with the time in steps, seconds. */
  stepSeconds: 'M',
  /** Creates a batch of an engine with many, from JSON with `options` and `record`; the answer is that of the first line. */
  create: 'B',
  /** Removes a batch of an engine with many; there is no answer. */
  close: 'X',
  /** Transfers blocks and requests through a file in shared memory from now on. */
  share: 'A',
} as const;

/** Letters of the answers. */
export const ANSWER = {
  /** The command is executed; in a pipe, the blocks of the results follow. */
  done: 'K',
  /** A length and JSON follow. */
  value: 'D',
  /** A length and JSON with `name` and `message` follow. */
  error: 'E',
} as const;

/** A part of the memory of a worker, and its place on the other side, bytes. */
export interface BlockSpan {
  /** In the memory of the worker. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
  /** In the shared file, or in the memory of Python. */
  readonly position: number;
}

/** JSON after the letters of commands; those that are missing have none. */
export interface CommandArguments {
  readonly reset: {
    readonly seed: number | (number | null)[] | null;
  };
  readonly resetMatches: {
    readonly matches: number[];
    readonly seeds: number[] | null;
  };
  readonly configure: {
    readonly changes: BatchChanges;
  };
  readonly saveMatch: {
    readonly match: number;
  };
  readonly restoreMatch: {
    readonly match: number;
    readonly saved: SavedMatch;
  };
  readonly saveLog: {
    readonly match: number;
    readonly path: string;
  };
  readonly scene: {
    readonly match: number;
  };
  /** JSON `null`. */
  readonly results: unknown;
  /** JSON `null`. */
  readonly stepSeconds: unknown;
  readonly share: {
    readonly path: string;
    /** Place of the control bytes in the file; -1 for one of many batches, whose requests stay in the pipe. */
    readonly control: number;
    readonly results: readonly BlockSpan[];
    readonly actions: BlockSpan;
    readonly spinMicros: number;
  };
}

/** The types of the arguments in Python, by command and name; a command without names gets `None`. */
export const PYTHON_ARGUMENTS: {
  readonly [Command in keyof CommandArguments]: {
    readonly [Name in keyof CommandArguments[Command]]: string;
  };
} = {
  reset: { seed: 'list[int | None] | None' },
  resetMatches: { matches: 'list[int]', seeds: 'list[int] | None' },
  configure: { changes: 'dict[str, Any]' },
  saveMatch: { match: 'int' },
  restoreMatch: { match: 'int', saved: 'Any' },
  saveLog: { match: 'int', path: 'str' },
  scene: { match: 'int' },
  results: {},
  stepSeconds: {},
  share: {
    path: 'str',
    control: 'int',
    results: 'list[dict[str, int]]',
    actions: 'dict[str, int]',
    spinMicros: 'float',
  },
};

/** The blocks in the order of the memory, the actions last, with their types as numpy names them. */
export const BLOCK_TYPES = {
  observations: 'f4',
  finalObservations: 'f4',
  states: 'f4',
  rewards: 'f4',
  rewardTerms: 'f4',
  cycles: 'i4',
  scores: 'i4',
  terminated: 'u1',
  truncated: 'u1',
  outcomes: 'u1',
  drawn: 'u1',
  actionMasks: 'u1',
  actions: 'f4',
} as const;

/** Sizes of the axes of blocks, after the matches. */
type Axis = 'agents' | 'observation' | 'action' | 'choices' | 'sides' | 'state' | 'terms';

/** The axes of each block. */
export const BLOCK_AXES: Readonly<Record<keyof typeof BLOCK_TYPES, readonly Axis[]>> = {
  observations: ['agents', 'observation'],
  finalObservations: ['agents', 'observation'],
  states: ['state'],
  rewards: ['agents'],
  rewardTerms: ['agents', 'terms'],
  cycles: [],
  scores: ['sides'],
  terminated: [],
  truncated: [],
  outcomes: [],
  drawn: ['sides'],
  actionMasks: ['agents', 'choices'],
  actions: ['agents', 'action'],
};
