import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ClientSocket, type Listener, listen, PortError } from './index.js';

const HOST = '127.0.0.1';
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const resource of opened.splice(0)) resource.close();
});

async function listener(onDatagram: Parameters<typeof listen>[1], port = 0): Promise<Listener> {
  const result = await listen({ port, address: HOST }, onDatagram);
  opened.push(result);
  return result;
}

async function rawSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, HOST);
  await once(socket, 'listening');
  return socket;
}

test('port 0 takes a free port, and the listener names it', async () => {
  const { port } = await listener(() => {});
  expect(port).toBeGreaterThan(0);
});

test('a port in use is refused with port, address, system code and reason', async () => {
  const { port } = await listener(() => {});
  const error = await listen({ port, address: HOST }, () => {}).catch((reason) => reason);
  expect(error).toBeInstanceOf(PortError);
  expect(error).toMatchObject({ port, address: HOST, code: 'EADDRINUSE', reason: 'Address already in use' });
  expect(error.message).toBe(`UDP port ${HOST}:${port} cannot be opened: Address already in use`);
});

test('an address of another machine is refused', async () => {
  const error = await listen({ port: 0, address: '203.0.113.1' }, () => {}).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'EADDRNOTAVAIL', reason: 'Cannot assign requested address' });
});

test('a listener receives datagrams with the endpoint of the sender and ignores empty ones', async () => {
  const sender = await rawSocket();
  opened.push(sender);
  const received = new Promise((resolve) => {
    listener((bytes, { address, port }) => resolve([bytes.toString(), address, port])).then(({ port }) => {
      sender.send('', port, HOST);
      sender.send('hello', port, HOST);
    });
  });
  expect(await received).toEqual(['hello', HOST, sender.address().port]);
});

test('bytes that a listener sends may be reused after the call', async () => {
  const receiver = await rawSocket();
  opened.push(receiver);
  const bytes = Buffer.from('first');
  (await listener(() => {})).send(bytes, receiver.address().port, HOST);
  bytes.fill('x');
  const [message] = await once(receiver, 'message');
  expect(String(message)).toBe('first');
});

test('a client socket exchanges datagrams with its client only, in call order', async () => {
  const client = await rawSocket();
  const other = await rawSocket();
  opened.push(client, other);
  const received: string[] = [];
  const socket = new ClientSocket(
    { bindAddress: HOST, address: HOST, port: client.address().port },
    (bytes) => received.push(bytes.toString()),
    () => {},
  );
  opened.push(socket);
  const answers: string[] = [];
  client.on('message', (bytes) => answers.push(String(bytes)));
  socket.send(Buffer.from('1'));
  socket.send(Buffer.from('2'));
  other.send('foreign', socket.localPort, HOST);
  client.send('own', socket.localPort, HOST);
  await expect.poll(() => [...answers, ...received]).toEqual(['1', '2', 'own']);
});

test('a client socket reports once that the port of its client is closed, and sends no more', async () => {
  const client = await rawSocket();
  const { port } = client.address();
  client.close();
  let lost = 0;
  const socket = new ClientSocket(
    { bindAddress: HOST, address: HOST, port },
    () => {},
    () => {
      lost += 1;
    },
  );
  opened.push(socket);
  await expect
    .poll(() => {
      socket.send(Buffer.from('x'));
      return lost;
    })
    .toBe(1);
  socket.send(Buffer.from('x'));
  socket.close();
  expect(lost).toBe(1);
});

test('a client socket that the system does not open throws its error, and does not report a lost client', () => {
  let lost = 0;
  const open = () =>
    new ClientSocket(
      // An address for documentation (RFC 5737), which no machine has.
      { bindAddress: '203.0.113.1', address: HOST, port: 9 },
      () => {},
      () => {
        lost += 1;
      },
    );
  expect(open).toThrow('bind EADDRNOTAVAIL 203.0.113.1');
  expect(lost).toBe(0);
});
