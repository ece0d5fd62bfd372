/** Redis and PostgreSQL for tests, and a connection that can be cut. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../../../packages/kit/kit/test/free-ports.js';

/** A queue server that a test has started. */
export interface TestServer {
  readonly port: number;
  /** Address through another port, of this machine if no other host is given. */
  url(port: number, host?: string): string;
  stop(): Promise<void>;
}

function findProgram(name: string, folders: readonly string[]): string | null {
  const path = [...(process.env['PATH'] ?? '').split(':'), ...folders];
  return path.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Program of Redis; null if it is not installed. */
export const redisProgram: string | null = findProgram('redis-server', ['/usr/sbin']);

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
/** Folder of the programs of PostgreSQL 13 or later; null if it is not installed. */
export const postgresPrograms: string | null =
  versions
    .filter((version) => Number(version) >= 13)
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb'))) ?? null;

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (isOpen) return;
    if (attempt > 200) throw new Error(`nothing listens on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Starts Redis without files. */
export async function startRedis(): Promise<TestServer> {
  const port = await findFreePorts('tcp');
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(redisProgram!, args, { stdio: 'ignore' });
  await waitForPort(port);
  return {
    port,
    url: (at, host = '127.0.0.1') => `redis://${host}:${at}`,
    stop: () => end(child, 'SIGTERM'),
  };
}

/** Starts PostgreSQL with an empty database. It does not run as root. */
export async function startPostgres(): Promise<TestServer> {
  const port = await findFreePorts('tcp');
  const folder = mkdtempSync(join(tmpdir(), 'rcss-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const read = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = isRoot ? { uid: read('-u'), gid: read('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'league', '-A', 'trust', '--no-sync'];
  execFileSync(join(postgresPrograms!, 'initdb'), init, { ...user, cwd: folder, stdio: 'ignore' });
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-F'];
  const child = spawn(join(postgresPrograms!, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
  await waitForPort(port);
  return {
    port,
    url: (at, host = '127.0.0.1') => `postgres://league@${host}:${at}/postgres`,
    async stop() {
      await end(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that passes everything on to another one, until it is cut. */
export class CuttableConnection {
  readonly #target: number;
  readonly #host: string;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  /** @param host Address on which the port is opened. */
  constructor(target: number, host: string = '127.0.0.1') {
    this.#target = target;
    this.#host = host;
  }

  get port(): number {
    return this.#port;
  }

  /** Opens the port; after a cut, the same one again. */
  async open(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.#target, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, this.#host, resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
