import { createSocket } from 'node:dgram';

const HOST = '127.0.0.1';
/** Interval between repeated requests, ms. */
const REPEAT_MS = 1000;

/**
 * A client of the server: sends its first request until the server accepts it, then talks to the port of the answer, which can be the same
 * (`rcss::single_port`).
 */
export class AgentSocket {
  #socket;
  #serverPort;
  #repeat;
  #isAccepted = false;
  #isOpen = true;

  /**
   * @param port Well-known port for the first request.
   * @param request First request, for example `(init A (version 18))`.
   * @param onMessage Called with the bytes of each message, and this object.
   */
  constructor(port, request, onMessage) {
    this.#serverPort = port;
    this.#socket = createSocket({
      type: 'udp4',
      lookup: (host, _options, callback) => callback(null, host, 4),
    });
    this.#socket.on('error', () => {});
    this.#socket.bind(0, HOST, () => {
      try {
        this.#socket.setRecvBufferSize(1 << 20);
      } catch {
        // The default size is enough unless the machine is very busy.
      }
      this.send(request);
    });
    this.#repeat = setInterval(() => this.send(request), REPEAT_MS);
    this.#socket.on('message', (bytes, from) => {
      if (!this.#isAccepted && readName(bytes) !== 'error') {
        this.#isAccepted = true;
        this.#serverPort = from.port;
        clearInterval(this.#repeat);
      }
      onMessage(bytes, this);
    });
  }

  /** Sends one command text; does nothing after `close`. */
  send(text) {
    if (!this.#isOpen) return;
    this.#socket.send(`${text}\0`, this.#serverPort, HOST);
  }

  close() {
    this.#isOpen = false;
    clearInterval(this.#repeat);
    this.#socket.close();
  }
}

/** Name of a message: the text from the first parenthesis to the next space or parenthesis. */
export function readName(bytes) {
  let end = 1;
  while (end < bytes.length && bytes[end] !== 0x20 && bytes[end] !== 0x29) end += 1;
  return bytes.toString('latin1', 1, end);
}
