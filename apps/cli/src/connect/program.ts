import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  defineProgram,
  EXIT,
  escapeControls,
  type Output,
  PROCESS_OUTPUT,
  type ProgramDescription,
  parsePort,
} from '@rcss/kit/command-line';
import { catchInterrupt, type Interrupt, type ProcessTree, startProcessTree } from '@rcss/kit/match-runner';
import { PortError } from '@rcss/kit/udp';
import { type Command, InvalidArgumentError } from 'commander';
import { packageVersion } from '../version.js';
import { type Connector, type ConnectorEnd, startConnector } from './connector.js';
import { RoomConnectError } from './room-socket.js';
import { parseRoomUrl, type RoomUrl } from './room-url.js';

/** Environment variable with the token, so that other users of the machine do not see it. */
const TOKEN_VARIABLE = 'RCSS_HTTP_TOKEN';
/** Time that a team has to connect its first client after its command has ended, ms. */
const CONNECT_TIMEOUT_MS = 10_000;

interface Options {
  readonly token?: string;
  readonly port: number;
  readonly coachPort?: number;
  readonly olcoachPort?: number;
  readonly bind: string;
  readonly retry: number;
  readonly quiet: boolean;
}

const DESCRIPTION: ProgramDescription = {
  name: 'rcss connect',
  description:
    'Lets a team on this machine join a room of a remote server through one outgoing WebSocket. The team connects by UDP ' +
    'to ports of this machine, as to a local server. A command after -- is started when the connection is open; in its ' +
    'arguments {host}, {port}, {coach_port} and {olcoach_port} are replaced, and RCSS_HOST, RCSS_PORT, RCSS_COACH_PORT and ' +
    'RCSS_OLCOACH_PORT are set.',
  version: packageVersion,
  examples: [
    ['rcss connect ws://play.example:8000/rooms/final', 'opens the UDP ports 6000, 6001 and 6002'],
    [
      'rcss connect wss://play.example/rooms/final -- ./start.sh {host} {port} {olcoach_port} Reds',
      'starts a team through a proxy with TLS',
    ],
    ['rcss connect ws://localhost:8000 --port 0', 'the room main; free local ports, which are printed'],
  ],
  exitCodes: {
    [EXIT.ok]: 'the match is over',
    [EXIT.failed]: 'refused, not reachable, or lost for good',
    [EXIT.usage]: 'wrong command line',
    [EXIT.interrupted]: 'ended by a signal',
  },
};

function parseUrlArgument(text: string): RoomUrl {
  try {
    return parseRoomUrl(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Creates the command `rcss connect`. */
export function createConnectCommand(
  output: Output = PROCESS_OUTPUT,
  createInterrupt: () => Interrupt = () => catchInterrupt(),
): Command {
  return createProgram(DESCRIPTION)
    .argument('<url>', 'address of the room: ws://HOST:PORT/rooms/ID', parseUrlArgument)
    .argument('[command...]', 'command that starts the team')
    .option('--token <text>', `token of the server (default: the environment variable ${TOKEN_VARIABLE})`)
    .option('-p, --port <n>', 'local UDP port of players and monitors; 0 takes free ports', parsePort, 6000)
    .option('--coach-port <n>', 'local port of the trainer (default: player port + 1)', parsePort)
    .option('--olcoach-port <n>', 'local port of online coaches (default: player port + 2)', parsePort)
    .option('--bind <address>', 'address of the local ports; 0.0.0.0 for the network', '127.0.0.1')
    .option(
      '--retry <seconds>',
      'time for which a lost connection is opened again; 0: not at all',
      createIntegerParser(0, 3600),
      60,
    )
    .option('-q, --quiet', 'print only errors', false)
    .action((url: RoomUrl, command: readonly string[], options: Options) =>
      connect(url, command, options, output, createInterrupt()),
    );
}

async function connect(
  url: RoomUrl,
  command: readonly string[],
  options: Options,
  output: Output,
  interrupt: Interrupt,
): Promise<void> {
  const report = (line: string): void => {
    if (!options.quiet) output.err(`${escapeControls(line)}\n`);
  };
  let connector: Connector;
  try {
    connector = await openConnector(url, options, report);
  } catch (error) {
    interrupt.restoreDefaults();
    throw error;
  }
  interrupt.onReceived(() => connector.stop());
  if (interrupt.status !== null) connector.stop();
  const { player, trainer, coach } = connector.ports;
  report(`Connected to ${url.shown}. Local UDP ports: player ${player}, trainer ${trainer}, coach ${coach}`);
  const team = command.length === 0 ? null : startTeamCommand(command, options.bind, connector.ports);
  let failure: string | null = null;
  if (team !== null) {
    void watchTeam(team, connector).then((problem) => {
      failure = problem;
      if (problem !== null) connector.stop();
    });
  }
  const end = await connector.ended;
  await team?.stop();
  interrupt.restoreDefaults();
  if (failure !== null) throw new CommandLineError(failure);
  throwUnlessOver(end, interrupt, report);
}

function openConnector(url: RoomUrl, options: Options, report: (line: string) => void): Promise<Connector> {
  const { port, coachPort, olcoachPort, bind, retry } = options;
  const token = options.token ?? process.env[TOKEN_VARIABLE];
  return startConnector({
    socketUrl: url.socketUrl,
    ...(token === undefined ? {} : { token }),
    bindAddress: bind,
    ports: {
      player: port,
      trainer: coachPort ?? (port === 0 ? 0 : port + 1),
      coach: olcoachPort ?? (port === 0 ? 0 : port + 2),
    },
    retryMs: retry * 1000,
    report,
  }).catch((error: unknown) => {
    if (error instanceof RoomConnectError) {
      throw new CommandLineError(`${url.shown} cannot be joined: ${error.message}`);
    }
    if (error instanceof PortError) {
      throw new CommandLineError(
        `${error.message}. Choose another one with --port, --coach-port or --olcoach-port`,
      );
    }
    throw error;
  });
}

function startTeamCommand(
  command: readonly string[],
  bindAddress: string,
  ports: Connector['ports'],
): ProcessTree {
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
  const values: Readonly<Record<string, string>> = {
    host,
    port: String(ports.player),
    coach_port: String(ports.trainer),
    olcoach_port: String(ports.coach),
  };
  const [file = '', ...args] = command.map((word) =>
    word.replace(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text),
  );
  const env = {
    ...process.env,
    RCSS_HOST: host,
    RCSS_PORT: values['port'],
    RCSS_COACH_PORT: values['coach_port'],
    RCSS_OLCOACH_PORT: values['olcoach_port'],
  };
  const tree = startProcessTree({ file, args, shell: false, cwd: process.cwd() }, { env, output: 'pipe' });
  tree.child.stdout?.pipe(process.stdout, { end: false });
  tree.child.stderr?.pipe(process.stderr, { end: false });
  return tree;
}

/** Resolves with a problem if the command of the team fails and no client has connected, else with null. */
async function watchTeam(team: ProcessTree, connector: Connector): Promise<string | null> {
  const { status, signal, error } = await team.ended;
  if (error !== '') return `the team cannot be started: ${error}`;
  if (status === 0 || connector.acceptedCount > 0) return null;
  await new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS).unref());
  if (connector.acceptedCount > 0) return null;
  const how = signal === null ? `exit status ${status}` : `ended by ${signal}`;
  return `the team has ended without connecting a client: ${how}`;
}

function throwUnlessOver(end: ConnectorEnd, interrupt: Interrupt, report: (line: string) => void): void {
  switch (end.kind) {
    case 'over':
      report(`The connection has ended: ${end.message}`);
      return;
    case 'stopped':
      throw new CommandLineError('', interrupt.status ?? EXIT.interrupted);
    case 'lost':
      throw new CommandLineError(end.message);
  }
}

/** The subcommand `rcss connect`. */
export const connectProgram: CommandLineProgram = defineProgram(DESCRIPTION.name, () =>
  createConnectCommand(),
);
