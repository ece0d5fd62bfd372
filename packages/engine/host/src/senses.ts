import type { Player } from '@rcss/core';
import type { SeeObservation } from '@rcss/core/observation';
import { fillFullstate, fillGlobalView, fillSenseBody } from '@rcss/sensors';
import { type Phases, runSenseBody, runVision } from '@rcss/simulator/cycle';
import type { CoachSession, PlayerSession, TrainerSession } from './clients.js';
import type { GlobalViewTarget } from './codec.js';
import type { Host } from './host.js';

/** The phases of a cycle in which clients perceive the match (spec 02 §3.1). */

/** Creates the sensor phases of a match; the caller adds how it receives and what else a step does. */
export function createSensePhases(host: Host): Omit<Phases, 'receive' | 'simulate'> {
  const onSenseBody = (player: Player) => sendSenses(host, player);
  const onSee = (player: Player, seen: SeeObservation) => sendSee(host, player, seen);
  return {
    sense: () => runSenseBody(host.match, onSenseBody),
    asynchronousVision: () => runVision(host.match, false, host.buffers.see, onSee),
    synchronousVision: () => runVision(host.match, true, host.buffers.see, onSee),
    coachVision: () => sendCoachVision(host),
  };
}

/** Sends sense_body and fullstate to a player that has a client. */
export function sendSenses(host: Host, player: Player): void {
  const { match, clients, codec, writers, buffers } = host;
  const session = clients.players[player.index];
  if (!session) return;
  sendSenseBody(host, session);
  const { server } = match.params;
  const isOn = player.side === 'l' ? server.fullstate_l : server.fullstate_r;
  const { encoding, connection } = session;
  if (!isOn || !encoding.features.fullstate) return;
  fillFullstate(match.world, match.params, player, buffers.fullstate);
  connection.send(codec.encodeFullstate(writers.takeWriter(), buffers.fullstate, encoding).view());
}

/** Sends sense_body to a client. */
export function sendSenseBody(
  { match, codec, writers, buffers }: Host,
  { player, encoding, connection }: PlayerSession,
): void {
  const body = fillSenseBody(match.world, match.params, player, buffers.senseBody);
  if (connection.observer !== null) connection.observer.senseBody(body, encoding);
  else connection.send(codec.encodeSenseBody(writers.takeWriter(), body, encoding).view());
}

/** Sends see to a player that has a client (spec 04 §3.2). */
export function sendSee({ clients, codec, writers }: Host, player: Player, seen: SeeObservation): void {
  const session = clients.players[player.index];
  if (!session) return;
  const { encoding, connection } = session;
  if (connection.observer !== null) connection.observer.see(seen, encoding);
  else connection.send(codec.encodeSee(writers.takeWriter(), seen, encoding).view());
}

/** Returns how a coach or trainer receives a global view. In the measured server online coaches get no height (spec 12 §15 D1). */
export function createGlobalView(
  { match, clients }: Pick<Host, 'match' | 'clients'>,
  { version, side }: CoachSession | TrainerSession,
  kind: GlobalViewTarget['kind'],
): GlobalViewTarget {
  const hasHeight = side === null || !match.params.server.height_as_measured;
  return { version, observer: side, names: clients.names, kind, hasHeight };
}

/** Sends the global view to trainer, left coach and right coach whose eye is on (spec 07 §14.1). */
function sendCoachVision(host: Host): void {
  const { match, clients, codec, writers, buffers } = host;
  const { l, r } = clients.coaches;
  const { trainer } = clients;
  const receivers = [
    match.trainer.eye ? trainer : null,
    match.coaches.l.eye ? l : null,
    match.coaches.r.eye ? r : null,
  ];
  if (receivers.every((session) => session === null)) return;
  const observation = fillGlobalView(match.world, match.params, buffers.global);
  for (const session of receivers) {
    if (session === null) continue;
    const view = createGlobalView(host, session, 'periodic');
    session.connection.send(codec.encodeGlobal(writers.takeWriter(), observation, view).view());
  }
}
