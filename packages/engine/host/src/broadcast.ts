/**
 * Who receives an event of the match, and in which form (spec 06 §3, spec 07 §11).
 *
 * The simulator reports what happened once, without text; here each client gets it in the form of its role and version, if it may have it. A
 * text that all versions share is encoded once and sent to all.
 *
 * Surprising: the forms are not regular. The trainer gets calls of the referee in an old word order in all versions; monitors get speech
 * only with `send_comms`; opponents learn of a substitution without its type.
 */
import {
  type HeardSpeaker,
  type MatchEvent,
  type Player,
  type Reply,
  type Side,
  type Speaker,
  teamOf,
} from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import { fillGlobalView } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { type CoachSession, listCoaches, type TrainerSession } from './clients.js';
import type { NamedSpeaker } from './codec.js';
import type { Host } from './host.js';
import type { Link } from './link.js';
import { addTile, sendMonitorReply, sendToMonitors } from './monitor.js';
import { closePlayer } from './player.js';
import { createGlobalView, sendSenseBody } from './senses.js';

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

/** Sends an event of the match to every permitted client, encoded for its version (spec 06 §3, spec 07 §11). */
export function broadcast(host: Host, event: MatchEvent): void {
  switch (event.type) {
    case 'referee':
      sendRefereeCall(host, event.time, event.text);
      break;
    case 'reply':
      sendReply(host, event.to, event.reply);
      break;
    case 'hear':
      sendHear(host, event);
      break;
    case 'say':
      sendSpeech(host, event);
      break;
    case 'change_player_type':
      sendPlayerTypeChange(host, event.side, event.unum, event.typeId);
      break;
    case 'change_goalie':
      sendGoalieChange(host, event.side, event.unum);
      break;
    case 'clang_version':
      sendClangVersion(host, event);
      break;
    case 'team_graphic':
      addTile(host.clients, event.side, event.tile);
      break;
    case 'player_removed':
      closePlayer(host, event.player, event.reason);
      break;
  }
}

/** Sends a call of the referee at once to players, coaches and trainer, and to monitors if configured (spec 06 §3.2). */
function sendRefereeCall(host: Host, time: number, call: string): void {
  const { match, clients, codec, writers } = host;
  const bytes = codec.encodeRefereeHear(writers.takeWriter(), time, call).view();
  for (const session of clients.players) if (session?.player.enabled) session.connection.send(bytes);
  for (const coach of listCoaches(clients)) sendHeard(host, coach, time, { by: 'referee' }, call);
  if (match.params.server.send_comms && clients.monitors.length > 0)
    sendToMonitors(host, codec.formatMonitorReferee(call));
}

/** Sends what a coach hears; the trainer only if its ear is on. */
function sendHeard(
  { match, codec, writers }: Host,
  { side, version, connection }: CoachSession | TrainerSession,
  time: number,
  speaker: HeardSpeaker,
  message: string,
): void {
  if (side !== null)
    connection.send(codec.encodeCoachHear(writers.takeWriter(), version, time, speaker, message).view());
  else if (match.trainer.ear)
    connection.send(codec.encodeTrainerHear(writers.takeWriter(), version, time, speaker, message).view());
}

function sendReply(host: Host, to: EventOf<'reply'>['to'], reply: Reply): void {
  const { clients } = host;
  switch (to.role) {
    case 'player':
      sendPlayerReply(host, to.index, reply);
      return;
    case 'coach':
    case 'trainer': {
      const session = to.role === 'coach' ? clients.coaches[to.side] : clients.trainer;
      if (session !== null) sendCoachReply(host, session, reply);
      return;
    }
    case 'monitor': {
      const monitor = clients.monitors.find((session) => session.id === to.id);
      if (monitor) sendMonitorReply(host, monitor, reply);
      return;
    }
  }
}

function sendPlayerReply(host: Host, index: number, reply: Reply): void {
  const { clients, codec, writers } = host;
  const session = clients.players[index];
  if (!session) return;
  if (reply.kind === 'sense_body') sendSenseBody(host, session);
  else if (reply.kind !== 'look' && reply.kind !== 'check_ball' && reply.kind !== 'team_names')
    session.connection.send(codec.encodeReply(writers.takeWriter(), reply).view());
}

function sendCoachReply(host: Host, session: CoachSession | TrainerSession, reply: Reply): void {
  const { match, codec, writers, buffers } = host;
  const { connection } = session;
  if (reply.kind === 'look') {
    const observation = fillGlobalView(match.world, match.params, buffers.global);
    const view = createGlobalView(host, session, 'look');
    connection.send(codec.encodeGlobal(writers.takeWriter(), observation, view).view());
  } else if (reply.kind !== 'sense_body' && reply.kind !== 'score') {
    connection.send(codec.encodeCoachReply(writers.takeWriter(), reply).view());
  }
}

function sendHear({ clients, codec, writers }: Host, { listener, time, heard }: EventOf<'hear'>): void {
  const session = clients.players[listener];
  if (!session) return;
  const { connection, encoding } = session;
  if (connection.observer?.hear(time, heard, encoding)) return;
  connection.send(codec.encodeHear(writers.takeWriter(), time, heard, encoding).view());
}

/**
 * Sends speech to clients that hear everything: coaches, trainer, monitors. Players receive speech by `hear`
 * events.
 */
function sendSpeech(host: Host, { speaker, time, message, receivedAt }: EventOf<'say'>): void {
  const { match, clients, codec } = host;
  for (const coach of listCoaches(clients)) {
    // Online coaches do not hear each other.
    if (coach.side !== null && speaker.by === 'coach') continue;
    sendHeard(host, coach, time, describeSpeakerTo(host, speaker, coach.side), message);
  }
  if (!match.params.server.send_comms || clients.monitors.length === 0) return;
  sendToMonitors(host, codec.formatMonitorSay(describeSpeaker(match, speaker), message, receivedAt));
}

/** Returns the speaker with the real name of its team, which monitors, logs and the trainer receive. */
export function describeSpeaker({ world }: Pick<Match, 'world'>, speaker: Speaker): NamedSpeaker {
  if (speaker.by !== 'player') return speaker;
  const { side, unum, goalie } = world.players[speaker.index] as Player;
  return { by: 'player', team: teamOf(world, side).name, unum, goalie };
}

/**
 * Returns the speaker as the coach of the side `listener`, or the trainer, receives it. A player of the opponents has its fixed
 * team name if one is set, and is not marked as goalie if the opponents appointed it.
 */
function describeSpeakerTo({ match, clients }: Host, speaker: Speaker, listener: Side | null): NamedSpeaker {
  const shown = describeSpeaker(match, speaker);
  if (speaker.by !== 'player' || shown.by !== 'player' || listener === null) return shown;
  const { side, goalie, goalieAppointed } = match.world.players[speaker.index] as Player;
  if (side === listener) return shown;
  const { fixedLeft, fixedRight } = clients.names;
  const fixed = side === 'l' ? fixedLeft : fixedRight;
  return { ...shown, team: fixed || shown.team, goalie: goalie && !goalieAppointed };
}

/** Announces that a player got another type; only its own side receives the type (spec 07 §9.3). */
function sendPlayerTypeChange(host: Host, side: Side, unum: number, typeId: number): void {
  const { clients, codec, writers } = host;
  const send = (connection: Link, ownSide: Side) => {
    const shown = ownSide === side ? typeId : null;
    connection.send(codec.encodeChangePlayerType(writers.takeWriter(), unum, shown).view());
  };
  for (const session of clients.players) {
    if (session?.player.enabled && session.encoding.features.changePlayerType)
      send(session.connection, session.player.side);
  }
  for (const coach of [clients.coaches.r, clients.coaches.l])
    if (coach && coachFeatures(coach.version).changePlayerType) send(coach.connection, coach.side);
  // Substitutions are sent to monitors whatever `server::send_comms` says (spec 07 §15).
  if (clients.monitors.length > 0)
    sendToMonitors(host, codec.formatMonitorChangePlayerType(side, unum, typeId));
}

function sendGoalieChange(host: Host, side: Side, unum: number): void {
  const { clients, codec, writers } = host;
  const bytes = codec.encodeChangeGoalie(writers.takeWriter(), side, unum).view();
  for (const session of clients.players) {
    if (session?.player.enabled && session.encoding.features.changeGoalie) session.connection.send(bytes);
  }
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach && coachFeatures(coach.version).changeGoalie) coach.connection.send(bytes);
  }
  if (clients.monitors.length > 0) sendToMonitors(host, codec.formatMonitorChangeGoalie(side, unum));
}

/** Sends the coach language versions of a player to the coach of its team (spec 07 §13). */
function sendClangVersion(
  { match, clients, codec, writers }: Host,
  { player: index, min, max }: EventOf<'clang_version'>,
): void {
  const { side, unum, goalie } = match.world.players[index] as Player;
  const coach = clients.coaches[side];
  if (!coach || !coachFeatures(coach.version).clangVersions) return;
  const name = { team: teamOf(match.world, side).name, unum, goalie };
  coach.connection.send(codec.encodeClangVersion(writers.takeWriter(), name, min, max).view());
}
