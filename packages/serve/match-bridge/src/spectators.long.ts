import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { MatchHistory } from '@rcss/viewer/monitor';
import { expect, it } from 'vitest';
import { createTestFrame } from '../test/fake-server.js';
import { waitUntil } from '../test/wait.js';
import { Spectators } from './spectators.js';
import { SOCKET_PATH } from './web-server.js';

const SPECTATOR_COUNT = 500;

/** Opens a WebSocket that is never read. */
function openDeafSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return socket.pause();
}

it('500 browsers that read nothing take less than 200 MB in a match of 6,000 frames', {
  timeout: 300_000,
}, async () => {
  const http = createServer();
  const history = new MatchHistory(8192);
  const spectators = new Spectators(http, history, {
    host: '127.0.0.1',
    allowedOrigins: [],
    commands: null,
    title: '',
    maxSpectators: SPECTATOR_COUNT,
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const frame = createTestFrame();
  for (let i = 0; i < 100; i++) history.frames.put(i, frame);
  const before = process.memoryUsage().rss;
  const sockets = Array.from({ length: SPECTATOR_COUNT }, () => openDeafSocket(port));
  try {
    await waitUntil('all watch', () => spectators.count === SPECTATOR_COUNT);
    for (let i = 100; i < 6100; i++) {
      history.frames.put(i, frame);
      spectators.sendFrame(i);
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
    expect(megabytes).toBeLessThan(200);
  } finally {
    for (const socket of sockets) socket.destroy();
    spectators.close();
    http.close();
  }
});
