import { createSocket } from 'node:dgram';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectedSender, DatagramReceiver } from './client-transport.js';
import { Connection } from './connection.js';
import { answerFromPort, createPortQueue, enqueueDatagram } from './port-queue.js';
import { SendQueue } from './send-queue.js';
import { createTraffic, type TrafficCounts } from './traffic.js';
import { inflateWork, receiveWork, replyWork, WorkBudget } from './work-budget.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const pack = (text: string) => deflateSync(bytes(text), { finishFlush: constants.Z_SYNC_FLUSH });
const unpack = (data: Uint8Array) =>
  inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');

/** Begins like a zlib stream and is none. */
const DAMAGED = Buffer.from([0x78, 0x9c, 7, 1, 2]);

/** A client in memory. */
class MemoryClient implements ConnectedSender {
  readonly address = '127.0.0.1';
  readonly port = 1;
  readonly maxMessageBytes = 10;
  readonly onlyRole = null;
  readonly isOperator = false;
  readonly received: Buffer[] = [];
  readonly answers: string[] = [];
  receiver!: DatagramReceiver;
  isClosed = false;

  send(data: Uint8Array): void {
    this.answers.push(Buffer.from(data).toString('latin1'));
  }

  openTransport(receiver: DatagramReceiver) {
    this.receiver = receiver;
    return {
      address: this.address,
      port: this.port,
      localPort: 2,
      send: (data: Uint8Array) => void this.received.push(Buffer.from(data)),
      close: () => {
        this.isClosed = true;
      },
    };
  }
}

let client: MemoryClient;
let arrivals: number;
let traffic: TrafficCounts;
const sendQueue = new SendQueue();

function connect(datagramsPerCycle = 0, workPerCycle = 0, sharedWork: WorkBudget | null = null): Connection {
  return new Connection({
    sendQueue,
    local: { bindAddress: '127.0.0.1' },
    client,
    datagramsPerCycle,
    workPerCycle,
    sharedWork,
    traffic,
    onArrival: () => {
      arrivals += 1;
    },
  });
}

const take = (connection: Connection) => {
  const data = connection.takeDatagram();
  return data === undefined ? undefined : Buffer.from(data).toString('latin1');
};

beforeEach(() => {
  client = new MemoryClient();
  arrivals = 0;
  traffic = createTraffic().player;
});

describe('datagrams from a client', () => {
  it('are read in the order in which they arrive', () => {
    const connection = connect();
    expect(connection.hasInput).toBe(false);
    client.receiver.onDatagram(bytes('a'));
    client.receiver.onDatagram(bytes('b'));
    expect([arrivals, connection.hasInput]).toEqual([2, true]);
    expect([take(connection), take(connection), take(connection)]).toEqual(['a', 'b', undefined]);
    expect(connection.hasInput).toBe(false);
  });

  it('above the limit of a cycle are dropped and counted', () => {
    const connection = connect(2);
    for (const text of ['a', 'b', 'c']) client.receiver.onDatagram(bytes(text));
    expect([arrivals, connection.droppedCount]).toEqual([3, 1]);
    expect([take(connection), take(connection), take(connection)]).toEqual(['a', 'b', undefined]);
    expect(connection.allowDatagram()).toBe(false);
    expect(connection.resetDatagramCount()).toBe(true);
    expect([connection.allowDatagram(), connection.allowDatagram(), connection.allowDatagram()]).toEqual([
      true,
      true,
      false,
    ]);
    connection.droppedCount = 0;
    expect(connection.resetDatagramCount()).toBe(false);
  });

  it('are reported to the sender as accepted or dropped; a limit of 1 accepts one', () => {
    const connection = connect(1);
    expect(connection.resetDatagramCount()).toBe(false);
    expect([client.receiver.onDatagram(bytes('a')), client.receiver.onDatagram(bytes('b'))]).toEqual([
      true,
      false,
    ]);
  });

  it('wait while they are held', () => {
    const connection = connect();
    connection.isHeld = true;
    client.receiver.onDatagram(bytes('a'));
    expect([connection.hasInput, take(connection)]).toEqual([false, undefined]);
    connection.isHeld = false;
    expect([connection.hasInput, take(connection)]).toEqual([true, 'a']);
  });

  it('are searched for (bye), after which a client sends no (done)', () => {
    const connection = connect();
    connection.isHeld = true;
    client.receiver.onDatagram(bytes('(turn 1)'));
    expect(connection.hasLastCommand()).toBe(false);
    client.receiver.onDatagram(bytes('(bye)'));
    expect(connection.hasLastCommand()).toBe(true);
  });

  it('are searched for (done) and (compression N)', () => {
    const connection = connect();
    client.receiver.onDatagram(bytes('(turn 1)'));
    expect([connection.hasLastCommand(), connection.hasCompressionCommand]).toEqual([false, false]);
    client.receiver.onDatagram(bytes('(compression 3)'));
    client.receiver.onDatagram(bytes('(dash 1)(done)'));
    expect([connection.hasLastCommand(), connection.hasCompressionCommand]).toEqual([true, true]);
    expect(connection.hasLastCommand()).toBe(true);
  });

  it('must be compressed if compression is on; others, cut and empty ones are skipped', () => {
    const connection = connect();
    connection.setCompression(0);
    for (const data of [bytes('(plain)'), DAMAGED, pack('').subarray(0, 2), pack('(turn 1)')])
      client.receiver.onDatagram(data);
    expect([take(connection), take(connection)]).toEqual(['(turn 1)', undefined]);
    client.receiver.onDatagram(pack('(done)'));
    expect(connection.hasLastCommand()).toBe(true);
    connection.setCompression(-1);
    expect(connection.hasLastCommand()).toBe(false);
  });

  it('are decompressed once, however often they are searched', () => {
    const connection = connect();
    connection.setCompression(6);
    for (const text of ['(turn 1)', '(turn 2)']) client.receiver.onDatagram(pack(text));
    client.receiver.onDatagram(DAMAGED);
    for (let i = 0; i < 100; i++)
      expect([connection.hasLastCommand(), connection.hasCompressionCommand]).toEqual([false, false]);
    expect(connection.work.used).toBeCloseTo(2 * inflateWork(8) + inflateWork(65536));
    client.receiver.onDatagram(pack('(done)(compression 2)'));
    expect([connection.hasLastCommand(), connection.hasCompressionCommand]).toEqual([true, true]);
    const { used } = connection.work;
    expect([take(connection), take(connection), take(connection)]).toEqual([
      '(turn 1)',
      '(turn 2)',
      '(done)(compression 2)',
    ]);
    expect(connection.work.used - used).toBeCloseTo(2 * receiveWork(8) + receiveWork(21));
  });

  it('are not searched beyond the budget of work', () => {
    const connection = connect(0, 90);
    connection.setCompression(6);
    for (let i = 0; i < 9; i++) client.receiver.onDatagram(pack('(turn 1)'));
    client.receiver.onDatagram(pack('(done)'));
    expect([connection.hasLastCommand(), connection.hasCompressionCommand]).toEqual([false, false]);
    expect(connection.work.used).toBeCloseTo(3 * inflateWork(8));
    expect([take(connection), connection.overworkCount]).toEqual([undefined, 10]);
  });

  it('that were searched are read again if the compression changes', () => {
    const connection = connect();
    connection.setCompression(6);
    client.receiver.onDatagram(pack('(turn 1)'));
    client.receiver.onDatagram(bytes('(done)'));
    expect([connection.hasLastCommand(), take(connection)]).toEqual([false, '(turn 1)']);
    connection.setCompression(-1);
    expect([connection.hasLastCommand(), take(connection)]).toEqual([true, '(done)']);
  });

  it('no (done) is found if none waits, and the search begins again after datagrams were read', () => {
    const connection = connect();
    for (const text of ['(turn 1)', '(turn 2)']) client.receiver.onDatagram(bytes(text));
    expect(connection.hasLastCommand()).toBe(false);
    expect(take(connection)).toBe('(turn 1)');
    client.receiver.onDatagram(bytes('(done)'));
    expect(connection.hasLastCommand()).toBe(true);
    expect([take(connection), take(connection)]).toEqual(['(turn 2)', '(done)']);
    expect(connection.hasLastCommand()).toBe(false);
  });

  it('a (done) is found that arrives after an empty queue was searched, or after all were read', () => {
    const connection = connect();
    expect(connection.hasLastCommand()).toBe(false);
    client.receiver.onDatagram(bytes('(turn 1)(done)'));
    expect(connection.hasLastCommand()).toBe(true);
    take(connection);
    client.receiver.onDatagram(bytes('(done)'));
    expect(connection.hasLastCommand()).toBe(true);
  });

  it('that have arrived on a well-known port are copied, because its buffer is used again', () => {
    const connection = connect();
    const data = bytes('(turn 1)');
    connection.enqueue(data);
    data.fill(0);
    expect(take(connection)).toBe('(turn 1)');
  });

  it('end when the client is gone', () => {
    const connection = connect();
    expect(connection.isLost).toBe(false);
    client.receiver.onLost();
    expect([connection.isLost, arrivals]).toEqual([true, 1]);
  });

  it('on a well-known port belong to the client if it is the same sender', () => {
    const connection = connect();
    expect(connection.isFrom(client)).toBe(true);
    expect(connection.isFrom(new MemoryClient())).toBe(false);
    expect(connection.isFrom({ address: client.address, port: client.port })).toBe(false);
  });
});

describe('messages to a client', () => {
  it('that are longer than its limit are sent in parts', () => {
    const connection = connect();
    connection.send(bytes('0123456789'));
    connection.send(bytes('0123456789abcdefghijABC'));
    sendQueue.flush();
    expect(client.received.map(String)).toEqual(['0123456789', '0123456789', 'abcdefghij', 'ABC']);
  });

  it('have no empty last part', () => {
    connect().send(bytes('0123456789abcdefghij'));
    sendQueue.flush();
    expect(client.received.map(String)).toEqual(['0123456789', 'abcdefghij']);
  });

  it('over UDP are sent in parts of 8192 bytes', async () => {
    const socket = createSocket('udp4');
    const lengths: number[] = [];
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const connection = new Connection({
      sendQueue,
      local: { bindAddress: '127.0.0.1' },
      client: { address: '127.0.0.1', port: socket.address().port },
      datagramsPerCycle: 0,
      workPerCycle: 0,
      sharedWork: null,
      traffic,
      onArrival: () => {},
    });
    try {
      await new Promise<void>((resolve) => {
        socket.on('message', ({ length }) => {
          if (lengths.push(length) === 3) resolve();
        });
        connection.send(new Uint8Array(20_000));
        sendQueue.flush();
      });
      expect(lengths).toEqual([8192, 8192, 3616]);
      expect(traffic).toMatchObject({ sentDatagrams: 3, sentBytes: 20_000 });
    } finally {
      connection.close();
      socket.close();
    }
  });

  it('go uncompressed and in one piece to the observer of the messages', () => {
    const connection = connect();
    connection.setCompression(6);
    const observed: string[] = [];
    connection.onSend = (data) => observed.push(Buffer.from(data).toString('latin1'));
    connection.send(bytes('0123456789abc'));
    expect(observed).toEqual(['0123456789abc']);
  });

  it('are counted with their lengths on the network, as are datagrams from the client, also dropped ones', () => {
    const connection = connect(1);
    client.receiver.onDatagram(bytes('abc'));
    client.receiver.onDatagram(bytes('abcd'));
    connection.send(bytes('(a)'));
    connection.setCompression(0);
    connection.send(bytes('(b)'));
    sendQueue.flush();
    expect(traffic).toEqual({
      receivedDatagrams: 2,
      receivedBytes: 7,
      sentDatagrams: 2,
      sentBytes: 3 + client.received[1]!.length,
    });
    expect(client.received[1]!.length).toBeGreaterThan(3);
  });

  it('are compressed at level 0 too', () => {
    const connection = connect();
    connection.setCompression(0);
    client.receiver.onDatagram(pack('(a)'));
    take(connection);
    const { used } = connection.work;
    connection.send(bytes('(b)'));
    sendQueue.flush();
    expect(unpack(client.received[0]!)).toBe('(b)');
    expect(connection.work.used - used).toBeCloseTo(replyWork(3, true));
  });

  it('are compressed from the next one on, each as a stream of its own', () => {
    const connection = connect();
    connection.send(bytes('(a)'));
    connection.setCompression(9);
    connection.send(bytes('(b)'));
    connection.send(bytes('(c)'));
    connection.setCompression(-1);
    connection.send(bytes('(d)'));
    sendQueue.flush();
    const [a, b, c, d] = client.received as [Buffer, Buffer, Buffer, Buffer];
    expect([String(a), unpack(b), unpack(c), String(d)]).toEqual(['(a)', '(b)', '(c)', '(d)']);
  });

  it('are sent before the link is closed, and input is forgotten', () => {
    const connection = connect();
    client.receiver.onDatagram(bytes('x'));
    connection.send(bytes('(last)'));
    connection.close();
    expect([client.received.map(String), client.isClosed, connection.hasInput]).toEqual([
      ['(last)'],
      true,
      false,
    ]);
  });
});

describe('work of a client', () => {
  it('a datagram is 2, a reply 8, compression 40 more, and 64 bytes are 1', () => {
    expect([receiveWork(0), receiveWork(64), receiveWork(640)]).toEqual([2, 3, 12]);
    expect([replyWork(0, false), replyWork(128, false), replyWork(0, true)]).toEqual([8, 10, 48]);
    expect([inflateWork(0), inflateWork(1024), inflateWork(65536)]).toEqual([40, 41, 104]);
  });

  it('only what is sent while its datagrams are executed counts as replies', () => {
    const connection = connect();
    connection.send(bytes('(see)'));
    expect(connection.work.used).toBe(0);
    client.receiver.onDatagram(bytes(' '.repeat(64)));
    take(connection);
    expect(connection.work.used).toBe(3);
    expect(connection.allowCommand()).toBe(true);
    expect(connection.work.used).toBe(4);
    connection.send(new Uint8Array(8));
    expect(connection.work.used).toBe(12.125);
    take(connection);
    connection.send(new Uint8Array(8));
    expect(connection.work.used).toBe(12.125);
  });

  it('includes the messages to other clients that its datagrams cause', () => {
    const connection = connect();
    const sender = client;
    client = new MemoryClient();
    const other = connect();
    sender.receiver.onDatagram(bytes(' '.repeat(64)));
    other.send(new Uint8Array(8));
    take(connection);
    expect(connection.work.used).toBe(3);
    other.send(new Uint8Array(8));
    expect(connection.work.used).toBe(5.125);
    other.setCompression(6);
    other.send(new Uint8Array(8));
    expect(connection.work.used).toBe(47.25);
    take(connection);
    other.send(new Uint8Array(8));
    expect([connection.work.used, other.work.used]).toEqual([47.25, 0]);
  });

  it('of messages to other clients is shared by the clients of a kind', () => {
    const shared = new WorkBudget(4);
    const [first, second] = [connect(0, 100, shared), connect(0, 100, shared)];
    const other = connect(0, 100);
    client.receiver.onDatagram(bytes('a'));
    other.enqueue(bytes('b'));
    first.enqueue(bytes('c'));
    take(first);
    first.send(new Uint8Array(8));
    other.send(new Uint8Array(8));
    expect([shared.used, second.work.isSpent]).toEqual([2.125, false]);
    other.send(new Uint8Array(8));
    expect([first, second, other].map(({ work }) => work.isSpent)).toEqual([true, true, false]);
    expect([second.allowDatagram(), second.overworkCount, take(other)]).toEqual([false, 1, 'a']);
    shared.beginCycle();
    expect(second.allowDatagram()).toBe(true);
  });

  it('above the limit drops commands and datagrams until the next cycle', () => {
    const connection = connect(0, 4);
    for (const text of ['a', 'b', 'c']) client.receiver.onDatagram(bytes(text));
    take(connection);
    expect([connection.allowCommand(), connection.overworkCount]).toEqual([true, 0]);
    expect(take(connection)).toBe('b');
    expect([connection.allowCommand(), connection.overworkCount]).toEqual([false, 1]);
    expect([take(connection), connection.overworkCount]).toEqual([undefined, 2]);
    expect([connection.allowDatagram(), connection.overworkCount]).toEqual([false, 3]);
    expect(connection.resetDatagramCount()).toBe(true);
    expect([connection.allowDatagram(), connection.allowCommand(), connection.work.used]).toEqual([
      true,
      true,
      1,
    ]);
  });

  it('of a compressed datagram includes that of decompressing it', () => {
    const connection = connect();
    connection.setCompression(0);
    const data = pack(' '.repeat(10_240));
    client.receiver.onDatagram(data);
    take(connection);
    expect(connection.work.used).toBe(receiveWork(10_240) + inflateWork(10_240));
  });

  it('of a damaged compressed datagram is that of the longest one', () => {
    const connection = connect();
    connection.setCompression(0);
    client.receiver.onDatagram(DAMAGED);
    take(connection);
    expect(connection.work.used).toBe(104);
  });
});

describe('the work of data that is not compressed although it should be', () => {
  /** Two bytes whose number is a multiple of 31, as at the begin of a zlib stream. */
  const header = (method: number) => [method, (31 - ((method * 256) % 31)) % 31];

  it.each<[string, number[], number]>([
    ['deflate with the largest window', header(0x78), 104],
    ['deflate with the smallest window', header(0x08), 104],
    ['a window that is too large', header(0x88), 0],
    ['another method', header(0x79), 0],
    ['another method and a window that is too large', header(0x97), 0],
    ['a wrong checksum', [0x78, 0x9d], 0],
    ['a text', [0x28, 0x69], 0],
    ['one byte', [0x78], 0],
  ])('after a head of %s', (_, head, expected) => {
    const connection = connect();
    connection.setCompression(6);
    // Two bytes after the head: a block of a type that does not exist.
    client.receiver.onDatagram(Buffer.from(head.length < 2 ? head : [...head, 7, 7]));
    expect(take(connection)).toBeUndefined();
    expect(connection.work.used).toBe(expected);
  });
});

describe('a budget of work', () => {
  it('is spent when its limit is reached, and 0 means no limit', () => {
    const one = new WorkBudget(1);
    expect(one.isSpent).toBe(false);
    one.charge(1);
    expect([one.isSpent, one.used]).toEqual([true, 1]);
    one.beginCycle();
    expect([one.isSpent, one.used]).toEqual([false, 0]);
    const endless = new WorkBudget(0);
    endless.charge(1e9);
    expect(endless.isSpent).toBe(false);
  });
});

describe('a well-known port', () => {
  const sent: [string, number, string][] = [];
  const listener = {
    port: 6000,
    address: '127.0.0.1',
    receive: () => {},
    close: () => {},
    send: (data: Uint8Array, port: number, address: string) =>
      void sent.push([Buffer.from(data).toString('latin1'), port, address]),
  };

  it('drops and counts datagrams if too many wait, and those of senders that are not admitted', () => {
    const queue = createPortQueue(listener, traffic);
    for (let n = 0; n < 4096; n++) enqueueDatagram(queue, bytes('a'), client);
    expect([queue.datagrams.length, queue.droppedCount]).toEqual([4096, 0]);
    expect(enqueueDatagram(queue, bytes('ab'), client)).toBe(true);
    expect([queue.datagrams.length, queue.droppedCount]).toEqual([4096, 1]);
    queue.allowSender = () => false;
    expect(enqueueDatagram(queue, bytes('abc'), client)).toBe(false);
    expect([queue.droppedCount, queue.unknownDroppedCount]).toEqual([1, 0]);
    expect(traffic).toMatchObject({ receivedDatagrams: 4098, receivedBytes: 4101, sentDatagrams: 0 });
  });

  it('answers by the connection of a sender, or to its address', () => {
    const queue = createPortQueue(listener, traffic);
    answerFromPort(queue, { bytes: bytes(''), from: client }, bytes('(error a)'));
    answerFromPort(queue, { bytes: bytes(''), from: { address: '10.0.0.1', port: 77 } }, bytes('(error b)'));
    expect(client.answers).toEqual(['(error a)']);
    expect(sent).toEqual([['(error b)', 77, '10.0.0.1']]);
    expect(traffic).toEqual({ receivedDatagrams: 0, receivedBytes: 0, sentDatagrams: 2, sentBytes: 18 });
  });
});
