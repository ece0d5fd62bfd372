import { CommandLineError, EXIT } from '@rcss/command-line';
import { isLoopback } from '@rcss/http-access';
import type { RoomService } from '../rooms/room-host.js';
import type { RoomsFile } from '../rooms/rooms-file.js';
import type { Server } from '../server.js';
import type { ProgramHost } from './program-host.js';

/** Environment variable with the token, if the file has none. */
const TOKEN_VARIABLE = 'RCSS_HTTP_TOKEN';
const USAGE = 'usage: rcss-server --rooms FILE [--workers N]';

/** Whether the arguments ask for a room server. */
export function isRoomsCommand(argv: readonly string[]): boolean {
  return argv.some((argument) => argument === '--rooms' || argument.startsWith('--rooms='));
}

/** Returns the values of the two options. */
function readOptions(argv: readonly string[]): { file: string; workers: number | undefined } {
  let file = '';
  let workers: number | undefined;
  for (let i = 0; i < argv.length; i++) {
    const [name, inline] = (argv[i] as string).split(/=(.*)/s);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '')
      throw new CommandLineError(`${name} needs a value\n${USAGE}`, EXIT.usage);
    if (name === '--rooms') file = value;
    else if (name === '--workers' && /^\d{1,3}$/.test(value)) workers = Number(value);
    else throw new CommandLineError(`${argv[i]} is not allowed next to --rooms\n${USAGE}`, EXIT.usage);
  }
  return { file, workers };
}

function readRoomsFile(
  host: ProgramHost,
  path: string,
  parse: typeof import('../rooms/rooms-file.js').parseRoomsFile,
): RoomsFile {
  const read = host.files.read(path);
  if (read.kind !== 'text') {
    const reason =
      read.kind === 'missing'
        ? 'it does not exist'
        : read.kind === 'directory'
          ? 'it is a directory'
          : read.reason;
    throw new CommandLineError(`${path}: ${reason}`, EXIT.usage);
  }
  const parsed = parse(read.text);
  if (parsed.ok) return parsed.value;
  const lines = parsed.error.map(({ message }) => `${path}: ${message}`);
  throw new CommandLineError(lines.join('\n'), EXIT.usage);
}

/** Runs a room server until a signal, and returns the exit code. */
export async function serveRooms(host: ProgramHost, argv: readonly string[]): Promise<number> {
  const { file, workers } = readOptions(argv);
  // A server of one match does not load this code.
  const { parseRoomsFile } = await import('../rooms/rooms-file.js');
  const settings = readRoomsFile(host, file, parseRoomsFile);
  const { address, port } = settings.http;
  const token = settings.http.token || host.env[TOKEN_VARIABLE] || '';
  if (token === '' && !isLoopback(address))
    throw new CommandLineError(
      `http.token: a token is needed because http.address '${address}' is not an address of this machine only; set it or ${TOKEN_VARIABLE}`,
      EXIT.usage,
    );
  const reportFault = (error: Error) => host.console.err(`Internal error: ${error.stack ?? error.message}`);
  const { service, findServer } = await openService(
    host,
    { ...settings, workers: workers ?? settings.workers },
    reportFault,
  );
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  host.onSignal(stop);
  try {
    for (const room of settings.rooms) await service.create(room, true);
    const { openRoomServer } = await import('../rooms/http/room-server.js');
    const { operationsRoutes } = await import('../operations/routes.js');
    const { ProcessMonitor } = await import('../operations/process-monitor.js');
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
        });
      },
    });
    const { attachWebSocketEndpoint } = await import('../websocket/endpoint.js');
    const sockets = findServer
      ? attachWebSocketEndpoint(server.app.server, findServer, { access: { host: address, token } })
      : null;
    host.console.out(`Rooms: ${server.url} (interface: ${server.url}/openapi.json)`);
    await stopped;
    sockets?.close();
    monitor.close();
    await server.close();
    return EXIT.ok;
  } catch (error) {
    host.console.err(`rcss-server: not started: ${(error as Error).message}`);
    return EXIT.failed;
  } finally {
    await service.close();
  }
}

interface OpenedService {
  readonly service: RoomService;
  /** Returns the server of a room for clients on WebSockets; null if the rooms are in other threads. */
  readonly findServer: ((id: string) => Server | undefined) | null;
}

async function openService(
  { console }: ProgramHost,
  { clientAddress, folder, maxRooms, workers, allowStart, warmup }: RoomsFile,
  reportFault: (error: Error) => void,
): Promise<OpenedService> {
  const createConsole = (room: string) => ({
    out: () => {},
    err: (line: string) => console.err(`[${room}] ${line}`),
  });
  const settings = { clientAddress, folder, maxRooms, allowsStart: allowStart, createConsole };
  if (workers > 0) {
    const { createRoomWorkers } = await import('../rooms/room-workers.js');
    return { service: createRoomWorkers({ ...settings, workers, warmup, reportFault }), findServer: null };
  }
  const { createRoomHost } = await import('../rooms/room-host.js');
  const { warmUpProcess } = await import('../rooms/warm-up-process.js');
  await warmUpProcess(warmup);
  const service = createRoomHost(settings);
  return { service, findServer: (id) => service.rooms.get(id)?.server };
}
