import { readdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import {
  connectMonitor,
  connectPlayer,
  createFolder,
  sleep,
  startTestServer,
  type TestServer,
  waitUntil,
} from '../../test/harness.js';
import { METRIC_NAMES } from '../../test/metric-names.js';
import { parsePrometheusText } from '../../test/prometheus-text.js';
import { StartError } from '../lifecycle/start-server.js';
import { countDropped } from '../state/telemetry.js';
import { createMetrics } from './metrics.js';
import { ProcessMonitor } from './process-monitor.js';
import { type RoomStatus, readRoomStatus } from './room-status.js';
import { operationsRoutes, type ServerStatus } from './routes.js';

const TOKEN = 'a-token-of-this-test';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Sends a request with exactly these headers; `fetch` would set the Host header itself. */
function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string; type: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, body, type: response.headers['content-type'] ?? '' }),
      );
    });
    sent.on('error', reject).end();
  });
}

function startWithHttp(settings: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  return startTestServer({ ...settings, rcss: { http_port: 0, ...settings.rcss } });
}

async function scrape(server: TestServer) {
  const { body, type, status } = await get(`${server.httpUrl}metrics`);
  expect(status).toBe(200);
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  const parsed = parsePrometheusText(body);
  const getValue = (name: string, labels: Record<string, string> = {}) => {
    const fits = parsed.samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    expect(fits, `${name} ${JSON.stringify(labels)}`).toHaveLength(1);
    return fits[0]!.value;
  };
  return { ...parsed, getValue };
}

async function readStatus(server: TestServer): Promise<ServerStatus> {
  return JSON.parse((await get(`${server.httpUrl}status.json`)).body);
}

describe('a server with an HTTP port', () => {
  test('prints its address, answers the health check, and closes the port at the end', async () => {
    const server = await startWithHttp();
    expect(server.httpUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(server.out).toContain(`Operations: ${server.httpUrl}`);
    expect(await get(`${server.httpUrl}healthz`)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect((await get(`${server.httpUrl}other`)).status).toBe(404);
    expect((await get(`${server.httpUrl}metrics`, {}, 'POST')).status).toBe(404);
    await server.end();
    await expect(get(`${server.httpUrl}healthz`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('shows match, teams, clients, players, traffic and process in /status.json', async () => {
    const server = await startWithHttp({ server: { start_goal_l: 2 } });
    const player = await connectPlayer(server, 'Alpha');
    await connectMonitor(server);
    // A body command before the first sense_body is not counted as one.
    await player.next(/^\(sense_body/);
    player.send('(turn 10)');
    await waitUntil(
      () => server.server.match.steps > 1 && server.server.telemetry.players[0]!.bodyCommandCount === 1,
    );
    const status = await readStatus(server);
    expect(status).toMatchObject({ format: 'rcss-status', version: 1, compatibleWith: '19.0.0' });
    expect(status.process.pid).toBe(process.pid);
    expect(status.process.residentBytes).toBeGreaterThan(1e6);
    expect(status.rooms).toHaveLength(1);
    const [room] = status.rooms as [RoomStatus];
    expect(room).toMatchObject({
      room: 'main',
      state: 'running',
      ending: null,
      fault: null,
      clock: 'real_time',
      seed: 7,
      playMode: 'before_kick_off',
      left: { name: 'Alpha', score: 2 },
      right: { name: '', score: 0 },
      ports: server.ports,
      clients: { player: 1, coach: 0, trainer: 0, monitor: 1 },
      players: [{ side: 'l', unum: 1, isConnected: true, commands: 1, bodyCommands: 1 }],
      fileProblems: [],
    });
    expect(room.steps).toBeGreaterThan(0);
    expect(room.traffic.ports.receivedDatagrams).toBe(2);
    expect(room.traffic.player.receivedDatagrams).toBe(1);
    // '(turn 10)' and its NUL.
    expect(room.traffic.player.receivedBytes).toBe(10);
    expect(room.traffic.player.sentDatagrams).toBeGreaterThan(1);
    // The player receives more while the test runs; at some point it has received exactly what was counted.
    const totals = () => {
      let sum = 0;
      return player.received.map(({ bytes }) => (sum += bytes.length));
    };
    await waitUntil(() => (totals().at(-1) ?? 0) >= room.traffic.player.sentBytes);
    expect(totals()[room.traffic.player.sentDatagrams - 1]).toBe(room.traffic.player.sentBytes);
    expect(room.traffic.monitor.sentBytes).toBeGreaterThan(100);
    expect(room.traffic.coach.sentBytes).toBe(0);
  });

  test('has every metric, with help and type, in /metrics', async () => {
    const server = await startWithHttp();
    const player = await connectPlayer(server, 'Alpha');
    // A body command before the first sense_body is not counted as one.
    await player.next(/^\(sense_body/);
    player.send('(turn 10)');
    await waitUntil(
      () => server.server.match.steps > 3 && server.server.telemetry.players[0]!.bodyCommandCount === 1,
    );
    const { samples, types, helps, getValue } = await scrape(server);
    expect(new Set(samples.map(({ name }) => name))).toEqual(new Set(METRIC_NAMES));
    for (const [name, type] of types) {
      expect(helps.get(name), name).toMatch(/\.$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
    }
    expect(getValue('rcss_rooms')).toBe(1);
    expect(getValue('rcss_match_state', { room: 'main', state: 'running' })).toBe(1);
    expect(getValue('rcss_match_play_mode', { mode: 'before_kick_off' })).toBe(1);
    expect(getValue('rcss_clients', { kind: 'player' })).toBe(1);
    expect(getValue('rcss_player_body_commands_total', { side: 'left', unum: '1' })).toBe(1);
    expect(getValue('rcss_received_bytes_total', { client: 'player' })).toBe(10);
    expect(getValue('rcss_dropped_datagrams_total', { reason: 'unknown_sender' })).toBe(0);
    const steps = getValue('rcss_match_steps_total');
    const intervals = getValue('rcss_step_interval_seconds_count');
    expect(steps).toBeGreaterThan(3);
    expect(intervals).toBe(steps - 1);
    expect(getValue('rcss_step_interval_seconds_bucket', { le: '+Inf' })).toBe(intervals);
    const buckets = samples.filter(({ name }) => name === 'rcss_step_interval_seconds_bucket');
    expect(buckets.map(({ value }) => value)).toEqual(
      buckets.map(({ value }) => value).sort((a, b) => a - b),
    );
  });

  test('counts dropped datagrams by reason and client', async () => {
    const server = await startWithHttp({ rcss: { max_datagrams_per_cycle: 5 } });
    const player = await connectPlayer(server, 'Alpha');
    for (let i = 0; i < 50; i++) player.send('(turn_neck 1)');
    await waitUntil(() => server.server.telemetry.drops.too_many_datagrams > 0);
    const { getValue } = await scrape(server);
    const labels = { reason: 'too_many_datagrams', client: 'player (Alpha 1)' };
    const dropped = getValue('rcss_dropped_datagrams_total', labels);
    expect(dropped).toBeGreaterThan(0);
    // More datagrams may have arrived since then.
    const { limitedClients } = (await readStatus(server)).rooms[0]!;
    expect(limitedClients).toEqual([
      {
        client: 'player (Alpha 1)',
        kind: 'player',
        too_many_datagrams: expect.any(Number),
        too_much_work: 0,
      },
    ]);
    expect(limitedClients[0]!.too_many_datagrams).toBeGreaterThanOrEqual(dropped!);
  });

  test('names of other sites that lead to this machine, and pages of other origins, are refused', async () => {
    const server = await startWithHttp();
    for (const path of ['healthz', 'metrics', 'status.json']) {
      const url = `${server.httpUrl}${path}`;
      expect((await get(url, { host: 'rebinding.example' })).status, path).toBe(403);
      expect((await get(url, { origin: 'http://page.example' })).status, path).toBe(403);
    }
    expect((await get(`${server.httpUrl}healthz`, { host: 'localhost:1' })).status).toBe(200);
  });

  test('with a token, metrics and status need it and the health check does not', async () => {
    const server = await startWithHttp({ rcss: { http_token: TOKEN } });
    for (const path of ['metrics', 'status.json']) {
      const url = `${server.httpUrl}${path}`;
      const refused = await get(url);
      expect(refused.status).toBe(401);
      expect(JSON.parse(refused.body).error).toContain('Authorization: Bearer');
      expect((await get(url, { authorization: `Bearer ${TOKEN}x` })).status).toBe(401);
      expect((await get(url, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    }
    expect((await get(`${server.httpUrl}healthz`)).status).toBe(200);
  });

  test('serves requests with any Host header on an address of the network, where it needs a token', async () => {
    const server = await startWithHttp({ rcss: { http_token: TOKEN, http_address: '0.0.0.0' } });
    const url = server.httpUrl!.replace('0.0.0.0', '127.0.0.1');
    const headers = { host: 'match.example', authorization: `Bearer ${TOKEN}` };
    expect((await get(`${url}metrics`, headers)).status).toBe(200);
    expect((await get(`${url}metrics`, { host: 'match.example' })).status).toBe(401);
  });

  test('does not start on an address of the network without a token', async () => {
    await expect(startWithHttp({ rcss: { http_address: '0.0.0.0' } })).rejects.toThrow(
      /^rcss::http_token: a token is needed because rcss::http_address '0\.0\.0\.0'/,
    );
  });

  test('does not start on a port in use, and creates no log', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    const dir = createFolder();
    const failed = await startTestServer({
      server: { game_log_dir: dir, text_log_dir: dir },
      rcss: { http_port: port },
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect((failed as Error).message).toBe(
      `HTTP port 127.0.0.1:${port} is in use. Choose another rcss::http_port or rcss::http_address.`,
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  test('the end of the server does not wait for a connection that stays open', async () => {
    const server = await startWithHttp();
    const response = await fetch(`${server.httpUrl}healthz`, { keepalive: true });
    await response.text();
    await server.end();
    expect(server.ending).not.toBeNull();
  });
});

test('a server without an HTTP port has no address and loads no HTTP code', async () => {
  const server = await startTestServer();
  expect(server.httpUrl).toBeNull();
  expect(server.out.some((line) => line.startsWith('Operations'))).toBe(false);
});

describe('several rooms', () => {
  const monitor = new ProcessMonitor();
  const readProcess = () => monitor.read();

  async function readTwoRooms(): Promise<[TestServer, RoomStatus[]]> {
    const server = await startTestServer();
    await waitUntil(() => server.server.match.steps > 0);
    const first = readRoomStatus('first', server.server);
    return [server, [first, { ...first, room: 'se"co\\nd\n', state: 'paused', steps: 5 }]];
  }

  test('have separate series, also with names that need escapes; a room that is gone has none', async () => {
    const [, rooms] = await readTwoRooms();
    const metrics = createMetrics({ readRooms: () => rooms, readProcess });
    const roomsOf = (text: string) =>
      new Set(parsePrometheusText(text).samples.map(({ labels }) => labels['room']));
    expect(roomsOf(await metrics.format())).toEqual(new Set([undefined, 'first', 'se"co\\nd\n']));
    rooms.pop();
    expect(roomsOf(await metrics.format())).toEqual(new Set([undefined, 'first']));
  });

  test('two requests at the same time see complete metrics', async () => {
    const [, rooms] = await readTwoRooms();
    const metrics = createMetrics({
      readRooms: async () => {
        await sleep(5);
        return rooms;
      },
      readProcess,
    });
    const texts = await Promise.all([metrics.format(), metrics.format(), metrics.format()]);
    for (const text of texts) {
      const { samples } = parsePrometheusText(text);
      expect(samples.find(({ name }) => name === 'rcss_rooms')?.value).toBe(2);
      const steps = samples.filter(({ name }) => name === 'rcss_match_steps_total');
      expect(steps.map(({ value }) => value)).toEqual(rooms.map((room) => room.steps));
    }
  });

  test('monitors are counted together, clients beyond the limit as others', async () => {
    const [server] = await readTwoRooms();
    const { telemetry } = server.server;
    countDropped(telemetry, { kind: 'monitor', name: 'monitor (127.0.0.1:1)' }, 'too_much_work', 3);
    countDropped(telemetry, { kind: 'monitor', name: 'monitor (127.0.0.1:2)' }, 'too_much_work', 4);
    telemetry.drops.too_much_work += 2;
    const metrics = createMetrics({ readRooms: () => [readRoomStatus('main', server.server)], readProcess });
    const drops = parsePrometheusText(await metrics.format()).samples.filter(
      ({ name, value }) => name === 'rcss_dropped_datagrams_total' && value > 0,
    );
    expect(drops.map(({ labels: { client }, value }) => [client, value])).toEqual([
      ['monitor', 7],
      ['other', 2],
    ]);
  });

  test('mounted by another HTTP server, the health check fails when faults have ended all of them', async () => {
    const [, rooms] = await readTwoRooms();
    const app = fastify();
    closers.push(() => app.close());
    await app.register(operationsRoutes, { readRooms: () => rooms, readProcess, prefix: '/operations' });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const health = () => get(`${url}/operations/healthz`);
    rooms[0] = { ...rooms[0]!, fault: 'internal error' };
    expect((await health()).status).toBe(200);
    rooms[1] = { ...rooms[1]!, fault: 'internal error' };
    expect(await health()).toMatchObject({ status: 503, body: '{"status":"failed"}' });
    rooms.length = 0;
    expect((await health()).status).toBe(200);
  });

  test('a status can be cloned to another thread', async () => {
    const [, [first]] = await readTwoRooms();
    expect(structuredClone(first)).toEqual(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });
});

test('a match without steps waits', async () => {
  const server = await startTestServer({ rcss: { wait_for_clients: 1 } });
  const status = readRoomStatus('main', server.server);
  expect(status).toMatchObject({ state: 'waiting', lastStepAgeMs: null, steps: 0 });
  await server.end();
  expect(readRoomStatus('main', server.server)).toMatchObject({
    state: 'ended',
    ending: 'Server Killed. Exiting...',
  });
});
