import { createPlayerClient, type PlayerClient } from '@rcss/client';
import type { CreateTeam, ServerMessage, TeamClient } from '@rcss/core/team-module';
import { DecodedReceiver } from '../team/decoded-messages.js';
import { MessageLink } from '../team/message-link.js';
import { Chaser } from './chaser.js';

/** One small agent as a {@link TeamClient}. */
class ChaserClient implements TeamClient {
  readonly init: string;
  /** How a host in the same process delivers messages without their text. */
  readonly decoded: DecodedReceiver = new DecodedReceiver(ChaserClient.prototype.receive, (message) =>
    this.#client.receiveMessage(message),
  );
  readonly #link = new MessageLink();
  readonly #client: PlayerClient;
  readonly #chaser: Chaser;

  constructor(team: string, turnsAtOnce: number) {
    const { transport } = this.#link;
    this.#client = createPlayerClient({ team, transport, autoDone: false });
    this.#chaser = new Chaser(this.#client, turnsAtOnce);
    this.#client.connect();
    this.init = this.#link.takeText();
  }

  receive(message: ServerMessage): void {
    this.#link.receive(message);
  }

  decide(): string {
    this.#chaser.plan();
    return this.#link.takeText();
  }

  close(): void {
    this.#client.close();
  }
}

/**
 * Team module of the small agents of the manuals: each runs after the ball and kicks it at the goal. `options.players` is their
 * number, 1 to 11 (default 11); `options.turns`: how often each turns to look around before it plans again (default 1).
 *
 * @throws {RangeError} if `options.players` is not a number from 1 to 11
 */
export const createChasers: CreateTeam = ({ team, options }) => {
  const { players = 11, turns = 1 } = options;
  if (!Number.isInteger(players) || (players as number) < 1 || (players as number) > 11)
    throw new RangeError(`options.players of team ${team}: ${String(players)} is not a number from 1 to 11`);
  return { players: Array.from({ length: players as number }, () => new ChaserClient(team, Number(turns))) };
};
