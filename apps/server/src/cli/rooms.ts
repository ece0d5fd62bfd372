import { CommandLineError, describeOpenFiles, EXIT } from '@rcss/kit/command-line';
import {
  type ConsoleOutput,
  createLogConsole,
  describeUnreadable,
  type LogSettings,
} from '@rcss/match-server/program';
import type { FindSocketRoom, RoomService, RoomsFile } from '@rcss/match-server/rooms';
import { setProcessPriority } from './apply-priority.js';
import { CHECK_OPTION } from './check-config.js';
import type { ProgramHost } from './program-host.js';

const USAGE = 'usage: rcss-server --rooms FILE [--workers N] [--check-config [--all] [--json]]';
/** Options without a value. */
const SWITCHES = [CHECK_OPTION, '--all', '--json'];
const MAX_WORKERS = 256;
/** Rooms that a line about a drain names. */
const MAX_NAMED_ROOMS = 20;

/** Whether the arguments ask for a room server. */
export function isRoomsCommand(argv: readonly string[]): boolean {
  return argv.some((argument) => argument === '--rooms' || argument.startsWith('--rooms='));
}

/** Options of a command line with `--rooms`. */
interface RoomsOptions {
  readonly file: string;
  readonly workers: number | undefined;
  readonly switches: ReadonlySet<string>;
}

function readOptions(argv: readonly string[]): RoomsOptions {
  let file = '';
  let workers: number | undefined;
  const switches = new Set<string>();
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (SWITCHES.includes(argument)) {
      switches.add(argument);
      continue;
    }
    const [name, inline] = argument.split(/=(.*)/s);
    if (name !== '--rooms' && name !== '--workers')
      throw new CommandLineError(`${argument} is not allowed next to --rooms\n${USAGE}`, EXIT.usage);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '' || value.startsWith('--'))
      throw new CommandLineError(`${name} needs a value\n${USAGE}`, EXIT.usage);
    if (name === '--rooms') file = value;
    else workers = parseWorkers(value);
  }
  const [lonely] = switches;
  if (lonely !== undefined && !switches.has(CHECK_OPTION))
    throw new CommandLineError(`${lonely} needs ${CHECK_OPTION}\n${USAGE}`, EXIT.usage);
  return { file, workers, switches };
}

function parseWorkers(text: string): number {
  const workers = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (workers <= MAX_WORKERS) return workers;
  throw new CommandLineError(
    `--workers: '${text}' is not a whole number from 0 to ${MAX_WORKERS}\n${USAGE}`,
    EXIT.usage,
  );
}

function readText(host: ProgramHost, path: string): string {
  const read = host.files.read(path);
  if (read.kind === 'text') return read.text;
  const reason = read.kind === 'missing' ? 'it does not exist' : describeUnreadable(read);
  throw new CommandLineError(`${path}: ${reason}`, EXIT.usage);
}

/** Runs a room server until a signal, and returns the exit code. */
export async function serveRooms(host: ProgramHost, argv: readonly string[]): Promise<number> {
  const { file, workers, switches } = readOptions(argv);
  // A server of one match does not load this code.
  const { checkRooms, formatRoomsCheck, formatRoomsProblem } = await import('./check-rooms.js');
  const check = checkRooms({ path: file, text: readText(host, file), env: host.env, workers });
  if (switches.has(CHECK_OPTION)) {
    const { out, err } = formatRoomsCheck(check, {
      all: switches.has('--all'),
      json: switches.has('--json'),
    });
    for (const line of out) host.console.out(line);
    for (const line of err) host.console.err(line);
    return check.file === null ? EXIT.usage : EXIT.ok;
  }
  const settings = check.file;
  if (settings === null)
    throw new CommandLineError(
      check.problems.map((problem) => formatRoomsProblem(file, problem)).join('\n'),
      EXIT.usage,
    );
  const { address, port, origins, token } = settings.http;
  const processConsole = createLogConsole(host.console, { ...settings.log, room: '' });
  const reportFault = (error: Error) => {
    const advice = describeOpenFiles(error);
    const line = advice === null ? `Internal error: ${error.stack ?? error.message}` : `Error: ${advice}`;
    processConsole.err(line, { event: 'internal_error', level: 'error' });
  };
  // Before the service starts its threads, which inherit the priority.
  setProcessPriority(
    { ...host, console: processConsole },
    { setting: 'priority', priority: settings.priority, refusalLevel: 'warn' },
  );
  const { service, findRoom } = await openService(host, settings, reportFault);
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const drain = () => service.drain.begin();
  service.drain.watch((running) =>
    processConsole.err(formatDrain(running), { event: 'drain', level: 'info', fields: { running } }),
  );
  host.onSignal((signal) => {
    if (signal === 'SIGTERM' && settings.drainOnSigterm && !service.drain.isDraining) drain();
    else stop();
  });
  host.onDrainSignal?.(drain);
  void service.drain.finished.then(stop);
  try {
    const resumed = settings.resume
      ? await resumeRooms(service, settings.folder, processConsole)
      : new Set<string>();
    for (const room of settings.rooms)
      if (!service.drain.isDraining && !resumed.has(room.id ?? '')) await service.create(room, true);
    const { openRoomServer } = await import('@rcss/match-server/rooms');
    const { operationsRoutes } = await import('@rcss/match-server/rooms');
    const { ProcessMonitor } = await import('@rcss/match-server/rooms');
    const monitor = new ProcessMonitor();
    const server = await openRoomServer(service, {
      host: address,
      port,
      token,
      reportFault,
      extend: async (app) => {
        await app.register(operationsRoutes, {
          readRooms: async () => service.readStatus(),
          readProcess: () => monitor.read(),
          readDrain: () => service.drain.read(),
        });
      },
    });
    const { attachWebSocketEndpoint } = await import('@rcss/match-server/rooms');
    const sockets = attachWebSocketEndpoint(server.app.server, findRoom, {
      access: { host: address, token, allowedOrigins: origins },
    });
    host.console.out(`Rooms: ${server.url} (interface: ${server.url}/openapi.json)`);
    await stopped;
    sockets.close();
    monitor.close();
    await server.close();
    return EXIT.ok;
  } catch (error) {
    host.console.err(
      `rcss-server: not started: ${describeOpenFiles(error) ?? describeStartError(error as NodeJS.ErrnoException, settings.http)}`,
    );
    return EXIT.failed;
  } finally {
    await service.close();
  }
}

/** Continues the matches of an earlier server. Those that cannot be continued are reported, and their files stay. */
async function resumeRooms(
  service: RoomService,
  folder: string,
  console: ConsoleOutput,
): Promise<ReadonlySet<string>> {
  const { listStoredRooms } = await import('@rcss/match-server/rooms');
  const resumed = new Set<string>();
  for (const id of listStoredRooms(folder)) {
    try {
      const { time, phase, ports } = await service.resume(id);
      resumed.add(id);
      console.err(`Room ${id} continues at cycle ${time} (${phase}, port ${ports.player})`, {
        event: 'room_resumed',
        level: 'info',
        fields: { id, cycle: time, phase, ...ports },
      });
    } catch (error) {
      console.err(`Room ${id} does not continue: ${(error as Error).message}`, {
        event: 'room_not_resumed',
        level: 'error',
        fields: { id },
      });
    }
  }
  return resumed;
}

function formatDrain(running: readonly string[]): string {
  if (running.length === 0) return 'Draining: no match goes on; the server ends';
  const shown = running.slice(0, MAX_NAMED_ROOMS).join(', ');
  const more = running.length > MAX_NAMED_ROOMS ? `, and ${running.length - MAX_NAMED_ROOMS} more` : '';
  return `Draining: no further match begins; ${running.length} go on (${shown}${more})`;
}

/**
 * Returns the console of a room, which prints on the standard error output: JSON lines have a field with the name of the room, other lines begin
 * with it. Results are not printed.
 */
function createRoomConsole(console: ConsoleOutput, settings: LogSettings): ConsoleOutput {
  const prefix = settings.format === 'text' ? `[${settings.room}] ` : '';
  const print: ConsoleOutput['err'] = (line, record) => {
    if (record?.event !== 'result' && line.trim() !== '') console.err(`${prefix}${line.trim()}`, record);
  };
  return createLogConsole({ out: print, err: print }, settings);
}

interface OpenedService {
  readonly service: RoomService;
  /** Returns a room for clients on WebSockets. */
  readonly findRoom: FindSocketRoom;
}

async function openService(
  { console }: ProgramHost,
  file: RoomsFile,
  reportFault: (error: Error) => void,
): Promise<OpenedService> {
  const { clientAddress, singlePort, clientPorts, documentPorts, folder, maxRooms, limits, workers } = file;
  const { http, allowStart, connectTimeout, answerTimeout, warmup, log } = file;
  const createConsole = (room: string) => createRoomConsole(console, { ...log, room });
  const settings = {
    clientAddress,
    singlePort,
    clientPorts,
    documentPorts,
    folder,
    maxRooms,
    limits,
    allowsStart: allowStart,
    // Without a token, everyone may control the rooms over HTTP too.
    restrictsReferees: http.token !== '',
    connectTimeoutMs: connectTimeout * 1000,
    createConsole,
    storesRooms: file.resume,
    warmup,
    answerTimeoutMs: answerTimeout * 1000,
    reportFault,
  };
  const { createRoomWorkers, warmUpProcess } = await import('@rcss/match-server/rooms');
  if (workers === 0) await warmUpProcess(warmup);
  const service = createRoomWorkers({ ...settings, workers });
  return { service, findRoom: (id) => service.findSocketRoom(id) };
}

/** Says what to change if the HTTP port cannot be opened. */
function describeStartError(
  { code, syscall, message }: NodeJS.ErrnoException,
  { address, port }: { readonly address: string; readonly port: number },
): string {
  if (syscall !== 'listen' || code !== 'EADDRINUSE') return message;
  return `http.port: ${port} is in use at ${address}; end the other program, or choose another port (0: a free one)`;
}
