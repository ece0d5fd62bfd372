import { lookup } from 'node:dns/promises';
import type { AgentTeam, CreateTeam, TeamClient } from '@rcss/core/team-module';
import { openDebugOutput } from './debug-output.js';
import { UdpClient } from './udp-client.js';

/** A client could not connect to a server: unknown host, no answer, or a refusal. The message has: address of the server, reason, and what to do. */
export class TeamConnectionError extends Error {
  override name = 'TeamConnectionError';
}

export interface RunTeamOptions {
  /** Name of the team: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Host name or IP address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port for players; 6000 by default. */
  readonly port?: number;
  /** Port for online coaches; `port + 2` by default. */
  readonly coachPort?: number;
  /** Number of players that connect, 1 to 11; all by default. */
  readonly players?: number;
  /** Whether the team's coach connects, if it has one; true by default. */
  readonly coach?: boolean;
  /** Seed of the decisions; 0 by default. */
  readonly seed?: number;
  /** Settings for the module; empty by default. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Where the players' debug records go: `udp:HOST:PORT`, for example of `rcss-monitor --debug-port`, or the name of a new file such as
   * `alpha.debug.jsonl`; nowhere by default.
   */
  readonly debug?: string;
  /** Ends the team: its players send `(bye)`. */
  readonly signal?: AbortSignal;
  /** Receives one line for each problem that does not end the team. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Plays a match with a team module over UDP, one socket for each client, and resolves when all clients have left. Players connect one
 * after the other, so that the first gets the lowest number. If the module has a trainer, it is not connected.
 *
 * @throws {RangeError} if the team has no name, or if a port is not allowed
 * @throws {DebugOutputError} if the address for debug records is wrong, or their file exists or cannot be created
 * @throws {TeamConnectionError} if the host is unknown, or if the server does not answer or refuses a player
 * @example await runTeam(createTeam, { team: 'Alpha', port: 6000 });
 */
export async function runTeam(create: CreateTeam, options: RunTeamOptions): Promise<void> {
  const { team: name, port = 6000, seed = 0, onWarning = () => {} } = options;
  if (typeof name !== 'string' || name === '')
    throw new RangeError(
      `team: ${JSON.stringify(name)} is not a name; it has 1 to 15 of the characters A-Z a-z 0-9 - _ +`,
    );
  checkPort('port', port);
  if (options.coachPort !== undefined) checkPort('coachPort', options.coachPort);
  const host = await resolveHost(options.host ?? '127.0.0.1');
  const debug = options.debug === undefined ? null : openDebugOutput(options.debug, onWarning);
  try {
    const context = { team: name, seed, options: options.options ?? {} };
    const team = await create(debug === null ? context : { ...context, onDebug: debug.write });
    await play(team, { ...options, host, port, onWarning });
  } finally {
    debug?.close();
  }
}

export interface RunTrainerOptions extends Pick<RunTeamOptions, 'host' | 'signal'> {
  /** Port for trainers; 6001 by default. */
  readonly port?: number;
}

/**
 * Lets a trainer take part in a match over UDP, and resolves when it has left: at the end of `signal`, or if the server is silent.
 *
 * @throws {RangeError} if the port is not allowed
 * @throws {TeamConnectionError} if the host is unknown, or if the server does not answer or refuses a trainer
 */
export async function runTrainer(trainer: TeamClient, options: RunTrainerOptions = {}): Promise<void> {
  const { port = 6001, signal } = options;
  checkPort('port', port);
  const host = await resolveHost(options.host ?? '127.0.0.1');
  const udp = new UdpClient(trainer, { host, port }, false);
  const leave = (): void => udp.leave();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const failure = await udp.connect();
    if (failure !== null && signal?.aborted !== true)
      throw new TeamConnectionError(
        failure.code === 'refused'
          ? `${formatAddress(host, port)}: the server refused the trainer: ${failure.text}; it needs server::coach_w_referee=on`
          : `${formatAddress(host, port)}: no server answers; check that it runs and that host and port are right`,
      );
    await udp.ended;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

/** Connects the clients of a team and resolves when all have left. A server may have a place for one of them alone, whose decisions it repeats. */
async function play(
  team: AgentTeam,
  options: RunTeamOptions & Required<Pick<RunTeamOptions, 'host' | 'port' | 'onWarning'>>,
): Promise<void> {
  const { team: name, host, port, signal, onWarning } = options;
  const clients: UdpClient[] = [];
  const isAborted = (): boolean => signal?.aborted === true;
  const leave = (): void => {
    for (const client of clients) client.leave();
  };
  const connect = (client: TeamClient, to: number, isPlayer: boolean) => {
    const udp = new UdpClient(client, { host, port: to }, isPlayer);
    clients.push(udp);
    return udp.connect();
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const refusals: string[] = [];
    for (const player of team.players.slice(0, options.players)) {
      if (isAborted()) break;
      const failure = await connect(player, port, true);
      if (failure?.code === 'no_answer' && !isAborted())
        throw new TeamConnectionError(
          `${formatAddress(host, port)}: no server answers; check that it runs and that host and port are right`,
        );
      if (failure?.code === 'refused')
        refusals.push(`${formatAddress(host, port)}: the server refused the connection: ${failure.text}`);
    }
    const players = [...clients];
    let isRefused = players.length > 0 && refusals.length === players.length;
    if (team.coach !== undefined && options.coach !== false && !isAborted()) {
      const coachPort = options.coachPort ?? port + 2;
      const failure = await connect(team.coach, coachPort, false);
      isRefused &&= failure !== null;
      if (failure !== null)
        onWarning(
          `coach of team ${name}: ${formatAddress(host, coachPort)}: ${failure.code === 'refused' ? failure.text : 'no server answers'}`,
        );
    }
    if (isRefused) throw new TeamConnectionError(refusals[0]!);
    for (const refusal of refusals) onWarning(refusal);
    await Promise.all(players.map(({ ended }) => ended));
  } finally {
    leave();
    signal?.removeEventListener('abort', leave);
  }
}

function checkPort(name: string, port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(`${name}: ${String(port)} is not a whole number from 1 to 65535`);
}

function formatAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Returns the address of a host name, IPv4 if it has one; an address is returned unchanged.
 *
 * @throws {TeamConnectionError} if the name is unknown
 */
export async function resolveHost(host: string): Promise<string> {
  try {
    return (await lookup(host, { order: 'ipv4first' })).address;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EAI_AGAIN' ? 'the name service does not answer' : 'the name is unknown';
    throw new TeamConnectionError(
      `host '${host}': ${reason} (${code}); give the name of a reachable machine or its address`,
    );
  }
}
