import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { REFUSED_VERSION, requestOtherVersions, requestUpgrade } from '../../../../kit/kit/test/upgrade.js';
import { type OpenEnvEndpoint, serveOpenEnv } from './open-env-server.js';

let endpoint: OpenEnvEndpoint;
beforeAll(async () => {
  endpoint = await serveOpenEnv({ host: '127.0.0.1', token: '' }, 0);
});
afterAll(() => endpoint.close());

interface Answer {
  readonly type: string;
  readonly data: {
    readonly observation: { readonly text: string; readonly cycle: number; readonly unum: number | null };
    readonly reward: number | null;
    readonly done: boolean;
    readonly code: string;
    readonly message: string;
  };
}

/** Sends messages on a new session, each after the answer to the one before. */
async function converse(...messages: readonly (object | string)[]): Promise<Answer[]> {
  const socket = new WebSocket(`${endpoint.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const answers: Answer[] = [];
  for (const message of messages) {
    const answer = new Promise<string>((resolve) =>
      socket.once('message', (bytes) => resolve(String(bytes))),
    );
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    answers.push(JSON.parse(await answer) as Answer);
  }
  socket.close();
  return answers;
}

const RESET = { type: 'reset', data: { seed: 3, opponent: 'random', cycles: 40 } };

test('the WebSocket has no subprotocol and speaks version 13 of the handshake', async () => {
  const url = `${endpoint.url}/ws`;
  expect(await requestUpgrade(url, { 'Sec-WebSocket-Protocol': 'rcss.v1, x' })).toBe('101');
  expect(await requestOtherVersions(url)).toEqual(new Set([REFUSED_VERSION]));
  expect(await requestUpgrade(`${endpoint.url}/other`)).toBe('404');
});

test('a client that sends thousands of messages does not delay others', async () => {
  const socket = new WebSocket(`${endpoint.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  let answers = 0;
  socket.on('message', () => (answers += 1));
  socket.send(JSON.stringify(RESET));
  await once(socket, 'message');
  for (let i = 0; i < 3000; i++) socket.send('{"type":"state"}');
  await once(socket, 'message');
  expect((await fetch(`${endpoint.url}/health`)).status).toBe(200);
  expect(answers).toBeLessThan(2000);
  socket.terminate();
});

describe('the environment', () => {
  test('the model decides for the player with the ball until the episode ends', async () => {
    const steps = Array.from({ length: 12 }, () => ({ type: 'step', data: { action: 'hold' } }));
    const [first, ...rest] = await converse(RESET, ...steps);
    expect(first!.data).toMatchObject({ reward: null, done: false });
    expect(first!.data.observation.text).toMatch(/^Cycle \d+: play goes on\. Model 0 : 0 Random\./);
    expect(first!.data.observation.unum).toBeGreaterThan(0);
    expect(rest[0]!.data.observation.cycle).toBeGreaterThan(first!.data.observation.cycle);
    expect(rest.at(-1)!.data.done).toBe(true);
  });

  test('the same seed and actions give the same observations', async () => {
    const messages = [RESET, { type: 'step', data: { action: 'clear' } }];
    expect(await converse(...messages)).toEqual(await converse(...messages));
  });

  test.each([
    [{ type: 'step', data: { action: 'hold' } }, 'SESSION_ERROR', 'reset first'],
    [{ type: 'step', data: { action: 'fly' } }, 'VALIDATION_ERROR', 'action'],
    [{ type: 'step', data: { action: 'pass' } }, 'VALIDATION_ERROR', 'the number of a teammate'],
    [{ type: 'reset', data: { cycles: 1e9 } }, 'VALIDATION_ERROR', 'cycles'],
    [{ type: 'fly' }, 'UNKNOWN_TYPE', 'reset, step, state or close'],
    ['{', 'INVALID_JSON', 'not JSON'],
    ['null', 'UNKNOWN_TYPE', 'reset'],
  ])('%j is answered with an error', async (message, code, text) => {
    const [answer] = await converse(message);
    expect(answer).toMatchObject({ type: 'error', data: { code } });
    expect(answer!.data.message).toContain(text);
  });

  test('the paths of HTTP have one episode for all', async () => {
    const post = async (path: string, body: object) =>
      (await (
        await fetch(`${endpoint.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).json()) as unknown;
    expect(await (await fetch(`${endpoint.url}/health`)).json()).toEqual({ status: 'healthy' });
    expect(await post('/reset', RESET.data)).toMatchObject({ reward: null, done: false });
    expect(await post('/step', { action: { action: 'team' } })).toMatchObject({ reward: expect.any(Number) });
    expect(await (await fetch(`${endpoint.url}/state`)).json()).toMatchObject({ step_count: 1 });
    expect((await fetch(`${endpoint.url}/step`, { method: 'POST', body: '{}' })).status).toBe(422);
    expect((await fetch(`${endpoint.url}/none`)).status).toBe(404);
  });

  test('many requests at once are steps one after the other, and other requests take their turns between', async () => {
    const post = async (path: string, body: object) =>
      (await (
        await fetch(`${endpoint.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).json()) as Answer['data'];
    const play = async (isAtOnce: boolean): Promise<unknown> => {
      await post('/reset', { ...RESET.data, cycles: 400 });
      const answers: Promise<Answer['data']>[] = [];
      let answered = 0;
      for (let i = 0; i < 20; i++) {
        const answer = post('/step', { action: { action: 'hold' } });
        answers.push(answer);
        void answer.then(() => (answered += 1));
        if (!isAtOnce) await answer;
      }
      expect((await fetch(`${endpoint.url}/health`)).status).toBe(200);
      if (isAtOnce) expect(answered).toBeLessThan(20);
      const seen = (await Promise.all(answers)).map(({ observation }) => observation);
      return seen.sort((a, b) => a.cycle - b.cycle);
    };
    expect(await play(true)).toEqual(await play(false));
  });

  test('a body that is not JSON is refused', async () => {
    for (const path of ['/reset', '/step'])
      expect((await fetch(`${endpoint.url}${path}`, { method: 'POST', body: '{' })).status).toBe(400);
  });

  test('a path that is not an address ends no server', async () => {
    const { hostname, port, host } = new URL(endpoint.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET // HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'close');
    expect((await fetch(`${endpoint.url}/health`)).status).toBe(200);
  });

  test('a page of another origin is refused', async () => {
    const response = await fetch(`${endpoint.url}/health`, { headers: { origin: 'http://example.com' } });
    expect(response.status).toBe(403);
  });
});
