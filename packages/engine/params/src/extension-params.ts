/**
 * Parameters that the server program adds to those of the original. They are set like all others, but appear in no parameter message
 * and in no generated file, so that clients and tools of the field do not see them. `random_seed` belongs to the module
 * `server`, where users expect it; the others form the module `rcss`. Other servers ignore that module (spec 01 §6.7), so that
 * one configuration file serves both.
 */
import { createDefaultParams } from './create-params.js';
import { type ExtensionParamRow, GAME_PARAM_TABLE } from './game-params.js';
import type { ParamValues } from './param-row.js';

/** The parameters of the program: one row per parameter, sorted by name. Those of the game are in `game-params.ts`. */
// biome-ignore format: one row per parameter
export const PROGRAM_PARAM_TABLE = [
  { module: 'rcss', name: 'bind_address', type: 'string', default: '127.0.0.1', doc: 'Address or name of this machine on which the three ports are opened, IPv4 or IPv6.', note: 'The default serves clients of this machine only; 0.0.0.0 serves all IPv4 networks, :: all networks of both families.' },
  { module: 'rcss', name: 'client_ports', type: 'string', default: '', doc: 'Range of UDP ports, such as 40000-40100, of which each client gets one for itself; empty: any free port.', note: 'For firewalls that open a range. A client without a port is refused. One port for all: single_port.' },
  { module: 'rcss', name: 'coach_timeout_l', type: 'int', default: 2, room: true, doc: 'Seconds that the clock waits for the online coach of the left team, if wait_for_clients holds it and the players are there; 0: it does not wait.' },
  { module: 'rcss', name: 'coach_timeout_r', type: 'int', default: 2, room: true, doc: 'Likewise for the online coach of the right team.' },
  { module: 'rcss', name: 'connect_timeout', type: 'int', default: 60, doc: 'Seconds without a further client after which the match begins without the missing players of wait_for_clients.' },
  { module: 'rcss', name: 'debug_channel', type: 'string', default: '', doc: 'UDP address and port, such as 127.0.0.1:6032, to which the server sends all messages between it and the players, as debug records: what each player receives and sends; empty: none.', note: 'Meant for the debug port of rcss-monitor. Programs on that port can read what both teams see and do.' },
  { module: 'rcss', name: 'http_address', type: 'string', default: '127.0.0.1', doc: 'Address of the HTTP port, see http_port; 0.0.0.0: all networks, which needs a token.' },
  { module: 'rcss', name: 'http_origins', type: 'string', default: '', doc: 'Origins of pages that may open WebSockets of clients without a token, separated by commas, such as https://example.org; empty: only pages of this server.' },
  { module: 'rcss', name: 'http_port', type: 'int', default: -1, doc: 'TCP port for /healthz, /metrics (Prometheus), /status.json, and clients on WebSockets (/rooms/main/player and others); 0: a free port, which is printed; negative: none.' },
  { module: 'rcss', name: 'http_token', type: 'string', default: '', doc: 'Token that requests to the HTTP port need as Authorization: Bearer TOKEN, except for /healthz; empty: the environment variable RCSS_HTTP_TOKEN, or none on loopback.', note: 'Other users of the machine can see arguments: prefer the environment variable.' },
  { module: 'rcss', name: 'log_format', type: 'string', default: 'text', doc: 'Form of the lines that the server prints: text as the original prints it; json: one JSON object per line on the standard error output. The result of the match is always text on the standard output.' },
  { module: 'rcss', name: 'log_level', type: 'string', default: 'info', doc: 'Least severe lines that the server prints: error, warn, info or debug; silent: only the result of the match.' },
  { module: 'rcss', name: 'max_clients', type: 'int', default: 128, room: true, doc: 'Connected clients of all kinds together; further ones are refused; <= 0: unlimited.', note: '25 of these places are kept for 22 players, two online coaches and a trainer, so monitors have max_clients - 25, but at least one.' },
  { module: 'rcss', name: 'max_datagrams_per_cycle', type: 'int', default: 200, room: true, doc: 'Datagrams of one client handled in one cycle; further ones are dropped; <= 0: unlimited.' },
  { module: 'rcss', name: 'max_init_per_second', type: 'int', default: 1000, room: true, doc: 'Datagrams of unknown senders, such as connection requests, handled on each of the three ports in one second of wall-clock time; further ones are dropped; <= 0: unlimited.', note: 'A single sender can use a third of them, a single address half of them.' },
  { module: 'rcss', name: 'max_work_per_cycle', type: 'int', default: 8000, room: true, doc: 'Work that the datagrams of one client may cause in one cycle; what exceeds it is dropped until the next step; <= 0: unlimited.', note: 'A datagram is 2, a command 1, a reply 8 (48 if compressed), 64 received or sent bytes 1. The result names the most work of each client.' },
  { module: 'rcss', name: 'overwrite', type: 'bool', default: false, doc: 'Whether logs with a fixed name, the recording, the result file and the files of the world replace existing files; off: an existing file is renamed to NAME-2, NAME-3 and so on.' },
  { module: 'rcss', name: 'priority', type: 'int', default: -10, doc: 'Real-time mode: scheduling priority (nice value, -20 to 0) that the program rcss-server sets for its process, so that cycles begin on time while players use all processors; 0: unchanged.', note: 'Without the right to raise its priority (administrator, CAP_SYS_NICE) the program runs at normal priority. Start scripts run at normal priority.' },
  { module: 'server', name: 'random_seed', type: 'int', default: -1, doc: 'Seed of the simulation; negative: the start time in seconds.', note: 'Also the seed of the player types while player::random_seed is negative.' },
  { module: 'rcss', name: 'record', type: 'string', default: '', onSet: 'tilde', doc: 'File that takes a recording of the match for exact replay; empty: none.' },
  { module: 'rcss', name: 'referee_token', type: 'string', default: '', doc: 'Token with which a monitor or a trainer may give commands of the referee whatever rcss::referees says: the datagram (token TOKEN) before its init; empty: the environment variable RCSS_REFEREE_TOKEN, or none.', note: 'Other users of the machine can see arguments: prefer the environment variable.' },
  { module: 'rcss', name: 'referees', type: 'string', default: 'all', room: true, doc: 'Clients that may give commands of the referee as monitor or trainer: all, none, or those of numeric addresses separated by commas, such as 10.0.0.5,10.0.0.6; others can only watch.', note: 'The programs of a team that run on an allowed address may do so too.' },
  { module: 'rcss', name: 'reproducible', type: 'bool', default: false, room: true, doc: 'Synchronous mode: the commands of players and coaches are kept until all clients have sent (done) or synch_timeout is over, and are executed in an order that the seed decides, so that the same commands give the same match; off: in the order of arrival.', note: 'A client that waits for an answer before its (done) misses the time.' },
  { module: 'rcss', name: 'result_file', type: 'string', default: '', onSet: 'tilde', doc: 'File that takes the result of the match as JSON; empty: none.' },
  { module: 'rcss', name: 'send_client_messages', type: 'bool', default: false, room: true, doc: 'Sends the messages of players, coaches and trainer to all monitors, on board 2 and in the form of the game log.', note: 'Then everyone who watches can read what both teams send.' },
  { module: 'rcss', name: 'single_port', type: 'bool', default: false, doc: 'Whether clients stay on the port to which they have sent their request: players and monitors on server::port, the trainer on server::coach_port, online coaches on server::olcoach_port; off: each client gets a port of its own.', note: 'For NAT, containers and firewalls. Not on Windows. See docs/use/organizer/network.md.' },
  { module: 'rcss', name: 'synch_max_missed', type: 'int', default: 20, room: true, doc: 'Synchronous mode: number of cycles in a row that may begin without the (done) of a client; one more ends the match; 0: any number.', note: 'The program then exits with code 3.' },
  { module: 'rcss', name: 'synch_timeout', type: 'int', default: 1250, room: true, doc: 'Synchronous mode: time for (done), ms; then the next cycle begins without it; 0: no limit, the match waits for ever.', note: 'Raise it for agents that think for seconds; 0 is for agents in a debugger.' },
  { module: 'rcss', name: 'wait_for_clients', type: 'int', default: 0, room: true, doc: 'Number of players that must connect before the first cycle begins, so that the start order of clients does not matter; 0: begin at once. What exceeds 22 is the number of online coaches and trainers.', note: 'After the players, it waits for the coaches; see coach_timeout_l and connect_timeout. While it waits, connected clients get the play mode every two seconds, in real time also the senses of cycle 0; a coach gets the global view as soon as its eye is on.' },
  { module: 'rcss', name: 'warmup', formerName: 'rehearsal', type: 'int', default: 1000, doc: 'Real-time mode: cycles of a separate match that the server plays in memory before the kickoff, so that its code is compiled when the match begins; 0: none.', note: 'The earlier name rcss::rehearsal is accepted.' },
  { module: 'rcss', name: 'world_dump_cycles', type: 'string', default: '', doc: 'Cycles at which the world is written as JSON, separated by commas, each with :STOPPAGE for a cycle of stopped play, such as 100,200:5; empty: none.' },
  { module: 'rcss', name: 'world_dump_file', type: 'string', default: 'world.json', onSet: 'tilde', doc: 'File for the world; the cycle is inserted before its extension, such as world-100.json.' },
] as const;

/** Name of an extension parameter, without its module. */
export type ExtensionParamName = (typeof PROGRAM_PARAM_TABLE | typeof GAME_PARAM_TABLE)[number]['name'];

/** Values of all extension parameters. */
export type ExtensionParams = ParamValues<typeof PROGRAM_PARAM_TABLE> & ParamValues<typeof GAME_PARAM_TABLE>;

/** Values of the parameters of the module `rcss`. */
export type RcssParams = Omit<ExtensionParams, 'random_seed'>;

/** All parameters that this server adds, sorted by name. */
export const EXTENSION_PARAM_ROWS: readonly ExtensionParamRow<ExtensionParamName>[] = [
  ...PROGRAM_PARAM_TABLE,
  ...GAME_PARAM_TABLE,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** All values at their defaults, frozen. */
export const DEFAULT_EXTENSION_PARAMS: ExtensionParams = createDefaultParams(
  EXTENSION_PARAM_ROWS,
) as ExtensionParams;
