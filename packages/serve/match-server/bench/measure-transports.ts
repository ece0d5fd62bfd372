/**
 * Compares clients on WebSockets with those on UDP. For each transport, 22 players that turn in each cycle play in real time on a server of their
 * own; then 22 players that answer each cycle at once in synchronous mode. Prints the delays of the commands after sense_body, as the
 * server measures them, the processor time of the server, and the cycles per second:
 * `node --conditions=@rcss/source --import tsx packages/serve/match-server/bench/measure-transports.ts [cycles in real time] [synchronous cycles]`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLIENT_SUBPROTOCOL } from '@rcss/protocol/websocket';
import { WebSocket } from 'ws';

type TransportName = 'udp' | 'websocket';

const HOST = '127.0.0.1';
const PLAYERS = 22;
const CYCLE_MS = 100;
const SETTLE_MS = 2000;
const [realTimeCycles = 300, synchronousCycles = 2000] = process.argv.slice(2).map(Number);

/** Connects one player over a transport; it answers sense_body with a turn, and (think) with (done). */
function connectPlayer(transport: TransportName, udpPort: number, url: string, team: string): void {
  const answer = (message: Buffer, send: (text: string) => void) => {
    const start = message.toString('latin1', 0, 11);
    if (start === '(sense_body') send('(turn 10)\0');
    else if (start.startsWith('(think)')) send('(done)\0');
  };
  const init = `(init ${team} (version 19))\0`;
  if (transport === 'udp') {
    const socket = createSocket('udp4');
    socket.on('message', (bytes, from) => answer(bytes, (text) => socket.send(text, from.port, HOST)));
    socket.send(init, udpPort, HOST);
    return;
  }
  const socket = new WebSocket(`${url.replace('http', 'ws')}rooms/main/player`, CLIENT_SUBPROTOCOL);
  socket.on('open', () => socket.send(Buffer.from(init)));
  socket.on('message', (data) => answer(data as Buffer, (text) => socket.send(Buffer.from(text))));
}

interface Status {
  readonly process: { readonly cpuSeconds: number };
  readonly rooms: readonly {
    readonly steps: number;
    readonly clients: { readonly player: number };
    readonly players: readonly {
      readonly bodyCommands: number;
      readonly delaySumMs: number;
      readonly p95DelayMs: number;
      readonly missedCycles: number;
    }[];
  }[];
}

interface MeasuredServer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly url: string;
  readStatus(): Promise<Status>;
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

async function startServer(isSynchronous: boolean): Promise<MeasuredServer> {
  const built = pathOf('../../../../apps/server/dist/main.js');
  const isBuilt = existsSync(built);
  const child = fork(
    isBuilt ? built : pathOf('../../../../apps/server/src/main.ts'),
    [
      'server::port=0',
      'server::coach_port=0',
      'server::olcoach_port=0',
      'server::game_logging=off',
      'server::text_logging=off',
      `server::synch_mode=${isSynchronous ? 'on' : 'off'}`,
      'server::auto_mode=on',
      'server::kick_off_wait=10',
      'rcss::http_port=0',
    ],
    {
      execArgv: isBuilt ? [] : ['--conditions=@rcss/source', '--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  );
  let text = '';
  const [port, url] = await new Promise<[number, string]>((resolve, reject) => {
    child.stdout!.on('data', (part) => {
      text += part;
      const port = /server::port=(\d+)/.exec(text)?.[1];
      const url = /^Operations: (\S+)/m.exec(text)?.[1];
      if (port !== undefined && url !== undefined) resolve([Number(port), url]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code} before it was ready`)));
  });
  const readStatus = async () => (await (await fetch(`${url}status.json`)).json()) as Status;
  return { process: child, port, url, readStatus };
}

/** Reads the status before and after a number of steps; `clients` run in a process of their own. */
async function measureSteps(
  server: MeasuredServer,
  transport: TransportName,
  steps: number,
): Promise<[Status, Status, number]> {
  const clients = fork(
    fileURLToPath(import.meta.url),
    ['players', transport, String(server.port), server.url],
    {
      execArgv: process.execArgv,
    },
  );
  try {
    while ((await server.readStatus()).rooms[0]!.clients.player < PLAYERS) await sleep(CYCLE_MS);
    await sleep(SETTLE_MS);
    const begin = performance.now();
    const before = await server.readStatus();
    const target = before.rooms[0]!.steps + steps;
    let after = before;
    while (after.rooms[0]!.steps < target) {
      await sleep(CYCLE_MS);
      after = await server.readStatus();
    }
    return [before, after, performance.now() - begin];
  } finally {
    clients.kill();
    server.process.kill('SIGINT');
    await once(server.process, 'exit');
  }
}

function summarizeSteps([before, after, wallMs]: [Status, Status, number]): { steps: number; text: string } {
  const steps = after.rooms[0]!.steps - before.rooms[0]!.steps;
  const cpuMs = 1000 * (after.process.cpuSeconds - before.process.cpuSeconds);
  const share = ((100 * cpuMs) / wallMs).toFixed(1);
  return {
    steps,
    text: `server ${(cpuMs / steps).toFixed(2)} ms of processor time per cycle, ${share} % of a core`,
  };
}

async function measure(transport: TransportName): Promise<void> {
  const real = await measureSteps(await startServer(false), transport, realTimeCycles);
  const [before, after] = [real[0].rooms[0]!.players, real[1].rooms[0]!.players];
  const sum = (key: 'delaySumMs' | 'bodyCommands' | 'missedCycles') =>
    after.reduce((total, player, i) => total + player[key] - (before[i]?.[key] ?? 0), 0);
  const p95 = Math.max(...after.map(({ p95DelayMs }) => p95DelayMs));
  console.log(
    `${transport}, real time: mean delay ${(sum('delaySumMs') / sum('bodyCommands')).toFixed(2)} ms of ${sum('bodyCommands')} commands, p95 of the slowest player ${p95} ms, ${sum('missedCycles')} missed cycles; ${summarizeSteps(real).text}`,
  );
  const synchronous = await measureSteps(await startServer(true), transport, synchronousCycles);
  const { steps, text } = summarizeSteps(synchronous);
  console.log(
    `${transport}, synchronous: ${Math.round((1000 * steps) / synchronous[2])} cycles per second; ${text}`,
  );
}

if (process.argv[2] === 'players') {
  const [transport, port, url] = process.argv.slice(3) as [TransportName, string, string];
  for (let i = 0; i < PLAYERS; i++) {
    connectPlayer(transport, Number(port), url, i % 2 === 0 ? 'Foxes' : 'Herons');
    await sleep(20);
  }
} else {
  await measure('udp');
  await measure('websocket');
}
