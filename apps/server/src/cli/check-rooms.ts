/** The file of `--rooms` as a start reads it, with the origin of each setting. */
import { isLoopback } from '@rcss/kit/http-access';
import {
  findNetworkProblems,
  findTokenProblem,
  formatOrigin,
  HTTP_TOKEN_VARIABLE,
  type SettingOrigin,
} from '@rcss/match-server/program';
import {
  createRoomConfiguration,
  DEFAULT_ROOMS_FILE,
  type ParsedRoomsFile,
  parseRoomsFile,
  planRoom,
  type RoomsFile,
} from '@rcss/match-server/rooms';
import { formatColumns } from './format-columns.js';

/** What a check reads. */
export interface RoomsCheckInput {
  /** Path of the file, for messages. */
  readonly path: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Number of threads of the command line, in place of that of the file. */
  readonly workers: number | undefined;
}

/** A setting with the value that the room server would have. */
interface RoomsSetting {
  /** Such as `http.port`. */
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly origin: SettingOrigin;
}

/** Why no room server would start. */
interface RoomsProblem {
  /** Path of the field; empty: the whole file. */
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

/** Result of a check. */
export interface RoomsCheck {
  readonly path: string;
  /** The settings and rooms with which the server starts; null if it does not. */
  readonly file: RoomsFile | null;
  readonly settings: readonly RoomsSetting[];
  readonly problems: readonly RoomsProblem[];
}

const SECRET_SETTINGS: ReadonlySet<string> = new Set(['http.token']);
const PORT_NAMES = ['port', 'coach_port', 'olcoach_port'] as const;

/** Reads the file as a start would and reports all its problems; opens and writes nothing. */
export function checkRooms({ path, text, env, workers }: RoomsCheckInput): RoomsCheck {
  const parsed = parseRoomsFile(text);
  const addLine = (problem: { path: string; message: string }): RoomsProblem => ({
    path: problem.path,
    line: parsed.findLine(problem.path),
    message: problem.message,
  });
  if (!parsed.result.ok)
    return { path, file: null, settings: [], problems: parsed.result.error.map(addLine) };
  const read = parsed.result.value;
  const environmentToken = env[HTTP_TOKEN_VARIABLE] ?? '';
  const isTokenOfEnvironment = read.http.token === '' && environmentToken !== '';
  const file: RoomsFile = {
    ...read,
    workers: workers ?? read.workers,
    http: { ...read.http, token: read.http.token || environmentToken },
  };
  const origins = new Map<string, SettingOrigin>();
  if (workers !== undefined) origins.set('workers', { kind: 'option', name: '--workers' });
  if (isTokenOfEnvironment) origins.set('http.token', { kind: 'environment', name: HTTP_TOKEN_VARIABLE });
  const problems = [
    ...findAccessProblems(file),
    ...findStartProblems(file),
    ...findPortProblems(file),
    ...findRoomProblems(file),
  ].map(addLine);
  return {
    path,
    file: problems.length === 0 ? file : null,
    settings: listSettings(file, path, parsed, origins),
    problems,
  };
}

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Clients that may create a room could run programs with the rights of the server. */
function findStartProblems({ allowStart, http: { token } }: RoomsFile): FieldProblem[] {
  if (!allowStart || token !== '') return [];
  const message = `allowStart: a token is needed, because every program on this machine could start programs; set http.token or ${HTTP_TOKEN_VARIABLE}`;
  return [{ path: 'allowStart', message }];
}

function findAccessProblems({ http: { address, token } }: RoomsFile): FieldProblem[] {
  const path = 'http.token';
  const problem = findTokenProblem(token);
  if (problem !== null) return [{ path, message: `${path}: ${problem}` }];
  if (token !== '' || isLoopback(address)) return [];
  const message = `${path}: a token is needed because http.address '${address}' is not an address of this machine only; set it or ${HTTP_TOKEN_VARIABLE}`;
  return [{ path, message }];
}

/** Names of the settings of addresses and ports, as parameters and in the file. */
const NETWORK_SETTINGS = {
  'rcss::bind_address': 'clientAddress',
  'rcss::client_ports': 'clientPorts',
  'rcss::single_port': 'singlePort',
} as const;

function findPortProblems({ clientAddress, singlePort, clientPorts }: RoomsFile): FieldProblem[] {
  const values = { bind_address: clientAddress, single_port: singlePort, client_ports: clientPorts };
  return findNetworkProblems(values).map((problem) => {
    const path = NETWORK_SETTINGS[/^rcss::\w+/.exec(problem)![0] as keyof typeof NETWORK_SETTINGS];
    const message = problem.replace(
      /rcss::\w+/g,
      (name) => NETWORK_SETTINGS[name as keyof typeof NETWORK_SETTINGS] ?? name,
    );
    return { path, message };
  });
}

function findRoomProblems({ rooms, maxRooms, clientAddress, folder, limits }: RoomsFile): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (rooms.length > maxRooms)
    problems.push({ path: 'rooms', message: `rooms: ${rooms.length} are more than maxRooms, ${maxRooms}` });
  const ids = new Map<string, string>();
  const ports = new Map<number, string>();
  for (const [index, { id, document }] of rooms.entries()) {
    const place = `rooms[${index}]`;
    const other = id === undefined ? undefined : ids.get(id);
    if (other !== undefined)
      problems.push({ path: `${place}.id`, message: `${place}.id: "${id}" is also the id of ${other}` });
    if (id !== undefined) ids.set(id, place);
    const policy = { clientAddress, folder, allowsStart: true, restrictsReferees: false, limits };
    const plan = planRoom(document, policy);
    const config = plan.ok ? createRoomConfiguration(id ?? 'room', plan.value, policy) : plan;
    if (!config.ok) {
      for (const { path, message } of config.error)
        problems.push({ path: `${place}.document.${path}`, message: `${place}.document.${message}` });
      continue;
    }
    for (const name of PORT_NAMES) {
      const port = config.value.server[name];
      const path = `${place}.document.parameters.server.${name}`;
      const user = ports.get(port);
      if (user !== undefined) problems.push({ path, message: `${path}: ${port} is also ${user}` });
      else if (port !== 0) ports.set(port, path);
    }
  }
  return problems;
}

function listSettings(
  file: RoomsFile,
  path: string,
  { findGivenLine }: ParsedRoomsFile,
  origins: ReadonlyMap<string, SettingOrigin>,
): RoomsSetting[] {
  const settings: RoomsSetting[] = [];
  const add = (name: string, value: unknown, original: unknown) => {
    const line = findGivenLine(name);
    const given: SettingOrigin = line === null ? { kind: 'default' } : { kind: 'file', path, line };
    settings.push({ name, value, default: original, origin: origins.get(name) ?? given });
  };
  const { version: _version, rooms: _rooms, ...groups } = DEFAULT_ROOMS_FILE;
  for (const [name, original] of Object.entries(groups)) {
    const value = file[name as keyof RoomsFile];
    if (typeof original !== 'object') add(name, value, original);
    else
      for (const [key, part] of Object.entries(original))
        add(`${name}.${key}`, (value as unknown as Record<string, unknown>)[key], part);
  }
  return settings;
}

/** Formats a problem for people: place, path and what is allowed. */
export function formatRoomsProblem(file: string, { line, message }: RoomsProblem): string {
  return line === null ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

/**
 * Formats a check.
 *
 * @param options `all`: also settings that have their defaults; `json`: JSON instead of text.
 * @returns lines for stdout and stderr
 */
export function formatRoomsCheck(
  { path, file, settings, problems }: RoomsCheck,
  { all, json }: { readonly all: boolean; readonly json: boolean },
): { readonly out: readonly string[]; readonly err: readonly string[] } {
  const shown = settings
    .filter(({ origin }) => all || origin.kind !== 'default')
    .map((setting) =>
      SECRET_SETTINGS.has(setting.name) && setting.value !== '' ? { ...setting, value: '(hidden)' } : setting,
    );
  const rooms = (file?.rooms ?? []).map(({ id, document, start = false }) => ({
    id: id ?? null,
    clock: document.clock ?? 'real-time',
    teams: { left: document.teams?.left?.name ?? null, right: document.teams?.right?.name ?? null },
    start,
  }));
  if (json) {
    const report = { format: 'rcss-rooms-configuration', version: 1, ok: file !== null, path };
    return { out: [JSON.stringify({ ...report, settings: shown, rooms, problems }, null, 2)], err: [] };
  }
  const out = [`${path}: read`, ''];
  if (shown.length > 0) {
    const rows = shown.map(({ name, value, default: original, origin }) => [
      name,
      formatValue(value),
      formatValue(original),
      formatOrigin(origin),
    ]);
    out.push(...formatColumns([['setting', 'value', 'default', 'from'], ...rows]), '');
  } else if (file !== null) out.push('All settings have their defaults.', '');
  if (rooms.length > 0) {
    const rows = rooms.map(({ id, clock, teams, start }) => [
      id ?? '(chosen by the server)',
      clock,
      teams.left ?? 'any',
      teams.right ?? 'any',
      start ? 'at once' : 'by request',
    ]);
    out.push(...formatColumns([['room', 'clock', 'left', 'right', 'starts'], ...rows]), '');
  }
  out.push(
    file === null
      ? 'The configuration is not valid; no room server would start.'
      : 'The configuration is valid.',
  );
  return { out, err: problems.map((problem) => formatRoomsProblem(path, problem)) };
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === '' ? "''" : String(value);
}
