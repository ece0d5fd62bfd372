import { createBaseTeam } from '@rcss/base-team';
import { type Side, sideName } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { type CreateTeam, createTeamSeed } from '@rcss/core/team-module';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  chooseTeam,
  createChosenTeam,
  isTeamFile,
  loadTeamModule,
  MODULE_PREFIX,
  type OwnTeam,
  resolveModule,
} from '@rcss/kit/match-runner';
import { type OpenClient, type RecordedPlayer, RehearsedTeam } from '@rcss/match-server/program';

/** A team that takes places in a recorded match. */
export interface OpenedTeam {
  readonly team: OwnTeam | OpenClient;
  /** Closes clients that have taken no place. */
  close(): void;
}

/**
 * Opens a team for a side of a match with a seed.
 *
 * @param onDebug Receives the records of a module.
 */
export type OpenTeam = (side: Side, seed: number, onDebug?: (record: DebugRecord) => void) => OpenedTeam;

/**
 * Reads what names a team: a start script or command as for `rcss match`, `module:FILE`, or a team file as in leagues.
 *
 * @param isSingle Whether one player decides: the program of `demo` would end because the others are refused, so it plays in this process.
 * @param isSandboxed Whether programs run in the sandbox of leagues, modules in a process of their own.
 * @throws {CommandLineError} (as a rejection) if there is no such program, or if the module cannot be loaded
 */
export async function loadTeamCode(text: string, isSingle = false, isSandboxed = false): Promise<OpenTeam> {
  const isDemo = isSingle && text === 'demo';
  if ((isSandboxed && !isDemo) || isTeamFile(text, process.cwd())) {
    const { openNamedTeam } = await import('@rcss/league-runner/program');
    const { open } = openNamedTeam(text, process.cwd(), { isSandboxed });
    let count = 0;
    return () => ({ team: open(count++), close() {} });
  }
  if (!isDemo && !text.startsWith(MODULE_PREFIX)) {
    const opened = { team: createChosenTeam(chooseTeam(text, process.cwd())), close() {} };
    return () => opened;
  }
  const create = isDemo ? null : await loadModule(text.slice(MODULE_PREFIX.length));
  return (side, matchSeed, onDebug) => {
    const seed = isDemo ? 0 : createTeamSeed(matchSeed, sideName(side));
    const createFor = ({ version }: RecordedPlayer) => create ?? createBaseTeam({ coach: true, version });
    const team = new RehearsedTeam(createFor, { seed, options: {}, ...(onDebug && { onDebug }) });
    return { team: team.open, close: () => team.close() };
  };
}

async function loadModule(name: string): Promise<CreateTeam> {
  const module = resolveModule(name, process.cwd(), import.meta.url);
  return loadTeamModule({ name, module }).catch(({ message }: Error) => {
    throw new CommandLineError(message, EXIT.usage);
  });
}
