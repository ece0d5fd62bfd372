/**
 * The wire between the Python package and its workers (`src/node/main.ts`): letters, bits, numbers and layouts.
 * `pnpm --filter @rcss/env wire` writes both sides, `src/node/worker-wire.generated.ts` and `python/src/rcss/_wire.py`; a test
 * compares them with this table.
 *
 * In a pipe, a command is its letter; then follow the actions (`actions`), or a length and JSON (`argument`). The answer is `done`
 * with the blocks of the results, `value` with a length and JSON, or `error` with a length and JSON. After `share`, the blocks and the
 * requests are in a file in shared memory.
 */

/** A whole number that both sides know by the same name. */
interface WireNumber {
  readonly name: string;
  readonly value: number;
  readonly doc: string;
}

/** A member of the JSON argument of a command, with its type on both sides. */
interface WireField {
  readonly name: string;
  readonly ts: string;
  readonly python: string;
}

interface WireCommand {
  readonly name: string;
  readonly letter: string;
  readonly doc: string;
  /** What follows the letter: actions in the form of their block, members of a JSON object (none: JSON `null`), or nothing. */
  readonly follows: 'actions' | 'nothing' | readonly WireField[];
}

const match: WireField = { name: 'match', ts: 'number', python: 'int' };

export const COMMANDS: readonly WireCommand[] = [
  { name: 'step', letter: 'S', doc: 'Executes one step with the actions.', follows: 'actions' },
  {
    name: 'step_scripted',
    letter: 'T',
    doc: 'Executes one step in which the agents play by scripts.',
    follows: 'nothing',
  },
  {
    name: 'reset',
    letter: 'R',
    doc: 'Starts a new episode in every match; a list has a seed per match.',
    follows: [{ name: 'seed', ts: 'number | number[] | null', python: 'list[int] | None' }],
  },
  {
    name: 'reset_matches',
    letter: 'N',
    doc: 'Starts a new episode in some matches; `seeds` has one for each of them.',
    follows: [
      { name: 'matches', ts: 'number[]', python: 'list[int]' },
      { name: 'seeds', ts: 'number[] | null', python: 'list[int] | None' },
    ],
  },
  {
    name: 'configure',
    letter: 'C',
    doc: 'Changes options; answers with the names of the controllers by side.',
    follows: [{ name: 'changes', ts: 'BatchChanges', python: 'dict[str, Any]' }],
  },
  { name: 'save_match', letter: 'G', doc: 'Answers with the state of a match.', follows: [match] },
  {
    name: 'restore_match',
    letter: 'P',
    doc: 'Sets a match to a saved state.',
    follows: [match, { name: 'saved', ts: 'SavedMatch', python: 'Any' }],
  },
  {
    name: 'save_log',
    letter: 'L',
    doc: 'Writes the game log of the current episode of a match to a file.',
    follows: [match, { name: 'path', ts: 'string', python: 'str' }],
  },
  { name: 'scene', letter: 'V', doc: 'Answers with a match for a picture.', follows: [match] },
  { name: 'results', letter: 'O', doc: 'Answers with the results of the ended episodes.', follows: [] },
  { name: 'step_seconds', letter: 'M', doc: 'Answers with the time in steps, seconds.', follows: [] },
  {
    name: 'share',
    letter: 'A',
    doc: 'Transfers blocks and requests through a file in shared memory from now on.',
    follows: [
      { name: 'path', ts: 'string', python: 'str' },
      { name: 'control', ts: 'number', python: 'int' },
      { name: 'results', ts: 'readonly BlockSpan[]', python: 'list[dict[str, int]]' },
      { name: 'actions', ts: 'BlockSpan', python: 'dict[str, int]' },
      { name: 'spinMicros', ts: 'number', python: 'float' },
    ],
  },
];

export const ANSWERS: readonly { readonly name: string; readonly letter: string; readonly doc: string }[] = [
  { name: 'done', letter: 'K', doc: 'The command is executed; in a pipe, the blocks of the results follow.' },
  { name: 'value', letter: 'D', doc: 'A length and JSON follow.' },
  { name: 'error', letter: 'E', doc: 'A length and JSON with `name` and `message` follow.' },
];

export const NUMBERS: readonly WireNumber[] = [
  {
    name: 'LENGTH_BYTES',
    value: 4,
    doc: 'Bytes of a length: an unsigned integer, little-endian.',
  },
  { name: 'WAKE', value: 0, doc: 'Byte that wakes the other side, which sleeps at its pipe.' },
  {
    name: 'CONTROL_BYTES',
    value: 64,
    doc: 'Bytes per worker for requests and answers in the shared file; those of two workers are not in one cache line.',
  },
  { name: 'REQUEST_BYTE', value: 0, doc: 'Control byte of the last request: its number and its kind.' },
  {
    name: 'ANSWER_BYTE',
    value: 1,
    doc: 'Control byte of the last answer: the number of its request, and 1 for an error.',
  },
  { name: 'ENGINE_ASLEEP_BYTE', value: 2, doc: 'Control byte that is not 0 while the worker sleeps.' },
  { name: 'PYTHON_ASLEEP_BYTE', value: 3, doc: 'Control byte that is not 0 while Python sleeps.' },
  { name: 'REQUEST_COUNT', value: 64, doc: 'Requests have the numbers 0..63 in turn; the first one has 1.' },
  { name: 'REQUEST_SHIFT', value: 2, doc: 'Bits of the kind, below the number of a request.' },
  { name: 'ANSWER_SHIFT', value: 1, doc: 'Bits of the error, below the number of an answer.' },
  { name: 'REQUEST_STEP', value: 1, doc: 'Kind of a request: the command `step`.' },
  { name: 'REQUEST_STEP_SCRIPTED', value: 2, doc: 'Kind of a request: the command `step_scripted`.' },
  { name: 'REQUEST_PIPE', value: 3, doc: 'Kind of a request: the command is in the pipe.' },
];

/** A place in memory, bytes. */
export const SPAN: readonly { readonly name: string; readonly doc: string }[] = [
  { name: 'start', doc: 'In the memory of the worker.' },
  { name: 'length', doc: 'Bytes.' },
  { name: 'position', doc: 'In the shared file, or in the memory of Python.' },
];

/** Sizes of the axes of blocks, without the matches. */
export type Axis = 'agents' | 'observation' | 'action' | 'choices' | 'sides' | 'state' | 'terms';

/** The blocks in the order of the memory of a worker, with the type of numpy; the last one is that of the actions. */
export const BLOCKS: readonly {
  readonly name: string;
  readonly type: 'f4' | 'i4' | 'u1';
  readonly axes: readonly Axis[];
}[] = [
  { name: 'observations', type: 'f4', axes: ['agents', 'observation'] },
  { name: 'finalObservations', type: 'f4', axes: ['agents', 'observation'] },
  { name: 'states', type: 'f4', axes: ['state'] },
  { name: 'rewards', type: 'f4', axes: ['agents'] },
  { name: 'rewardTerms', type: 'f4', axes: ['agents', 'terms'] },
  { name: 'cycles', type: 'i4', axes: [] },
  { name: 'scores', type: 'i4', axes: ['sides'] },
  { name: 'terminated', type: 'u1', axes: [] },
  { name: 'truncated', type: 'u1', axes: [] },
  { name: 'outcomes', type: 'u1', axes: [] },
  { name: 'drawn', type: 'u1', axes: ['sides'] },
  { name: 'actionMasks', type: 'u1', axes: ['agents', 'choices'] },
  { name: 'actions', type: 'f4', axes: ['agents', 'action'] },
];
