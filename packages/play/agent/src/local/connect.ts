import type { AudioMessage, Player, Side } from '@rcss/core';
import type { SeeObservation, SenseBodyObservation } from '@rcss/core/observation';
import type { Team, TeamClient } from '@rcss/core/team-module';
import { coachFeatures, playerFeatures } from '@rcss/core/versions';
import type { PlayerMessage } from '@rcss/protocol';
import {
  decodeCoachInit,
  decodeTrainerInit,
  encodeCoachInitReply,
  encodeTrainerInitReply,
} from '@rcss/protocol/coach';
import {
  createHearMessage,
  createPlayerEncoding,
  createSeeMessage,
  createSenseBodyMessage,
  decodePlayerConnect,
  encodeChangePlayerType,
  encodeError,
  encodeHear,
  encodeInitReply,
  encodePlayerParam,
  encodePlayerType,
  encodeSee,
  encodeSenseBody,
  encodeServerParam,
  type PlayerEncoding,
  setTeamNames,
  type TeamNames,
} from '@rcss/protocol/player';
import { ByteWriter } from '@rcss/sexp';
import { connectPlayer, type Match } from '@rcss/simulator';
import { connectCoach, connectTrainer } from '@rcss/simulator/clients';
import { findDecodedReceiver } from '../team/decoded-messages.js';

/** A client of a team could not be used: it was refused, or its code threw an error. */
export class LocalTeamError extends Error {
  /** @param message Team, client, and what failed. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalTeamError';
  }
}

/** A connected player. */
export interface PlayerSlot {
  readonly client: TeamClient;
  readonly player: Player;
  readonly encoding: PlayerEncoding;
  /** How the client takes messages without their text; null if it gets text only. */
  readonly receiveDecoded: ((message: PlayerMessage) => void) | null;
  /** For messages about the client: `player 3 of Alpha`. */
  readonly label: string;
}

/** A connected online coach or trainer. */
export interface CoachSlot {
  readonly client: TeamClient;
  /** Side of an online coach; null for the trainer. */
  readonly side: Side | null;
  readonly version: number;
  readonly label: string;
}

/** All clients of a local match. */
export interface LocalClients {
  readonly players: PlayerSlot[];
  readonly coaches: CoachSlot[];
}

/** Delivers messages to clients; the bytes are valid during the call. */
export class Delivery {
  readonly #writer = new ByteWriter();

  /** Encodes a message and delivers it. Nothing is delivered if `write` appends nothing. */
  send(slot: PlayerSlot | CoachSlot, write: (w: ByteWriter) => unknown): void {
    this.#writer.reset();
    write(this.#writer);
    const bytes = this.#writer.view();
    if (bytes.length > 0) deliver(slot.label, () => slot.client.receive(bytes));
  }

  /** Delivers sense_body. */
  sendSenseBody(slot: PlayerSlot, body: SenseBodyObservation): void {
    const { receiveDecoded, encoding } = slot;
    if (receiveDecoded === null) this.send(slot, (w) => encodeSenseBody(w, body, encoding));
    else deliver(slot.label, () => receiveDecoded(createSenseBodyMessage(body, encoding)));
  }

  /** Delivers see. */
  sendSee(slot: PlayerSlot, see: SeeObservation): void {
    const { receiveDecoded, encoding } = slot;
    if (receiveDecoded === null) this.send(slot, (w) => encodeSee(w, see, encoding));
    else deliver(slot.label, () => receiveDecoded(createSeeMessage(see, encoding)));
  }

  /** Delivers hear, except calls of the referee. */
  sendHear(slot: PlayerSlot, time: number, heard: AudioMessage): void {
    const { receiveDecoded, encoding } = slot;
    const message = receiveDecoded === null ? null : createHearMessage(time, heard, encoding);
    if (message === null) this.send(slot, (w) => encodeHear(w, time, heard, encoding));
    else deliver(slot.label, () => receiveDecoded!(message));
  }
}

/** Calls a client; an error in it names the client. */
function deliver(label: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    throw new LocalTeamError(`${label} failed in receive: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the names of the teams, as messages show them. */
export function getTeamNames({ world, params }: Match): TeamNames {
  return {
    left: world.left.name,
    right: world.right.name,
    fixedLeft: params.server.fixed_teamname_l,
    fixedRight: params.server.fixed_teamname_r,
  };
}

/** Connects the clients of a team in the order of the interface: players, coach, trainer. */
export function connectTeam(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  team: Team,
  name: string,
): void {
  team.players.forEach((client, i) => {
    connectTeamPlayer(match, clients, delivery, client, `player ${i + 1} of ${name}`);
  });
  if (team.coach !== undefined) connectTeamCoach(match, clients, delivery, team.coach, `coach of ${name}`);
  if (team.trainer !== undefined)
    connectTeamTrainer(match, clients, delivery, team.trainer, `trainer of ${name}`);
}

function refuse(delivery: Delivery, client: TeamClient, label: string, code: string): never {
  delivery.send({ client, side: null, version: 0, label }, (w) => encodeError(w, code));
  throw new LocalTeamError(`${label}: the init ${JSON.stringify(client.init)} is refused: ${code}`);
}

function connectTeamPlayer(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  client: TeamClient,
  label: string,
): void {
  const request = decodePlayerConnect(client.init);
  if (!request.ok) refuse(delivery, client, label, request.error.code);
  if (request.value.kind !== 'init') refuse(delivery, client, label, 'unknown_command');
  const accepted = connectPlayer(match, request.value);
  if (!accepted.ok) refuse(delivery, client, label, accepted.error);
  greet(match, clients, delivery, client, accepted.value, label);
}

/**
 * Lets a client play a player that is already in the match.
 *
 * @throws {LocalTeamError} if the init of the client is not one for this player
 */
export function attachClient(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  client: TeamClient,
  player: Player,
  label: string,
): void {
  const request = decodePlayerConnect(client.init);
  if (!request.ok) refuse(delivery, client, label, request.error.code);
  const init = request.value;
  if (init.kind !== 'init') refuse(delivery, client, label, 'unknown_command');
  if (init.version !== player.version)
    throw new LocalTeamError(
      `${label} has protocol version ${init.version}; its player has ${player.version}`,
    );
  if (init.goalie && !player.goalie) throw new LocalTeamError(`${label} is a goalie, its player is not`);
  greet(match, clients, delivery, client, player, label);
}

/** Adds the client of a player and sends the answer to its init, and the parameters. */
function greet(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  client: TeamClient,
  player: Player,
  label: string,
): void {
  const names = getTeamNames(match);
  const encoding = createPlayerEncoding(player.version, player.side, names);
  for (const other of clients.players) setTeamNames(other.encoding, names);
  const slot: PlayerSlot = { client, player, encoding, receiveDecoded: findDecodedReceiver(client), label };
  clients.players.push(slot);
  delivery.send(slot, (w) => encodeInitReply(w, player.side, player.unum, match.world.playMode));
  sendParameters(match, delivery, slot, player.version, player.side);
}

function connectTeamCoach(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  client: TeamClient,
  label: string,
): void {
  const request = decodeCoachInit(client.init);
  if (!request.ok) refuse(delivery, client, label, request.error.code);
  const accepted = connectCoach(match, request.value);
  if (!accepted.ok) refuse(delivery, client, label, accepted.error);
  const { version } = request.value;
  const side = accepted.value;
  const slot: CoachSlot = { client, side, version, label };
  clients.coaches.push(slot);
  delivery.send(slot, (w) => encodeCoachInitReply(w, side, version));
  sendParameters(match, delivery, slot, version, side);
}

function connectTeamTrainer(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  client: TeamClient,
  label: string,
): void {
  const { coach, coach_w_referee: coachWithReferee } = match.params.server;
  if (!coach && !coachWithReferee)
    refuse(delivery, client, label, 'connected_offline_coach_without_coach_mode');
  if (clients.coaches.some(({ side }) => side === null))
    refuse(delivery, client, label, 'already_have_offline_coach');
  const request = decodeTrainerInit(client.init);
  if (request === null || !request.ok)
    refuse(delivery, client, label, request === null ? 'unknown_command' : request.error.code);
  const { version } = request.value;
  connectTrainer(match, version);
  const slot: CoachSlot = { client, side: null, version, label };
  clients.coaches.push(slot);
  delivery.send(slot, (w) => encodeTrainerInitReply(w));
  sendParameters(match, delivery, slot, version, null);
}

/** Sends parameters, player types and changed player types after an accepted init (spec 03 §2.5, spec 07 §5). */
function sendParameters(
  { params, world }: Match,
  delivery: Delivery,
  slot: PlayerSlot | CoachSlot,
  version: number,
  side: Side | null,
): void {
  const features = playerFeatures(version);
  if (!features.paramMessages) return;
  delivery.send(slot, (w) => encodeServerParam(w, params.server, version));
  delivery.send(slot, (w) => encodePlayerParam(w, params.player, version));
  for (const type of params.types) delivery.send(slot, (w) => encodePlayerType(w, type, version));
  if (side === null || !features.changePlayerType) return;
  for (const player of world.players) {
    if (player.typeId === 0) continue;
    const typeId = player.side === side ? player.typeId : null;
    delivery.send(slot, (w) => encodeChangePlayerType(w, player.unum, typeId));
  }
}

/** Whether an online coach gets changes of player types. */
export function getsTypeChanges({ version }: CoachSlot): boolean {
  return coachFeatures(version).changePlayerType;
}
