import { type Side, sideName } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { createTeamSeed } from '@rcss/core/team-module';
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
import { type OpenClient, RehearsedTeam } from '@rcss/match-server/program';

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
 * @throws {CommandLineError} (as a rejection) if there is no such program, or if the module cannot be loaded
 */
export async function loadTeamCode(text: string): Promise<OpenTeam> {
  if (isTeamFile(text, process.cwd())) {
    const { openNamedTeam } = await import('@rcss/league-runner/program');
    const { open } = openNamedTeam(text, process.cwd());
    let count = 0;
    return () => ({ team: open(count++), close() {} });
  }
  if (!text.startsWith(MODULE_PREFIX)) {
    const opened = { team: createChosenTeam(chooseTeam(text, process.cwd())), close() {} };
    return () => opened;
  }
  const name = text.slice(MODULE_PREFIX.length);
  const module = resolveModule(name, process.cwd(), import.meta.url);
  const create = await loadTeamModule({ name, module }).catch(({ message }: Error) => {
    throw new CommandLineError(message, EXIT.usage);
  });
  return (side, matchSeed, onDebug) => {
    const seed = createTeamSeed(matchSeed, sideName(side));
    const team = new RehearsedTeam(() => create, { seed, options: {}, ...(onDebug && { onDebug }) });
    return { team: team.open, close: () => team.close() };
  };
}
