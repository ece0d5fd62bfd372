import { request as httpRequest } from 'node:http';
import { createRoomClient, type RoomClient, RoomRequestError } from '@rcss/client/rooms';
import type { RoomEvent, RoomProblem } from '@rcss/core/rooms';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/harness.js';
import { createTestHost, STEPPED } from '../../../test/rooms.js';
import type { RoomHostSettings } from '../room-host.js';
import { NAMED_SCHEMAS } from '../room-schemas.js';
import { createOpenApiDocument } from './openapi.js';
import { OPERATIONS } from './operations.js';
import { openRoomServer, type RoomServer } from './room-server.js';

const servers: RoomServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function openTestServer(settings: Partial<RoomHostSettings> = {}, token = '') {
  const faults: Error[] = [];
  const service = createTestHost(settings);
  const server = await openRoomServer(service, {
    port: 0,
    host: '127.0.0.1',
    token,
    reportFault: (error) => faults.push(error),
    extend: async (app) => {
      app.get('/healthz', async () => ({ status: 'ok' }));
    },
  });
  servers.push(server);
  const { url } = server;
  const rooms = createRoomClient(token === '' ? { url } : { url, token });
  return { service, server, rooms, faults, url };
}

/** Returns the error of a request of the client. */
async function refusal(request: Promise<unknown>): Promise<RoomRequestError> {
  return request.then(
    () => Promise.reject(new Error('the request was not refused')),
    (error: RoomRequestError) => error,
  );
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

const DEEP_OPTIONS = `{"document":{"version":1,"clock":"stepped","teams":{"left":{"name":"A","module":"demo","options":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}}}`;

describe('hostile requests', () => {
  it('a body with many unknown fields, or with long names, gets a short reply that counts them', async () => {
    const { url } = await openTestServer();
    const many = Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`field${i}`, 1]));
    const text = await (await post(`${url}/rooms`, JSON.stringify(many))).text();
    expect(text.length).toBeLessThan(10_000);
    const problem = JSON.parse(text) as RoomProblem;
    expect(problem.detail).toMatch(/ \(and 8000 more\)$/);
    expect(problem.problems).toHaveLength(20);
    const long = await (await post(`${url}/rooms`, JSON.stringify({ ['h'.repeat(100_000)]: 1 }))).text();
    expect(long.length).toBeLessThan(2000);
  });

  it('a reader of events that is gone before its subscription leaves no listener', async () => {
    const { url, service, rooms } = await openTestServer();
    const { id } = await rooms.create({ document: STEPPED });
    let hasUnsubscribed = false;
    let subscribe: () => void = () => {};
    const isRequested = new Promise<void>((resolve) => {
      service.subscribe = () => {
        resolve();
        return new Promise((subscribed) => {
          subscribe = () =>
            subscribed(() => {
              hasUnsubscribed = true;
            });
        });
      };
    });
    const request = httpRequest(`${url}/rooms/${id}/events`).on('error', () => {});
    request.end();
    await isRequested;
    request.destroy();
    // An answer on another connection: the server has seen the end of the first one.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    subscribe();
    await waitUntil(() => hasUnsubscribed);
  });
});

describe('a drain', () => {
  it('is begun and observed over HTTP with the token, and refuses further rooms with 503', async () => {
    const token = '0123456789abcdef';
    const { url, rooms, service } = await openTestServer({}, token);
    await rooms.create({ id: 'a', document: STEPPED });
    await rooms.step('a', 1);
    const stranger = createRoomClient({ url });
    expect((await refusal(stranger.drain())).status).toBe(401);
    expect(service.drain.isDraining).toBe(false);
    expect(await rooms.drain()).toEqual({ draining: true, running: ['a'] });
    expect((await refusal(rooms.create({ document: STEPPED }))).problem).toMatchObject({
      status: 503,
      title: 'The server takes no more matches',
    });
    const reply = await fetch(`${url}/rooms`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await reply.json()).toMatchObject({ draining: true, rooms: [{ id: 'a', phase: 'running' }] });
    await rooms.stop('a');
    await service.drain.finished;
    expect(await rooms.readDrain()).toEqual({ draining: true, running: [] });
  });
});

describe('the OpenAPI document', () => {
  it('is valid, and is what the server returns', async () => {
    const document = createOpenApiDocument();
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    const { url } = await openTestServer();
    for (const { name, method, path, body } of OPERATIONS) {
      const { responses } = (document.paths as Record<string, Record<string, { responses: object }>>)[path]![
        method
      ]!;
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['400', '401', '403', '500']));
      if (body !== null) expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['413', '415']));
      // Every operation of one room can find it failed.
      if (method !== 'get' && path.includes('{room}/'))
        expect(Object.keys(responses), name).toContain(name === 'stopRoom' ? '404' : '409');
    }
    const reply = await fetch(`${url}/openapi.json`);
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('has schemas that describe the bodies and replies of a whole session', async () => {
    const { components } = createOpenApiDocument() as { components: { schemas: Record<string, object> } };
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'doc', components });
    const check = (name: string, value: unknown) => {
      const validate = ajv.getSchema(`doc#/components/schemas/${name}`)!;
      expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    };
    const { rooms } = await openTestServer();
    const document = { ...STEPPED, initial: { playMode: 'play_on' as const } };
    check('CreateRoom', { document });
    const state = await rooms.create({ document });
    check('RoomState', state);
    check('RoomList', { rooms: await rooms.list(), draining: false });
    check('RoomDrain', await rooms.readDrain());
    check('RoomPlayer', await rooms.spawnPlayer(state.id, { team: 'Foxes' }));
    check('Scene', await rooms.readScene(state.id));
    check('Problem', (await refusal(rooms.read('nosuch'))).problem);
    const events: RoomEvent[] = [];
    for await (const event of rooms.events(state.id)) {
      events.push(event);
      check('RoomEvent', event);
      if (events.length === 1) await rooms.stop(state.id);
      else break;
    }
    expect(events).toHaveLength(2);
  });

  it('names every schema of an operation', () => {
    const named = new Set(Object.values(NAMED_SCHEMAS));
    for (const { name, body, reply } of OPERATIONS)
      for (const schema of [body, reply]) expect(schema === null || named.has(schema), name).toBe(true);
  });
});

describe('the interface', () => {
  it('controls a match from its creation to its end', async () => {
    const { rooms } = await openTestServer();
    const { id } = await rooms.create({ id: 'training', document: { ...STEPPED, stop: { goals: 1 } } });
    expect(id).toBe('training');
    const slot = await rooms.spawnPlayer(id, { team: 'Foxes', position: { x: 10, y: 0 } });
    expect(slot).toEqual({ side: 'left', unum: 1 });
    const scene = await rooms.setScene(id, {
      playMode: 'play_on',
      ball: { position: { x: 45, y: 0 }, velocity: { x: 2, y: 0 } },
    });
    expect(scene.ball).toEqual({ position: { x: 45, y: 0 }, velocity: { x: 2, y: 0 } });
    const snapshot = await rooms.takeSnapshot(id);
    const copy = await rooms.fork(id, { snapshot });
    expect(await rooms.step(id, 50)).toMatchObject({ phase: 'ended', score: { left: 1, right: 0 } });
    expect(await rooms.reset(id, { snapshot })).toMatchObject({ phase: 'running', score: { left: 0 } });
    expect(await rooms.reset(id, { document: { version: 1, name: 'next' } })).toMatchObject({
      name: 'next',
      seed: 7,
      steps: 0,
    });
    const refused = await refusal(rooms.reset(id, { document: { version: 1, clock: 'real-time' } }));
    expect(refused.problem?.problems?.map(({ path }) => path)).toEqual(['document.clock']);
    await rooms.deleteSnapshot(id, snapshot);
    expect(await rooms.step(copy.id)).toMatchObject({ time: 1 });
    expect((await rooms.kickOff(copy.id)).id).toBe(copy.id);
    expect((await rooms.list()).map((room) => room.id)).toEqual(['training', copy.id]);
    expect((await rooms.stop(copy.id)).phase).toBe('closed');
    await rooms.delete(copy.id);
    await rooms.delete(id);
    expect(await rooms.list()).toEqual([]);
  });

  it('starts and pauses a match in real time', async () => {
    const { rooms } = await openTestServer();
    const { id } = await rooms.create({ document: { version: 1 }, start: true });
    expect((await rooms.pause(id)).phase).toBe('paused');
    expect((await rooms.start(id)).phase).toBe('running');
  });

  it('streams the events of a room', async () => {
    const { rooms } = await openTestServer();
    const { id } = await rooms.create({ document: STEPPED });
    const seen: string[] = [];
    for await (const event of rooms.events(id)) {
      seen.push(event.type === 'state' ? event.state.phase : event.type);
      if (seen.length === 1) await rooms.setScene(id, { playMode: 'play_on' });
      if (seen.length === 2) await rooms.delete(id);
      if (event.type === 'state' && event.state.phase === 'closed') break;
    }
    expect(seen).toEqual(['waiting', 'play_mode', 'closed']);
  });

  it('ends the subscription when the reader goes away', async () => {
    const { rooms, service } = await openTestServer();
    const { id } = await rooms.create({ document: STEPPED });
    const { events } = service.rooms.get(id)!;
    for await (const _event of rooms.events(id)) break;
    await waitUntil(() => events.listenerCount('event') === 0);
  });

  it('accepts an empty body where all fields are optional', async () => {
    const { rooms, url } = await openTestServer();
    const { id } = await rooms.create({ document: STEPPED });
    expect((await fetch(`${url}/rooms/${id}/step`, { method: 'POST' })).status).toBe(200);
    expect((await post(`${url}/rooms/${id}/reset`, '')).status).toBe(200);
  });
});

describe('errors are problem details with the path of the field', () => {
  it('names the path in the body', async () => {
    const { rooms } = await openTestServer();
    const wrong = {
      version: 1,
      initial: { ball: { position: { x: 'left', y: 0 } } },
      parameters: { server: { half_tme: 1 } },
    };
    const error = await refusal(rooms.create({ document: wrong as never }));
    expect(error).toBeInstanceOf(RoomRequestError);
    expect(error.problem).toMatchObject({
      type: 'about:blank',
      status: 422,
      title: 'The request is not valid',
    });
    expect(error.problem!.problems!.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['document.parameters.server.half_tme', 'half_time'],
      ['document.initial.ball.position.x', undefined],
    ]);
    const { id } = await rooms.create({ document: STEPPED });
    const step = await refusal(rooms.step(id, 0));
    expect(step.problem!.problems![0]!.message).toBe('cycles: 0 is not a whole number from 1 to 100000');
    expect((await refusal(rooms.setScene(id, { balls: {} } as never))).problem!.problems![0]).toMatchObject({
      path: 'balls',
      suggestion: 'ball',
    });
    const seeds = { version: 1, parameters: { server: { random_seed: 1 } } };
    expect(
      (await refusal(rooms.create({ document: seeds as never }))).problem!.problems![0]!.suggestion,
    ).toBe('seed');
  });

  it.each<[string, string, string, string | undefined, number]>([
    ['no JSON', 'POST', '/rooms', '{"document":', 400],
    ['no object', 'POST', '/rooms', '[]', 422],
    ['a large body', 'POST', '/rooms', JSON.stringify({ document: 'x'.repeat(2 << 20) }), 413],
    ['20,000 levels', 'POST', '/rooms', `{"document":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 422],
    ['options with 20,000 levels', 'POST', '/rooms', DEEP_OPTIONS, 422],
    ['an unknown path', 'GET', '/room', undefined, 404],
    ['an unknown room', 'GET', '/rooms/x/events', undefined, 404],
    ['a method that the path does not take', 'PUT', '/rooms', '{}', 405],
    ['a path for WebSockets', 'GET', '/rooms/x/player', undefined, 404],
  ])('%s', async (_what, method, path, body, status) => {
    const { url, faults } = await openTestServer();
    const reply = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
    });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
    expect(await reply.json()).toMatchObject({
      status,
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect(faults).toEqual([]);
  });

  it('says what a path is for', async () => {
    const { url } = await openTestServer();
    const step = await fetch(`${url}/rooms/x/step?n=1`);
    expect([step.status, step.headers.get('Allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${url}/rooms`, { method: 'DELETE' })).headers.get('Allow')).toBe('POST, GET');
    const readDetail = async (path: string): Promise<string> =>
      ((await (await fetch(url + path)).json()) as { detail: string }).detail;
    expect(await readDetail('/')).toContain('GET /openapi.json returns all paths');
    expect(await readDetail('/rooms/x/monitor')).toContain('is a path for WebSockets');
  });

  it('says which type of body is needed', async () => {
    const { url } = await openTestServer();
    const reply = await post(`${url}/rooms`, '{"document":{"version":1}}', { 'Content-Type': 'text/plain' });
    expect(reply.status).toBe(415);
    expect(await reply.json()).toMatchObject({ detail: expect.stringContaining('application/json') });
  });

  it('begins the message of a refused field with its whole path', async () => {
    const { rooms } = await openTestServer();
    const teams = { left: { name: 'Foxes', start: './start.sh' } };
    const { problem } = await refusal(rooms.create({ document: { version: 1, teams } }));
    expect(problem!.problems![0]!.message).toMatch(/^document\.teams\.left\.start is refused/);
    const { id } = await rooms.create({ document: STEPPED });
    const scene = { players: [{ side: 'left' as const, unum: 1, stamina: 1e9 }] };
    const reset = await refusal(rooms.reset(id, { scene }));
    expect(reset.problem!.problems![0]!.message).toMatch(/^scene\.players\[0\]\.stamina: /);
  });

  it('reports a fault of the program without its details', async () => {
    const { rooms, service, faults } = await openTestServer();
    service.list = () => Promise.reject(new Error('secret detail'));
    const { status, message } = await refusal(rooms.list());
    expect([status, message.includes('secret'), faults[0]?.message]).toEqual([500, false, 'secret detail']);
  });
});

describe('access', () => {
  it('needs the token, if there is one', async () => {
    const { url, rooms } = await openTestServer({}, 'token-of-the-test');
    expect(await rooms.list()).toEqual([]);
    const other: RoomClient[] = [
      createRoomClient({ url }),
      createRoomClient({ url, token: 'token-of-the-best' }),
    ];
    for (const client of other) expect((await refusal(client.list())).status).toBe(401);
    for (const path of ['openapi.json', 'nothing', 'healthz/x'])
      expect((await fetch(`${url}/${path}`)).status).toBe(401);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`, { headers: { Origin: 'http://a.example' } })).status).toBe(403);
  });

  it('refuses pages of other origins and foreign host names', async () => {
    const { url } = await openTestServer();
    expect((await fetch(`${url}/rooms`, { headers: { Origin: 'http://a.example' } })).status).toBe(403);
    const status = await new Promise((resolve, reject) =>
      httpRequest(`${url}/rooms`, { headers: { Host: 'rebinding.example' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(403);
  });
});
