import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDirectSend } from './direct-send.js';
import { ClientSocket, formatEndpoint, type Listener, listen, PortError } from './index.js';
import { createUdpSocket } from './socket.js';

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

describe.skipIf(process.platform === 'win32')('a shared port', () => {
  const share = async (onDatagram: Parameters<typeof listen>[1], port = 0) => {
    const shared = await listen({ port, address: HOST, isShared: true }, onDatagram);
    opened.push(shared);
    return shared;
  };

  test('gives each client socket the datagrams of its client, and the listener all others', async () => {
    const [client, other] = [await rawSocket(), await rawSocket()];
    opened.push(client, other);
    const received: string[] = [];
    const answers: [string, number][] = [];
    client.on('message', (bytes, { port }) => answers.push([String(bytes), port]));
    const shared = await share((bytes) => received.push(`listener ${bytes}`));
    const socket = new ClientSocket(
      { bindAddress: HOST, address: HOST, port: client.address().port, localPort: shared },
      (bytes) => received.push(`client ${bytes}`),
      () => {},
    );
    expect(socket.localPort).toBe(shared.port);
    client.send('a', shared.port, HOST);
    other.send('b', shared.port, HOST);
    socket.send(Buffer.from('c'));
    await expect.poll(() => received.sort()).toEqual(['client a', 'listener b']);
    await expect.poll(() => answers).toEqual([['c', shared.port]]);
    socket.close();
    client.send('d', shared.port, HOST);
    await expect.poll(() => received).toContain('listener d');
  });

  test('loses no datagram of another sender that arrives while a client socket is opened', async () => {
    const client = await rawSocket();
    const other = createUdpSocket(HOST);
    other.bind({ port: 0, address: HOST });
    opened.push(client, other);
    const received: string[] = [];
    const shared = await share((bytes, { port }) => received.push(`${bytes} from ${port}`));
    const { connect } = Socket.prototype;
    const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args) {
      // The socket is bound, but not connected yet.
      other.send('early', shared.port, HOST);
      (connect as (...values: unknown[]) => void).apply(this, args);
    });
    const socket = new ClientSocket(
      { bindAddress: HOST, address: HOST, port: client.address().port, localPort: shared },
      (bytes) => received.push(`client ${bytes}`),
      () => {},
    );
    spy.mockRestore();
    opened.push(socket);
    await expect.poll(() => received).toEqual([`early from ${other.address().port}`]);
  });

  test('is refused if it is in use, and is in use for others', async () => {
    const { port } = await share(() => {});
    for (const isShared of [true, false])
      await expect(listen({ port, address: HOST, isShared }, () => {})).rejects.toMatchObject({
        code: 'EADDRINUSE',
      });
    const { port: another } = await share(() => {});
    expect(another).not.toBe(port);
  });
});

test('client sockets take the free ports of a range', async () => {
  const client = await rawSocket();
  const probe = await listener(() => {});
  const range = { first: probe.port, last: probe.port };
  opened.push(client);
  const open = () => {
    const options = { bindAddress: HOST, address: HOST, port: client.address().port, localPort: range };
    const socket = new ClientSocket(
      options,
      () => {},
      () => {},
    );
    opened.push(socket);
    return socket;
  };
  expect(open).toThrow(`no port from ${probe.port} to ${probe.port} is free`);
  probe.close();
  opened.splice(opened.indexOf(probe), 1);
  expect(open().localPort).toBe(range.first);
});

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

test.skipIf(!hasIPv6)(
  'a port of :: serves both families, and names IPv4 clients by their IPv4 address',
  async () => {
    const senders = [createSocket('udp4'), createSocket('udp6')] as const;
    const senderNames: string[] = [];
    const shared = await listen({ port: 0, address: '::' }, (bytes, from) => {
      senderNames.push(formatEndpoint(from));
      shared.send(bytes, from.port, from.address);
      const socket = new ClientSocket(
        { bindAddress: '::', ...from },
        () => {},
        () => {},
      );
      opened.push(socket);
      socket.send(Buffer.from('welcome'));
    });
    opened.push(shared, ...senders);
    for (const [index, host] of [HOST, '::1'].entries()) {
      const sender = senders[index]!;
      const answers: string[] = [];
      sender.on('message', (bytes) => answers.push(String(bytes)));
      sender.send('hello', shared.port, host);
      await expect.poll(() => answers.sort()).toEqual(['hello', 'welcome']);
    }
    expect(senderNames).toEqual([
      `${HOST}:${senders[0].address().port}`,
      `[::1]:${senders[1].address().port}`,
    ]);
  },
);

test('there is no direct way to send on a socket that is not connected', () => {
  const socket = createSocket('udp4');
  expect(openDirectSend(socket, () => {})).toBeNull();
  socket.close();
});

test('without the native handle, a client socket sends in call order and reports a closed port', async () => {
  const client = await rawSocket();
  const answers: string[] = [];
  client.on('message', (bytes) => answers.push(String(bytes)));
  let lost = 0;
  // Where the state of a socket is not found, there is no native handle.
  const spy = vi.spyOn(Object, 'getOwnPropertySymbols').mockReturnValue([]);
  const socket = new ClientSocket(
    { bindAddress: HOST, address: HOST, port: client.address().port },
    () => {},
    () => {
      lost += 1;
    },
  );
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  socket.send(Buffer.from('1'));
  socket.send(Buffer.from('2'));
  await expect.poll(() => answers).toEqual(['1', '2']);
  client.close();
  await expect
    .poll(() => {
      socket.send(Buffer.from('x'));
      return lost;
    })
    .toBe(1);
  socket.close();
});
