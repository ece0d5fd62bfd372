// One client of the server: a player, trainer, online coach, monitor or a raw socket.

import zlib from 'node:zlib';
import { decodeDisplay } from './binary.mjs';
import { createTransport } from './transports.mjs';
import { ServerError } from './util.mjs';

const NUL = 0;

/** Text of one datagram: one ending NUL is dropped; its absence is marked. */
export function toText(bytes) {
  if (bytes.length > 0 && bytes[bytes.length - 1] === NUL) return bytes.subarray(0, -1).toString('latin1');
  return `${bytes.toString('latin1')}<no NUL>`;
}

function inflate(bytes) {
  try {
    return zlib.inflateSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
  } catch (error) {
    return Buffer.from(`<not a zlib stream: ${error.message}: ${bytes.subarray(0, 40).toString('hex')}>\0`);
  }
}

export class Client {
  /**
   * @param spec Object with `id`, `type`, `version` and more (see GUIDE.md).
   * @param offset Well-known port: 0 player and monitor, 1 trainer, 2 coach.
   * @param server Server with `port`, its first UDP port, and `transport`.
   * @param sink `sink(client, text)` is called for every message.
   */
  constructor(spec, offset, server, sink) {
    this.id = spec.id;
    this.type = spec.type;
    this.version = spec.version;
    this.spec = spec;
    this.initPort = server.port + offset;
    /** Port to which the client sends: the server's port for this client as soon as it has answered. */
    this.port = this.initPort;
    this.sink = sink;
    /** Step to which the next message belongs. */
    this.step = 0;
    /** True when the server sends this client (think) in every cycle. */
    this.awaitsThink = false;
    this.pendingThinks = 0;
    this.waiters = [];
    this.received = 0;
    this.binary = spec.type === 'monitor' && (spec.version === 1 || spec.version === 2);
    this.compressed = false;
    this.closed = false;
    this.transport = createTransport(server.transport, this, this.initPort, server.port);
  }

  async open() {
    await this.transport.open();
    return this;
  }

  /** Called by the transport with each message. */
  onMessage(received) {
    const bytes = this.compressed ? inflate(received) : received;
    this.received += 1;
    const text = this.binary ? decodeDisplay(bytes, this.version) : toText(bytes);
    // The answer to (compression N) is the last plain message; afterwards every datagram is a zlib stream of its own.
    const level = /\(ok compression (-?\d+)\)/.exec(text);
    if (level) this.compressed = Number(level[1]) >= 0;
    this.sink(this, text);
    if (text !== '(think)') {
      for (const waiter of [...this.waiters]) waiter(text);
    }
  }

  /** Sends one message; `raw: true` sends the bytes as they are, without the ending NUL. */
  send(message, { raw = false, port = this.port } = {}) {
    let bytes = Buffer.isBuffer(message) ? message : Buffer.from(raw ? message : `${message}\0`, 'latin1');
    if (this.compressed) bytes = zlib.deflateSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    if (!this.closed) this.transport.send(bytes, port);
  }

  /** Resolves with the first later message for which `test` holds. */
  next(test = () => true, timeout = 3000, what = 'an answer') {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
      };
      const waiter = (text) => {
        if (!test(text)) return;
        done();
        resolve(text);
      };
      const timer = setTimeout(() => {
        done();
        reject(new ServerError(`client ${this.id} did not receive ${what} within ${timeout} ms`));
      }, timeout);
      this.waiters.push(waiter);
    });
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    try {
      this.transport.close();
    } catch {
      /* already closed */
    }
  }
}

/** Opens a client of the online coach port and one of the player port. */
export const openProbes = (server) =>
  Promise.all([2, 0].map((offset) => new Client({ id: '', type: 'raw' }, offset, server, () => {}).open()));

/**
 * Waits until the server has handled everything that was sent before, on all its sockets. A server may read its
 * sockets in passes: player and monitor sockets, player port, coach sockets, coach port, trainer. Asking the coach
 * port and then the player port makes sure that a new pass has begun; after the second such pair all sockets have
 * been read. Neither request changes the state of the server.
 */
export async function probePasses(probes) {
  for (let i = 0; i < 2; i += 1) {
    for (const probe of probes) {
      const answer = probe.next(() => true, 4000, `an answer of port ${probe.initPort}`);
      probe.send('(conformance_probe)');
      await answer;
    }
  }
}
