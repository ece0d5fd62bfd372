import type { Player } from '@rcss/core';
import type { GlobalObservation, SeeObservation } from '@rcss/core/observation';
import { encodeGlobal, type GlobalView } from '@rcss/protocol/coach';
import { encodeFullstate, encodeSee, encodeSenseBody } from '@rcss/protocol/player';
import { fillFullstate, fillGlobalView, fillSenseBody } from '@rcss/sensors';
import { type Phases, runSenseBody, runVision } from '@rcss/simulator/cycle';
import type { CoachSession, PlayerSession, TrainerSession } from './clients.js';
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
  const { match, clients, writers, buffers } = host;
  const session = clients.players[player.index];
  if (!session) return;
  sendSenseBody(host, session);
  const { server } = match.params;
  const isOn = player.side === 'l' ? server.fullstate_l : server.fullstate_r;
  const { encoding, connection } = session;
  if (!isOn || !encoding.features.fullstate) return;
  fillFullstate(match.world, match.params, player, buffers.fullstate);
  connection.send(encodeFullstate(writers.takeWriter(), buffers.fullstate, encoding).view());
}

/** Sends sense_body to a client. */
export function sendSenseBody(
  { match, writers, buffers }: Host,
  { player, encoding, connection }: PlayerSession,
): void {
  const body = fillSenseBody(match.world, match.params, player, buffers.senseBody);
  if (connection.observer !== null) connection.observer.senseBody(body, encoding);
  else connection.send(encodeSenseBody(writers.takeWriter(), body, encoding).view());
}

/** Sends see to a player that has a client (spec 04 §3.2). */
export function sendSee({ clients, writers }: Host, player: Player, seen: SeeObservation): void {
  const session = clients.players[player.index];
  if (!session) return;
  const { encoding, connection } = session;
  if (connection.observer !== null) connection.observer.see(seen, encoding);
  else connection.send(encodeSee(writers.takeWriter(), seen, encoding).view());
}

/** Sends a global view to a coach or trainer. In the measured server online coaches get no height (spec 12 §15 D1). */
export function sendGlobalView(
  { match, clients, writers }: Host,
  { version, side, connection }: CoachSession | TrainerSession,
  observation: GlobalObservation,
  kind: GlobalView['kind'],
): void {
  const hasHeight = side === null || !match.params.server.height_as_measured;
  const view = { version, observer: side, names: clients.names, kind, hasHeight };
  connection.send(encodeGlobal(writers.takeWriter(), observation, view).view());
}

/**
 * Sends the global view to trainer, left coach and right coach whose eye is on (spec 07 §14.1).
 *
 * @param isDue Whether a client gets it now; default: each one.
 */
export function sendCoachVision(
  host: Host,
  isDue: (session: CoachSession | TrainerSession) => boolean = () => true,
): void {
  const { match, clients, buffers } = host;
  const { l, r } = clients.coaches;
  const receivers = [
    match.trainer.eye ? clients.trainer : null,
    match.coaches.l.eye ? l : null,
    match.coaches.r.eye ? r : null,
  ].filter((session) => session !== null && isDue(session)) as (CoachSession | TrainerSession)[];
  if (receivers.length === 0) return;
  const observation = fillGlobalView(match.world, match.params, buffers.global);
  for (const session of receivers) sendGlobalView(host, session, observation, 'periodic');
}
