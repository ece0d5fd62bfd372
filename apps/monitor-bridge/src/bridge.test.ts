import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FRAME_BYTES, FRAMES_HEAD } from '@rcss/frames';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeServer, matchFrame, matchParams } from '../test/fake-server.js';
import { until } from '../test/wait.js';
import { type Bridge, type BridgeOptions, startBridge } from './bridge.js';
import { MatchMemory } from './match-memory.js';
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
class Watcher {
  readonly texts: Hello[] = [];
  readonly indices: number[] = [];
  readonly socket: WebSocket;

  constructor(link: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(link.replace('http', 'ws').replace(/\/$/, SOCKET_PATH), { headers });
    this.socket.on('message', (data: Buffer, binary) => {
      if (!binary) this.texts.push(JSON.parse(String(data)) as Hello);
      else {
        const first = data.readUInt32LE(0);
        for (let i = 0; i < (data.length - FRAMES_HEAD) / FRAME_BYTES; i++) this.indices.push(first + i);
      }
    });
    this.socket.on('error', () => {});
  }

  last(kind: string): Hello | undefined {
    return this.texts.filter((text) => text.t === kind).at(-1);
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }
}

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const action of cleanUp.splice(0).reverse()) await action();
});

async function fakeServer(seed = 7, port = 0, server = {}): Promise<FakeServer> {
  const fake = new FakeServer(matchParams(seed, server));
  await fake.start(port);
  cleanUp.push(() => fake.stop());
  return fake;
}

async function bridgeTo(port: number, options: Partial<BridgeOptions> = {}): Promise<Bridge> {
  const bridge = await startBridge({
    server: { host: '127.0.0.1', port },
    webHost: '127.0.0.1',
    webPort: 0,
    script: '// page',
    commands: true,
    keep: 4096,
    allowedOrigins: [],
    maxSpectators: 10,
    ...options,
  });
  cleanUp.push(() => bridge.stop());
  return bridge;
}

function watch(link: string, headers?: Record<string, string>): Watcher {
  const watcher = new Watcher(link, headers);
  cleanUp.push(() => watcher.socket.terminate());
  return watcher;
}

describe('bridge', () => {
  it('registers, uses the port of the stream, and unregisters at the end (spec 10 §2, §3)', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port);
    const watcher = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await until('a frame came', () => watcher.indices.length > 0);
    await until('parameters came', () => (watcher.last('hello')?.types.length ?? 0) === 18);
    expect(watcher.last('hello')?.server['ball_decay']).toBe(0.94);
    await bridge.stop();
    cleanUp.splice(1, 1);
    await until('the server heard it', () => fake.commands.includes('(dispbye)'));
  });

  it('sends parameters and types first to late browsers, then frames, and past frames on request (spec 10 §3.4)', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port);
    const early = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    for (let i = 0; i < 300; i++) {
      fake.step();
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await until('all frames came', () => early.indices.length === 300);
    expect(early.indices).toEqual(Array.from({ length: 300 }, (_, i) => i));

    const late = watch(bridge.link);
    await until('the greeting and the newest frames came', () => late.indices.includes(299));
    expect(late.texts[0]?.t).toBe('hello');
    expect(late.texts[0]?.last).toBe(299);
    expect(late.texts[0]?.types).toHaveLength(18);
    expect(late.indices).not.toContain(100);
    late.say({ t: 'get', from: 90, count: 50 });
    await until('the past came', () => late.indices.includes(139));
    late.say({ t: 'cycle', id: 3, cycle: 200 });
    await until('the index came', () => late.last('cycle') !== undefined);
    expect(late.last('cycle')).toMatchObject({ id: 3, index: 199 });
  });

  it('registers again when the server comes back, and then shows another match (spec 10 §13)', async () => {
    const fake = await fakeServer(7);
    const bridge = await bridgeTo(fake.port);
    const watcher = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    for (let i = 0; i < 5; i++) fake.step();
    await until('frames came', () => watcher.indices.length === 5);
    const before = watcher.last('hello')?.match;
    fake.stop();
    await until('the bridge noticed', () => watcher.last('status')?.status.state === 'silent');
    const again = await fakeServer(8, fake.port);
    await until('the monitor is registered again', () => again.monitorCount === 1);
    again.step();
    await until(
      'another match began',
      () => watcher.last('hello')?.match !== before && watcher.indices.length === 6,
    );
    expect(watcher.indices.at(-1)).toBe(0);
    expect(watcher.last('status')?.status.state).toBe('live');
  });

  it('keeps the match after an interruption of the connection to the server', async () => {
    const fake = await fakeServer(7);
    const bridge = await bridgeTo(fake.port);
    const watcher = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await until('a frame came', () => watcher.indices.length === 1);
    const before = watcher.last('hello')?.match;
    fake.stop();
    await until('the bridge noticed', () => watcher.last('status')?.status.state === 'silent');
    const same = await fakeServer(7, fake.port);
    same.frame.time = 50;
    await until('the monitor is registered again', () => same.monitorCount === 1);
    same.step();
    await until('the next frame came', () => watcher.indices.length === 2);
    expect(watcher.indices.at(-1)).toBe(1);
    expect(watcher.last('hello')?.match).toBe(before);
  });

  it('forwards commands where they are allowed (spec 10 §10)', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port);
    const watcher = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    fake.step();
    await until('a frame came', () => watcher.indices.length === 1);
    expect(watcher.last('hello')?.rights).toBe('open');
    watcher.say({ t: 'command', command: { type: 'drop_ball', x: 10, y: -5 } });
    await until('the server heard it', () => fake.commands.length > 0);
    expect(fake.commands).toEqual(['(dispfoul 160 -80 0)']);
  });

  it('requires the token if the page is served to the network', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port, { webHost: '0.0.0.0', token: 'secret' });
    expect(bridge.refereeLink).toContain('#token=secret');
    const watcher = watch(bridge.link);
    await until('the monitor is registered', () => fake.monitorCount === 1);
    await until('the greeting came', () => watcher.last('hello') !== undefined);
    expect(watcher.last('hello')?.rights).toBe('token');
    fake.step();
    watcher.say({ t: 'command', command: { type: 'kick_off' } });
    await until('it was refused', () => watcher.last('reply') !== undefined);
    watcher.say({ t: 'auth', token: 'guess' });
    await until('the guess was refused', () => watcher.texts.filter((m) => m.t === 'reply').length === 2);
    expect(fake.commands).toEqual([]);
    watcher.say({ t: 'auth', token: 'secret' });
    await until('the token was taken', () => watcher.last('rights')?.rights === 'open');
    watcher.say({ t: 'command', command: { type: 'kick_off' } });
    await until('the server heard it', () => fake.commands.length > 0);
    expect(fake.commands).toEqual(['(dispstart)']);
  });

  it('accepts no commands if the option is off', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port, { commands: false });
    const watcher = watch(bridge.link);
    await until('the greeting came', () => watcher.last('hello') !== undefined);
    expect(watcher.last('hello')?.rights).toBe('none');
    watcher.say({ t: 'command', command: { type: 'kick_off' } });
    await until('it was refused', () => watcher.last('reply') !== undefined);
    expect(fake.commands).toEqual([]);
  });

  it('refuses other origins and other host names', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port);
    const foreign = watch(bridge.link, { Origin: 'https://example.org' });
    await until('it was closed', () => foreign.socket.readyState === WebSocket.CLOSED);
    expect(foreign.texts).toEqual([]);
    const rebound = watch(bridge.link, { Host: 'example.org' });
    await until('it was closed', () => rebound.socket.readyState === WebSocket.CLOSED);
    expect(rebound.texts).toEqual([]);
    const own = watch(bridge.link, { Origin: bridge.link.replace(/\/$/, '') });
    await until('the own page is greeted', () => own.last('hello') !== undefined);
  });

  it('serves the page and no other path', async () => {
    const bridge = await bridgeTo(6999);
    const page = await fetch(bridge.link);
    expect(await page.text()).toContain('<rcss-viewer>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['package.json', '%2e%2e/package.json', '..%2fsrc%2fmain.ts', 'dist/main.js']) {
      expect((await fetch(bridge.link + path)).status).toBe(404);
    }
    expect((await fetch(bridge.link, { method: 'POST' })).status).toBe(405);
  });

  it('ignores malformed input', async () => {
    const fake = await fakeServer();
    const bridge = await bridgeTo(fake.port);
    const watcher = watch(bridge.link);
    await until('the greeting came', () => watcher.last('hello') !== undefined);
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
    watcher.say({ t: 'cycle', id: 1, cycle: 0 });
    await until('it still answers', () => watcher.texts.some((m) => m.t === 'cycle' && m['id'] === 1));
  });
});

describe('Spectators', () => {
  it('skips frames for a slow browser, never for the others', async () => {
    const http = createServer();
    const memory = new MatchMemory(8192);
    const spectators = new Spectators(http, memory, {
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
    const quick = watch(link);
    const slow = watch(link);
    await until('both watch', () => spectators.count === 2 && slow.last('hello') !== undefined);
    slow.socket.pause();
    const frame = matchFrame();
    for (let i = 0; i < 6000; i++) {
      frame.time = i;
      memory.frames.put(i, frame);
      spectators.frame(i);
      if (i % 40 === 39) await until('the quick one has all', () => quick.indices.length === i + 1);
    }
    expect(spectators.skipped).toBeGreaterThan(0);
    await until('the quick one has all', () => quick.indices.length === 6000);
    slow.socket.resume();
    await until('the slow one read what waited', () => slow.indices.length + spectators.skipped === 6000);
    memory.frames.put(6000, frame);
    spectators.frame(6000);
    await until('the slow one is up to date', () => slow.indices.at(-1) === 6000);
  });
});
