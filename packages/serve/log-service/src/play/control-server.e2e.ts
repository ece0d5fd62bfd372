import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type OpenLog, openLog } from '@rcss/logs';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { REFUSED_VERSION, requestOtherVersions, requestUpgrade } from '../../../../kit/kit/test/upgrade.js';
import { findSample } from '../../test/samples.js';
import { ControlServer } from './control-server.js';
import { ShowPlayer } from './player.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

interface PlayProcess {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly monitorPort: number;
  readonly link: string;
}

/** Starts a process that plays a log and can open at most `limit` files and sockets. */
async function startPlayProcess(limit: number): Promise<PlayProcess> {
  const script = fileURLToPath(new URL('../../test/play-process.ts', import.meta.url));
  const command = `ulimit -n ${limit}; exec "$0" --conditions=@rcss/source --import tsx "$1" "$2"`;
  const child = spawn('sh', ['-c', command, process.execPath, script, findSample('sample-v6')], {
    cwd: fileURLToPath(new URL('../../../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closers.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, lines, ...(JSON.parse(line) as { monitorPort: number; link: string }) };
}

/** Registers a monitor; resolves with true at the first datagram, or with false after a second. */
function connectMonitor(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  closers.push(() => socket.close());
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 1000);
    socket.on('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.send('(dispinit version 4)', port, '127.0.0.1');
  });
}

/** Returns the status of the answer to a request on a connection of its own; 0 if it is closed without an answer, or not taken. */
function getStatus(link: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(`${link}log/0`, { agent: false, timeout: 5000 }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(0));
  });
}

it.skipIf(process.platform === 'win32')(
  'a player without free file descriptors refuses clients, plays on, and serves clients again later',
  async () => {
    const { child, lines, monitorPort, link } = await startPlayProcess(64);
    expect(await getStatus(link)).toBe(200);
    const page = new WebSocket(`${link.replace('http', 'ws')}control`);
    closers.push(() => page.terminate());
    const shown: number[] = [];
    page.on('message', (data) => shown.push((JSON.parse(String(data)) as { index: number }).index));
    await once(page, 'open');

    const port = Number(new URL(link).port);
    const flood: Socket[] = [];
    const openConnections = (count: number): Socket[] =>
      Array.from({ length: count }, () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        closers.push(() => socket.destroy());
        flood.push(socket);
        return socket;
      });
    openConnections(200);
    await expect.poll(() => flood.filter(({ closed }) => closed).length).toBeGreaterThan(100);
    // The process may close a file meanwhile, and a client that is served keeps a descriptor: so clients are tried until
    // one is refused, each after further connections have taken what is free. A process that has lost its reserve descriptor
    // leaves them in the queue of the system instead of closing them: so the number of tries is bounded.
    const useAllDescriptors = async (): Promise<void> => {
      for (let tries = 0; tries < 20; tries++) {
        const last = openConnections(5);
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (last.every(({ closed }) => closed)) return;
      }
    };
    // A monitor that comes while a descriptor is free is served, so the first refusal need not be the first line.
    const connectWithoutDescriptors = async (): Promise<string[]> => {
      await useAllDescriptors();
      await connectMonitor(monitorPort);
      return lines;
    };
    await expect.poll(connectWithoutDescriptors).toContain('a monitor is refused: bind EMFILE 127.0.0.1');
    await expect.poll(() => useAllDescriptors().then(() => getStatus(link))).toBe(0);
    const count = shown.length;
    await expect.poll(() => shown.length).toBeGreaterThan(count);

    for (const socket of flood) socket.destroy();
    await expect.poll(() => getStatus(link)).toBe(200);
    await expect.poll(() => connectMonitor(monitorPort)).toBe(true);
    expect(child.exitCode).toBe(null);
  },
);

function load(name: string): OpenLog {
  const opened = openLog(new Uint8Array(readFileSync(findSample(name))));
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function playerOf(logs: readonly string[]): Promise<ShowPlayer> {
  const player = new ShowPlayer({
    logs,
    interval: 5,
    loop: false,
    autoPlay: false,
    quitAfter: null,
    open: async (name) => load(name),
  });
  closers.push(() => player.quit());
  await player.start();
  return player;
}

/** Texts in place of the scripts of the viewer. */
const VIEWER_SCRIPTS = {
  page: 'viewer',
  clips: 'clips',
  spatial: 'spatial',
  words: 'words',
  values: 'values',
  study: 'study',
};

describe('the page with the controls', () => {
  it('serves page, scripts and logs; commands over the socket change what is shown', async () => {
    const player = await playerOf(['sample-v6', 'sample-v1']);
    const web = await ControlServer.open(player, {
      host: '127.0.0.1',
      port: 0,
      viewerScripts: VIEWER_SCRIPTS,
      controlScript: 'control',
      countMonitors: () => 3,
    });
    closers.push(() => web.close());
    const html = await (await fetch(web.link)).text();
    expect(html).toContain('data-command="next_goal"');
    expect(await (await fetch(`${web.link}control.js`)).text()).toBe('control');
    expect((await fetch(`${web.link}log/7`)).status).toBe(404);
    expect((await fetch(`${web.link}..%2fpackage.json`)).status).toBe(404);
    const socket = new WebSocket(`${web.link.replace('http', 'ws')}control`);
    const got: { index: number; time: number; monitors: number }[] = [];
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        got.push(JSON.parse(String(data)));
        if (got.length === 1) {
          socket.send('nonsense');
          socket.send('{"command":"cycle","value":25}');
        } else resolve();
      });
    });
    socket.terminate();
    expect(await requestUpgrade(`${web.link}control`, { 'Sec-WebSocket-Protocol': 'rcss.v1, x' })).toBe(
      '101',
    );
    expect(await requestOtherVersions(`${web.link}control`)).toEqual(new Set([REFUSED_VERSION]));
    expect(got[0]).toMatchObject({ index: 0, time: 1, monitors: 3, logs: ['sample-v6', 'sample-v1'] });
    expect(got[1]!.time).toBe(25);
    const stranger = new WebSocket(`${web.link.replace('http', 'ws')}control`, {
      origin: 'http://elsewhere.example',
    });
    await new Promise((resolve) => stranger.on('error', resolve));
  });

  it('served to the network, the controls need the token of the printed address, and no folder is named', async () => {
    const player = await playerOf(['sample-v6']);
    const web = await ControlServer.open(player, {
      host: '0.0.0.0',
      port: 0,
      viewerScripts: VIEWER_SCRIPTS,
      controlScript: 'control',
      countMonitors: () => 0,
    });
    closers.push(() => web.close());
    const [page = '', token = ''] = web.link.split('#token=');
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const address = `${page.replace('http', 'ws')}control`;
    for (const wrong of [address, `${address}?token=guess`]) {
      const stranger = new WebSocket(wrong);
      await new Promise((resolve) => stranger.on('error', resolve));
    }
    const socket = new WebSocket(`${address}?token=${token}`);
    const status = await new Promise<string>((resolve) =>
      socket.on('message', (data) => resolve(String(data))),
    );
    socket.terminate();
    expect(status).not.toContain('/');
  });
});
