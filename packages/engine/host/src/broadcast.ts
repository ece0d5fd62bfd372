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
import { encodeCoachHear, encodeCoachReply, encodeTrainerHear } from '@rcss/protocol/coach';
import {
  formatMonitorChangeGoalie,
  formatMonitorChangePlayerType,
  formatMonitorReferee,
  formatMonitorSay,
} from '@rcss/protocol/monitor';
import {
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeHear,
  encodeRefereeHear,
} from '@rcss/protocol/player';
import { fillGlobalView } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import {
  type CoachSession,
  findSession,
  listCoaches,
  type PlayerSession,
  type TrainerSession,
} from './clients.js';
import type { Host } from './host.js';
import type { Link } from './link.js';
import { addTile } from './monitor.js';
import { sendClangVersion } from './online-coach.js';
import { closePlayer } from './player.js';
import { sendMonitorReply, sendPlainReply, sendToMonitors } from './replies.js';
import { sendGlobalView, sendSenseBody } from './senses.js';

/** The sender of an audio message, with the name of its team. */
export type NamedSpeaker =
  | Exclude<Speaker, { readonly by: 'player' }>
  | Extract<HeardSpeaker, { readonly by: 'player' }>;

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

/** Sends an event of the match to every permitted client, encoded for its version (spec 06 §3, spec 07 §11). */
export function broadcast(host: Host, event: MatchEvent): void {
  switch (event.type) {
    case 'referee':
      sendRefereeCall(host, event.time, event.text);
      break;
    case 'reply':
      sendReply(host, event);
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
      announceClangVersion(host, event);
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
  const { match, clients, writers } = host;
  const bytes = encodeRefereeHear(writers.takeWriter(), time, call).view();
  for (const session of clients.players) if (session?.player.enabled) session.connection.send(bytes);
  for (const coach of listCoaches(clients)) sendHeard(host, coach, time, { by: 'referee' }, call);
  if (match.params.server.send_comms && clients.monitors.length > 0)
    sendToMonitors(host, formatMonitorReferee(call));
}

/** Sends what a coach hears; the trainer only if its ear is on. */
function sendHeard(
  { match, writers }: Host,
  { side, version, connection }: CoachSession | TrainerSession,
  time: number,
  speaker: HeardSpeaker,
  message: string,
): void {
  if (side !== null)
    connection.send(encodeCoachHear(writers.takeWriter(), version, time, speaker, message).view());
  else if (match.trainer.ear)
    connection.send(encodeTrainerHear(writers.takeWriter(), version, time, speaker, message).view());
}

function sendReply(host: Host, { to, reply }: EventOf<'reply'>): void {
  const session = findSession(host.clients, to);
  if (session?.role === 'player') sendPlayerReply(host, session, reply);
  else if (session?.role === 'monitor') sendMonitorReply(host, session, reply);
  else if (session) sendCoachReply(host, session, reply);
}

function sendPlayerReply(host: Host, session: PlayerSession, reply: Reply): void {
  if (reply.kind === 'sense_body') sendSenseBody(host, session);
  else if (reply.kind !== 'look' && reply.kind !== 'check_ball' && reply.kind !== 'team_names')
    sendPlainReply(host, session, reply);
}

function sendCoachReply(host: Host, session: CoachSession | TrainerSession, reply: Reply): void {
  const { match, writers, buffers } = host;
  if (reply.kind === 'look')
    sendGlobalView(host, session, fillGlobalView(match.world, match.params, buffers.global), 'look');
  else if (reply.kind !== 'sense_body' && reply.kind !== 'score')
    session.connection.send(encodeCoachReply(writers.takeWriter(), reply).view());
}

function sendHear({ clients, writers }: Host, { listener, time, heard }: EventOf<'hear'>): void {
  const session = clients.players[listener];
  if (!session) return;
  const { connection, encoding } = session;
  if (connection.observer?.hear(time, heard, encoding)) return;
  connection.send(encodeHear(writers.takeWriter(), time, heard, encoding).view());
}

/** Sends speech to clients that hear everything: coaches, trainer, monitors. Players receive speech by `hear` events. */
function sendSpeech(host: Host, { speaker, time, message, receivedAt }: EventOf<'say'>): void {
  const { match, clients } = host;
  for (const coach of listCoaches(clients)) {
    // Online coaches do not hear each other.
    if (coach.side !== null && speaker.by === 'coach') continue;
    sendHeard(host, coach, time, describeSpeakerTo(host, speaker, coach.side), message);
  }
  if (!match.params.server.send_comms || clients.monitors.length === 0) return;
  sendToMonitors(host, formatMonitorSay(describeSpeaker(match, speaker), message, receivedAt));
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
  const { clients, writers } = host;
  const send = (connection: Link, ownSide: Side) => {
    const shown = ownSide === side ? typeId : null;
    connection.send(encodeChangePlayerType(writers.takeWriter(), unum, shown).view());
  };
  for (const session of clients.players) {
    if (session?.player.enabled && session.encoding.features.changePlayerType)
      send(session.connection, session.player.side);
  }
  for (const coach of [clients.coaches.r, clients.coaches.l])
    if (coach && coachFeatures(coach.version).changePlayerType) send(coach.connection, coach.side);
  // Substitutions are sent to monitors whatever `server::send_comms` says (spec 07 §15).
  if (clients.monitors.length > 0) sendToMonitors(host, formatMonitorChangePlayerType(side, unum, typeId));
}

function sendGoalieChange(host: Host, side: Side, unum: number): void {
  const { clients, writers } = host;
  const bytes = encodeChangeGoalie(writers.takeWriter(), side, unum).view();
  for (const session of clients.players) {
    if (session?.player.enabled && session.encoding.features.changeGoalie) session.connection.send(bytes);
  }
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach && coachFeatures(coach.version).changeGoalie) coach.connection.send(bytes);
  }
  if (clients.monitors.length > 0) sendToMonitors(host, formatMonitorChangeGoalie(side, unum));
}

/** Sends the coach language versions of a player to the coach of its team (spec 07 §13). */
function announceClangVersion(host: Host, { player: index, min, max }: EventOf<'clang_version'>): void {
  const player = host.match.world.players[index] as Player;
  const coach = host.clients.coaches[player.side];
  if (coach) sendClangVersion(host, coach, player, min, max);
}
