import { type MatchEvent, PLAYER_COUNT, type Player } from '@rcss/core';
import {
  createFullstateObservation,
  createSenseBodyObservation,
  type SeeObservation,
} from '@rcss/core/observation';
import { createRandomStream, shuffle } from '@rcss/core/random';
import type { TeamClient } from '@rcss/core/team-module';
import { decodePlayerCommands, encodeError, encodeFullstate } from '@rcss/protocol/player';
import { fillFullstate, fillSenseBody } from '@rcss/sensors';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import { attachClient, Delivery, type LocalClients, LocalTeamError, type PlayerSlot } from './connect.js';
import { deliverEvent } from './events.js';

/**
 * The clients of a match that the caller runs: delivers to them what their players perceive, and executes what they decide. In each
 * cycle, after `step`: `runSenseBody` with {@link senseBody}, `runVision` with {@link see}, then {@link decide}. The events of the
 * match go to {@link notify}.
 */
export class ClientHost {
  readonly match: Match;
  readonly clients: LocalClients = { players: [], coaches: [] };
  readonly delivery: Delivery = new Delivery();
  /** Errors and warnings that were sent to clients: label of the client and text. */
  readonly complaints: string[] = [];
  readonly #body = createSenseBodyObservation();
  readonly #fullstate = createFullstateObservation();
  /** Commands of this cycle by the index of the player. */
  readonly #texts: string[] = new Array(PLAYER_COUNT).fill('');
  readonly #order: number[] = Array.from({ length: PLAYER_COUNT }, (_, i) => i);

  constructor(match: Match) {
    this.match = match;
  }

  /**
   * Lets a client play a player that is already in the match. The client receives the answer to its init and the parameters.
   *
   * @param label For messages about the client: `player 3 of Alpha`.
   * @throws {LocalTeamError} if the init of the client does not fit the player
   */
  attach(client: TeamClient, player: Player, label: string): void {
    attachClient(this.match, this.clients, this.delivery, client, player, label);
  }

  /** Delivers an event to the clients that may receive it. */
  notify(event: MatchEvent): void {
    this.#noteReply(event);
    deliverEvent(this.match, this.clients, this.delivery, event);
  }

  #find(index: number): PlayerSlot | undefined {
    for (const slot of this.clients.players) if (slot.player.index === index) return slot;
    return undefined;
  }

  /** Delivers sense_body and, if it is on, fullstate; nothing if the player has no client here. */
  senseBody(player: Player): void {
    const slot = this.#find(player.index);
    if (slot === undefined) return;
    const { world, params } = this.match;
    fillSenseBody(world, params, player, this.#body);
    this.delivery.sendSenseBody(slot, this.#body);
    const isFullstateOn = player.side === 'l' ? params.server.fullstate_l : params.server.fullstate_r;
    if (!isFullstateOn || !slot.encoding.features.fullstate) return;
    fillFullstate(world, params, player, this.#fullstate);
    this.delivery.send(slot, (w) => encodeFullstate(w, this.#fullstate, slot.encoding));
  }

  /** Delivers see; nothing if the player has no client here. */
  see(player: Player, seen: SeeObservation): void {
    const slot = this.#find(player.index);
    if (slot !== undefined) this.delivery.sendSee(slot, seen);
  }

  /**
   * Calls `decide` of all players, which decide on the same state; then their commands are executed in an order that depends on seed
   * and step only.
   */
  decide(): void {
    const { match } = this;
    const { players } = this.clients;
    for (const slot of players) {
      const { index, enabled } = slot.player;
      this.#texts[index] = enabled ? decideClient(slot.client, slot.label) : '';
    }
    const order = this.#order;
    for (let i = 0; i < order.length; i++) order[i] = i;
    shuffle(createRandomStream(match.seed, `order ${match.steps}`), order);
    for (const index of order) {
      const slot = this.#find(index);
      if (slot !== undefined && this.#texts[index] !== '') this.#execute(slot, this.#texts[index]!);
    }
  }

  /** Calls `decide` of one player and executes its commands; for callers with an order of their own. */
  decidePlayer(player: Player): void {
    const slot = this.#find(player.index);
    if (slot === undefined || !player.enabled) return;
    const text = decideClient(slot.client, slot.label);
    if (text !== '') this.#execute(slot, text);
  }

  #execute(slot: PlayerSlot, text: string): void {
    const { player } = slot;
    const isWellFormed = decodePlayerCommands(text, (command) => {
      if (command.type !== 'done' && command.type !== 'compression')
        applyPlayerCommand(this.match, player.index, command);
      return player.enabled;
    });
    if (isWellFormed || !player.enabled) return;
    this.complaints.push(`${slot.label}: error illegal_command_form in ${JSON.stringify(text)}`);
    this.delivery.send(slot, (w) => encodeError(w, 'illegal_command_form'));
  }

  #noteReply(event: MatchEvent): void {
    if (event.type !== 'reply' || (event.reply.kind !== 'error' && event.reply.kind !== 'warning')) return;
    const { to, reply } = event;
    const slot =
      to.role === 'player'
        ? this.#find(to.index)
        : this.clients.coaches.find(({ side }) => side === (to.role === 'coach' ? to.side : null));
    this.complaints.push(`${slot?.label ?? to.role}: ${reply.kind} ${reply.code}`);
  }

  /** Calls `close` of all clients. */
  close(): void {
    for (const { client } of [...this.clients.players, ...this.clients.coaches]) client.close?.();
  }
}

/** Calls `decide` of a client; an error in it names the client. */
export function decideClient(client: TeamClient, label: string): string {
  try {
    return client.decide();
  } catch (error) {
    throw new LocalTeamError(`${label} failed in decide: ${(error as Error).message}`, { cause: error });
  }
}
