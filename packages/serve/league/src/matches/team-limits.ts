import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { StartCommand } from '@rcss/kit/match-runner';
import type { TeamLimits } from '@rcss/tournament/documents';

/** Largest output of a team; a team that writes more is ended, bytes. */
export const MAX_OUTPUT_BYTES: number = 64 * 1024 * 1024;

const PAGE_BYTES = 4096;
/** Unit of processor times in `/proc`. */
const TICKS_PER_SECOND = 100;

/**
 * Returns a command whose processes run on at most `limits.cpus` processors, rounded up. Linux only; elsewhere the command is returned
 * unchanged.
 *
 * @param slot Number of the match among those of this machine, so that teams of different matches get different processors.
 */
export function limitProcessors(command: StartCommand, { cpus }: TeamLimits, slot: number): StartCommand {
  const available = availableParallelism();
  if (cpus === undefined || process.platform !== 'linux' || cpus >= available) return command;
  const count = Math.ceil(cpus);
  const list = Array.from({ length: count }, (_, i) => (slot * count + i) % available);
  const inner = command.shell ? ['/bin/sh', '-c', command.file] : [command.file, ...command.args];
  return { ...command, file: 'taskset', args: ['--cpu-list', list.join(','), ...inner], shell: false };
}

/** What the processes of a group use. */
export interface GroupUse {
  readonly processCount: number;
  /** Resident memory, bytes. */
  readonly memoryBytes: number;
  /** Processor time of the processes that run now, s. */
  readonly processorSeconds: number;
}

/** Returns what all processes of a group use; zeros where the system does not report it (only Linux does). */
export function measureGroup(group: number): GroupUse {
  const use = { processCount: 0, memoryBytes: 0, processorSeconds: 0 };
  let entries: string[];
  try {
    entries = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return use;
  }
  for (const pid of entries) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name of the program, in parentheses, may contain blanks.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[2]) !== group) continue;
      use.processCount += 1;
      use.memoryBytes += Number(fields[21]) * PAGE_BYTES;
      use.processorSeconds += (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    } catch {
      // The process has ended.
    }
  }
  return use;
}

/**
 * Returns which limit a team exceeds, as a sentence about it, or null.
 *
 * @param group Process group of the team.
 * @param log File with its output.
 */
export function findExceededLimit(group: number, log: string, { memoryMb }: TeamLimits): string | null {
  if (memoryMb !== undefined) {
    const used = measureGroup(group).memoryBytes / (1024 * 1024);
    if (used > memoryMb)
      return `used ${Math.round(used)} MB of memory; limits.memoryMb allows ${memoryMb} MB`;
  }
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_OUTPUT_BYTES) return `wrote more than ${MAX_OUTPUT_BYTES >> 20} MB to its output`;
  return null;
}

/** Cycles that one player may leave without `(done)`, if the document does not say it. The server waits 1.25 s in each. */
const DEFAULT_MISSED_DONE = 40;

/** Returns that a player left too many cycles without `(done)`, as a sentence about the team, or null. */
export function findMissedDone(
  players: readonly { readonly unum: number; readonly missedDoneCount: number }[],
  { missedDone = DEFAULT_MISSED_DONE }: TeamLimits,
): string | null {
  const worst = players.find(({ missedDoneCount }) => missedDoneCount > missedDone);
  if (worst === undefined) return null;
  const count = `player ${worst.unum} in ${worst.missedDoneCount} cycles`;
  return `did not answer with (done): ${count}; limits.missedDone allows ${missedDone}`;
}
