/** What the programs of a rehearsal decide beside what the recorded clients did. */
import { type PlayerCommand, playerSlot } from '@rcss/core';
import type { Server } from '../sessions/server.js';
import type { ModuleClient } from '../websocket/module-client.js';
import type { RecordedClient } from './recorded-places.js';

/** What a client did in a cycle of the recorded match, and what the program in its place does. */
export interface RehearsedDecision extends RecordedClient {
  readonly time: number;
  readonly stoppageTime: number;
  /** Commands in order of arrival, as on the wire. */
  readonly recorded: readonly string[];
  readonly decided: readonly string[];
}

/** What a program and the recorded client have sent since the last comparison. */
export interface SentCommands {
  /** As on the wire. */
  readonly recorded: string[];
  readonly decided: string[];
  /** The recorded commands of a player. */
  readonly commands: PlayerCommand[];
  isLate: boolean;
  /** The client, if it is one of this process. */
  module?: ModuleClient;
}

/** Commands of all clients since the last comparison. */
export class Decisions {
  readonly #sent = new Map<string, SentCommands>();

  listSent(client: RecordedClient): SentCommands {
    const key = `${client.side}${client.unum}`;
    const sent = this.#sent.get(key) ?? { recorded: [], decided: [], commands: [], isLate: false };
    this.#sent.set(key, sent);
    return sent;
  }

  /** Clients of this process. */
  listModules(): ModuleClient[] {
    return [...this.#sent.values()].flatMap(({ module }) => module ?? []);
  }

  /** Gives the commands of each connected client, and begins the next cycle. */
  compare({ match, clients }: Server, onDecision?: (decision: RehearsedDecision) => void): void {
    const { time, stoppageTime } = match.world;
    const compare = (client: RecordedClient, session: object | null) => {
      const sent = this.listSent(client);
      const recorded = sent.recorded.splice(0);
      const decided = sent.decided.splice(0);
      const commands = sent.commands.splice(0);
      sent.module?.endCycle();
      // The first one is of the connection of a program, which a client of this process need not have.
      const hasPrepared = time === 0 && recorded[0] === '(eye on)' && recorded.length === decided.length + 1;
      if (sent.module !== undefined && hasPrepared) recorded.shift();
      if (session === null && recorded.length === 0) return;
      if (recorded.join('') !== decided.join('')) sent.module?.client.overruled?.(commands);
      onDecision?.({ ...client, time, stoppageTime, recorded, decided });
    };
    for (const [index, session] of clients.players.entries()) compare(playerSlot(index), session);
    for (const side of ['l', 'r'] as const) compare({ side, unum: 0 }, clients.coaches[side]);
  }
}
