/** UDP for monitors: the well-known port, and one socket per monitor (11 §2.6). */
import { createSocket, type Socket } from 'node:dgram';
import { CommandLineError } from '@rcss/command-line';

/** The addresses are numbers: nothing has to be looked up, and what is sent goes out at once and in order. */
const numericLookup = (
  host: string,
  options: unknown,
  callback: (error: null, address: string, family: number) => void,
): void => {
  const done = (typeof options === 'function' ? options : callback) as typeof callback;
  done(null, host, 4);
};

function udpSocket(): Socket {
  return createSocket({ type: 'udp4', lookup: numericLookup as never });
}

export interface Listener {
  readonly port: number;
  close(): void;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used',
  EADDRNOTAVAIL: 'is no address of this machine',
};

/** Open the well-known port; a CommandLineError when that cannot be done. */
export function listen(
  port: number,
  address: string,
  onDatagram: (text: Buffer, port: number, address: string) => void,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = udpSocket();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      reject(
        new CommandLineError(`UDP port ${address}:${port} ${REASONS[error.code ?? ''] ?? error.message}`),
      );
    });
    socket.bind({ port, address, exclusive: true }, () => {
      socket.removeAllListeners('error');
      // Errors that strangers cause by going away end nothing.
      socket.on('error', () => {});
      socket.on('message', (bytes, from) => onDatagram(bytes, from.port, from.address));
      resolve({ port: socket.address().port, close: () => socket.close() });
    });
  });
}

/** The socket for one monitor, connected to it: it gets datagrams of nobody else, and notices when it is gone. */
export class MonitorSocket {
  readonly #socket: Socket;
  readonly #onLost: () => void;
  #open = true;

  constructor(
    bindAddress: string,
    port: number,
    address: string,
    onDatagram: (bytes: Buffer) => void,
    onLost: () => void,
  ) {
    this.#onLost = onLost;
    this.#socket = udpSocket();
    this.#socket.on('error', () => this.#lost());
    this.#socket.on('message', (bytes) => onDatagram(bytes));
    this.#socket.bind({ port: 0, address: bindAddress, exclusive: true });
    this.#socket.connect(port, address);
  }

  /** The bytes may be used again after the call. */
  send(bytes: Uint8Array): void {
    if (!this.#open) return;
    try {
      this.#socket.send(Buffer.from(bytes), (error) => {
        if (error !== null) this.#lost();
      });
    } catch {
      this.#lost();
    }
  }

  #lost(): void {
    if (!this.#open) return;
    this.close();
    this.#onLost();
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.close();
  }
}
