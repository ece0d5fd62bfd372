import type { Result } from '@rcss/core';
import type { StartCommand } from '@rcss/kit/match-runner';
import type { TeamIsolation } from '@rcss/tournament/documents';
import { MatchFailure } from '../jobs/match-outcome.js';
import type { LevelIsolation } from './level-isolation.js';
import { type IsolatedTeamPlan, isolateByLevel, type TeamPlace } from './levels.js';
import { createTeamGroup, type GroupController, openTeamGroups, type TeamGroups } from './team-groups.js';

/** A team with what separates it from this machine. */
export interface IsolatedTeam {
  /** Returns how a command of the team is started. */
  wrap(command: StartCommand): StartCommand;
  /** What of its limits the kernel does not keep here and why, as a part of a sentence; null if it keeps all. */
  readonly notLimited: string | null;
  /** A limit that the kernel has ended its processes for, as a sentence about the team; null if it has not. */
  findExceeded(): string | null;
  /** First name of another team for which the team has asked for a place; null: none. */
  findForeignTeam(): string | null;
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
  plan: IsolatedTeamPlan,
  place: TeamPlace,
  groups: Result<TeamGroups, string> = openTeamGroups(),
): Promise<IsolatedTeam> {
  const { level } = isolation;
  const { limits } = plan;
  const threads = limits.threads ?? (level === 'none' ? undefined : DEFAULT_THREADS);
  if (level !== 'none' && process.platform !== 'linux')
    throw new MatchFailure(`isolation.level: ${level} needs Linux; this machine has ${process.platform}`);
  const { memoryMb, cpus } = limits;
  // The engine of containers keeps these limits itself.
  const wanted = level === 'container' ? {} : { memory: memoryMb, cpu: cpus, pids: threads };
  const group =
    groups.ok && level !== 'container'
      ? createTeamGroup(groups.value, {
          ...(memoryMb === undefined ? {} : { memoryMb }),
          ...(cpus === undefined ? {} : { cpus }),
          ...(threads === undefined ? {} : { threads }),
        })
      : null;
  let own: LevelIsolation;
  try {
    own = await isolateByLevel(isolation, plan, threads ?? DEFAULT_THREADS, place);
  } catch (error) {
    await group?.close();
    throw error;
  }
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
    findForeignTeam: () => own.findForeignTeam?.() ?? null,
    async close() {
      await group?.close();
      await own.close();
    },
  };
}
