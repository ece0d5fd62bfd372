import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type CloseReason, createPlayerClient } from './index.js';
import { createUdpTransport, nodeTimers } from './node.js';

const sockets: Socket[] = [];

async function listen(host = '127.0.0.1'): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.bind(0, host, resolve));
  return socket;
}

/** Returns the next datagram that a socket receives, and the port of its sender. */
function next(socket: Socket): Promise<{ bytes: Buffer; port: number }> {
  return new Promise((resolve) => {
    socket.once('message', (bytes, from) => resolve({ bytes, port: from.port }));
  });
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

describe('UDP', () => {
  it.each([Number.NaN, undefined, 0, 65_536, 6000.5, -1])('port %s is refused at once', (port) => {
    expect(() => createUdpTransport({ port: port as number })).toThrow(
      `createUdpTransport: port ${port} is not allowed; a whole number from 1 to 65535 is`,
    );
  });

  it('adopts the port of the answer and ends every datagram with a NUL (spec 03 §1.1, §1.2)', async () => {
    const front = await listen();
    const own = await listen();
    const client = createPlayerClient({
      team: 'Alpha',
      transport: createUdpTransport({ port: front.address().port }),
    });
    const init = next(front);
    client.connect();
    const { bytes, port } = await init;
    expect(bytes.toString()).toBe('(init Alpha (version 19))\0');
    const connected = new Promise((resolve) => client.events.once('connected', () => resolve(null)));
    own.send('(init l 1 before_kick_off)\0', port, '127.0.0.1');
    await connected;
    const command = next(own);
    client.send({ type: 'turn', moment: 10 });
    expect((await command).bytes.toString()).toBe('(turn 10)\0');

    const agreed = new Promise((resolve) => client.events.once('ok', resolve));
    own.send('(ok compression 6)\0', port, '127.0.0.1');
    await agreed;
    const packed = next(own);
    client.send({ type: 'turn', moment: 20 });
    expect(inflateSync((await packed).bytes).toString()).toBe('(turn 20)\0');
    const heard = new Promise((resolve) => client.events.once('score', resolve));
    own.send(deflateSync('(score 1 2 3)\0', { finishFlush: constants.Z_SYNC_FLUSH }), port, '127.0.0.1');
    expect(await heard).toMatchObject({ time: 1, own: 2, opponents: 3 });
    client.bye();
  });

  it('a closed port ends the session (spec 03 §1.9, point 7)', async () => {
    const front = await listen();
    const own = createSocket('udp4');
    await new Promise<void>((resolve) => own.bind(0, '127.0.0.1', resolve));
    const client = createPlayerClient({
      team: 'Alpha',
      transport: createUdpTransport({ port: front.address().port }),
      timers: nodeTimers,
    });
    const init = next(front);
    client.connect();
    const { port } = await init;
    const connected = new Promise((resolve) => client.events.once('connected', () => resolve(null)));
    own.send('(init l 1 before_kick_off)\0', port, '127.0.0.1');
    await connected;
    await new Promise<void>((resolve) => own.close(() => resolve()));
    const closed = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
    const resend = setInterval(() => client.send({ type: 'score' }), 20);
    expect((await closed).code).toBe('lost');
    clearInterval(resend);
  });

  const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ address }) => address === '::1'),
  );
  it.each([['127.0.0.1', '127.0.0.1'], ['localhost', '127.0.0.1'], ...(hasIPv6 ? [['::1', '::1']] : [])])(
    'the server may be at %s, and may answer from the port of the request',
    async (host, address = '') => {
      const server = await listen(address);
      const client = createPlayerClient({
        team: 'Alpha',
        transport: createUdpTransport({ host, port: server.address().port }),
      });
      const closed = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
      const init = next(server);
      client.connect();
      const { port } = await init;
      const connected = new Promise((resolve) => client.events.once('connected', () => resolve(null)));
      server.send('(init l 1 before_kick_off)\0', port, address);
      await connected;
      const command = next(server);
      client.send({ type: 'turn', moment: 10 });
      expect((await command).bytes.toString()).toBe('(turn 10)\0');
      // The socket is connected: it reports the end of the server.
      sockets.splice(sockets.indexOf(server), 1);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      const resend = setInterval(() => client.send({ type: 'score' }), 20);
      expect((await closed).code).toBe('lost');
      clearInterval(resend);
    },
  );

  it('an unknown host is a failure', async () => {
    const client = createPlayerClient({
      team: 'Alpha',
      transport: createUdpTransport({ host: 'no-such-host.invalid', port: 6000 }),
    });
    const closed = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
    client.connect();
    expect((await closed).message).toContain('no-such-host.invalid');
  });
});
