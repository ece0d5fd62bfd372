import { readFileSync } from 'node:fs';
import { unpack } from '@rcss/logs';
import { readRecording } from '@rcss/simulator';
import { Command } from 'commander';
import type { ConsoleOutput } from '../console-output.js';
import { logDifference } from '../recordings/log-difference.js';
import { replayWithLog } from '../recordings/replay-log.js';
import { parseCommandLine } from './parse-command-line.js';

/** Exit statuses of `verify`. */
export const VERIFIED = { same: 0, different: 1, unreadable: 2 } as const;

/**
 * `rcss-server verify FILE [--log GAME.rcg]`: plays a recording again, compares the state after every step with the
 * recorded one, and the game log byte by byte with a given one (without one by its recorded SHA-256).
 */
export function verify(argv: readonly string[], console: ConsoleOutput): number {
  const command = new Command('rcss-server verify')
    .description('Plays a recorded match again and proves that it takes the same course.')
    .argument('<recording>', 'file that was written with rcss::record')
    .option('--log <file>', 'game log to compare with, packed or not');
  const parsed = parseCommandLine(command, argv, console);
  if (!parsed) return VERIFIED.unreadable;
  const [path = ''] = command.args;
  const { log: logPath } = command.opts<{ log?: string }>();
  let bytes: Uint8Array;
  let given: Uint8Array | null = null;
  try {
    bytes = unpack(readFileSync(path)).bytes;
    if (logPath !== undefined) given = unpack(readFileSync(logPath)).bytes;
  } catch (error) {
    console.err((error as Error).message);
    return VERIFIED.unreadable;
  }
  return verifyBytes(bytes, given, console);
}

/** The same for files that have been read and unpacked; `given` is null when there is no log to compare with. */
export function verifyBytes(bytes: Uint8Array, given: Uint8Array | null, console: ConsoleOutput): number {
  const opened = readRecording(bytes);
  if (!opened.ok) {
    console.err(opened.error.message);
    return VERIFIED.unreadable;
  }
  const reader = opened.value;
  const replayed = replayWithLog(reader);
  const { match, divergence, log } = replayed;
  console.out(`Recording: version ${reader.header.program}, seed ${reader.header.seed}`);
  if (divergence !== null) {
    const { step, time, expected, got } = divergence;
    console.out(
      `Different: step ${step}, cycle ${time}: state ${hex(expected)} was recorded, the replay has ${hex(got)}`,
    );
    if (given !== null) console.out(`Different: game log, ${logDifference(given, log) ?? 'nowhere so far'}`);
    return VERIFIED.different;
  }
  const { outcome } = reader;
  if (outcome !== null && typeof outcome === 'object') {
    console.err(`${outcome.message} at byte ${outcome.offset}`);
    return VERIFIED.unreadable;
  }
  console.out(`Same: ${match.steps} steps up to cycle ${match.world.time}, state by state`);
  if (outcome === 'truncated') console.out('The recording breaks off there; the match did not end in order');
  return compareLogs(replayed, given, outcome === 'complete', console);
}

function compareLogs(
  { log, digest, recordedDigest }: ReturnType<typeof replayWithLog>,
  given: Uint8Array | null,
  complete: boolean,
  console: ConsoleOutput,
): number {
  if (given !== null) {
    // Where the recording breaks off, the given log may go on.
    const expected = complete ? given : given.subarray(0, log.length);
    const difference = logDifference(expected, log);
    if (difference !== null) {
      console.out(`Different: game log, ${difference}`);
      return VERIFIED.different;
    }
    console.out(`Same: game log, ${log.length} bytes`);
  }
  if (recordedDigest === '') return VERIFIED.same;
  if (digest !== recordedDigest) {
    console.out(`Different: game log, SHA-256 ${recordedDigest} was recorded, the replay gives ${digest}`);
    return VERIFIED.different;
  }
  if (given === null) console.out(`Same: game log, ${log.length} bytes by their SHA-256`);
  return VERIFIED.same;
}

const hex = (digest: number) => digest.toString(16).padStart(8, '0');
