import { type MatchEvent, type Player, type Reply, type Side, type Speaker, teamOf } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import {
  encodeClangVersion,
  encodeCoachHear,
  encodeCoachReply,
  encodeGlobal,
  encodeTrainerHear,
} from '@rcss/protocol/coach';
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
  encodeReply,
  encodeSenseBody,
} from '@rcss/protocol/player';
import { fillGlobalView, fillSenseBody } from '@rcss/sensors';
import { describePlayer, describeSpeaker, logEvent } from '../logs/match-log.js';
import type { Server, SessionContext } from '../server.js';
import { addTile, sendMonitorReply, sendToMonitors } from './monitor.js';
import { closePlayer } from './player.js';

/** The slices that sending an event uses. */
type BroadcastContext = SessionContext & Pick<Server, 'buffers'>;

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

/** Sends an event of the match to every permitted client, encoded for its version, and to the logs. */
export function broadcast(context: BroadcastContext, event: MatchEvent): void {
  const { match, clients, logs, console } = context;
  if (logs.game !== null) logEvent(logs.game, match, event);
  switch (event.type) {
    case 'referee':
      console.err(`Referee at ${event.time}: ${event.text}`, {
        event: 'referee',
        level: 'debug',
        fields: { cycle: event.time, call: event.text },
      });
      sendRefereeCall(context, event.time, event.text);
      break;
    case 'reply':
      sendReply(context, event.to, event.reply);
      break;
    case 'hear':
      sendHear(context, event);
      break;
    case 'say':
      sendSpeech(context, event);
      break;
    case 'change_player_type':
      sendPlayerTypeChange(context, event.side, event.unum, event.typeId);
      break;
    case 'change_goalie':
      sendGoalieChange(context, event.side, event.unum);
      break;
    case 'clang_version':
      sendClangVersion(context, event.player, event.min, event.max);
      break;
    case 'team_graphic':
      addTile(clients, event.side, event.tile);
      break;
    case 'player_removed':
      closePlayer(context, event.player, event.reason);
      break;
    case 'auto_player_type': {
      const team = teamOf(match.world, event.side).name;
      console.out(`rcssserver changes (player ${team} ${event.unum}) to type ${event.typeId}`, {
        event: 'player_type_changed',
        fields: { team, unum: event.unum, type: event.typeId },
      });
      break;
    }
    case 'kick_off':
      console.out(event.side === 'l' ? 'Kick_off_left' : 'Kick_off_right', {
        event: 'kick_off',
        fields: { side: event.side },
      });
      break;
    case 'console':
      if (event.error) console.err(event.text, { event: 'match_message' });
      else console.out(event.text, { event: 'match_message' });
      break;
    case 'keepaway':
      logs.keepaway?.write(`${event.line}\n`);
      logs.keepaway?.flush();
      break;
  }
}

/** Sends a call of the referee at once to players, coaches and trainer, and to monitors and logs if configured (spec 06 §3.2). */
function sendRefereeCall(context: BroadcastContext, time: number, call: string): void {
  const { net, match, clients, logs } = context;
  const { writers } = net;
  const bytes = encodeRefereeHear(writers.takeWriter(), time, call).view();
  for (const session of clients.players) if (session?.player.enabled) session.connection.send(bytes);
  const speaker = { by: 'referee' } as const;
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    coach?.connection.send(encodeCoachHear(writers.takeWriter(), coach.version, time, speaker, call).view());
  }
  const { trainer } = clients;
  if (trainer && match.trainer.ear) {
    const message = encodeTrainerHear(writers.takeWriter(), trainer.version, time, speaker, call);
    trainer.connection.send(message.view());
  }
  const text = formatMonitorReferee(call);
  if (match.params.server.send_comms) sendToMonitors(context, text);
  logs.text?.writeEntry(text);
}

function sendReply(context: BroadcastContext, to: EventOf<'reply'>['to'], reply: Reply): void {
  switch (to.role) {
    case 'player':
      sendPlayerReply(context, to.index, reply);
      return;
    case 'coach':
    case 'trainer':
      sendCoachReply(context, to.role === 'coach' ? to.side : null, reply);
      return;
    case 'monitor': {
      const monitor = context.clients.monitors.find((session) => session.id === to.id);
      if (monitor) sendMonitorReply(context, monitor, reply);
      return;
    }
  }
}

function sendPlayerReply(
  { net, match, clients, buffers }: BroadcastContext,
  index: number,
  reply: Reply,
): void {
  const session = clients.players[index];
  if (!session) return;
  const { connection, encoding, player } = session;
  if (reply.kind === 'sense_body') {
    fillSenseBody(match.world, match.params, player, buffers.senseBody);
    connection.send(encodeSenseBody(net.writers.takeWriter(), buffers.senseBody, encoding).view());
  } else if (reply.kind !== 'look' && reply.kind !== 'check_ball' && reply.kind !== 'team_names') {
    connection.send(encodeReply(net.writers.takeWriter(), reply).view());
  }
}

/** @param side Side of an online coach; null: the trainer. */
function sendCoachReply(
  { net, match, clients, buffers }: BroadcastContext,
  side: Side | null,
  reply: Reply,
): void {
  const session = side === null ? clients.trainer : clients.coaches[side];
  if (!session) return;
  const w = net.writers.takeWriter();
  if (reply.kind === 'look') {
    const observation = fillGlobalView(match.world, match.params, buffers.global);
    const view = { version: session.version, observer: side, names: clients.names, kind: 'look' } as const;
    session.connection.send(encodeGlobal(w, observation, view).view());
  } else if (reply.kind !== 'sense_body' && reply.kind !== 'score') {
    session.connection.send(encodeCoachReply(w, reply).view());
  }
}

function sendHear({ net, clients }: BroadcastContext, { listener, time, heard }: EventOf<'hear'>): void {
  const session = clients.players[listener];
  session?.connection.send(encodeHear(net.writers.takeWriter(), time, heard, session.encoding).view());
}

/**
 * Sends speech to clients that hear everything: coaches, trainer, monitors. Players receive speech by `hear`
 * events.
 */
function sendSpeech(context: BroadcastContext, { speaker, time, message, receivedAt }: EventOf<'say'>): void {
  const { net, match, clients } = context;
  const { writers } = net;
  if (speaker.by !== 'coach') {
    for (const coach of [clients.coaches.l, clients.coaches.r]) {
      if (!coach) continue;
      const shown = describeSpeakerTo(context, speaker, coach.side);
      coach.connection.send(
        encodeCoachHear(writers.takeWriter(), coach.version, time, shown, message).view(),
      );
    }
  }
  const { trainer } = clients;
  if (trainer && match.trainer.ear) {
    const shown = describeSpeaker(match, speaker);
    trainer.connection.send(
      encodeTrainerHear(writers.takeWriter(), trainer.version, time, shown, message).view(),
    );
  }
  if (!match.params.server.send_comms || clients.monitors.length === 0) return;
  sendToMonitors(context, formatMonitorSay(describeSpeaker(match, speaker), message, receivedAt));
}

/**
 * Returns the speaker as the coach of the side `listener` receives it. A player of the opponents has its fixed
 * team name if one is set, and is not marked as goalie if the opponents appointed it.
 */
function describeSpeakerTo({ match, clients }: BroadcastContext, speaker: Speaker, listener: Side) {
  if (speaker.by !== 'player') return speaker;
  const player = match.world.players[speaker.index] as Player;
  const shown = describePlayer(match, player);
  if (player.side === listener) return shown;
  const { fixedLeft, fixedRight } = clients.names;
  const fixed = player.side === 'l' ? fixedLeft : fixedRight;
  return { ...shown, team: fixed || shown.team, goalie: player.goalie && !player.goalieAppointed };
}

/** Announces that a player got another type; only its own side receives the type (spec 07 §9.3). */
function sendPlayerTypeChange(context: BroadcastContext, side: Side, unum: number, typeId: number): void {
  const { net, clients } = context;
  const { writers } = net;
  for (const session of clients.players) {
    if (!session?.player.enabled || !session.encoding.features.changePlayerType) continue;
    const shown = session.player.side === side ? typeId : null;
    session.connection.send(encodeChangePlayerType(writers.takeWriter(), unum, shown).view());
  }
  for (const coach of [clients.coaches.r, clients.coaches.l]) {
    if (!coach || !coachFeatures(coach.version).changePlayerType) continue;
    const shown = coach.side === side ? typeId : null;
    coach.connection.send(encodeChangePlayerType(writers.takeWriter(), unum, shown).view());
  }
  // Substitutions are sent to monitors whatever `server::send_comms` says (spec 07 §15).
  sendToMonitors(context, formatMonitorChangePlayerType(side, unum, typeId));
}

function sendGoalieChange(context: BroadcastContext, side: Side, unum: number): void {
  const { net, clients } = context;
  const bytes = encodeChangeGoalie(net.writers.takeWriter(), side, unum).view();
  for (const session of clients.players) {
    if (session?.player.enabled && session.encoding.features.changeGoalie) session.connection.send(bytes);
  }
  for (const coach of [clients.coaches.l, clients.coaches.r]) {
    if (coach && coachFeatures(coach.version).changeGoalie) coach.connection.send(bytes);
  }
  sendToMonitors(context, formatMonitorChangeGoalie(side, unum));
}

/** Sends the coach language versions of a player to the coach of its team (spec 07 §13). */
function sendClangVersion(
  { net, match, clients }: BroadcastContext,
  index: number,
  min: number,
  max: number,
): void {
  const player = match.world.players[index] as Player;
  const coach = clients.coaches[player.side];
  if (!coach || !coachFeatures(coach.version).clangVersions) return;
  const { unum, goalie } = player;
  const name = { team: teamOf(match.world, player.side).name, unum, goalie };
  coach.connection.send(encodeClangVersion(net.writers.takeWriter(), name, min, max).view());
}
