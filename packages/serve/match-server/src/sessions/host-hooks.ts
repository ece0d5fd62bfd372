import { type Side, teamOf } from '@rcss/core';
import { isPlayerVersion } from '@rcss/core/versions';
import {
  type ClientSession,
  type CoachSession,
  type HostHooks,
  type PlayerSession,
  sendToMonitors,
  type TrainerSession,
} from '@rcss/host';
import { BOARD_CLIENTS, MAX_BOARD_TEXT_LENGTH } from '@rcss/protocol/monitor';
import { formatReceived, logReceived } from '../logs/match-log.js';
import type { Connection } from '../net/connection.js';
import { noteRefereeCommand } from '../state/referees.js';
import { countCommand } from '../state/telemetry.js';
import { readCoachMessageFile } from './coach-message-file.js';
import { logConnection } from './connection-log.js';
import { canAcceptClient } from './rate-limits.js';
import type { Server, SessionContext } from './server.js';

/** What a server does besides the messages of its clients: limits, console, logs, measurements, debug channel. */

/** The slices that the hooks use. */
type HooksContext = SessionContext & Pick<Server, 'config' | 'debugChannel'>;

/** Returns the hooks of the host of a server: limits, console, logs, measurements, debug channel. */
export function createHostHooks(server: HooksContext): HostHooks<Connection> {
  const { match, net, clients, console, telemetry, debugChannel, referees, seats } = server;
  return {
    allowClient: (kind) => canAcceptClient(net, clients, kind),
    readCoachMessage: () => readCoachMessageFile(match.params.server.coach_msg_file, console),
    allowReferee({ connection }, text) {
      const executed = referees.allows(connection.transport);
      noteRefereeCommand(server, 'monitor', connection.transport, text, executed);
      return executed;
    },
    onRefuse: (role, code, version, team) => warnOfVersion(server, role, code, version, team),
    onConnect(session, how, versionText) {
      reportConnect(server, session, how, versionText);
      if (how !== 'reconnected' || session.role !== 'player') return;
      const { side, unum } = session.player;
      seats.note(match, { team: teamOf(match.world, side).name, unum }, session.connection.transport, true);
    },
    // The debug channel gets the messages to a player without the parameters that each client receives at its start.
    onGreet({ player, connection }) {
      if (debugChannel !== null) connection.onSend = (bytes) => debugChannel.addReceived(player.index, bytes);
    },
    onReceive(from, text) {
      reportReceived(server, from, text);
      // A sender that is not connected is noted where its datagram is read.
      if (from?.role === 'trainer')
        noteRefereeCommand(server, 'trainer', from.connection.transport, text, true);
      // A request is a string, a datagram of a client is not.
      if (from?.role === 'player' && typeof text !== 'string') debugChannel?.addSent(from.player.index, text);
    },
    onCommand: (player, command) => countCommand(telemetry, player.index, command),
    onDisconnect(session, reason) {
      if (session.role === 'player') seats.leave(session.player, session.connection.transport, match.steps);
      const { text, fields } = describeClient(server, session);
      const isPlayer = session.role === 'player';
      console.out(`${isPlayer || session.role === 'monitor' ? 'A' : 'An'} ${text.disconnected}`, {
        event: 'client_disconnected',
        fields: isPlayer ? { ...fields, reason } : fields,
      });
      logConnection(server, session.connection, { event: 'disconnected', ...fields, reason });
    },
  };
}

/** The console reports a version without a codec as if a client had left (spec 02 §2.8, quirk). */
function warnOfVersion(
  { match, net, console }: HooksContext,
  role: 'player' | 'monitor',
  code: string,
  version: number | string,
  team: string,
): void {
  if (role === 'monitor') {
    const record = { event: 'client_refused', level: 'warn', fields: { client: role, version } } as const;
    net.warnings.warn(
      'monitor version',
      `Unsupported monitor protocol version. version=${version}`,
      record,
      console.out,
    );
  } else if (
    code.includes('illegal_client_version') &&
    !isPlayerVersion(version as number, match.params.server.experimental_height)
  ) {
    net.warnings.warn('version', `Error: Could not find serializer or sender for version ${version}`, {
      event: 'client_refused',
      level: 'error',
      fields: { client: role, team, version },
    });
  }
}

function reportConnect(
  server: HooksContext,
  session: ClientSession<Connection>,
  how: 'connected' | 'reconnected',
  versionText = '',
): void {
  const { console } = server;
  const { text, fields } = describeClient(server, session);
  const version = session.role === 'player' ? session.encoding.version : session.version;
  const shown = session.role === 'monitor' ? versionText : version;
  if (how === 'reconnected')
    console.out(`A ${text.connected} reconnected.`, { event: 'client_reconnected', fields });
  else
    console.out(`A new (${formatVersion(session, shown)}) ${text.connected} connected${text.end}`, {
      event: 'client_connected',
      fields: { ...fields, version: shown },
    });
  logConnection(server, session.connection, {
    event: how,
    ...fields,
    ...(how === 'connected' && { version }),
  });
}

function formatVersion({ role }: ClientSession, version: number | string): string {
  if (typeof version === 'string') return version === 'json' ? version : `v${version}`;
  return `v${role === 'trainer' ? version : Math.trunc(version)}`;
}

/** How the console names a client, and its fields in a record. */
function describeClient({ match }: HooksContext, session: ClientSession) {
  const { role } = session;
  switch (role) {
    case 'player': {
      const { side, unum } = session.player;
      const team = teamOf(match.world, side).name;
      const text = {
        connected: `player (${team} ${unum})`,
        end: '.',
        disconnected: `player disconnected : (${team} ${unum})`,
      };
      return { text, fields: { client: role, team, unum } };
    }
    case 'coach': {
      const team = teamOf(match.world, session.side).name;
      const name = session.name === '' ? '' : ` ${session.name}`;
      const text = {
        connected: `online coach (${team})`,
        end: '.',
        disconnected: `online coach disconnected : (${team}${name})`,
      };
      return { text, fields: { client: role, team } };
    }
    case 'trainer':
      return {
        text: { connected: 'offline coach', end: '', disconnected: 'offline coach disconnected' },
        fields: { client: role },
      };
    case 'monitor':
      return {
        text: { connected: 'monitor', end: '.', disconnected: 'monitor disconnected' },
        fields: { client: role },
      };
  }
}

/**
 * Writes a message of a client to the logs before it is executed, and sends it to the monitors if `rcss::send_client_messages` is on.
 *
 * @param from Null: a sender on the trainer's port that is not connected.
 */
function reportReceived(
  server: HooksContext,
  from: PlayerSession | CoachSession | TrainerSession | null,
  text: Uint8Array | string,
): void {
  const { match, clients, logs, config } = server;
  const isShown = config.rcss.send_client_messages && clients.monitors.length > 0;
  if (!isShown && logs.text === null && logs.game === null) return;
  const sender = formatSender(server, from);
  logReceived(logs, match, sender, text);
  if (isShown)
    sendToMonitors(server, formatReceived(sender, text).slice(0, MAX_BOARD_TEXT_LENGTH), BOARD_CLIENTS);
}

/** Name of a client as the logs show it, for example `TEAM_3`. */
function formatSender(
  { match }: HooksContext,
  from: PlayerSession | CoachSession | TrainerSession | null,
): string {
  const teamName = (side: Side) => teamOf(match.world, side).name;
  if (from?.role === 'player') return `${teamName(from.player.side)}_${from.player.unum}`;
  return from?.role === 'coach' ? `${teamName(from.side)}_Coach` : 'Coach';
}
