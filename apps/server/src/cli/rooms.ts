import {
  CommandLineError,
  createIntegerParser,
  createProgram,
  describeOpenFiles,
  EXIT,
} from '@rcss/kit/command-line';
import {
  type ConsoleOutput,
  createLogConsole,
  describeUnreadable,
  type LogSettings,
} from '@rcss/match-server/program';
import type { FindSocketRoom, RoomService, RoomsFile } from '@rcss/match-server/rooms';
import type { Command } from 'commander';
import { setProcessPriority } from './apply-priority.js';
import { addCheckOptions, CHECK_OPTION } from './check-config.js';
import { exitWith } from './exit-with.js';
import type { ProgramHost } from './program-host.js';

const MAX_WORKERS = 256;
/** Rooms that a line about a drain names. */
const MAX_NAMED_ROOMS = 20;

/** Whether the arguments ask for a room server. */
export function isRoomsCommand(argv: readonly string[]): boolean {
  return argv.some((argument) => argument === '--rooms' || argument.startsWith('--rooms='));
}

/** Options of a command line with `--rooms`. */
interface RoomsOptions {
  readonly rooms: string;
  readonly workers?: number;
  readonly agones?: true;
  readonly checkConfig?: true;
  readonly all?: true;
  readonly json?: true;
}

/** Adds the options of a room server, which the help of the program shows too. */
export function addRoomsOptions(command: Command): Command {
  return addCheckOptions(
    command
      .option(
        '--rooms <file>',
        'hold many matches, which programs control over HTTP, with the settings of the file',
      )
      .option(
        '--workers <n>',
        'with --rooms: number of threads for the rooms, in place of that of the file',
        createIntegerParser(0, MAX_WORKERS),
      )
      .option(
        '--agones',
        'with --rooms: report to the sidecar of Agones; with maxRooms: 1 in the file, the server ends after its match',
      ),
  );
}

/** Creates the command of `rcss-server --rooms FILE`; its help is that of the program. */
export function createRoomsCommand(host: ProgramHost, name: string): Command {
  return addRoomsOptions(createProgram({ name, description: '', version: '', examples: [] })).action(
    async (options: RoomsOptions) => {
      const lonely = (['all', 'json'] as const).find((option) => options[option] === true);
      if (lonely !== undefined && options.checkConfig !== true)
        throw new CommandLineError(`--${lonely} needs ${CHECK_OPTION}`, EXIT.usage);
      await exitWith(runRooms(host, options));
    },
  );
}

function readText(host: ProgramHost, path: string): string {
  const read = host.files.read(path);
  if (read.kind === 'text') return read.text;
  const reason = read.kind === 'missing' ? 'it does not exist' : describeUnreadable(read);
  throw new CommandLineError(`${path}: ${reason}`, EXIT.usage);
}

/** Checks the file, or runs a room server until a signal; returns the exit code. */
async function runRooms(host: ProgramHost, options: RoomsOptions): Promise<number> {
  const { rooms: path, workers, checkConfig = false, all = false, json = false } = options;
  // A server of one match does not load this code.
  const { checkRooms, formatRoomsCheck, formatRoomsProblem } = await import('./check-rooms.js');
  const check = checkRooms({ path, text: readText(host, path), env: host.env, workers });
  if (checkConfig) {
    const { out, err } = formatRoomsCheck(check, { all, json });
    for (const line of out) host.console.out(line);
    for (const line of err) host.console.err(line);
    return check.file === null ? EXIT.usage : EXIT.ok;
  }
  if (check.file !== null) return await serveRooms(host, check.file, options.agones === true);
  const problems = check.problems.map((problem) => formatRoomsProblem(path, problem));
  throw new CommandLineError(problems.join('\n'), EXIT.usage);
}

async function serveRooms(host: ProgramHost, settings: RoomsFile, isInAgones: boolean): Promise<number> {
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
  const opened = await openService(host, settings, reportFault);
  const { service } = opened;
  const stopped = waitForEnd(host, settings, service, processConsole);
  const agones = isInAgones ? await createGameServer(host, settings, service) : null;
  try {
    const resumed = settings.resume
      ? await resumeRooms(service, settings.folder, processConsole)
      : new Set<string>();
    for (const room of settings.rooms)
      if (!service.drain.isDraining && !resumed.has(room.id ?? '')) await service.create(room, true);
    await serveInterface(host, settings.http, opened, reportFault, stopped, () => agones?.start());
    return EXIT.ok;
  } catch (error) {
    host.console.err(
      `rcss-server: not started: ${describeOpenFiles(error) ?? describeStartError(error as NodeJS.ErrnoException, settings.http)}`,
    );
    return EXIT.failed;
  } finally {
    await service.close();
    await agones?.close();
  }
}

async function createGameServer({ env }: ProgramHost, { maxRooms }: RoomsFile, service: RoomService) {
  const { AgonesGameServer, createSidecarClient } = await import('./agones.js');
  return new AgonesGameServer(createSidecarClient(env), service, maxRooms === 1);
}

/** Resolves at a signal that ends the server, or when the last match of a drain is over. */
function waitForEnd(
  host: ProgramHost,
  { drainOnSigterm }: RoomsFile,
  { drain }: RoomService,
  console: ConsoleOutput,
): Promise<void> {
  drain.watch((running) =>
    console.err(formatDrain(running), { event: 'drain', level: 'info', fields: { running } }),
  );
  host.onDrainSignal?.(() => drain.begin());
  return new Promise((resolve) => {
    host.onSignal((signal) => {
      if (signal === 'SIGTERM' && drainOnSigterm && !drain.isDraining) drain.begin();
      else resolve();
    });
    void drain.finished.then(resolve);
  });
}

/** Serves the interface over HTTP and the clients on WebSockets until the promise resolves. */
async function serveInterface(
  host: ProgramHost,
  { address, port, origins, token }: RoomsFile['http'],
  { service, findRoom }: OpenedService,
  reportFault: (error: Error) => void,
  stopped: Promise<void>,
  onListening: () => Promise<void> | undefined,
): Promise<void> {
  const rooms = await import('@rcss/match-server/rooms');
  const monitor = new rooms.ProcessMonitor();
  const server = await rooms.openRoomServer(service, {
    host: address,
    port,
    token,
    reportFault,
    extend: async (app) => {
      await app.register(rooms.operationsRoutes, {
        readRooms: async () => service.readStatus(),
        readProcess: () => monitor.read(),
        readDrain: () => service.drain.read(),
      });
    },
  });
  const sockets = rooms.attachWebSocketEndpoint(server.app.server, findRoom, {
    access: { host: address, token, allowedOrigins: origins },
  });
  host.console.out(`Rooms: ${server.url} (interface: ${server.url}/openapi.json)`);
  try {
    await onListening();
    await stopped;
  } finally {
    sockets.close();
    monitor.close();
    await server.close();
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
