import { constants, deflateSync, inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectedSender, LinkReceiver } from './client-link.js';
import { Connection } from './connection.js';
import { answerFromPort, createPortQueue, enqueueDatagram, MAX_WAITING_DATAGRAMS } from './port-queue.js';
import { SendQueue } from './send-queue.js';
import { createTraffic } from './traffic.js';
import { inflateWork, receiveWork, replyWork } from './work-budget.js';

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
  readonly received: Buffer[] = [];
  readonly answers: string[] = [];
  receiver!: LinkReceiver;
  isClosed = false;

  send(data: Uint8Array): void {
    this.answers.push(Buffer.from(data).toString('latin1'));
  }

  openLink(receiver: LinkReceiver) {
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
const sendQueue = new SendQueue();

function connect(datagramsPerCycle = 0, workPerCycle = 0): Connection {
  return new Connection({
    sendQueue,
    bindAddress: '127.0.0.1',
    client,
    datagramsPerCycle,
    workPerCycle,
    traffic: createTraffic().player,
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

  it('wait while they are held', () => {
    const connection = connect();
    expect(connection.hasHeldInput).toBe(false);
    connection.isHeld = true;
    expect(connection.hasHeldInput).toBe(false);
    client.receiver.onDatagram(bytes('a'));
    expect([connection.hasInput, connection.hasHeldInput, take(connection)]).toEqual([
      false,
      true,
      undefined,
    ]);
    connection.isHeld = false;
    expect([connection.hasInput, connection.hasHeldInput, take(connection)]).toEqual([true, false, 'a']);
  });

  it('are searched for (done) and (compression N)', () => {
    const connection = connect();
    client.receiver.onDatagram(bytes('(turn 1)'));
    expect([connection.hasDoneCommand(), connection.hasCompressionCommand]).toEqual([false, false]);
    client.receiver.onDatagram(bytes('(compression 3)'));
    client.receiver.onDatagram(bytes('(dash 1)(done)'));
    expect([connection.hasDoneCommand(), connection.hasCompressionCommand]).toEqual([true, true]);
    expect(connection.hasDoneCommand()).toBe(true);
  });

  it('must be compressed if compression is on; others, cut and empty ones are skipped', () => {
    const connection = connect();
    connection.compressionLevel = 0;
    for (const data of [bytes('(plain)'), DAMAGED, pack('').subarray(0, 2), pack('(turn 1)')])
      client.receiver.onDatagram(data);
    expect([take(connection), take(connection)]).toEqual(['(turn 1)', undefined]);
    client.receiver.onDatagram(pack('(done)'));
    expect(connection.hasDoneCommand()).toBe(true);
    connection.compressionLevel = -1;
    expect(connection.hasDoneCommand()).toBe(false);
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

  it('are compressed from the next one on, each as a stream of its own', () => {
    const connection = connect();
    connection.send(bytes('(a)'));
    connection.compressionLevel = 9;
    connection.send(bytes('(b)'));
    connection.send(bytes('(c)'));
    connection.compressionLevel = -1;
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

  it('of a damaged compressed datagram is that of the longest one', () => {
    const connection = connect();
    connection.compressionLevel = 0;
    client.receiver.onDatagram(DAMAGED);
    take(connection);
    expect(connection.work.used).toBe(104);
  });
});

describe('a well-known port', () => {
  const sent: [string, number, string][] = [];
  const listener = {
    port: 6000,
    close: () => {},
    send: (data: Uint8Array, port: number, address: string) =>
      void sent.push([Buffer.from(data).toString('latin1'), port, address]),
  };

  it('drops and counts datagrams if too many wait, and those of senders that are not admitted', () => {
    const queue = createPortQueue(listener, createTraffic().ports);
    for (let n = 0; n < MAX_WAITING_DATAGRAMS; n++) enqueueDatagram(queue, bytes('a'), client);
    expect([queue.datagrams.length, queue.droppedCount]).toEqual([MAX_WAITING_DATAGRAMS, 0]);
    expect(enqueueDatagram(queue, bytes('a'), client)).toBe(true);
    expect([queue.datagrams.length, queue.droppedCount]).toEqual([MAX_WAITING_DATAGRAMS, 1]);
    queue.isAdmitted = () => false;
    expect(enqueueDatagram(queue, bytes('a'), client)).toBe(false);
    expect(queue.droppedCount).toBe(1);
  });

  it('answers by the connection of a sender, or to its address', () => {
    const queue = createPortQueue(listener, createTraffic().ports);
    answerFromPort(queue, { bytes: bytes(''), from: client }, bytes('(error a)'));
    answerFromPort(queue, { bytes: bytes(''), from: { address: '10.0.0.1', port: 77 } }, bytes('(error b)'));
    expect(client.answers).toEqual(['(error a)']);
    expect(sent).toEqual([['(error b)', 77, '10.0.0.1']]);
  });
});
