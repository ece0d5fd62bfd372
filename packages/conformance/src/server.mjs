// Starts and stops one server process with an empty configuration of its own.

import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { existsSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { httpPortOf } from './transports.mjs';
import { BenchError, StartError, sleep, splitCommand } from './util.mjs';

// CONFORMANCE_PORTS=40000-44999 chooses another range of ports.
const [MIN_PORT, MAX_PORT] = (process.env.CONFORMANCE_PORTS ?? '20000-29990').split('-').map(Number);
let nextPort = MIN_PORT + (process.pid % Math.floor((MAX_PORT - MIN_PORT) / 4)) * 4;

const lastLines = (text) => text.trim().split('\n').slice(-3).join(' / ').slice(-300) || '(nothing)';

/** Servers that still run, with their folders; all of them are ended with the driver. */
const runningServers = new Map();

/** Called with the first server, so that a module that only imports this one keeps the signals of its process. */
function endServersWithDriver() {
  process.on('exit', () => {
    for (const [child, dir] of runningServers) {
      child.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  process.stdout.on('error', () => process.exit(1));
}

let isFirst = true;

function canBind(port) {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Three successive UDP ports on 127.0.0.1 that are not in use now; with `http` also the TCP port after them. */
async function findFreePorts(http) {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (nextPort > MAX_PORT - 4) nextPort = MIN_PORT;
    const port = nextPort;
    nextPort += 4;
    const isFree =
      (await canBind(port)) &&
      (await canBind(port + 1)) &&
      (await canBind(port + 2)) &&
      (!http || (await canListen(httpPortOf(port))));
    if (isFree) return port;
  }
  throw new BenchError(
    `no three free UDP ports in a row from ${MIN_PORT} to ${MAX_PORT}; choose another range with CONFORMANCE_PORTS=FIRST-LAST`,
  );
}

export class ServerProcess {
  /**
   * @param {string} command the server's command line (words; quotes group)
   * @param {Record<string, unknown>} options `module::name` to value
   * @param {{coachMsg?: string, files?: Record<string,string>, transport?: string, words?: string[]}} extra files to
   * put in the run's folder; how clients connect; words after the settings
   */
  static async start(command, options, extra = {}) {
    if (isFirst) endServersWithDriver();
    isFirst = false;
    const server = new ServerProcess();
    server.command = command;
    server.options = options;
    server.dir = await fs.mkdtemp(path.join(os.tmpdir(), 'conf-'));
    for (const name of ['conf', 'home', 'log']) await fs.mkdir(path.join(server.dir, name));
    for (const [name, text] of Object.entries(extra.files ?? {})) {
      await fs.writeFile(path.join(server.dir, name), text);
    }
    server.transport = extra.transport ?? 'udp';
    const hasHttp = server.transport !== 'udp';
    server.port = await findFreePorts(hasHttp);
    const all = {
      'server::port': server.port,
      'server::coach_port': server.port + 1,
      'server::olcoach_port': server.port + 2,
      'server::landmark_file': './landmark.xml',
      'server::game_log_dir': './log',
      'server::text_log_dir': './log',
      'server::keepaway_log_dir': './log',
      'server::game_log_fixed': 1,
      'server::text_log_fixed': 1,
      'server::keepaway_log_fixed': 1,
      'server::game_log_fixed_name': 'game',
      'server::text_log_fixed_name': 'text',
      'server::keepaway_log_fixed_name': 'keepaway',
      'server::game_log_dated': 0,
      'server::text_log_dated': 0,
      'server::keepaway_log_dated': 0,
      ...(hasHttp ? { 'rcss::http_port': httpPortOf(server.port) } : {}),
      ...options,
    };
    // The server runs in a folder of its own: words that name files here are made absolute.
    const words = splitCommand(command).map((w) =>
      /[./]/.test(w) && !w.startsWith('-') && existsSync(w) ? path.resolve(w) : w,
    );
    const args = Object.entries(all).map(([name, value]) => {
      const text = value === true ? '1' : value === false ? '0' : String(value);
      return `${name}=${text}`;
    });
    server.stdout = '';
    server.stderr = '';
    server.exited = false;
    const child = spawn(words[0], [...words.slice(1), ...args, ...(extra.words ?? [])], {
      cwd: server.dir,
      env: {
        ...process.env,
        RCSS_CONF_DIR: path.join(server.dir, 'conf'),
        HOME: path.join(server.dir, 'home'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.child = child;
    runningServers.set(child, server.dir);
    child.stdout.on('data', (data) => {
      server.stdout += data.toString('latin1');
    });
    child.stderr.on('data', (data) => {
      server.stderr += data.toString('latin1');
    });
    server.exit = new Promise((resolve) => {
      const ended = (code) => {
        server.exited = true;
        runningServers.delete(child);
        resolve(code);
      };
      child.once('error', (error) => {
        server.stderr += String(error);
        ended(-1);
      });
      child.once('close', ended);
    });
    if (!extra.noProbe) await server.#waitUntilUp(extra.startTimeout ?? 10000);
    return server;
  }

  /** Sends an unknown datagram until the player port answers. */
  async #waitUntilUp(limit) {
    const socket = dgram.createSocket('udp4');
    let up = false;
    socket.on('error', () => {});
    socket.on('message', () => {
      up = true;
    });
    await new Promise((resolve) => socket.bind({ port: 0, address: '127.0.0.1' }, resolve));
    const end = Date.now() + limit;
    while (!up && !this.exited && Date.now() < end) {
      socket.send('(conformance_probe)\0', this.port, '127.0.0.1');
      for (let i = 0; i < 8 && !up && !this.exited; i += 1) await sleep(5);
    }
    socket.close();
    if (!up) {
      await this.kill();
      await this.removeFiles();
      throw new StartError(
        `the server did not answer on port ${this.port}; last lines of its output: ${lastLines(this.stderr || this.stdout)}`,
      );
    }
  }

  /** Ends the process by its own id: SIGINT, then SIGKILL if it still runs after `grace` ms. */
  async stop(grace = 2000) {
    if (!this.exited) {
      this.child.kill('SIGINT');
      const timer = setTimeout(() => {
        if (!this.exited) {
          this.killed = true;
          this.child.kill('SIGKILL');
        }
      }, grace);
      await this.exit;
      clearTimeout(timer);
    }
  }

  async kill() {
    if (!this.exited) this.child.kill('SIGKILL');
    await this.exit;
  }

  async readLog(name) {
    try {
      return await fs.readFile(path.join(this.dir, 'log', name));
    } catch {
      return null;
    }
  }

  async removeFiles() {
    await fs.rm(this.dir, { recursive: true, force: true });
  }
}
