import type { Player, PlayerCommand, RemovalReason } from '@rcss/core';
import {
  decodeCoachCommand,
  decodeMonitorCommand,
  decodePlayerCommands,
  decodeTrainerCommand,
  encodeCoachReply,
  encodeError,
  encodeReply,
  encodeWarning,
  splitDatagram,
} from '@rcss/protocol';
import { decodeLatin1 } from '@rcss/sexp';
import {
  applyCoachCommand,
  applyMonitorCommand,
  applyPlayerCommand,
  applyTrainerCommand,
  disconnectCoach,
  disconnectTrainer,
  removePlayer,
} from '@rcss/simulator';
import { recordReceived } from '../logs/received-messages.js';
import { countBodyCommand } from '../results/telemetry.js';
import type { Server } from '../server.js';
import type { CoachSession, TrainerSession } from './coach-session.js';
import { logConnection } from './connection-log.js';
import { monitorMessage, sendMonitorReply } from './monitor-output.js';
import type { MonitorSession } from './monitor-session.js';
import type { PlayerSession } from './player-session.js';

/** What connected clients have sent: read, written to the logs, carried out. */

// ---------------------------------------------------------------- players

export function readPlayer(server: Server, session: PlayerSession): void {
  const { connection, player } = session;
  for (let bytes = connection.read(); bytes !== undefined; bytes = connection.read()) {
    const { text, terminated } = splitDatagram(bytes);
    recordReceived(server, playerName(server, player), text);
    if (!terminated && session.encoding.features.nulWarning) {
      connection.send(encodeWarning(server.writers.writer(), 'message_not_null_terminated').view());
    }
    const wellFormed = decodePlayerCommands(text, (command) => executePlayer(server, session, command));
    if (!player.enabled || server.players[player.index] !== session) return;
    if (!wellFormed) connection.send(encodeError(server.writers.writer(), 'illegal_command_form').view());
  }
}

function playerName(server: Server, player: Player): string {
  return `${player.side === 'l' ? server.match.world.left.name : server.match.world.right.name}_${player.unum}`;
}

/** Carries out one command; false stops the datagram because the player is gone. */
function executePlayer(server: Server, session: PlayerSession, command: PlayerCommand): boolean {
  const { player } = session;
  if (server.players[player.index] !== session || !player.enabled) return false;
  switch (command.type) {
    case 'done':
      session.done = true;
      return true;
    case 'compression':
      if (command.level <= 9) {
        const reply = { kind: 'ok', code: 'compression', args: [command.level] } as const;
        session.connection.send(encodeReply(server.writers.writer(), reply).view());
        session.connection.compression = command.level;
      }
      return true;
    default:
      countCommand(server, player, command);
      applyPlayerCommand(server.match, player.index, command);
      return player.enabled;
  }
}

const BODY_COMMANDS: ReadonlySet<PlayerCommand['type']> = new Set([
  'dash',
  'dash_leg',
  'turn',
  'kick',
  'tackle',
  'catch',
  'move',
]);

function countCommand(server: Server, player: Player, command: PlayerCommand): void {
  if (!BODY_COMMANDS.has(command.type)) return;
  const delay = performance.now() - server.telemetry.senseAt;
  countBodyCommand(server.telemetry.agents[player.index]!, delay, command.type === 'dash_leg');
}

// ---------------------------------------------------------------- monitors

export function readMonitor(server: Server, session: MonitorSession): void {
  const { connection } = session;
  for (let bytes = connection.read(); bytes !== undefined; bytes = connection.read()) {
    const { text, terminated } = splitDatagram(bytes);
    if (!terminated && session.codec.nulWarning) {
      monitorMessage(server, session, '(warning message_not_null_terminated)');
    }
    executeMonitor(server, session, decodeLatin1(text));
    if (!server.monitors.includes(session)) return;
  }
}

function executeMonitor(server: Server, session: MonitorSession, text: string): void {
  const { coach, coach_w_referee: coachWithReferee } = server.params.server;
  const decoded = decodeMonitorCommand(text, coach || coachWithReferee);
  if (!decoded.ok) {
    sendMonitorReply(server, session, { kind: 'error', code: decoded.error.code });
    return;
  }
  const { value } = decoded;
  if (value.kind === 'trainer') {
    applyTrainerCommand(server.match, { role: 'monitor', id: session.id }, value.command);
    return;
  }
  const { command } = value;
  if (command.type === 'dispbye') dropMonitor(server, session, 'bye');
  else if (command.type === 'compression') {
    sendMonitorReply(server, session, { kind: 'ok', code: 'compression', args: [command.level] });
    session.connection.compression = command.level;
  } else applyMonitorCommand(server.match, command);
}

function dropMonitor(server: Server, session: MonitorSession, reason: RemovalReason): void {
  const at = server.monitors.indexOf(session);
  if (at < 0) return;
  server.monitors.splice(at, 1);
  session.connection.close();
  server.console.out('A monitor disconnected');
  logConnection(server, session.connection, { event: 'disconnected', client: 'monitor', reason });
}

// ---------------------------------------------------------------- coaches and trainer

export function readCoach(server: Server, session: CoachSession): void {
  const { connection } = session;
  for (let bytes = connection.read(); bytes !== undefined; bytes = connection.read()) {
    const { text, terminated } = splitDatagram(bytes);
    const team = session.side === 'l' ? server.match.world.left : server.match.world.right;
    recordReceived(server, `${team.name}_Coach`, text);
    if (!terminated && session.version >= 8) {
      connection.send(encodeWarning(server.writers.writer(), 'message_not_null_terminated').view());
    }
    executeCoach(server, session, decodeLatin1(text));
    if (server.coaches[session.side] !== session) return;
  }
}

function executeCoach(server: Server, session: CoachSession, text: string): void {
  const decoded = decodeCoachCommand(text, session.version);
  if (!decoded.ok) {
    session.connection.send(encodeError(server.writers.writer(), decoded.error.code).view());
    return;
  }
  const command = decoded.value;
  if (command.type === 'bye') dropCoach(server, session, 'bye');
  else if (command.type === 'done') session.done = true;
  else if (command.type === 'compression') compress(server, session, command.level);
  else applyCoachCommand(server.match, session.side, command);
}

function compress(server: Server, session: CoachSession | TrainerSession, level: number): void {
  const reply = { kind: 'ok', code: 'compression', args: [level] } as const;
  session.connection.send(encodeCoachReply(server.writers.writer(), reply).view());
  session.connection.compression = level;
}

export function readTrainer(server: Server, session: TrainerSession): void {
  const { connection } = session;
  for (let bytes = connection.read(); bytes !== undefined; bytes = connection.read()) {
    const { text, terminated } = splitDatagram(bytes);
    recordReceived(server, 'Coach', text);
    if (!terminated && session.version >= 8) {
      connection.send(encodeWarning(server.writers.writer(), 'message_not_null_terminated').view());
    }
    executeTrainer(server, session, decodeLatin1(text));
    if (server.trainer !== session) return;
  }
}

/** Executes a trainer's text; without a session nobody is answered (07 §3, point 5). */
export function executeTrainer(server: Server, session: TrainerSession | null, text: string): void {
  const decoded = decodeTrainerCommand(text);
  if (!decoded.ok) {
    session?.connection.send(encodeError(server.writers.writer(), decoded.error.code).view());
    return;
  }
  const command = decoded.value;
  if (command.type === 'done') {
    if (session) session.done = true;
  } else if (command.type === 'compression') {
    if (session) compress(server, session, command.level);
  } else applyTrainerCommand(server.match, { role: 'trainer' }, command);
}

function dropCoach(server: Server, session: CoachSession, reason: RemovalReason): void {
  server.coaches[session.side] = null;
  session.connection.close();
  disconnectCoach(server.match, session.side);
  const team = session.side === 'l' ? server.match.world.left : server.match.world.right;
  server.console.out(
    `An online coach disconnected : (${team.name}${session.name === '' ? '' : ` ${session.name}`})`,
  );
  logConnection(server, session.connection, {
    event: 'disconnected',
    client: 'coach',
    team: team.name,
    reason,
  });
}

// ---------------------------------------------------------------- losses

/** Removes all clients whose port turned out to be closed (02 §2.7). */
export function removeLost(server: Server): void {
  for (const session of server.players) {
    if (session?.connection.lost) removePlayer(server.match, session.player.index, 'lost');
  }
  for (const session of [server.coaches.l, server.coaches.r])
    if (session?.connection.lost) dropCoach(server, session, 'lost');
  const { trainer } = server;
  if (trainer?.connection.lost) {
    trainer.connection.close();
    server.trainer = null;
    disconnectTrainer(server.match);
    server.console.out('An offline coach disconnected');
    logConnection(server, trainer.connection, { event: 'disconnected', client: 'trainer', reason: 'lost' });
  }
  for (const monitor of [...server.monitors])
    if (monitor.connection.lost) dropMonitor(server, monitor, 'lost');
}
