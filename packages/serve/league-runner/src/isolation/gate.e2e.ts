import { createSocket, type Socket } from 'node:dgram';
import { connect, type Socket as Stream } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { encodeGateFrame, FrameReader, type GateFrame } from './frames.js';
import { type Gate, openGate } from './gate.js';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const resource of open.splice(0)) resource.close();
});

/** A UDP socket on the loopback interface, and the datagrams that it has received. */
async function openSocket(onMessage: (text: string, port: number) => void): Promise<Socket> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (bytes, { port }) => onMessage(bytes.toString(), port));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}

/** The side of a gate in the sandbox. */
async function enter({ socketPath }: Gate): Promise<{ stream: Stream; next: () => Promise<GateFrame> }> {
  const stream = connect(socketPath);
  open.push({ close: () => stream.destroy() });
  const reader = new FrameReader();
  let wake = (): void => {};
  stream.on('data', (chunk) => {
    reader.add(chunk);
    wake();
  });
  await new Promise<void>((resolve) => stream.once('connect', resolve));
  const next = async (): Promise<GateFrame> => {
    for (;;) {
      const frame = reader.next();
      if (frame !== null) return frame;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { stream, next };
}

test('frames are read whatever the parts are in which they arrive', () => {
  const frames = [
    { client: 1, server: 6000, bytes: Buffer.from('(init A)\0') },
    { client: 65_535, server: 1, bytes: Buffer.alloc(0) },
    { client: 7, server: 6002, bytes: Buffer.alloc(65_535, 7) },
  ];
  const data = Buffer.concat(frames.map(encodeGateFrame));
  for (const size of [1, 3, 7, 4096, data.length]) {
    const reader = new FrameReader();
    const read: GateFrame[] = [];
    for (let at = 0; at < data.length; at += size) {
      reader.add(data.subarray(at, at + size));
      for (let frame = reader.next(); frame !== null; frame = reader.next())
        read.push({ ...frame, bytes: Buffer.from(frame.bytes) });
    }
    expect(read).toEqual(frames);
  }
});

test('each client has an address of its own outside, and reaches the ports from which the server has answered', async () => {
  const senders = new Set<number>();
  const own = await openSocket((text, port) => own.send(`own ${text}`, port, '127.0.0.1'));
  const server = await openSocket((text, port) => {
    senders.add(port);
    // As a server does: the answer comes from the port of the client's session.
    own.send(`accepted ${text}`, port, '127.0.0.1');
  });
  const gate = await openGate([server.address().port], 'Own');
  open.push(gate);
  const { stream, next } = await enter(gate);
  const send = (client: number, port: number, text: string) =>
    stream.write(encodeGateFrame({ client, server: port, bytes: Buffer.from(text) }));
  const ownPort = own.address().port;
  // Not a port of the match before the server has answered from it: no answer.
  send(5001, ownPort, 'too early');
  send(5001, server.address().port, 'one');
  const first = await next();
  expect([first.client, first.server, first.bytes.toString()]).toEqual([5001, ownPort, 'accepted one']);
  send(5001, ownPort, 'again');
  expect((await next()).bytes.toString()).toBe('own again');
  send(5002, server.address().port, 'two');
  expect(await next()).toMatchObject({ client: 5002, server: ownPort });
  expect(senders.size).toBe(2);
});

test('only requests of the own team pass, and the first other one is noted', async () => {
  const own = await openSocket(() => {});
  const server = await openSocket((text, port) => own.send(`got ${text}`, port, '127.0.0.1'));
  const gate = await openGate([server.address().port], 'Own');
  open.push(gate);
  const { stream, next } = await enter(gate);
  const ask = async (text: string): Promise<string> => {
    stream.write(encodeGateFrame({ client: 5001, server: server.address().port, bytes: Buffer.from(text) }));
    return (await next()).bytes.toString();
  };
  for (const text of [
    '(init Own (version 19))',
    '(init Own)',
    '(reconnect Own 3)',
    '(init Own Coach (version 19))',
    '(dispinit version 5)',
    '(init )',
  ])
    expect(await ask(text)).toBe(`got ${text}`);
  expect(gate.foreignTeam).toBeNull();
  for (const text of [
    '(reconnect Good 1)',
    '(reconnect   Good 1)\0',
    '(init Good (version 19))',
    '(init Good)',
    '(init Good (goalie))',
    '(init Good Coach (version 19))',
    '(initGood (version 19))',
    '(init own)',
    '(init Own2)',
    '(reconnect Own/ 1)',
  ])
    expect([text, await ask(text)]).toEqual([text, '(error illegal_teamname)\0']);
  expect(gate.foreignTeam).toBe('Good');
});

test('a second connection to a gate is refused, and the end of the gate ends the first one', async () => {
  const gate = await openGate([6000], 'Own');
  const first = await enter(gate);
  const second = connect(gate.socketPath);
  await new Promise<void>((resolve) => second.once('close', () => resolve()));
  expect(first.stream.destroyed).toBe(false);
  const ended = new Promise<void>((resolve) => first.stream.once('close', () => resolve()));
  gate.close();
  await ended;
});
