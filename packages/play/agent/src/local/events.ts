import { type MatchEvent, type Player, type Reply, type Speaker, teamOf } from '@rcss/core';
import { createGlobalObservation, createSenseBodyObservation } from '@rcss/core/observation';
import { coachFeatures } from '@rcss/core/versions';
import {
  encodeClangVersion,
  encodeCoachHear,
  encodeCoachReply,
  encodeGlobal,
  encodeTrainerHear,
  type HeardSpeaker,
} from '@rcss/protocol/coach';
import {
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeRefereeHear,
  encodeReply,
} from '@rcss/protocol/player';
import { fillGlobalView, fillSenseBody } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import {
  type CoachSlot,
  type Delivery,
  getsTypeChanges,
  getTeamNames,
  type LocalClients,
} from './connect.js';

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

/** Sends an event of the match to every client that may receive it, as the server does (spec 06 §3, spec 07 §11). */
export function deliverEvent(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  event: MatchEvent,
): void {
  switch (event.type) {
    case 'referee':
      deliverRefereeCall(match, clients, delivery, event);
      break;
    case 'reply':
      deliverReply(match, clients, delivery, event);
      break;
    case 'hear': {
      const slot = clients.players.find(({ player }) => player.index === event.listener);
      if (slot !== undefined) delivery.sendHear(slot, event.time, event.heard);
      break;
    }
    case 'say':
      deliverSpeech(match, clients, delivery, event);
      break;
    case 'change_player_type':
      deliverTypeChange(clients, delivery, event);
      break;
    case 'change_goalie':
      for (const slot of clients.players) {
        if (slot.player.enabled && slot.encoding.features.changeGoalie)
          delivery.send(slot, (w) => encodeChangeGoalie(w, event.side, event.unum));
      }
      for (const slot of clients.coaches) {
        if (slot.side !== null && coachFeatures(slot.version).changeGoalie)
          delivery.send(slot, (w) => encodeChangeGoalie(w, event.side, event.unum));
      }
      break;
    case 'clang_version': {
      const { side, unum, goalie } = match.world.players[event.player] as Player;
      const name = { team: teamOf(match.world, side).name, unum, goalie };
      for (const slot of clients.coaches) {
        if (slot.side === side && coachFeatures(slot.version).clangVersions)
          delivery.send(slot, (w) => encodeClangVersion(w, name, event.min, event.max));
      }
      break;
    }
    case 'player_removed': {
      const index = clients.players.findIndex(({ player }) => player.index === event.player);
      if (index < 0) return;
      const [slot] = clients.players.splice(index, 1);
      slot!.client.close?.();
      break;
    }
  }
}

function deliverRefereeCall(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  { time, text }: EventOf<'referee'>,
): void {
  for (const slot of clients.players)
    if (slot.player.enabled) delivery.send(slot, (w) => encodeRefereeHear(w, time, text));
  const speaker = { by: 'referee' } as const;
  for (const slot of clients.coaches) {
    if (slot.side !== null) delivery.send(slot, (w) => encodeCoachHear(w, slot.version, time, speaker, text));
    else if (match.trainer.ear)
      delivery.send(slot, (w) => encodeTrainerHear(w, slot.version, time, speaker, text));
  }
}

function deliverReply(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  { to, reply }: EventOf<'reply'>,
): void {
  if (to.role === 'player') {
    const slot = clients.players.find(({ player }) => player.index === to.index);
    if (slot === undefined) return;
    if (reply.kind === 'sense_body') {
      const body = fillSenseBody(match.world, match.params, slot.player, createSenseBodyObservation());
      delivery.sendSenseBody(slot, body);
    } else if (reply.kind !== 'look' && reply.kind !== 'check_ball' && reply.kind !== 'team_names')
      delivery.send(slot, (w) => encodeReply(w, reply));
    return;
  }
  if (to.role === 'monitor') return;
  const side = to.role === 'coach' ? to.side : null;
  const slot = clients.coaches.find((coach) => coach.side === side);
  if (slot !== undefined) deliverCoachReply(match, delivery, slot, reply);
}

function deliverCoachReply(match: Match, delivery: Delivery, slot: CoachSlot, reply: Reply): void {
  if (reply.kind === 'look') sendGlobalView(match, delivery, slot, 'look');
  else if (reply.kind !== 'sense_body' && reply.kind !== 'score')
    delivery.send(slot, (w) => encodeCoachReply(w, reply));
}

/** Sends the global view to an online coach or trainer. */
export function sendGlobalView(
  match: Match,
  delivery: Delivery,
  { client, side, version, label }: CoachSlot,
  kind: 'periodic' | 'look',
): void {
  const observation = fillGlobalView(match.world, match.params, createGlobalObservation());
  const view = { version, observer: side, names: getTeamNames(match), kind };
  delivery.send({ client, side, version, label }, (w) => encodeGlobal(w, observation, view));
}

/** Sends speech to clients that hear everything: coaches and trainer. Players receive it by `hear` events. */
function deliverSpeech(
  match: Match,
  clients: LocalClients,
  delivery: Delivery,
  { speaker, time, message }: EventOf<'say'>,
): void {
  for (const slot of clients.coaches) {
    const shown = describeSpeaker(match, speaker, slot);
    if (slot.side === null) {
      if (match.trainer.ear)
        delivery.send(slot, (w) => encodeTrainerHear(w, slot.version, time, shown, message));
    } else if (speaker.by !== 'coach')
      delivery.send(slot, (w) => encodeCoachHear(w, slot.version, time, shown, message));
  }
}

/**
 * Returns the speaker as a coach or trainer receives it. Coaches of the other side get the fixed team name if one is set, and not the
 * mark of a goalie that was appointed.
 */
function describeSpeaker(match: Match, speaker: Speaker, listener: CoachSlot): HeardSpeaker {
  if (speaker.by !== 'player') return speaker;
  const { side, unum, goalie, goalieAppointed } = match.world.players[speaker.index] as Player;
  const team = teamOf(match.world, side).name;
  if (listener.side === null || listener.side === side) return { by: 'player', team, unum, goalie };
  const { fixedLeft, fixedRight } = getTeamNames(match);
  const fixed = side === 'l' ? fixedLeft : fixedRight;
  const shownTeam = fixed !== undefined && fixed !== '' ? fixed : team;
  return { by: 'player', team: shownTeam, unum, goalie: goalie && !goalieAppointed };
}

/** Announces that a player got another type; only its own side receives the type (spec 07 §9.3). */
function deliverTypeChange(
  clients: LocalClients,
  delivery: Delivery,
  { side, unum, typeId }: EventOf<'change_player_type'>,
): void {
  for (const slot of clients.players) {
    if (!slot.player.enabled || !slot.encoding.features.changePlayerType) continue;
    delivery.send(slot, (w) => encodeChangePlayerType(w, unum, slot.player.side === side ? typeId : null));
  }
  for (const slot of clients.coaches) {
    if (slot.side === null || !getsTypeChanges(slot)) continue;
    delivery.send(slot, (w) => encodeChangePlayerType(w, unum, slot.side === side ? typeId : null));
  }
}
