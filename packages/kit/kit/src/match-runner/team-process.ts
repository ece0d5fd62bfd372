import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type SideName, TEAM_SIZE } from '@rcss/core';
import { escapeControls } from '@rcss/kit/command-line';
import { type ProcessTree, type StartCommand, startProcessTree } from './process-tree.js';
import { toRelativePath } from './relative-path.js';
import { formatCommand, type TeamAddress, type TeamChoice } from './team-choice.js';

/** A team with the name and the environment that it gets. */
export interface NamedTeam {
  readonly choice: TeamChoice;
  readonly name: string;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables that the team inherits; default: those of this process. */
  readonly inherited?: NodeJS.ProcessEnv;
  /** Size of its output above which it is ended; default: 1 GiB. */
  readonly maxOutputBytes?: number;
}

/** A server of this machine that a team is started for. */
export interface StartHost {
  readonly ports: { readonly player: number; readonly coach: number; readonly olcoach: number };
  readonly match: { readonly seed: number };
}

/** Where a team plays. */
export interface StartPlace extends Pick<TeamAddress, 'players' | 'coach'> {
  readonly server: StartHost;
  readonly side: SideName;
  /** File for its output. */
  readonly log: string;
}

/** A started team. */
export interface TeamProcess {
  readonly side: SideName;
  readonly name: string;
  readonly command: StartCommand;
  /** File with the output of the team. */
  readonly log: string;
  readonly tree: ProcessTree;
  /** Returns its programs that run without the box that it needs; absent: it needs none. */
  findUnboxed?(): readonly string[];
  /** Returns which of its limits the team exceeds, as a sentence about it, or null; absent: it has none. */
  findExceeded?(
    players: readonly { readonly unum: number; readonly missedDoneCount: number }[],
  ): string | null;
  /** Ends its processes, and what else was started for it. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts a team for a server of this machine. */
export function startTeam(
  { choice, name, environment = {}, inherited = process.env, maxOutputBytes }: NamedTeam,
  { server: { ports, match }, side, log, ...size }: StartPlace,
): TeamProcess {
  const { player: port, coach: coachPort, olcoach: olcoachPort } = ports;
  const { seed } = match;
  const command = choice.start({ host: HOST, port, coachPort, olcoachPort, seed, side, ...size, team: name });
  const env = {
    ...inherited,
    RCSS_SEED: String(seed),
    ...environment,
    RCSS_HOST: HOST,
    RCSS_PORT: String(port),
    RCSS_COACH_PORT: String(coachPort),
    RCSS_OLCOACH_PORT: String(olcoachPort),
    RCSS_TEAM: name,
    RCSS_SIDE: side,
    RCSS_PLAYERS: String(size.players ?? TEAM_SIZE),
    ...(size.coach === false ? { RCSS_COACH: 'off' } : {}),
  };
  const tree = startProcessTree(command, { env, output: log, maxOutputBytes });
  return { side, name, command, log, tree, stop: () => tree.stop() };
}

/** A team that starts its programs for a match: in its own way, such as one of a league with its isolation. */
export interface OwnTeam {
  /** Starts the programs, under a name. */
  startAt(place: StartPlace & { readonly name: string }): Promise<TeamProcess>;
}

/** Returns a team of the command line whose programs get the name that a match decides about. */
export function createChosenTeam(choice: TeamChoice, environment: NamedTeam['environment'] = {}): OwnTeam {
  return { startAt: async ({ name, ...place }) => startTeam({ choice, name, environment }, place) };
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
    `  state:   ${describeState(team)}`,
    `  output:  ${toRelativePath(team.log)}${lines.length === 0 ? ' (empty)' : ', last lines:'}`,
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

/** What scripts write that read options and get `HOST PORT OLCOACH_PORT TEAM`. */
const REFUSED_ARGUMENT = /(?:invalid|unknown|unrecognized|illegal) (?:option|argument)/i;

/** Says in a few words whether a team runs or how it ended. */
export function describeState({ tree: { end }, log }: Pick<TeamProcess, 'tree' | 'log'>): string {
  if (end === null) return 'still running';
  if (end.error !== '') return `${end.signal === null ? 'not started:' : 'ended: it'} ${end.error}`;
  const how = end.signal === null ? `exit status ${end.status}` : `ended by ${end.signal}`;
  const isRefused =
    end.status !== 0 && readLastLogLines(log, 1000).some((line) => REFUSED_ARGUMENT.test(line));
  const advice = isRefused
    ? '; a script that reads options needs them in its command: "./start.sh -h {host} -p {port} -P {olcoach_port} -t {team}"'
    : '';
  return `${how} after ${end.seconds.toFixed(1)} s${advice}`;
}

/** Returns the last `count` lines of the output of a team, at most 64 KiB, without control characters; none if the file cannot be read. */
export function readLastLogLines(log: string, count: number = MAX_LOG_LINES): string[] {
  let text: string;
  try {
    text = readTail(log);
  } catch {
    return [];
  }
  return cutNativeStack(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .map((line) => escapeControls(line).slice(0, MAX_LINE_LENGTH));
}

/** Returns the output of a program without the stacks that Node.js writes when it ends, as when the memory is used up; the reason stays. */
export function cutNativeStack(text: string): string {
  const reason = /^FATAL ERROR: .*(?=\s-+ Native stack trace -)/m.exec(text);
  return reason === null ? text : text.slice(0, reason.index).split('<--- Last few GCs')[0] + reason[0];
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
