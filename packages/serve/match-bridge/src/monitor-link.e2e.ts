import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestServer, type TestServer } from '../../match-server/test/harness.js';
import { waitUntil } from '../test/wait.js';
import { startBridge } from './bridge.js';
import { MonitorLink } from './monitor-link.js';

const cleanUp: (() => unknown)[] = [];
/** The time of the links, ms, which only the tests advance. */
let nowMs = 0;
const advance = (ms: number): void => {
  nowMs += ms;
};
afterEach(async () => {
  for (const action of cleanUp.splice(0).reverse()) await action();
});

const getRoomUrl = ({ httpUrl }: TestServer, room = 'main') =>
  `${httpUrl!.replace('http', 'ws')}rooms/${room}/monitor`;

/** Starts a link; `states` are all its states with their texts. */
function startLink(url: string): { link: MonitorLink; states: string[]; frames: number[] } {
  const link = new MonitorLink({ url }, () => nowMs);
  const states: string[] = [];
  const frames: number[] = [];
  link.on('state', (state, text) => states.push(`${state}: ${text}`));
  link.on('record', (record) => {
    if (record.type === 'show') frames.push(record.frame.time);
  });
  cleanUp.push(() => link.stop());
  link.start();
  return { link, states, frames };
}

describe('a bridge with the WebSocket of a room as its server', () => {
  it('shows the match, sends commands of the referee, and unregisters at the end', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true }, rcss: { http_port: 0 } });
    const url = getRoomUrl(server);
    const bridge = await startBridge({ server: { url }, webPort: 0, pageScript: '// page' });
    cleanUp.push(() => bridge.stop());
    const readStatus = async () =>
      (await (await fetch(`${bridge.url}status.json`)).json()) as Record<string, unknown>;
    await waitUntil('frames arrive', async () => Number((await readStatus())['last']) >= 0);
    expect(await readStatus()).toMatchObject({ state: 'live' });
    expect(server.server.clients.monitors).toHaveLength(1);
    await bridge.stop();
    cleanUp.length = 0;
    await waitUntil('the monitor is gone', () => server.server.clients.monitors.length === 0);
  });

  it('reports the refusal of the server without the token, and tries again', async () => {
    const server = await startTestServer({ rcss: { http_port: 0, http_token: 'right-token-of-the-server' } });
    const wrong = startLink(`${getRoomUrl(server)}?token=wrong-token-of-the-server`);
    await waitUntil('a refusal', () => wrong.states.length === 2);
    advance(1000);
    await waitUntil('another refusal', () => wrong.states.length === 3);
    expect(wrong.states[1]).toMatch(/^connecting: The WebSocket .*401.*Trying again$/);
    expect(wrong.states.join()).not.toContain('wrong-token-of-the-server');
    expect(wrong.link.send('(dispstart)')).toBe(false);
    const right = startLink(`${getRoomUrl(server)}?token=right-token-of-the-server`);
    await waitUntil('the monitor is registered', () => right.link.state === 'live');
    expect(right.states.join()).not.toContain('right-token-of-the-server');
    expect(right.link.send('(dispstart)')).toBe(true);
  });

  it('opens the WebSocket again after the server has ended it', async () => {
    const server = await startTestServer({ rcss: { http_port: 0 } });
    const { link, states, frames } = startLink(getRoomUrl(server));
    await waitUntil('frames arrive', () => frames.length > 0);
    for (const peer of server.server.net.peers) peer.close('a test');
    await waitUntil('the end is reported', () => states.length === 3);
    advance(1000);
    await waitUntil('the link is open again', () => states.length === 4);
    expect(states[2]).toMatch(/^silent: The server has ended the WebSocket/);
    expect(link.state).toBe('live');
  });

  it('detects a server that sends nothing', async () => {
    // Accepts the WebSocket, answers the registration, and is silent then.
    const http = createServer();
    const sockets = new WebSocketServer({ server: http });
    const received: string[] = [];
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        received.push(String(data));
        if (String(data).startsWith('(dispinit')) socket.send(Buffer.from('(init_ok)\0'));
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => {
      for (const socket of sockets.clients) socket.terminate();
      http.close();
    });
    const { states } = startLink(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/rooms/a/monitor`);
    await waitUntil('the link is open', () => states.length === 2);
    advance(2000);
    await waitUntil('the link asks for an answer', () => received.includes('(compression -1)\0'));
    advance(2000);
    await waitUntil('the silence is detected', () => states.some((state) => state.startsWith('silent')));
    advance(1000);
    await waitUntil('it registers again', () => received.filter((text) => /dispinit/.test(text)).length > 1);
  });
});
