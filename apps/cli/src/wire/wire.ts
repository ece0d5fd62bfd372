import { lookup } from 'node:dns/promises';
import { createWriteStream, type WriteStream } from 'node:fs';
import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  defineProgram,
  EXIT,
  type Output,
  PROCESS_OUTPUT,
  parsePort,
  waitForSignal,
} from '@rcss/kit/command-line';
import { PortError } from '@rcss/kit/udp';
import { type Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { createWireClient, decodeDatagram, type WireClient, type WireMessage } from './decode-datagram.js';
import { formatWireJson, formatWireMessage } from './format-message.js';
import { PORT_ROLES, startProxy, type WireDatagram, type WireProxy } from './proxy.js';

export interface WireOptions {
  readonly server: { readonly host: string; readonly port: number };
  readonly coachPort?: number;
  readonly olcoachPort?: number;
  readonly listen: number;
  readonly listenHost: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly client: readonly string[];
  readonly from?: 'client' | 'server';
  readonly format: 'text' | 'json';
  readonly raw: boolean;
  readonly color?: boolean;
  readonly output?: string;
}

/** Destination of the printed lines; a test gives its own. */
export interface WireOutput extends Output {
  readonly isTerminal: boolean;
  readonly columns: number;
}

function parseServerAddress(text: string): { host: string; port: number } {
  const found = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(found?.[3] ?? 6000);
  if (found === null || port < 1 || port > 65533) {
    throw new InvalidArgumentError('Allowed: HOST or HOST:PORT, port from 1 to 65533.');
  }
  return { host: found[1] || found[2] || '127.0.0.1', port };
}

/** A repeatable option whose values are lists with commas. */
const createListOption = (flags: string, description: string): Option =>
  new Option(flags, description)
    .argParser((text: string, before: readonly string[]) => [...before, ...text.split(',')])
    .default([], 'all');

/** Creates the command `rcss wire`. */
export function createWireCommand(run: (options: WireOptions) => Promise<void>): Command {
  return createProgram({
    name: 'rcss wire',
    description:
      'Prints every datagram between clients and a server, decoded. Clients connect to the ports of this proxy instead of the ports of the server.',
    version: manifest.version,
    examples: [
      ['rcss wire', 'server on 6000, clients connect to 7000, 7001 and 7002'],
      ['rcss wire --client L7 --only see,dash,kick', 'what player 7 sees and does'],
      ['rcss wire --format json --output wire.jsonl', 'everything, for a program'],
    ],
    exitCodes: {
      [EXIT.ok]: 'ended by a signal',
      [EXIT.failed]: 'a port or a file cannot be opened',
      [EXIT.usage]: 'wrong command line',
    },
  })
    .addOption(
      new Option('-s, --server <host:port>', 'player port of the server')
        .argParser(parseServerAddress)
        .default({ host: '127.0.0.1', port: 6000 }, '127.0.0.1:6000'),
    )
    .option('--coach-port <n>', 'trainer port of the server (default: player port + 1)', parsePort)
    .option('--olcoach-port <n>', 'online coach port of the server (default: player port + 2)', parsePort)
    .option(
      '-l, --listen <n>',
      'first of three ports for clients: player, trainer, online coach; 0 takes free ones',
      parsePort,
      7000,
    )
    .option('--listen-host <address>', 'address to listen on; 0.0.0.0 for the network', '127.0.0.1')
    .addOption(
      createListOption('--only <types>', 'message types to print, such as see,hear,dash; repeatable'),
    )
    .addOption(createListOption('--skip <types>', 'message types to leave out').default([], 'none'))
    .addOption(
      createListOption('--client <labels>', 'clients to print, such as L7,R1,"L coach",trainer,monitor'),
    )
    .addOption(new Option('--from <side>', 'only messages from one side').choices(['client', 'server']))
    .addOption(
      new Option('--format <format>', 'json: one object per line').choices(['text', 'json']).default('text'),
    )
    .option('--raw', 'print the text of each message below its fields', false)
    .option('--no-color', 'print without colors (default: colors in a terminal)')
    .option('-o, --output <file>', 'write to a file instead of the standard output')
    .action(run);
}

/** Returns whether the options select a message for printing. */
export function isSelected(
  options: Pick<WireOptions, 'only' | 'skip' | 'client' | 'from'>,
  datagram: Pick<WireDatagram, 'toServer'>,
  client: Pick<WireClient, 'label'>,
  message: Pick<WireMessage, 'type'>,
): boolean {
  if (options.from !== undefined && datagram.toServer !== (options.from === 'client')) return false;
  if (options.client.length > 0 && !options.client.includes(client.label)) return false;
  if (options.only.length > 0 && !options.only.includes(message.type)) return false;
  return !options.skip.includes(message.type);
}

/** Runs the proxy until `stopped` resolves. */
export async function runWire(
  options: WireOptions,
  output: WireOutput,
  stopped: Promise<unknown>,
): Promise<void> {
  const { host, port } = options.server;
  const address = await resolveHost(host);
  const file = options.output === undefined ? undefined : await openFile(options.output);
  const write = file === undefined ? output.out : (text: string) => void file.write(text);
  const color = options.color !== false && output.isTerminal && file === undefined;
  const width =
    file === undefined && output.isTerminal && options.format === 'text'
      ? Math.max(40, output.columns * 3)
      : 0;
  const clients = new Map<number, WireClient>();
  let datagramCount = 0;

  const onDatagram = (datagram: WireDatagram): void => {
    datagramCount += 1;
    const client = clients.get(datagram.client) ?? createWireClient(datagram);
    clients.set(datagram.client, client);
    for (const message of decodeDatagram(datagram, client)) {
      if (!isSelected(options, datagram, client, message)) continue;
      const line =
        options.format === 'json'
          ? formatWireJson(datagram, client, message)
          : formatWireMessage(datagram, client, message, { color, raw: options.raw, width });
      write(`${line}\n`);
    }
  };

  const { listen, listenHost } = options;
  const proxy = await openProxy({
    host: address,
    serverPorts: [port, options.coachPort ?? port + 1, options.olcoachPort ?? port + 2],
    listenPorts: listen === 0 ? [0, 0, 0] : [listen, listen + 1, listen + 2],
    listenHost,
    onDatagram,
  });
  const ports = PORT_ROLES.map((role, index) => `${role} ${proxy.ports[index]}`).join(', ');
  output.err(`rcss wire: ${ports} → ${host}:${port}; Ctrl-C ends it\n`);
  await stopped;
  await proxy.close();
  if (file !== undefined) await new Promise((resolve) => file.end(resolve));
  output.err(`rcss wire: ${datagramCount} datagrams of ${clients.size} clients\n`);
}

async function resolveHost(host: string): Promise<string> {
  try {
    return (await lookup(host, { order: 'ipv4first' })).address;
  } catch {
    throw new CommandLineError(`--server: the host '${host}' is not known; give a name or an address`);
  }
}

async function openProxy(options: Parameters<typeof startProxy>[0]): Promise<WireProxy> {
  try {
    return await startProxy(options);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    throw new CommandLineError(`${error.message}; choose other ports with --listen`);
  }
}

function openFile(path: string): Promise<WriteStream> {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(path);
    file.once('open', () => resolve(file));
    file.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CommandLineError(`--output: ${path} cannot be written (${error.code})`)),
    );
  });
}

function createProcessCommand(): Command {
  return createWireCommand((options) =>
    runWire(
      options,
      {
        isTerminal: process.stdout.isTTY === true,
        columns: process.stdout.columns ?? 100,
        ...PROCESS_OUTPUT,
      },
      waitForSignal(),
    ),
  );
}

/** The subcommand `rcss wire`. */
export const wire: CommandLineProgram = defineProgram('rcss wire', createProcessCommand);
