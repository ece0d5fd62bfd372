import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT_SUBPROTOCOL } from '@rcss/protocol/websocket';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import * as client from './index.js';
import {
  createInProcessTransport,
  createWebSocketTransport,
  type Transport,
  type TransportFailure,
} from './index.js';
import { createUdpTransport } from './node.js';

/** The contract of all transports. */

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

/** A transport and the server's end of it. */
interface Pair {
  readonly transport: Transport;
  /** Texts that the server has received, as sent on the wire. */
  readonly received: string[];
  /** Sends a message to the client; valid after the server has received one. */
  deliver(text: string): void;
  /** Ends the server. */
  end(): void;
}

async function createUdpPair(): Promise<Pair> {
  // The server answers from a port of its own for the client.
  const [server, own] = [createSocket('udp4'), createSocket('udp4')];
  for (const socket of [server, own]) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  const received: string[] = [];
  let clientPort = 0;
  for (const socket of [server, own]) {
    socket.on('message', (bytes, from) => {
      clientPort = from.port;
      received.push(bytes.toString('latin1'));
    });
  }
  let open = true;
  const end = () => {
    if (!open) return;
    open = false;
    server.close();
    own.close();
  };
  cleanups.push(end);
  const transport = createUdpTransport({ port: server.address().port });
  return {
    transport,
    received,
    deliver: (text) => {
      if (open) own.send(Buffer.from(`${text}\0`, 'latin1'), clientPort, '127.0.0.1');
    },
    end,
  };
}

async function createWebSocketPair(): Promise<Pair> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const received: string[] = [];
  let socket: WebSocket | undefined;
  server.on('connection', (accepted) => {
    socket = accepted;
    accepted.on('message', (bytes: Buffer) => received.push(bytes.toString('latin1')));
  });
  const end = () => {
    socket?.close(1000, 'the match is over');
    server.close();
  };
  cleanups.push(end);
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rooms/main/player`;
  return {
    transport: createWebSocketTransport({ url, WebSocket }),
    received,
    deliver: (text) => socket?.send(Buffer.from(`${text}\0`, 'latin1')),
    end,
  };
}

async function createInProcessPair(): Promise<Pair> {
  const { transport, peer } = createInProcessTransport();
  const received: string[] = [];
  peer.onDatagram = (text) => received.push(`${text}\0`);
  return {
    transport,
    received,
    deliver: (text) => peer.deliver(`${text}\0`),
    end: () => peer.refuse(),
  };
}

const receive = (datagram: Uint8Array | string): string =>
  typeof datagram === 'string' ? datagram : Buffer.from(datagram).toString('latin1');

/** Waits until another pair has exchanged messages: what was on its way in this process has arrived. */
async function exchange(createPair: () => Promise<Pair> | Pair): Promise<void> {
  const { transport, received, deliver } = await createPair();
  let messageCount = 0;
  transport.open({
    onDatagram: () => {
      messageCount += 1;
    },
    onFailure: () => {},
  });
  transport.send('(init Beta (version 19))');
  await expect.poll(() => received).toHaveLength(1);
  deliver('(init l 1 before_kick_off)');
  await expect.poll(() => messageCount).toBe(1);
  transport.close();
}

describe.each([
  ['UDP', createUdpPair],
  ['WebSocket', createWebSocketPair],
  ['in process', createInProcessPair],
])('a transport: %s', (_, createPair) => {
  it('delivers texts in order with their NUL, and messages in order', async () => {
    const { transport, received, deliver } = await createPair();
    cleanups.push(() => transport.close());
    const messages: string[] = [];
    transport.open({
      onDatagram: (datagram) => messages.push(receive(datagram)),
      onFailure: ({ message }) => messages.push(message),
    });
    transport.send('(init Alpha (version 19))');
    await expect.poll(() => received).toEqual(['(init Alpha (version 19))\0']);
    deliver('(init l 1 before_kick_off)');
    await expect.poll(() => messages).toEqual(['(init l 1 before_kick_off)\0']);
    const commands = Array.from({ length: 20 }, (_, i) => `(say "é${i}")`);
    for (const command of commands) transport.send(command);
    await expect.poll(() => received.slice(1)).toEqual(commands.map((command) => `${command}\0`));
    for (const command of commands) deliver(command);
    await expect.poll(() => messages.slice(1)).toEqual(commands.map((command) => `${command}\0`));
  });

  it('sends what was sent before its end, and calls nothing after it', async () => {
    const { transport, received, deliver, end } = await createPair();
    const messages: string[] = [];
    transport.open({
      onDatagram: (datagram) => messages.push(receive(datagram)),
      onFailure: ({ message }) => messages.push(message),
    });
    transport.send('(init Alpha (version 19))');
    await expect.poll(() => received).toHaveLength(1);
    transport.send('(bye)');
    transport.close();
    await expect.poll(() => received).toHaveLength(2);
    deliver('(late)');
    end();
    await exchange(createPair);
    expect(messages).toEqual([]);
    transport.send('(never)');
    expect(received).toHaveLength(2);
  });

  it('reports the end of the server once', async () => {
    const { transport, received, deliver, end } = await createPair();
    cleanups.push(() => transport.close());
    const failures: TransportFailure[] = [];
    let messageCount = 0;
    transport.open({
      onDatagram: () => {
        messageCount += 1;
      },
      onFailure: (failure) => failures.push(failure),
    });
    transport.send('(init Alpha (version 19))');
    await expect.poll(() => received).toHaveLength(1);
    deliver('(init l 1 before_kick_off)');
    await expect.poll(() => messageCount).toBe(1);
    end();
    await expect
      .poll(() => {
        transport.send('(score)');
        return failures.length;
      })
      .toBe(1);
    transport.send('(score)');
    await exchange(createPair);
    expect(failures).toHaveLength(1);
    expect(failures[0]!.message).not.toBe('');
  });
});

describe('a WebSocket that cannot be opened', () => {
  const openAndFail = (url: string, options: Partial<Parameters<typeof createWebSocketTransport>[0]> = {}) =>
    new Promise<TransportFailure>((resolve) => {
      const transport = createWebSocketTransport({ url, WebSocket, ...options });
      transport.open({ onDatagram: () => {}, onFailure: resolve });
      transport.send('(init Alpha (version 19))');
    });

  it('is reported: closed port, refusal of the server, wrong address', async () => {
    const http = createServer();
    http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    expect(await openAndFail(`ws://127.0.0.1:${port}/rooms/none/player`)).toEqual({
      code: 'failed',
      message: `the WebSocket ws://127.0.0.1:${port}/rooms/none/player cannot be opened: Unexpected server response: 404`,
    });
    http.close();
    await once(http, 'close');
    expect(await openAndFail(`ws://127.0.0.1:${port}/rooms/main/player`)).toEqual({
      code: 'refused',
      message: 'the port is closed',
    });
    expect((await openAndFail('nowhere')).message).toMatch(/Invalid URL/);
  });

  it('a host without WebSocket gets an error that names the option', () => {
    const own = (globalThis as { WebSocket?: unknown }).WebSocket;
    delete (globalThis as { WebSocket?: unknown }).WebSocket;
    try {
      expect(() => createWebSocketTransport({ url: 'ws://localhost/' })).toThrow(/option WebSocket/);
    } finally {
      if (own !== undefined) (globalThis as { WebSocket?: unknown }).WebSocket = own;
    }
  });
});

it('a WebSocket offers its subprotocol, sends the token, and sends a repeated connect request once', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => server.close());
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rooms/main/player`;
  const transport = createWebSocketTransport({ url, token: 'a b&c', WebSocket });
  cleanups.push(() => transport.close());
  const messages: string[] = [];
  const connected = new Promise((resolve) => {
    server.on('connection', (socket, request) => {
      socket.on('message', (bytes) => messages.push(String(bytes)));
      resolve([socket.protocol, new URL(request.url!, url).searchParams.get('token')]);
    });
  });
  transport.open({ onDatagram: () => {}, onFailure: () => {} });
  for (let i = 0; i < 3; i++) transport.send('(init Alpha (version 19))');
  expect(await connected).toEqual([CLIENT_SUBPROTOCOL, 'a b&c']);
  await expect.poll(() => messages).toEqual(['(init Alpha (version 19))\0']);
});

it('runs the example of the README over a WebSocket', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)][1]![1]!.replace(/^import [\s\S]*?;$/gm, '');
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
    const code = example.replace('8000', String((server.address() as AddressInfo).port));
    expect(code).not.toBe(example);
    const scope = { ...client, WebSocket, console };
    new Function(...Object.keys(scope), code.replace('localhost', '127.0.0.1'))(...Object.values(scope));
  });
  await closed;
  server.close();
  expect(received).toEqual(['(init Alpha (version 19))\0', '(turn 30)\0']);
  expect(reasons).toEqual(['the server has ended the WebSocket (code 1000: the match is over)']);
});
