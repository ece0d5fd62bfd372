import {
  type MatchEvent,
  type Player,
  type RemovalReason,
  type Reply,
  type Speaker,
  teamOf,
} from '@rcss/core';
import {
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeClangVersion,
  encodeCoachHear,
  encodeCoachReply,
  encodeGlobal,
  encodeHear,
  encodeRefereeHear,
  encodeReply,
  encodeSenseBody,
  encodeTrainerHear,
  monitorSayText,
} from '@rcss/protocol';
import { globalView, senseBody } from '@rcss/sensors';
import { logEvent } from '../logs/match-log.js';
import type { Server } from '../server.js';
import { logConnection } from './connection-log.js';
import { monitorMessage, sendMonitorReply } from './monitor-output.js';
import type { KnownTile } from './monitor-session.js';

/** What happens in the match goes to whoever may know of it, in the form of his version. */
export function broadcast(server: Server, event: MatchEvent): void {
  if (server.gameLog !== null) logEvent(server.gameLog, server.match, event);
  switch (event.type) {
    case 'referee':
      announceReferee(server, event.time, event.text);
      break;
    case 'reply':
      answer(server, event.to, event.reply);
      break;
    case 'hear': {
      const session = server.players[event.listener];
      if (session) {
        session.connection.send(
          encodeHear(server.writers.writer(), event.time, event.heard, session.encoding).view(),
        );
      }
      break;
    }
    case 'say':
      announceSay(server, event);
      break;
    case 'change_player_type':
      announceType(server, event.side, event.unum, event.typeId);
      break;
    case 'change_goalie':
      announceGoalie(server, event.side, event.unum);
      break;
    case 'clang_version':
      announceClangVersion(server, event.player, event.min, event.max);
      break;
    case 'team_graphic':
      addTile(server, event);
      break;
    case 'player_removed':
      closePlayer(server, event.player, event.reason);
      break;
    case 'auto_player_type': {
      const team = teamOf(server.match.world, event.side).name;
      server.console.out(`rcssserver changes (player ${team} ${event.unum}) to type ${event.typeId}`);
      break;
    }
    case 'kick_off':
      server.console.out(event.side === 'l' ? 'Kick_off_left' : 'Kick_off_right');
      break;
    case 'console':
      if (event.error) server.console.err(event.text);
      else server.console.out(event.text);
      break;
    case 'keepaway':
      server.keepawayLog?.write(`${event.line}\n`);
      server.keepawayLog?.flush();
      break;
  }
}

/** Referee calls: at once to players, coaches, trainer, and where configured to monitors and logs (06 §3.2). */
function announceReferee(server: Server, time: number, call: string): void {
  const bytes = encodeRefereeHear(server.writers.writer(), time, call).view();
  for (const session of server.players) if (session?.player.enabled) session.connection.send(bytes);
  const speaker = { by: 'referee' } as const;
  for (const coach of [server.coaches.l, server.coaches.r]) {
    if (coach)
      coach.connection.send(
        encodeCoachHear(server.writers.writer(), coach.version, time, speaker, call).view(),
      );
  }
  const { trainer, match } = server;
  if (trainer && match.trainer.ear) {
    trainer.connection.send(
      encodeTrainerHear(server.writers.writer(), trainer.version, time, speaker, call).view(),
    );
  }
  const text = `(referee ${call})`;
  toMonitors(server, text);
  server.textLog?.entry(text);
}

/** Speech as monitors see it when `server::send_comms` is on (10 §8). */
function toMonitors(server: Server, text: string): void {
  if (!server.params.server.send_comms) return;
  for (const monitor of server.monitors) monitorMessage(server, monitor, text);
}

function answer(server: Server, to: Extract<MatchEvent, { type: 'reply' }>['to'], reply: Reply): void {
  switch (to.role) {
    case 'player': {
      const session = server.players[to.index];
      if (!session) return;
      if (reply.kind === 'sense_body') {
        senseBody(server.match.world, server.params, session.player, server.buffers.body);
        session.connection.send(
          encodeSenseBody(server.writers.writer(), server.buffers.body, session.encoding).view(),
        );
      } else if (reply.kind !== 'look' && reply.kind !== 'check_ball' && reply.kind !== 'team_names') {
        session.connection.send(encodeReply(server.writers.writer(), reply).view());
      }
      return;
    }
    case 'coach':
    case 'trainer': {
      const session = to.role === 'coach' ? server.coaches[to.side] : server.trainer;
      if (!session) return;
      const w = server.writers.writer();
      if (reply.kind === 'look') {
        const observation = globalView(server.match.world, server.params, server.buffers.global);
        const observer = to.role === 'coach' ? to.side : null;
        const view = { version: session.version, observer, names: server.names, kind: 'look' } as const;
        session.connection.send(encodeGlobal(w, observation, view).view());
      } else if (reply.kind !== 'sense_body' && reply.kind !== 'score') {
        session.connection.send(encodeCoachReply(w, reply).view());
      }
      return;
    }
    case 'monitor': {
      const monitor = server.monitors.find((session) => session.id === to.id);
      if (monitor) sendMonitorReply(server, monitor, reply);
      return;
    }
  }
}

/** Speech for those who hear everything: coaches, trainer, monitors, logs. Players hear through `hear` events. */
function announceSay(server: Server, event: Extract<MatchEvent, { type: 'say' }>): void {
  const { speaker, time, message } = event;
  const { trainer, match, writers } = server;
  if (speaker.by !== 'coach') {
    for (const coach of [server.coaches.l, server.coaches.r]) {
      if (!coach) continue;
      const who = speakerFor(server, speaker, coach.side);
      coach.connection.send(encodeCoachHear(writers.writer(), coach.version, time, who, message).view());
    }
  }
  if (trainer && match.trainer.ear) {
    const who = speakerFor(server, speaker, null);
    trainer.connection.send(encodeTrainerHear(writers.writer(), trainer.version, time, who, message).view());
  }
  if (!server.params.server.send_comms || server.monitors.length === 0) return;
  toMonitors(server, monitorSayText(speakerFor(server, speaker, null), message, event.receivedAt));
}

/** A speaker with the name that a listener of a side knows; the trainer knows the real ones. */
function speakerFor(server: Server, speaker: Speaker, listener: 'l' | 'r' | null) {
  if (speaker.by !== 'player') return speaker;
  const player = server.match.world.players[speaker.index] as Player;
  const team = teamOf(server.match.world, player.side).name;
  const fixed = player.side === 'l' ? server.names.fixedLeft : server.names.fixedRight;
  const own = listener === null || listener === player.side;
  const name = !own && fixed !== undefined && fixed !== '' ? fixed : team;
  return {
    by: 'player',
    team: name,
    unum: player.unum,
    goalie: player.goalie && (own || !player.goalieAppointed),
  } as const;
}

/** A player got another type: his own side learns which (07 §9.3). */
function announceType(server: Server, side: 'l' | 'r', unum: number, typeId: number): void {
  const { writers } = server;
  for (const session of server.players) {
    if (!session?.player.enabled || !session.encoding.features.changePlayerType) continue;
    const shown = session.player.side === side ? typeId : null;
    session.connection.send(encodeChangePlayerType(writers.writer(), unum, shown).view());
  }
  for (const coach of [server.coaches.r, server.coaches.l]) {
    if (!coach || coach.version < 7) continue;
    const shown = coach.side === side ? typeId : null;
    coach.connection.send(encodeChangePlayerType(writers.writer(), unum, shown).view());
  }
  toAllMonitors(server, `(change_player_type ${side} ${unum} ${typeId})`);
}

function announceGoalie(server: Server, side: 'l' | 'r', unum: number): void {
  const bytes = encodeChangeGoalie(server.writers.writer(), side, unum).view();
  for (const session of server.players) {
    if (session?.player.enabled && session.encoding.features.changeGoalie) session.connection.send(bytes);
  }
  for (const coach of [server.coaches.l, server.coaches.r]) {
    if (coach && coach.version >= 16) coach.connection.send(bytes);
  }
  toAllMonitors(server, `(change_player_type ${side} ${unum} goalie)`);
}

/** Substitutions reach every monitor on board 1, whatever `server::send_comms` says (07 §15). */
function toAllMonitors(server: Server, text: string): void {
  for (const monitor of server.monitors) monitorMessage(server, monitor, text);
}

/** A player's coach learns which languages he understands (07 §13). */
function announceClangVersion(server: Server, index: number, min: number, max: number): void {
  const player = server.match.world.players[index] as Player;
  const coach = server.coaches[player.side];
  if (!coach || coach.version < 8) return;
  const { unum, goalie } = player;
  const name = { team: teamOf(server.match.world, player.side).name, unum, goalie };
  coach.connection.send(encodeClangVersion(server.writers.writer(), name, min, max).view());
}

/** A tile is kept for monitors, who get it after their next show (10 §9). */
function addTile(server: Server, event: Extract<MatchEvent, { type: 'team_graphic' }>): void {
  const { side, tile } = event;
  const known: KnownTile = { key: `${side} ${tile.x} ${tile.y}`, side, tile };
  const at = server.tiles.findIndex((other) => other.key === known.key);
  if (at >= 0) server.tiles[at] = known;
  else {
    server.tiles.push(known);
    // Left team first, then right, each in descending order of x, then y.
    server.tiles.sort((a, b) =>
      a.side !== b.side ? (a.side === 'l' ? -1 : 1) : b.tile.x - a.tile.x || b.tile.y - a.tile.y,
    );
  }
}

function closePlayer(server: Server, index: number, reason: RemovalReason): void {
  const session = server.players[index];
  if (!session) return;
  server.players[index] = null;
  session.connection.close();
  const { player } = session;
  const team = teamOf(server.match.world, player.side).name;
  server.console.out(`A player disconnected : (${team} ${player.unum})`);
  const { unum } = player;
  logConnection(server, session.connection, { event: 'disconnected', client: 'player', team, unum, reason });
}
