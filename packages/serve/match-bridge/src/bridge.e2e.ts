import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FRAME_BYTES, FRAMES_HEADER_BYTES } from '@rcss/frames';
import { MatchHistory } from '@rcss/viewer/monitor';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { REFUSED_VERSION, requestOtherVersions, requestUpgrade } from '../../../kit/kit/test/upgrade.js';
import { createTestFrame, createTestParams, FakeServer } from '../test/fake-server.js';
import { waitUntil } from '../test/wait.js';
import { type Bridge, type BridgeOptions, startBridge } from './bridge.js';
import { printPositions } from './print-positions.js';
import { Spectators } from './spectators.js';
import { SOCKET_PATH } from './web-server.js';

interface Hello {
  readonly t: string;
  readonly match: string;
  readonly last: number;
  readonly server: Record<string, number>;
  readonly types: readonly unknown[];
  readonly rights: string;
  readonly status: { readonly state: string };
  readonly [name: string]: unknown;
}

/** A WebSocket client without a page. */
class BrowserClient {
  readonly texts: Hello[] = [];
  readonly indices: number[] = [];
  readonly socket: WebSocket;

  constructor(link: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(link.replace('http', 'ws').replace(/\/$/, SOCKET_PATH), { headers });
    this.socket.on('message', (data: Buffer, binary) => {
      if (!binary) this.texts.push(JSON.parse(String(data)) as Hello);
      else {
        const first = data.readUInt32LE(0);
        for (let i = 0; i < (data.length - FRAMES_HEADER_BYTES) / FRAME_BYTES; i++)
          this.indices.push(first + i);
      }
    });
    this.socket.on('error', () => {});
  }

  last(kind: string): Hello | undefined {
    return this.texts.filter((text) => text.t === kind).at(-1);
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }
}

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const action of cleanUp.splice(0).reverse()) await action();
});

async function startFakeServer(seed = 7, port = 0, server = {}): Promise<FakeServer> {
  const fake = new FakeServer(createTestParams(seed, server));
  await fake.start(port);
  cleanUp.push(() => fake.stop());
  return fake;
}

async function startTestBridge(port: number, options: Partial<BridgeOptions> = {}): Promise<Bridge> {
  const bridge = await startBridge({
    server: { host: '127.0.0.1', port },
    webHost: '127.0.0.1',
    webPort: 0,
    pageScript: '// page',
    allowCommands: true,
    maxFrames: 4096,
    allowedOrigins: [],
    maxSpectators: 10,
    ...options,
  });
  cleanUp.push(() => bridge.stop());
  return bridge;
}

function openClient(link: string, headers?: Record<string, string>): BrowserClient {
  const watcher = new BrowserClient(link, headers);
  cleanUp.push(() => watcher.socket.terminate());
  return watcher;
}

describe('bridge', () => {
  it('values of messages that are nested deeply do not end the program', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the page is greeted', () => watcher.last('hello') !== undefined);
    const nested = '['.repeat(7000) + ']'.repeat(7000);
    watcher.socket.send(`{"t":"cycle","id":${nested},"cycle":1}`);
    watcher.socket.send(`{"t":"cycle","id":1,"cycle":${nested}}`);
    watcher.socket.send(`{"t":"get","from":0,"count":${nested}}`);
    watcher.socket.send(`{"t":"command","command":{"type":"play_mode","mode":${nested}}}`);
    watcher.send({ t: 'cycle', id: 5, cycle: 1 });
    await waitUntil('the last one is answered', () => watcher.last('cycle')?.['id'] === 5);
  });

  it('the WebSocket has no subprotocol and speaks version 13 of the handshake', async () => {
    const { url } = await startTestBridge((await startFakeServer()).port);
    const address = new URL(SOCKET_PATH, url).href;
    expect(await requestUpgrade(address, { 'Sec-WebSocket-Protocol': 'rcss.v1, x' })).toBe('101');
    expect(await requestOtherVersions(address)).toEqual(new Set([REFUSED_VERSION]));
    expect(await requestUpgrade(new URL('/other', url).href)).toBe('404');
  });

  it('a browser that sends thousands of messages beyond its limit is disconnected', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const [flood, watcher] = [openClient(bridge.url), openClient(bridge.url)];
    await waitUntil('the page is greeted', () => flood.last('hello') !== undefined);
    let isClosed = false;
    flood.socket.on('close', () => {
      isClosed = true;
    });
    for (let i = 0; i < 8000; i++) flood.send({ t: 'cycle', id: i, cycle: 1 });
    await waitUntil('it is disconnected', () => isClosed);
    watcher.send({ t: 'cycle', id: 5, cycle: 1 });
    await waitUntil('the other one is answered', () => watcher.last('cycle')?.['id'] === 5);
  });

  it('registers, uses the port of the stream, and unregisters at the end (spec 10 §2, §3)', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await waitUntil('a frame came', () => watcher.indices.length > 0);
    await waitUntil('parameters came', () => (watcher.last('hello')?.types.length ?? 0) === 18);
    expect(watcher.last('hello')?.server['ball_decay']).toBe(0.94);
    await bridge.stop();
    cleanUp.splice(1, 1);
    await waitUntil('the server received it', () => fake.commands.includes('(dispbye)'));
  });

  it('sends parameters and types first to late browsers, then frames, and past frames on request (spec 10 §3.4)', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const early = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    for (let i = 0; i < 300; i++) {
      fake.step();
      // UDP loses datagrams if too many wait to be read.
      if (i % 20 === 19) await waitUntil(`frame ${i} came`, () => early.indices.length === i + 1);
    }
    expect(early.indices).toEqual(Array.from({ length: 300 }, (_, i) => i));

    const late = openClient(bridge.url);
    await waitUntil('the greeting and the newest frames came', () => late.indices.includes(299));
    expect(late.texts[0]?.t).toBe('hello');
    expect(late.texts[0]?.last).toBe(299);
    expect(late.texts[0]?.types).toHaveLength(18);
    expect(late.indices).not.toContain(100);
    late.send({ t: 'get', from: 90, count: 50 });
    await waitUntil('the past came', () => late.indices.includes(139));
    late.send({ t: 'cycle', id: 3, cycle: 200 });
    await waitUntil('the index came', () => late.last('cycle') !== undefined);
    expect(late.last('cycle')).toMatchObject({ id: 3, index: 199 });
  });

  it('registers again when the server comes back, and then shows another match (spec 10 §13)', async () => {
    const fake = await startFakeServer(7);
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    for (let i = 0; i < 5; i++) fake.step();
    await waitUntil('frames came', () => watcher.indices.length === 5);
    const before = watcher.last('hello')?.match;
    fake.stop();
    await waitUntil('the bridge noticed', () => watcher.last('status')?.status.state === 'silent');
    const again = await startFakeServer(8, fake.port);
    await waitUntil('the monitor is registered again', () => again.monitorCount === 1);
    again.step();
    await waitUntil(
      'another match began',
      () => watcher.last('hello')?.match !== before && watcher.indices.length === 6,
    );
    expect(watcher.indices.at(-1)).toBe(0);
    expect(watcher.last('status')?.status.state).toBe('live');
  });

  it('keeps the match after an interruption of the connection to the server', async () => {
    const fake = await startFakeServer(7);
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await waitUntil('a frame came', () => watcher.indices.length === 1);
    const before = watcher.last('hello')?.match;
    fake.stop();
    await waitUntil('the bridge noticed', () => watcher.last('status')?.status.state === 'silent');
    const same = await startFakeServer(7, fake.port);
    same.frame.time = 50;
    await waitUntil('the monitor is registered again', () => same.monitorCount === 1);
    same.step();
    await waitUntil('the next frame came', () => watcher.indices.length === 2);
    expect(watcher.indices.at(-1)).toBe(1);
    expect(watcher.last('hello')?.match).toBe(before);
  });

  it('forwards commands where they are allowed (spec 10 §10)', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await waitUntil('a frame came', () => watcher.indices.length === 1);
    expect(watcher.last('hello')?.rights).toBe('open');
    watcher.send({ t: 'command', command: { type: 'drop_ball', x: 10, y: -5 } });
    await waitUntil('the server received it', () => fake.commands.length > 0);
    expect(fake.commands).toEqual(['(dispfoul 160 -80 0)']);
  });

  it('requires the token if the page is served to the network', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port, { webHost: '0.0.0.0', token: 'secret' });
    expect(bridge.refereeUrl).toContain('#token=secret');
    const watcher = openClient(bridge.url);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    await waitUntil('the greeting came', () => watcher.last('hello') !== undefined);
    expect(watcher.last('hello')?.rights).toBe('token');
    fake.step();
    watcher.send({ t: 'command', command: { type: 'kick_off' } });
    await waitUntil('it was refused', () => watcher.last('reply') !== undefined);
    watcher.send({ t: 'auth', token: 'guess' });
    await waitUntil('the guess was refused', () => watcher.texts.filter((m) => m.t === 'reply').length === 2);
    expect(fake.commands).toEqual([]);
    watcher.send({ t: 'auth', token: 'secret' });
    await waitUntil('the token was taken', () => watcher.last('rights')?.rights === 'open');
    watcher.send({ t: 'command', command: { type: 'kick_off' } });
    await waitUntil('the server received it', () => fake.commands.length > 0);
    expect(fake.commands).toEqual(['(dispstart)']);
  });

  it('refuses every token, also the right one, on a connection that has sent five wrong ones', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port, { webHost: '0.0.0.0', token: 'secret' });
    const guesser = openClient(bridge.url);
    await waitUntil('the greeting came', () => guesser.last('hello') !== undefined);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    // All messages are on their way before the bridge closes the connection.
    for (let n = 0; n < 50; n++) guesser.send({ t: 'auth', token: `guess ${n}` });
    guesser.send({ t: 'auth', token: 'secret' });
    guesser.send({ t: 'command', command: { type: 'kick_off' } });
    await waitUntil('it was closed', () => guesser.socket.readyState === WebSocket.CLOSED);
    expect(guesser.texts.filter((message) => message.t === 'reply')).toHaveLength(5);
    expect(guesser.last('rights')).toBeUndefined();
    const referee = openClient(bridge.url);
    await waitUntil('the greeting came', () => referee.last('hello') !== undefined);
    referee.send({ t: 'auth', token: 'secret' });
    referee.send({ t: 'command', command: { type: 'drop_ball', x: 0, y: 0 } });
    await waitUntil('the server received it', () => fake.commands.length > 0);
    expect(fake.commands).toEqual(['(dispfoul 0 0 0)']);
  });

  it('ignores the messages of a browser beyond some hundreds at once', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const loud = openClient(bridge.url);
    const quiet = openClient(bridge.url);
    await waitUntil('both are greeted', () => [loud, quiet].every((one) => one.last('hello') !== undefined));
    // So few that the bridge ignores some, but does not disconnect the browser.
    for (let n = 0; n < 2000; n++) loud.send({ t: 'cycle', id: n, cycle: n });
    quiet.send({ t: 'cycle', id: 1, cycle: 0 });
    await waitUntil('the quiet one is answered', () => quiet.last('cycle') !== undefined);
    loud.socket.close();
    await waitUntil('the loud one is closed', () => loud.socket.readyState === WebSocket.CLOSED);
    const answers = loud.texts.filter((message) => message.t === 'cycle').length;
    expect(answers).toBeGreaterThan(100);
    expect(answers).toBeLessThan(1900);
  });

  it('accepts no commands if the option is off', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port, { allowCommands: false });
    const watcher = openClient(bridge.url);
    await waitUntil('the greeting came', () => watcher.last('hello') !== undefined);
    expect(watcher.last('hello')?.rights).toBe('none');
    watcher.send({ t: 'command', command: { type: 'kick_off' } });
    await waitUntil('it was refused', () => watcher.last('reply') !== undefined);
    expect(fake.commands).toEqual([]);
  });

  it('refuses other origins and other host names', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const foreign = openClient(bridge.url, { Origin: 'https://example.org' });
    await waitUntil('it was closed', () => foreign.socket.readyState === WebSocket.CLOSED);
    expect(foreign.texts).toEqual([]);
    const rebound = openClient(bridge.url, { Host: 'example.org' });
    await waitUntil('it was closed', () => rebound.socket.readyState === WebSocket.CLOSED);
    expect(rebound.texts).toEqual([]);
    const own = openClient(bridge.url, { Origin: bridge.url.replace(/\/$/, '') });
    await waitUntil('the own page is greeted', () => own.last('hello') !== undefined);
  });

  it('serves the page and no other path', async () => {
    const bridge = await startTestBridge(6999);
    const page = await fetch(bridge.url);
    expect(await page.text()).toContain('<rcss-viewer ');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['package.json', '%2e%2e/package.json', '..%2fsrc%2fmain.ts', 'dist/main.js']) {
      expect((await fetch(bridge.url + path)).status).toBe(404);
    }
    expect((await fetch(bridge.url, { method: 'POST' })).status).toBe(405);
  });

  it('a page that may open the WebSocket may show the page in a frame', async () => {
    const readPolicy = async (allowedOrigins: readonly string[]) => {
      const bridge = await startTestBridge(6999, { allowedOrigins });
      return (await fetch(bridge.url)).headers.get('content-security-policy');
    };
    expect(await readPolicy([])).toMatch(/frame-ancestors 'self'$/);
    expect(await readPolicy(['https://example.org', "x; script-src 'unsafe-inline'"])).toMatch(
      /frame-ancestors 'self' https:\/\/example\.org$/,
    );
  });

  it('the script is not sent again to a browser that has it', async () => {
    const bridge = await startTestBridge(6999);
    const first = await fetch(`${bridge.url}viewer.js`);
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(`${bridge.url}viewer.js`, {
      headers: { 'If-None-Match': tag },
      cache: 'no-store',
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('ignores malformed input', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port);
    const watcher = openClient(bridge.url);
    await waitUntil('the greeting came', () => watcher.last('hello') !== undefined);
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"t":"get"}',
      '{"t":"get","from":-1}',
      '{"t":"cycle"}',
      '{"t":"command"}',
    ]) {
      watcher.socket.send(text);
    }
    watcher.socket.send(Buffer.from([1, 2, 3]));
    watcher.send({ t: 'cycle', id: 1, cycle: 0 });
    await waitUntil('it still answers', () => watcher.texts.some((m) => m.t === 'cycle' && m['id'] === 1));
  });
});

describe('Spectators', () => {
  it('skips frames for a slow browser, never for the others', async () => {
    const http = createServer();
    const history = new MatchHistory(8192);
    const spectators = new Spectators(http, history, {
      host: '127.0.0.1',
      allowedOrigins: [],
      commands: null,
      title: '',
      maxSpectators: 5,
    });
    cleanUp.push(
      () => spectators.close(),
      () => http.close(),
    );
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const link = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    const quick = openClient(link);
    const slow = openClient(link);
    await waitUntil('both watch', () => spectators.count === 2 && slow.last('hello') !== undefined);
    slow.socket.pause();
    const frame = createTestFrame();
    for (let i = 0; i < 6000; i++) {
      frame.time = i;
      history.frames.put(i, frame);
      spectators.sendFrame(i);
      if (i % 40 === 39) await waitUntil('the quick one has all', () => quick.indices.length === i + 1);
    }
    expect(spectators.skippedFrameCount).toBeGreaterThan(0);
    await waitUntil('the quick one has all', () => quick.indices.length === 6000);
    slow.socket.resume();
    await waitUntil(
      'the slow one read what waited',
      () => slow.indices.length + spectators.skippedFrameCount === 6000,
    );
    history.frames.put(6000, frame);
    spectators.sendFrame(6000);
    await waitUntil('the slow one is up to date', () => slow.indices.at(-1) === 6000);
    // The count is kept, not computed from all browsers: the status is constant work.
    const skipped = spectators.skippedFrameCount;
    slow.socket.terminate();
    await waitUntil('the slow one has left', () => spectators.count === 1);
    expect(spectators.skippedFrameCount).toBe(skipped);
  });

  it('disconnects a browser that requests past frames and reads nothing, at about 1 MiB', async () => {
    const http = createServer();
    const history = new MatchHistory(8192);
    const spectators = new Spectators(http, history, {
      host: '127.0.0.1',
      allowedOrigins: [],
      commands: null,
      title: '',
      maxSpectators: 5,
    });
    cleanUp.push(
      () => spectators.close(),
      () => http.close(),
    );
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const frame = createTestFrame();
    for (let i = 0; i < 2000; i++) history.frames.put(i, frame);
    const deaf = openClient(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
    await waitUntil('it watches', () => spectators.count === 1 && deaf.last('hello') !== undefined);
    deaf.socket.pause();
    let mostQueued = 0;
    for (let n = 0; n < 300 && spectators.count > 0; n++) {
      deaf.send({ t: 'get', from: 0, count: 256 });
      await new Promise((resolve) => setTimeout(resolve, 5));
      mostQueued = Math.max(mostQueued, spectators.queuedBytes);
    }
    expect(spectators.count).toBe(0);
    expect(mostQueued).toBeLessThan(1024 * 1024 + 256 * (FRAME_BYTES + FRAMES_HEADER_BYTES));
  });

  it('forwards debug records of agents to the pages that request them', async () => {
    const fake = await startFakeServer();
    const bridge = await startTestBridge(fake.port, { debugPort: 0 });
    const [asks, other] = [openClient(bridge.url), openClient(bridge.url)];
    await waitUntil('both have the parameters', () =>
      [asks, other].every((c) => c.last('hello')?.['debug'] === true),
    );
    const agent = createSocket('udp4');
    cleanUp.push(() => agent.close());
    const send = (time: number) =>
      agent.send(`{"time":${time},"side":"l","unum":7}`, bridge.debugPort as number, '127.0.0.1');
    const times = () =>
      asks.texts.flatMap((text) =>
        text.t === 'debug' ? (text['records'] as { time: number }[]).map(({ time }) => time) : [],
      );
    send(10);
    await waitUntil('the record is stored', async () => {
      const status = (await (await fetch(`${bridge.url}status.json`)).json()) as {
        debug: { received: number };
      };
      return status.debug.received === 1;
    });
    asks.send({ t: 'debug', from: 0, to: 19 });
    await waitUntil('the earlier record arrives', () => times().length === 1);
    send(11);
    await waitUntil('the later record arrives', () => times().length === 2);
    expect(times()).toEqual([10, 11]);
    expect(other.last('debug')).toBeUndefined();
  });

  it('names the debug port that is in use', async () => {
    const fake = await startFakeServer();
    const first = await startTestBridge(fake.port, { debugPort: 0 });
    const port = first.debugPort as number;
    await expect(startTestBridge(fake.port, { debugPort: port })).rejects.toThrow(
      `debug records cannot be received on 127.0.0.1:${port}: the port is in use`,
    );
  });

  it('prints the positions of all objects once per step', async () => {
    const fake = await startFakeServer();
    let text = '';
    const stop = printPositions(
      { host: '127.0.0.1', port: fake.port },
      (part) => (text += part),
      () => {},
    );
    cleanUp.push(stop);
    await waitUntil('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await waitUntil('a step is printed', () => /^\d+ \w+ ball /.test(text));
    expect(text.endsWith('\n')).toBe(true);
  });
});
