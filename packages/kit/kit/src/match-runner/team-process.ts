import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type SideName, TEAM_SIZE } from '@rcss/core';
import { escapeControls } from '@rcss/kit/command-line';
import { type ProcessTree, type StartCommand, startProcessTree } from './process-tree.js';
import { toRelativePath } from './relative-path.js';
import { formatCommand, type TeamAddress, type TeamChoice } from './team-choice.js';

/** A team with the name that it gets. */
export interface NamedTeam {
  readonly choice: TeamChoice;
  readonly name: string;
}

/** A started team. */
export interface TeamProcess {
  readonly side: SideName;
  readonly name: string;
  readonly command: StartCommand;
  /** File with the output of the team. */
  readonly log: string;
  readonly tree: ProcessTree;
}

/** Further settings of a started team. */
export interface StartedTeamOptions {
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables that the team inherits; default: those of this process. */
  readonly inherited?: NodeJS.ProcessEnv;
}

/** Starts a team; its output goes to the file `log`. */
export function startTeam(
  side: SideName,
  { choice, name }: NamedTeam,
  place: Omit<TeamAddress, 'team'>,
  log: string,
  { environment = {}, inherited = process.env }: StartedTeamOptions = {},
): TeamProcess {
  const command = choice.start({ ...place, team: name });
  const env = {
    ...inherited,
    ...(place.seed === undefined ? {} : { RCSS_SEED: String(place.seed) }),
    ...environment,
    RCSS_HOST: place.host,
    RCSS_PORT: String(place.port),
    RCSS_COACH_PORT: String(place.coachPort),
    RCSS_OLCOACH_PORT: String(place.olcoachPort),
    RCSS_TEAM: name,
    RCSS_SIDE: side,
    RCSS_PLAYERS: String(place.players ?? TEAM_SIZE),
    ...(place.coach === false ? { RCSS_COACH: 'off' } : {}),
  };
  return { side, name, command, log, tree: startProcessTree(command, { env, output: log }) };
}

const MAX_LOG_LINES = 12;
const MAX_LINE_LENGTH = 200;

/**
 * Describes a team that did not play: what was started and where, how it ended, the end of its output.
 *
 * @param headline What is wrong, for example `The left team did not connect: 0 of 11 players.`
 */
export function describeTeam(team: TeamProcess, headline: string): string {
  const lines = readLastLogLines(team.log);
  return [
    headline,
    `  started: ${formatCommand(team.command)}`,
    `  in:      ${team.command.cwd}`,
    `  state:   ${describeState(team.tree)}`,
    `  output:  ${toRelativePath(team.log)}${lines.length === 0 ? ' (empty)' : ', last lines:'}`,
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

/** Says in a few words whether a team runs or how it ended. */
export function describeState({ end }: ProcessTree): string {
  if (end === null) return 'still running';
  if (end.error !== '') return `not started: ${end.error}`;
  const how = end.signal === null ? `exit status ${end.status}` : `ended by ${end.signal}`;
  return `${how} after ${end.seconds.toFixed(1)} s`;
}

/** Returns the last lines of the output of a team without control characters; none if the file cannot be read. */
export function readLastLogLines(log: string): string[] {
  let text: string;
  try {
    text = readTail(log);
  } catch {
    return [];
  }
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LOG_LINES)
    .map((line) => escapeControls(line).slice(0, MAX_LINE_LENGTH));
}

/** Bytes at the end of a log in which its last lines are. A log may be longer than the longest string. */
const TAIL_BYTES = 64 * 1024;

function readTail(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const count = readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8', 0, count);
  } finally {
    closeSync(file);
  }
}
