import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Limit of the code that the optimizing compiler of the engine copies into one function, bytes of bytecode; the default of the
 * engine is 920. The functions of a server get hot one after the other during the whole match, and with the default the
 * compiler takes a quarter of the processor time of a match of 2,000 cycles.
 */
const MAX_INLINED_BYTECODE_SIZE = 300;

/** Major versions of Node that have this option; an engine without it would print an error. */
const NODE_RELEASES = { first: 20, last: 24 } as const;

/**
 * Options for Node 20, whose engine has no fast compiler between its baseline code and the optimizing one: a function is
 * optimized after a quarter of the work that the engine waits for by default (67,584 bytes of executed bytecode per tick), and a long function
 * with hardly more ticks than a short one (default: one more for each 150 bytes). The functions of a server stay hot until the end of the match.
 */
const EARLIER_OPTIMIZATION = ['--interrupt-budget=16896', '--bytecode-size-allowance-per-tick=1000'] as const;

/** Sets options of the engine for a process that is a server. They change nothing but speed and times. */
export function setEngineOptions(): void {
  const release = Number.parseInt(process.versions.node, 10);
  if (release < NODE_RELEASES.first || release > NODE_RELEASES.last || process.versions.bun !== undefined)
    return;
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MAX_INLINED_BYTECODE_SIZE}`);
  if (release === 20) for (const option of EARLIER_OPTIMIZATION) setFlagsFromString(option);
  // The real-time clock collects garbage between its passes. Only contexts that are created from now on have the function.
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
}
