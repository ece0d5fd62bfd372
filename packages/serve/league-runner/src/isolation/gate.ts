import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket as Stream } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRequestedTeam } from '@rcss/match-server/program';
import { encodeGateFrame, FrameReader } from './frames.js';

/** The way from a sandbox without network to the ports of a server. */
export interface Gate {
  /** Unix socket to which the program in the sandbox connects; one connection is accepted. */
  readonly socketPath: string;
  /** First name of another team for which the sandbox has asked for a place; null: none. */
  readonly foreignTeam: string | null;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
/** Clients of a sandbox: a team, its coach and some monitors. */
const MAX_CLIENTS = 64;
/** Datagrams of a sandbox that are passed on in one turn of the event loop, in which also the server works. */
const MAX_FRAMES_PER_TURN = 256;
/** Bytes that may wait for a sandbox that does not read. */
const MAX_WAITING_BYTES = 4 << 20;

const REFUSAL = Buffer.from('(error illegal_teamname)\0');

/** A client in the sandbox: its socket outside, and the ports of the server that have sent to it. */
interface GateClient {
  readonly socket: Socket;
  readonly serverPorts: Set<number>;
}

/**
 * Opens a gate for one sandbox. A client in it reaches the given ports of the server at 127.0.0.1, and those from which the server has
 * answered it. Only requests of its own team pass: with a name of another one, a team could take over its players.
 *
 * @param team Name of the team.
 */
export async function openGate(serverPorts: readonly number[], team: string): Promise<Gate> {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-gate-'));
  const socketPath = join(folder, 'gate');
  let passage: Passage | null = null;
  const listener = createServer((stream) => {
    if (passage !== null) return stream.destroy();
    passage = new Passage(stream, serverPorts, team);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(socketPath, resolve);
  });
  return {
    socketPath,
    get foreignTeam() {
      return passage?.foreignTeam ?? null;
    },
    close() {
      listener.close();
      passage?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Passes datagrams between the stream of a sandbox and the server. */
class Passage {
  readonly #stream: Stream;
  readonly #serverPorts: readonly number[];
  readonly #clients = new Map<number, GateClient>();
  readonly #reader = new FrameReader();
  readonly #team: string;
  foreignTeam: string | null = null;

  constructor(stream: Stream, serverPorts: readonly number[], team: string) {
    this.#team = team;
    this.#stream = stream;
    this.#serverPorts = serverPorts;
    stream.on('data', (chunk) => {
      this.#reader.add(chunk);
      stream.pause();
      this.#passOn();
    });
    stream.on('error', () => {});
    stream.on('close', () => this.close());
  }

  /** Passes on what has arrived, in parts: a team that floods its gate must not delay the server. */
  #passOn(): void {
    if (this.#stream.destroyed) return;
    for (let i = 0; i < MAX_FRAMES_PER_TURN; i++) {
      const frame = this.#reader.next();
      if (frame === null) {
        this.#stream.resume();
        return;
      }
      const { client, server, bytes } = frame;
      if (this.#isForeign(server, bytes)) {
        this.#stream.write(encodeGateFrame({ client, server, bytes: REFUSAL }));
        continue;
      }
      const known = this.#clients.get(client) ?? this.#openClient(client);
      if (known?.serverPorts.has(server)) known.socket.send(Buffer.from(bytes), server, LOOPBACK, () => {});
    }
    setImmediate(() => this.#passOn());
  }

  /** Whether a datagram asks for a place in another team. */
  #isForeign(server: number, bytes: Uint8Array): boolean {
    if (!this.#serverPorts.includes(server)) return false;
    const team = readRequestedTeam(bytes);
    if (team === null || team === this.#team) return false;
    this.foreignTeam ??= team;
    return true;
  }

  #openClient(client: number): GateClient | null {
    if (this.#clients.size >= MAX_CLIENTS) return null;
    const socket = createSocket('udp4');
    const opened: GateClient = { socket, serverPorts: new Set(this.#serverPorts) };
    socket.on('error', () => {});
    socket.on('message', (bytes, { address, port }) => {
      if (address !== LOOPBACK || this.#stream.writableLength > MAX_WAITING_BYTES) return;
      opened.serverPorts.add(port);
      this.#stream.write(encodeGateFrame({ client, server: port, bytes }));
    });
    socket.bind(0, LOOPBACK);
    this.#clients.set(client, opened);
    return opened;
  }

  close(): void {
    this.#stream.destroy();
    for (const { socket } of this.#clients.values()) socket.close();
    this.#clients.clear();
  }
}
