import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import * as client from './index.js';

/** The examples of the README, without their imports. */
const examples = [
  ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code]) => code!.replace(/^import [\s\S]*?;$/gm, ''));

it('runs the example of the README without a network', () => {
  const code = examples[0]!;
  const sent: string[] = [];
  new Function('sent', ...Object.keys(client), code)(sent, ...Object.values(client));
  expect(sent).toEqual(['(init Alpha (version 19))', '(dash 100)(done)']);
});

it('runs the example of the README over a WebSocket', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const received: string[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (bytes) => {
      received.push(String(bytes));
      if (received.length === 1) {
        socket.send('(init l 1 before_kick_off)\0');
        socket.send('(sense_body 0 (view_mode high normal) (stamina 8000 1))\0');
      } else socket.close(1000, 'the match is over');
    });
  });
  const reasons: string[] = [];
  const closed = new Promise<void>((resolve) => {
    const console = {
      log: (reason: string) => {
        reasons.push(reason);
        resolve();
      },
    };
    const code = examples[1]!.replace('8000', String((server.address() as AddressInfo).port));
    expect(code).not.toBe(examples[1]);
    const scope = { ...client, WebSocket, console };
    new Function(...Object.keys(scope), code.replace('localhost', '127.0.0.1'))(...Object.values(scope));
  });
  await closed;
  server.close();
  expect(received).toEqual(['(init Alpha (version 19))\0', '(turn 30)\0']);
  expect(reasons).toEqual(['the server has ended the WebSocket (code 1000: the match is over)']);
});
