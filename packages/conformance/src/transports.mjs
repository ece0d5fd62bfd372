// The ways on which a client reaches the server: UDP, a WebSocket of its own, or a channel of a WebSocket.
// A transport has open(), send(bytes, port), close() and calls onMessage(bytes, port) of its client.

import dgram from 'node:dgram';
import { WebSocket } from 'ws';

/** Names of the transports, as --transport takes them. */
export const TRANSPORTS = ['udp', 'websocket', 'channels'];

/** Port of the HTTP server of a server whose first UDP port is `port`. */
export const httpPortOf = (port) => port + 3;

/** Creates the transport of a client; `initPort` is its well-known port. */
export function createTransport(kind, client, initPort, firstPort) {
  if (kind === 'websocket') return new SocketTransport(client, initPort, firstPort);
  if (kind === 'channels') return new ChannelTransport(client, initPort, firstPort);
  return new UdpTransport(client, initPort);
}

class UdpTransport {
  constructor(client, initPort) {
    this.client = client;
    this.initPort = initPort;
  }

  open() {
    this.socket = dgram.createSocket('udp4');
    this.socket.on('error', () => {});
    this.socket.on('message', (bytes, from) => {
      if (from.port !== this.initPort) this.client.port = from.port;
      this.client.onMessage(bytes);
    });
    return new Promise((resolve) => {
      this.socket.bind({ port: 0, address: '127.0.0.1' }, () => {
        try {
          this.socket.setRecvBufferSize(4 << 20);
        } catch {
          /* the default is sufficient */
        }
        resolve();
      });
    });
  }

  send(bytes, port) {
    this.socket.send(bytes, port, '127.0.0.1');
  }

  close() {
    this.socket.close();
  }
}

/** Opens a WebSocket; the server must offer it on its HTTP port for the room `main`. */
function openWebSocket(path, subprotocol, firstPort, onMessage) {
  const socket = new WebSocket(`ws://127.0.0.1:${httpPortOf(firstPort)}/rooms/main/${path}`, subprotocol);
  socket.on('message', onMessage);
  const opened = new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', (error) =>
      reject(new Error(`the WebSocket ${socket.url} was not opened: ${error.message}`)),
    );
  });
  return { socket, opened };
}

/** One WebSocket per client; its path names the role. */
class SocketTransport {
  constructor(client, initPort, firstPort) {
    this.client = client;
    this.initPort = initPort;
    this.firstPort = firstPort;
    this.waiting = [];
  }

  async open() {
    // A raw client shows with its first message whether it is a player or a monitor.
    if (this.client.type !== 'raw' || this.initPort !== this.firstPort) await this.#openPath(this.#path);
  }

  get #path() {
    if (this.client.type === 'monitor') return 'monitor';
    return ['player', 'trainer', 'coach'][this.initPort - this.firstPort];
  }

  async #openPath(path) {
    const { socket, opened } = openWebSocket(path, 'rcss.v1', this.firstPort, (bytes) => {
      this.client.onMessage(bytes);
    });
    this.socket = socket;
    await opened;
    for (const bytes of this.waiting.splice(0)) this.send(bytes);
  }

  /** A WebSocket has no ports: a message to a well-known port goes the same way as all others. */
  send(bytes) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(bytes, { binary: true });
      return;
    }
    this.waiting.push(Buffer.from(bytes));
    if (this.socket !== undefined) return;
    const isMonitor = bytes.subarray(0, 5).toString('latin1') === '(disp';
    this.#openPath(isMonitor ? 'monitor' : 'player').catch(() => {});
  }

  close() {
    this.socket?.close();
  }
}

const OWN_PORT = 3;
const END = 255;
const HEADER_BYTES = 3;

/** One WebSocket for all clients of a server; each frame begins with the number of the channel and the port. */
class ChannelTransport {
  /** Open WebSockets by first port: the socket, its channels, the next number. */
  static #shared = new Map();

  constructor(client, initPort, firstPort) {
    this.client = client;
    this.initPort = initPort;
    this.firstPort = firstPort;
  }

  async open() {
    const shared =
      ChannelTransport.#shared.get(this.firstPort) ?? ChannelTransport.#openShared(this.firstPort);
    this.shared = shared;
    this.number = shared.next;
    shared.next += 1;
    shared.channels.set(this.number, this);
    await shared.opened;
  }

  static #openShared(firstPort) {
    const channels = new Map();
    const { socket, opened } = openWebSocket('channels', 'rcss-channels.v1', firstPort, (frame) => {
      const channel = channels.get(frame.readUInt16LE(0));
      if (channel === undefined || frame[2] === END) return;
      if (frame[2] === OWN_PORT) channel.client.port = OWN_PORT;
      channel.client.onMessage(frame.subarray(HEADER_BYTES));
    });
    const shared = { socket, opened, channels, next: 1 };
    ChannelTransport.#shared.set(firstPort, shared);
    socket.on('close', () => ChannelTransport.#shared.delete(firstPort));
    return shared;
  }

  send(bytes, port) {
    const { socket } = this.shared;
    const code = port === OWN_PORT ? OWN_PORT : port - this.firstPort;
    const header = Buffer.from([this.number & 0xff, this.number >> 8, code]);
    if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.concat([header, bytes]), { binary: true });
  }

  close() {
    this.send(Buffer.alloc(0), this.firstPort + END);
    this.shared.channels.delete(this.number);
    if (this.shared.channels.size === 0) this.shared.socket.close();
  }
}
