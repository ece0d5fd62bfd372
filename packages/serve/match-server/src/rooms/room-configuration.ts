/** The plan of a room and the configuration of its server, from a match document and the settings of the host. */
import { isAbsolute, join, normalize } from 'node:path';
import { err, ok, type Result, type SideName } from '@rcss/core';
import type { MatchDocument, MatchTeam } from '@rcss/core/match-document';
import type { RoomFieldProblem } from '@rcss/core/rooms';
import { planPolicyFile } from '@rcss/env/team';
import { CommandLineError } from '@rcss/kit/command-line';
import { chooseStart, resolveTeam } from '@rcss/kit/match-runner';
import { DEFAULT_EXTENSION_PARAMS, EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import { type ParamRow, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import type { Configuration } from '../config/configuration.js';
import { createMatchConfiguration } from '../config/match-configuration.js';
import { parsePortRange } from '../config/network-problems.js';
import { findRefereeProblems } from '../config/referee-settings.js';
import { findStartupProblems } from '../config/startup-problems.js';
import { hideServerFolder } from './room-error.js';
import { createRoomPlan, type RoomPlan } from './room-plan.js';

/** What the clients of a room may cost at most; documents can lower these limits and cannot raise them. */
export interface RoomLimits {
  readonly max_clients: number;
  readonly max_datagrams_per_cycle: number;
  readonly max_init_per_second: number;
  readonly max_work_per_cycle: number;
}

export const LIMIT_NAMES: readonly (keyof RoomLimits)[] = [
  'max_clients',
  'max_datagrams_per_cycle',
  'max_init_per_second',
  'max_work_per_cycle',
];

/** The limits of a server of one match. */
export const DEFAULT_ROOM_LIMITS: RoomLimits = DEFAULT_EXTENSION_PARAMS;

/** Settings of the host that concern the configuration of a room. */
export interface RoomPolicy {
  /** Address on which the UDP ports of the rooms are opened. */
  readonly clientAddress: string;
  /** Whether clients stay on the port to which they have sent their request (`rcss::single_port`); false by default. */
  readonly singlePort?: boolean;
  /** Range of the ports of clients, for all rooms together (`rcss::client_ports`); empty by default. */
  readonly clientPorts?: string;
  /** Range of the ports that the document may choose; empty: none; absent: all from 1024. */
  readonly documentPorts?: string | undefined;
  /** Folder that contains one folder of files per room. */
  readonly folder: string;
  /** Whether documents may start programs. */
  readonly allowsStart: boolean;
  /** Whether only clients that have shown the token of the operator give commands of the referee, if the document does not say otherwise. */
  readonly restrictsReferees: boolean;
  /** Limits of the operator. */
  readonly limits: RoomLimits;
}

const PORT_NAMES = ['port', 'coach_port', 'olcoach_port'] as const;
/** Ports below are those of services of the system. */
const FIRST_PORT = 1024;

/** Parameters of a module that a document may not set for its room alone: those of files, programs and the whole room server. */
const listRefused = (rows: readonly ParamRow[]): ReadonlySet<string> =>
  new Set(rows.filter(({ game, room }) => !game && !room).map(({ name }) => name));

const REFUSED_SERVER_PARAMETERS = listRefused(SERVER_PARAM_ROWS.filter(({ room }) => room === false));
const REFUSED_RCSS_PARAMETERS = listRefused(EXTENSION_PARAM_ROWS);

const NO_FILES = { gameLog: false, textLog: false, recording: false, result: false } as const;

/** Returns the plan of a room, or the fields of its document that a room of this server refuses. */
export function planRoom(
  document: MatchDocument,
  policy: RoomPolicy,
): Result<RoomPlan, readonly RoomFieldProblem[]> {
  const problems = findRefusedFields(document, policy);
  return problems.length > 0 ? err(problems) : createRoomPlan(document);
}

/** Returns the configuration of a room, or what the server cannot start with. */
export function createRoomConfiguration(
  id: string,
  plan: RoomPlan,
  policy: RoomPolicy,
): Result<Configuration, readonly RoomFieldProblem[]> {
  const { keep, program } = plan;
  try {
    const config = createMatchConfiguration(
      { ...plan, keep: { ...NO_FILES, ...keep } },
      {
        folder: join(policy.folder, id, keep?.folder ?? ''),
        rcss: {
          ...pickLimits(policy.limits),
          referees: policy.restrictsReferees ? 'none' : 'all',
          ...program,
          bind_address: policy.clientAddress,
          single_port: policy.singlePort ?? false,
          client_ports: policy.clientPorts ?? '',
          warmup: 0,
        },
      },
    );
    const startup = [...findStartupProblems(config.server), ...findRefereeProblems(config.rcss)];
    return startup.length > 0 ? err(startup.map((message) => ({ path: 'parameters', message }))) : ok(config);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return err([{ path: 'parameters', message: error.message }]);
  }
}

function pickLimits(limits: RoomLimits): RoomLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as unknown as RoomLimits;
}

/** Refuses a field. */
type Refuse = (path: string, reason: string) => void;

function findRefusedFields(document: MatchDocument, policy: RoomPolicy): RoomFieldProblem[] {
  const problems: RoomFieldProblem[] = [];
  const refuse: Refuse = (path, reason) => problems.push({ path, message: `${path} is refused: ${reason}` });
  for (const side of ['left', 'right'] as const) problems.push(...findTeamProblems(document, side, policy));
  const { server = {}, rcss = {}, CSVSaver } = document.parameters ?? {};
  for (const name of Object.keys(server))
    if (REFUSED_SERVER_PARAMETERS.has(name))
      refuse(`parameters.server.${name}`, 'the field recording decides about the files of a room');
  for (const name of PORT_NAMES) {
    const reason = findPortProblem(Number(server[name] ?? 0), policy.documentPorts);
    if (reason !== null) refuse(`parameters.server.${name}`, reason);
  }
  for (const name of Object.keys(rcss))
    if (REFUSED_RCSS_PARAMETERS.has(name))
      refuse(`parameters.rcss.${name}`, 'it is set for the whole room server, or by the field recording');
  for (const name of LIMIT_NAMES) {
    const value = rcss[name];
    const path = `parameters.rcss.${name}`;
    // 0 and less would be unlimited.
    if (typeof value === 'number' && (value < 1 || value > policy.limits[name])) {
      const message = `${path}: ${value} is not from 1 to ${policy.limits[name]}, the limit of this server`;
      problems.push({ path, message });
    }
  }
  if (CSVSaver !== undefined) refuse('parameters.CSVSaver', 'use recording.result');
  for (const [name, value] of Object.entries(document.recording ?? {}))
    if (typeof value === 'string' && !isInside(value))
      refuse(`recording.${name}`, 'the path must be relative and stay in the folder of the room');
  return problems;
}

/** Returns why a team cannot play in a room of this server. */
function findTeamProblems(
  { teams, clock = 'real-time' }: MatchDocument,
  side: SideName,
  { allowsStart }: RoomPolicy,
): RoomFieldProblem[] {
  const team = teams?.[side];
  if (team === undefined || 'remote' in team) return [];
  const problems: RoomFieldProblem[] = [];
  const refuse: Refuse = (path, reason) => problems.push({ path, message: `${path} is refused: ${reason}` });
  const kind = 'module' in team ? 'module' : 'start';
  const path = `teams.${side}.${kind}`;
  const what = kind === 'module' ? 'loads no modules' : 'starts no programs';
  if (!allowsStart) refuse(path, `this server ${what} for documents (setting allowStart); use remote`);
  else if (kind === 'module' && clock === 'real-time')
    refuse(path, 'a module decides once per cycle; set the clock to synchronous or stepped, or use start');
  else {
    const problem = findTeamProblem(team);
    if (problem !== null) problems.push({ path, message: `${path}: ${problem}` });
  }
  if ('start' in team)
    for (const name of Object.keys(team.environment ?? {}))
      if (!/^[A-Za-z_]\w*$/.test(name))
        refuse(`teams.${side}.environment.${name}`, 'not a name of a variable');
  return problems;
}

/** Returns why a document may not choose a port; null if it may. */
function findPortProblem(port: number, documentPorts: string | undefined): string | null {
  if (port <= 0) return null;
  if (port < FIRST_PORT) return `${port} is a port of the system; allowed: 0 or from ${FIRST_PORT}`;
  if (documentPorts === undefined || isInRange(port, documentPorts)) return null;
  const range = documentPorts === '' ? '' : `, and ${documentPorts}`;
  return `${port} is not a port that documents may choose here; allowed: 0, a free port${range} (setting documentPorts)`;
}

function isInRange(port: number, range: string): boolean {
  const { first, last } = parsePortRange(range) ?? { first: 1, last: 0 };
  return port >= first && port <= last;
}

function isInside(path: string): boolean {
  return (
    !isAbsolute(path) && !path.includes('\\') && !path.includes('\0') && !normalize(path).startsWith('..')
  );
}

/** Returns why this machine cannot start a team; null if nothing is known against it. */
function findTeamProblem(team: MatchTeam): string | null {
  try {
    const resolved = resolveTeam(team, process.cwd(), {
      planPolicy: planPolicyFile,
      program: import.meta.url,
    });
    if ('start' in resolved) chooseStart(resolved);
    return null;
  } catch (error) {
    if (error instanceof CommandLineError) return hideServerFolder(error.message);
    throw error;
  }
}
