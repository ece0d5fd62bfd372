import type { Result } from '@rcss/core';
import type { StartCommand } from '@rcss/kit/match-runner';
import type { TeamIsolation, TeamLimits } from '@rcss/tournament/documents';
import { MatchFailure } from '../jobs/match-outcome.js';
import { isolateByLevel, type TeamPlace } from './levels.js';
import { createTeamGroup, type GroupController, openTeamGroups, type TeamGroups } from './team-groups.js';

/** A team with what separates it from this machine. */
export interface IsolatedTeam {
  /** Returns how a command of the team is started. */
  wrap(command: StartCommand): StartCommand;
  /** What of its limits the kernel does not keep here and why, as a part of a sentence; null if it keeps all. */
  readonly notLimited: string | null;
  /** A limit that the kernel has ended its processes for, as a sentence about the team; null if it has not. */
  findExceeded(): string | null;
  /** Ends processes that have left the team and frees what the isolation needs. To be called after its processes were ended. */
  close(): Promise<void>;
}

/** Threads of a team of strangers, if the document does not say otherwise: players in Java have about 30 each. */
const DEFAULT_THREADS = 2048;

/** What is done instead of a limit of the kernel. */
const FALLBACKS: Readonly<Record<GroupController, string>> = {
  memory: 'memory is measured once a second',
  cpu: 'processors are limited to whole ones',
  pids: 'threads are not limited',
};

/**
 * Prepares the isolation and the limits of a team.
 *
 * @param groups Control groups of this machine, or why it has none.
 * @throws {MatchFailure} if this machine cannot provide the isolation.
 */
export async function isolateTeam(
  isolation: TeamIsolation,
  limits: TeamLimits,
  place: TeamPlace,
  groups: Result<TeamGroups, string> = openTeamGroups(),
): Promise<IsolatedTeam> {
  const { level } = isolation;
  const threads = limits.threads ?? (level === 'none' ? undefined : DEFAULT_THREADS);
  if (level !== 'none' && process.platform !== 'linux')
    throw new MatchFailure(`isolation.level: ${level} needs Linux; this machine has ${process.platform}`);
  const own = await isolateByLevel(isolation, threads ?? DEFAULT_THREADS, place);
  const { memoryMb, cpus } = limits;
  const wanted = { memory: memoryMb, cpu: cpus, pids: threads };
  const isLimited = Object.values(wanted).some((value) => value !== undefined);
  const group =
    groups.ok && isLimited
      ? createTeamGroup(groups.value, {
          ...(memoryMb === undefined ? {} : { memoryMb }),
          ...(cpus === undefined ? {} : { cpus }),
          ...(threads === undefined ? {} : { threads }),
        })
      : null;
  const missing = (Object.keys(wanted) as GroupController[]).filter(
    (name) =>
      wanted[name] !== undefined &&
      group?.controllers.has(name) !== true &&
      !(name === 'pids' && own.withoutThreadLimit === null),
  );
  const reasons = [
    groups.ok ? `${groups.value.folder} has no such controller` : groups.error,
    ...(missing.includes('pids') && own.withoutThreadLimit !== null ? [own.withoutThreadLimit] : []),
  ];
  return {
    wrap(command) {
      const wrapped = own.wrap(command);
      return group === null ? wrapped : group.wrap(wrapped);
    },
    notLimited:
      missing.length === 0
        ? null
        : `${missing.map((name) => FALLBACKS[name]).join(', ')} (${reasons.join('; ')})`,
    findExceeded: () =>
      group?.hasRunOutOfMemory() === true
        ? `needed more memory than limits.memoryMb allows, ${memoryMb} MB`
        : null,
    async close() {
      await group?.close();
      own.close();
    },
  };
}
