import {
  createSequence,
  type Operation,
  type Sequence,
} from '../../../../conformance/src/random/operations.mjs';
import { shrink } from '../../../../conformance/src/random/shrink.mjs';
import { RandomServer } from './random-server.js';

/** Result of a sequence of operations. */
export interface Played {
  /** The broken invariant; null if all hold. */
  readonly failure: string | null;
  /** Number of operations that were executed, including the one that failed. */
  readonly operationCount: number;
  readonly steps: number;
  readonly messageCount: number;
}

/** Executes a sequence on a server in memory and checks the invariants. */
export function playSequence(sequence: Sequence): Played {
  const random = new RandomServer(sequence);
  let operationCount = 0;
  let failure: string | null = null;
  try {
    for (const operation of sequence.operations) {
      operationCount += 1;
      random.execute(operation);
    }
    random.checkReplay();
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  random.close();
  const { steps } = random.server.match;
  return { failure, operationCount, steps, messageCount: random.messageCount };
}

/** First line of a failure without its numbers: shortening must not change to another defect. */
const kindOf = (failure: string) =>
  (failure.split('\n')[0] as string).replaceAll(/-?\d[\d.e+-]*/g, '#').slice(0, 60);

const SHRINK_MS = 60_000;

/**
 * Plays the sequence of a seed. Throws an error with seed, settings and a shortened sequence of operations if an invariant
 * does not hold.
 */
export async function playSeed(seed: number, cycles: number, shrinkMs = SHRINK_MS): Promise<Played> {
  const sequence = createSequence(seed, cycles);
  const played = playSequence(sequence);
  if (played.failure === null) return played;
  const kind = kindOf(played.failure);
  const failing = sequence.operations.slice(0, played.operationCount);
  const fails = (operations: readonly Operation[]) => {
    const { failure } = playSequence({ ...sequence, operations });
    return failure !== null && kindOf(failure) === kind;
  };
  const end = Date.now() + shrinkMs;
  const shortest = await shrink(failing, fails, () => Date.now() > end);
  const last = playSequence({ ...sequence, operations: shortest });
  throw new Error(
    [
      `seed ${seed}, ${cycles} cycles: ${last.failure ?? played.failure}`,
      `settings: ${JSON.stringify(sequence.settings)}`,
      `${shortest.length} of ${sequence.operations.length} operations:`,
      ...shortest.map((operation) => JSON.stringify(operation)),
    ].join('\n'),
  );
}
