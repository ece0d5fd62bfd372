// cspell:ignore gettimeofday urandom getrandom getentropy
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listTreeProcesses, type ProcessTree, readTextOrEmpty } from '@rcss/kit/match-runner';
import { formatCycle, replayMessages } from '@rcss/match-server/program';
import { readRecording } from '@rcss/simulator/recording';
import { RECORDING_NAME } from '../jobs/fixture-spec.js';
import type { TeamMeasurement } from '../jobs/team-check.js';

/** Folders of the system, whose programs and libraries name all of its functions. */
const SYSTEM_FILE = /^\/(usr\/(?!local\/)|lib|bin|sbin)/;
/** Names that a program contains if it reads a clock or a source of random numbers. */
const SOURCES: readonly string[] = [
  ...['clock_gettime', 'gettimeofday', 'system_clock', 'steady_clock'],
  ...['/dev/urandom', '/dev/random', 'getrandom', 'getentropy', 'arc4random', 'random_device'],
];

/** Returns which clocks and sources of random numbers the programs and libraries of a team name (Linux only). */
export function findSources({ child, mark }: ProcessTree): string[] {
  const processes = child.pid === undefined ? [] : listTreeProcesses({ group: child.pid, mark });
  const files = new Map<string, string>();
  for (const { pid } of processes) {
    // A team in a sandbox has a file system of its own.
    for (const [, path = ''] of readTextOrEmpty(`/proc/${pid}/maps`).matchAll(/ r-xp .* (\/.*)$/gm))
      if (!SYSTEM_FILE.test(path) && path !== process.execPath) files.set(path, `/proc/${pid}/root${path}`);
  }
  return [...files].flatMap(([path, file]) => {
    const text = readTextOrEmpty(file);
    const names = SOURCES.filter((name) => text.includes(name));
    return names.length === 0 ? [] : [`${names.join(', ')} in ${path}`];
  });
}

/** A recorded check of a team, with the folder of its logs. */
export interface RecordedCheck {
  readonly folder: string;
  readonly measured: Pick<TeamMeasurement, 'digest' | 'missedDoneCount' | 'failure' | 'coachVersion'>;
}

/** Compares two recorded checks of a team. Returns null if both are the same match, or the first difference, or why nothing can be said. */
export function findRepeatProblem(first: RecordedCheck, second: RecordedCheck): string | null {
  const failure = first.measured.failure ?? second.measured.failure;
  if (failure !== null) return `nothing can be said: ${failure}`;
  const missed = first.measured.missedDoneCount + second.measured.missedDoneCount;
  if (missed > 0) return `nothing can be said: (done) did not come in time, ${missed} times`;
  if ((first.measured.coachVersion === null) !== (second.measured.coachVersion === null))
    return 'nothing can be said: the coach came only once. One that asks before the first player is refused: let the start script wait a second before it, or set limits.coachTimeout';
  const [before, after] = [listCommands(first.folder), listCommands(second.folder)];
  for (const place of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before, after].map((commands) => commands.get(place) || 'no command');
    if (one !== other) return `first difference in ${place}: ${one}, and the second time ${other}`;
  }
  return first.measured.digest === second.measured.digest
    ? null
    : 'the players gave the same commands, but the coach did not';
}

/** Returns the commands of all players by cycle and player, in the order of the match. */
function listCommands(folder: string): Map<string, string> {
  const opened = readRecording(gunzipSync(readFileSync(join(folder, RECORDING_NAME))));
  if (!opened.ok) throw new Error(opened.error.message);
  const commands = new Map<string, string>();
  replayMessages(
    opened.value,
    () => true,
    ({ messages = [], unum, time, stoppageTime = 0 }) => {
      const sent = messages.filter(({ direction }) => direction === 'sent');
      commands.set(
        `cycle ${formatCycle(time, stoppageTime)}, player ${unum}`,
        sent.map(({ text }) => text).join(''),
      );
    },
  );
  return commands;
}
