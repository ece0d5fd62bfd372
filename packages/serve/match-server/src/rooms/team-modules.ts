/** Teams that play in the process of their room. */

import type { SideName } from '@rcss/core';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { AgentTeam, ServerMessage, TeamClient } from '@rcss/core/team-module';
import { poll } from '@rcss/host';
import { loadTeamModule, resolveModule } from '@rcss/kit/match-runner';
import { splitCoachCommands } from '@rcss/protocol/coach';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { PortQueue } from '../net/port-queue.js';
import type { Server } from '../sessions/server.js';
import { WebSocketSender } from '../websocket/websocket-sender.js';

/** Longest message to a client of a module, bytes. */
const MAX_MESSAGE_BYTES = 8192;
const LOCAL_ADDRESS = '127.0.0.1';

/**
 * Loads a team and connects its clients to a server, one after the other.
 *
 * @param onFault Called with the error of a client; the client has left the match then.
 * @throws {Error} (as a rejection) if the team cannot be created or a client is refused
 */
export async function connectTeamModule(
  server: Server,
  side: SideName,
  { name, module, options = {} }: ModuleTeam,
  onFault: (error: Error) => void,
): Promise<void> {
  const create = await loadTeamModule({
    name,
    module: resolveModule(module, process.cwd(), import.meta.url),
  });
  const seed = 2 * server.match.seed + (side === 'left' ? 0 : 1);
  const team: AgentTeam = await create({ team: name, seed, options });
  if (team.trainer !== undefined) throw new Error('the team has a trainer, which rooms do not allow');
  const { ports } = server.net;
  const requests: [PortQueue, TeamClient][] = team.players.map((player) => [ports.player, player]);
  if (team.coach !== undefined) requests.push([ports.olcoach, team.coach]);
  const connected: ModuleClient[] = [];
  for (const [queue, client] of requests) {
    const connecting = new ModuleClient(server, client, client === team.coach, onFault);
    connected.push(connecting);
    connecting.connect(queue);
    // The server executes the request at once.
    poll(server, POLL_PARTS);
    server.net.sendQueue.flush();
    if (connecting.refusal === null) {
      connecting.prepare();
      continue;
    }
    for (const other of connected) other.leave();
    poll(server, POLL_PARTS);
    throw new Error(`a client is refused: ${connecting.refusal}`);
  }
}

/** The connection of a client in this process. The server treats it like one on a WebSocket. */
class ModuleClient {
  /** The answer of the server to a request that it refuses. */
  refusal: string | null = null;
  #hasEnded = false;
  readonly #server: Server;
  readonly #client: TeamClient;
  readonly #isCoach: boolean;
  readonly #sender: WebSocketSender;
  readonly #onFault: (error: Error) => void;

  constructor(server: Server, client: TeamClient, isCoach: boolean, onFault: (error: Error) => void) {
    this.#server = server;
    this.#client = client;
    this.#isCoach = isCoach;
    this.#onFault = onFault;
    this.#sender = new WebSocketSender({
      net: server.net,
      address: LOCAL_ADDRESS,
      port: 0,
      localPort: 0,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      onlyRole: null,
      isOperator: false,
      transmit: (bytes) => this.#receive(bytes),
      end: () => this.#end(),
    });
  }

  /** Puts the request of the client into a queue, without the limits for unknown senders. */
  connect(queue: PortQueue): void {
    queue.datagrams.push({ bytes: Buffer.from(`${this.#client.init}\0`, 'latin1'), from: this.#sender });
  }

  /** The server sends `(think)` only to coaches that receive `see_global` (spec 07 §14.2). */
  prepare(): void {
    if (this.#isCoach) this.#send('(eye on)');
  }

  #receive(bytes: Uint8Array): void {
    const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1');
    // The server may be in the middle of a phase; it reads the commands in its next poll.
    if (start.startsWith('(think)')) queueMicrotask(() => this.#attempt(() => this.#decide()));
    else {
      if (!this.#sender.isAccepted && start.startsWith('(error ')) this.refusal = decode(bytes);
      this.#attempt(() => this.#client.receive(bytes satisfies ServerMessage));
    }
  }

  #decide(): void {
    if (this.#hasEnded) return;
    const text = `${this.#client.decide()}(done)`;
    if (this.#isCoach) for (const command of splitCoachCommands(text)) this.#send(command);
    else this.#send(text);
  }

  #send(text: string): void {
    this.#sender.receive(Buffer.from(`${text}\0`, 'latin1'), null);
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#onFault(error as Error);
      this.leave();
    }
  }

  /** Takes the client out of the match. */
  leave(): void {
    this.#sender.lose();
    this.#end();
    // The server may wait for the client.
    this.#server.net.onArrival();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.#client.close?.();
    } catch (error) {
      this.#onFault(error as Error);
    }
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replace(/\0$/, '');
}
