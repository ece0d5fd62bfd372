import { openLog } from '@rcss/logs';
import { createMatchParams } from '@rcss/params';
import { reconstructSnapshot } from '@rcss/simulator';
import type { LogStart } from '../messages.js';

/** Shows before the one from which a match continues; the memory of the rules is made from them. */
const SHOWS_BEFORE = 10;

/** The state of a match in a game log, and what the log does not contain. */
export interface LogState extends Pick<LogStart, 'params' | 'from'> {
  /** One line for each thing that is assumed. */
  readonly unknown: readonly string[];
}

/**
 * Returns the state of a game log from which a match continues.
 *
 * @param bytes The log, plain or compressed.
 * @param frame Index of the show.
 * @param seed Seed of the match that continues.
 * @throws {Error} if the bytes are not a game log, or the state is impossible
 * @throws {RangeError} if the show does not exist
 */
export function readLogState(bytes: Uint8Array, frame: number, seed: number): LogState {
  const opened = openLog(bytes);
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const server = { ...log.server, auto_mode: true, synch_mode: true };
  const params = createMatchParams(server, log.player, seed, log.types);
  const first = Math.max(0, frame - SHOWS_BEFORE);
  const before = Array.from({ length: frame - first }, (_, i) => log.frame(first + i));
  const { features: stores, hasParameters } = log;
  const made = reconstructSnapshot(log.frame(frame), { params, seed, before, stores, hasParameters });
  return { params, from: made.snapshot, unknown: made.unknown };
}
