import { availableParallelism } from 'node:os';
import {
  listTreeProcesses,
  type ProcessTree,
  type StartCommand,
  type TeamProcess,
  type TreeProcess,
} from '@rcss/kit/match-runner';
import type { TeamLimits } from '@rcss/tournament/documents';

/** Largest output of a team; a team that writes more is ended, bytes. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

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

/** What the processes of a team use. */
export interface TeamUse {
  readonly processCount: number;
  /** Resident memory, bytes. */
  readonly memoryBytes: number;
  /** Processor time of the processes that run now, s. */
  readonly processorSeconds: number;
}

/** Returns what all processes of a team use; zeros where the system does not report it (only Linux does). */
export function measureTeam({ child, mark }: ProcessTree): TeamUse {
  const processes = child.pid === undefined ? [] : listTreeProcesses({ group: child.pid, mark });
  const sum = (read: (process: TreeProcess) => number): number =>
    processes.reduce((total, process) => total + read(process), 0);
  return {
    processCount: processes.length,
    memoryBytes: sum(({ memoryBytes }) => memoryBytes),
    processorSeconds: sum(({ processorSeconds }) => processorSeconds),
  };
}

/**
 * Returns which limit a team exceeds, as a sentence about it, or null.
 *
 * @param exceeded Limit that the kernel has found.
 */
export function findExceededLimit(
  { tree, exceeded = null }: Pick<TeamProcess, 'tree'> & { readonly exceeded?: string | null },
  { memoryMb, processes }: TeamLimits,
): string | null {
  if (exceeded !== null) return exceeded;
  if (memoryMb !== undefined || processes !== undefined) {
    const use = measureTeam(tree);
    const used = use.memoryBytes / (1024 * 1024);
    if (memoryMb !== undefined && used > memoryMb)
      return `used ${Math.round(used)} MB of memory; limits.memoryMb allows ${memoryMb} MB`;
    if (processes !== undefined && use.processCount > processes)
      return `had ${use.processCount} processes; limits.processes allows ${processes}`;
  }
  // The tree watches its output, also before the first player.
  return tree.end !== null && tree.end.signal !== null && tree.end.error !== '' ? tree.end.error : null;
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
