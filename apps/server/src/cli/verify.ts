import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  type ConsoleOutput,
  findLogDifference,
  type Replayed,
  replayWithLog,
} from '@rcss/match-server/program';
import { openRecording, readPackedFile } from './read-packed-file.js';

/**
 * Replays a recording and compares the state after every step with the recorded state. The replayed game log is
 * compared byte by byte with a given log. Without a given log, its SHA-256 is compared with the recorded one.
 *
 * @param logPath Game log to compare with.
 * @throws {CommandLineError} if a file cannot be read.
 */
export function verify(
  path: string,
  logPath: string | undefined,
  console: ConsoleOutput,
): (typeof EXIT)['ok' | 'failed'] {
  const reader = openRecording(path, console);
  const expectedLog = logPath === undefined ? null : readPackedFile(logPath, console);
  const replayed = replayWithLog(reader);
  const { match, divergence, log } = replayed;
  console.out(`Recording: version ${reader.header.program}, seed ${reader.header.seed}`);
  if (divergence !== null) {
    const { step, time, expected, actual: got } = divergence;
    console.out(
      `Different: step ${step}, cycle ${time}: state ${formatDigest(expected)} was recorded, the replay has ${formatDigest(got)}`,
    );
    if (expectedLog !== null) {
      console.out(`Different: game log, ${findLogDifference(expectedLog, log) ?? 'nowhere so far'}`);
    }
    return EXIT.failed;
  }
  const { outcome } = reader;
  if (outcome !== null && typeof outcome === 'object') {
    throw new CommandLineError(`${outcome.message} at byte ${outcome.offset}`, EXIT.usage);
  }
  console.out(`Same: ${match.steps} steps up to cycle ${match.world.time}, state by state`);
  if (outcome === 'truncated')
    console.out('The recording is truncated there; the match did not end normally');
  return compareLogs(replayed, expectedLog, outcome === 'complete', console);
}

function compareLogs(
  { log, digest, recordedDigest }: Replayed,
  expectedLog: Uint8Array | null,
  complete: boolean,
  console: ConsoleOutput,
): (typeof EXIT)['ok' | 'failed'] {
  if (expectedLog !== null) {
    // If the recording is truncated, the given log may be longer.
    const expected = complete ? expectedLog : expectedLog.subarray(0, log.length);
    const difference = findLogDifference(expected, log);
    if (difference !== null) {
      console.out(`Different: game log, ${difference}`);
      return EXIT.failed;
    }
    console.out(`Same: game log, ${log.length} bytes`);
  }
  if (recordedDigest === '') return EXIT.ok;
  if (digest !== recordedDigest) {
    console.out(`Different: game log, SHA-256 ${recordedDigest} was recorded, the replay gives ${digest}`);
    return EXIT.failed;
  }
  if (expectedLog === null) console.out(`Same: game log, ${log.length} bytes by their SHA-256`);
  return EXIT.ok;
}

const formatDigest = (digest: number) => digest.toString(16).padStart(8, '0');
