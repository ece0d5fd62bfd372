import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Milliseconds per unit of the processor times in /proc. */
export const TICK_MS = 10;

/** Time for a server to answer, and to end, ms. */
const ANSWER_TIMEOUT_MS = 20_000;
const END_TIMEOUT_MS = 10_000;

/** A server that runs in an empty folder of its own, without logs. */
export class ServerProcess {
  #child;
  #folder;
  #output = '';
  /** Ports: player, trainer, online coaches. */
  ports;

  /**
   * @param settings Options `module::name=value`.
   * @param hasSession Whether the server gets a session of its own.
   */
  static async start(command, settings, hasSession = false) {
    const server = new ServerProcess();
    server.ports = await findFreePorts();
    const [port, coachPort, onlineCoachPort] = server.ports;
    server.#folder = mkdtempSync(join(tmpdir(), 'real-teams-'));
    const options = [
      `server::port=${port}`,
      `server::coach_port=${coachPort}`,
      `server::olcoach_port=${onlineCoachPort}`,
      'server::auto_mode=on',
      'server::kick_off_wait=50',
      'server::game_logging=off',
      'server::text_logging=off',
      'player::random_seed=4711',
      ...settings,
    ];
    server.#child = spawn('sh', ['-c', `exec ${command} "$@"`, 'sh', ...options], {
      cwd: server.#folder,
      env: { ...process.env, HOME: server.#folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: hasSession,
    });
    for (const stream of [server.#child.stdout, server.#child.stderr])
      stream.on('data', (text) => {
        server.#output = (server.#output + text).slice(-4000);
      });
    await server.#waitForAnswer();
    return server;
  }

  /** Last output of the server, for error messages. */
  get output() {
    return this.#output;
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sends an unknown command until the server answers; the error message does not make this tool a client. */
  async #waitForAnswer() {
    const socket = createSocket('udp4');
    let isAnswered = false;
    socket.on('message', () => {
      isAnswered = true;
    });
    socket.on('error', () => {});
    const end = performance.now() + ANSWER_TIMEOUT_MS;
    while (!isAnswered && !this.hasEnded && performance.now() < end) {
      socket.send('(hello)\0', this.ports[0], '127.0.0.1');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    socket.close();
    if (isAnswered) return;
    await this.stop();
    throw new Error(`the server does not answer on port ${this.ports[0]}. Its output: ${this.#output}`);
  }

  /** Processor time of all threads since the start, ms, and the times that the main thread has waited. */
  readUsage() {
    const { pid } = this.#child;
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').pop().split(' ');
    const switches = /^voluntary_\w+:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return {
      userMs: Number(fields[11]) * TICK_MS,
      systemMs: Number(fields[12]) * TICK_MS,
      mainThreadMs: this.#readMainThreadMs(),
      switches: Number(switches[1]),
    };
  }

  #readMainThreadMs() {
    const { pid } = this.#child;
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ').pop().split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  async stop() {
    if (!this.hasEnded) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGINT');
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Finds three free ports in a row. */
async function findFreePorts() {
  const used = new Set();
  for (const line of readFileSync('/proc/net/udp', 'latin1').split('\n').slice(1)) {
    const port = /:([0-9A-F]{4}) /.exec(line)?.[1];
    if (port !== undefined) used.add(Number.parseInt(port, 16));
  }
  for (let port = 30_000; port < 32_000; port += 10)
    if (![port, port + 1, port + 2].some((each) => used.has(each))) return [port, port + 1, port + 2];
  throw new Error('no free UDP port from 30000 to 32000');
}
