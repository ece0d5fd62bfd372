import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { checkMachineMessage, type MachineHello } from '../jobs/machine-messages.js';

/** Longest message, bytes: a part of the output of a team in base64. */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Time for the handshake, ms. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Silence after which the other side counts as gone, ms; both sides send something more often. */
const SILENCE_TIMEOUT_MS = 30_000;
const HEARTBEAT_MS = 5000;
/** Characters of the messages that wait for a listener. */
const MAX_WAITING = 1_000_000;
const PROTOCOL = 'rcss-machine 1';
const CHALLENGE = /^[0-9a-f]{32}$/;

/** JSON messages, one per line, over a TCP connection. */
export class MessageConnection {
  readonly #socket: Socket;
  #rest = '';
  #onMessage: ((message: unknown) => void) | null = null;
  /** Messages that wait for a listener. */
  readonly #waiting: unknown[] = [];
  #waitingLength = 0;
  readonly #heartbeat: NodeJS.Timeout;
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<string>;

  constructor(socket: Socket) {
    this.#socket = socket;
    let reason = 'the connection was closed';
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.setTimeout(SILENCE_TIMEOUT_MS, () => socket.destroy(new Error('no message for 30 s')));
    this.#heartbeat = setInterval(() => socket.write('\n'), HEARTBEAT_MS);
    this.closed = new Promise((resolve) => {
      socket.on('error', ({ message }) => {
        reason = message;
      });
      socket.on('close', () => {
        clearInterval(this.#heartbeat);
        resolve(reason);
      });
    });
    socket.on('data', (text: string) => this.#read(text));
  }

  /** Address of the other side. */
  get address(): string {
    return (this.#socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  }

  /** Calls a function for each message, also for those that have waited; replaces the one before. With null, messages wait. */
  onMessage(listener: ((message: unknown) => void) | null): void {
    this.#onMessage = listener;
    while (this.#onMessage !== null && this.#waiting.length > 0) this.#onMessage(this.#waiting.shift());
  }

  send(message: object): void {
    if (!this.#socket.destroyed) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the connection, with the reason for this side. */
  close(reason?: string): void {
    this.#socket.destroy(reason === undefined ? undefined : new Error(reason));
  }

  #read(text: string): void {
    this.#rest += text;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > MAX_MESSAGE_BYTES) {
      this.close('a message is too long');
      return;
    }
    for (const line of lines) {
      if (line === '' || this.#socket.destroyed) continue;
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        this.close('a message is not JSON');
        return;
      }
      if (this.#onMessage !== null) this.#onMessage(message);
      else {
        this.#waiting.push(message);
        this.#waitingLength += line.length;
        if (this.#waitingLength > MAX_WAITING) this.close('too many messages in the handshake');
      }
    }
  }
}

/** Answer to the challenge of the other side: only those who have the token can compute it. */
function sign(token: string, role: 'machine' | 'runner', challenge: unknown, hello = ''): string {
  if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) throw new Error('a challenge is wrong');
  return createHmac('sha256', token).update(`${PROTOCOL}\n${role}\n${challenge}\n${hello}`).digest('hex');
}

function isSame(given: unknown, expected: string): boolean {
  return (
    typeof given === 'string' &&
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

const WRONG_TOKEN = 'the other side does not have the same token';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the next message of a connection. */
function receive(connection: MessageConnection): Promise<Fields> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => connection.close('no answer to the handshake'), HANDSHAKE_TIMEOUT_MS);
    connection.onMessage((message) => {
      clearTimeout(timer);
      connection.onMessage(null);
      resolve(typeof message === 'object' && message !== null ? (message as Fields) : {});
    });
    void connection.closed.then((reason) => {
      clearTimeout(timer);
      reject(new Error(reason));
    });
  });
}

/**
 * Side of the machine: both sides show that they have the token, without sending it.
 *
 * @throws {Error} if the other side does not have it.
 */
export async function greetRunner(
  connection: MessageConnection,
  token: string,
  hello: MachineHello,
): Promise<void> {
  const mine = randomBytes(16).toString('hex');
  connection.send({ protocol: PROTOCOL, challenge: mine });
  const challenge = await receive(connection);
  if (!isSame(challenge['signature'], sign(token, 'runner', mine))) {
    connection.close(WRONG_TOKEN);
    throw new Error(WRONG_TOKEN);
  }
  const text = JSON.stringify(hello);
  const accepted = receive(connection);
  connection.send({ hello: text, signature: sign(token, 'machine', challenge['challenge'], text) });
  await accepted;
}

/**
 * Side of the runner, as {@link greetRunner}.
 *
 * @returns What the machine says about itself.
 * @throws {Error} if the machine does not have the token, or speaks another protocol.
 */
export async function greetMachine(connection: MessageConnection, token: string): Promise<MachineHello> {
  const mine = randomBytes(16).toString('hex');
  const first = await receive(connection);
  const fail = (reason: string): never => {
    connection.close(reason);
    throw new Error(reason);
  };
  if (first['protocol'] !== PROTOCOL) fail('it speaks another protocol or has another version');
  const answer = receive(connection);
  connection.send({ challenge: mine, signature: sign(token, 'runner', first['challenge']) });
  const { hello, signature } = await answer;
  if (typeof hello !== 'string' || !isSame(signature, sign(token, 'machine', mine, hello))) fail(WRONG_TOKEN);
  const checked = checkMachineMessage('machineHello', JSON.parse(hello as string));
  connection.send({ accepted: true });
  return checked;
}
