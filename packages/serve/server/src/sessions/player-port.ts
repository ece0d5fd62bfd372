import { decodeMonitorInit } from '@rcss/protocol/monitor';
import { readConnectText } from '@rcss/protocol/player';
import { isConnectedSender, type Sender } from '../net/client-link.js';
import type { Datagram } from '../net/port-queue.js';
import type { SessionContext } from '../server.js';
import { sendRefusal } from './connect-replies.js';
import { handleMonitorConnect, handleMonitorOnInitPort } from './monitor.js';
import { handlePlayerConnect, handlePlayerOnInitPort } from './player.js';

/** Handles all datagrams that wait on the port that players and monitors share (spec 02 §2.4). */
export function readPlayerPort(context: SessionContext): void {
  const { datagrams } = context.net.ports.player;
  for (let datagram = datagrams.shift(); datagram !== undefined; datagram = datagrams.shift()) {
    handleDatagram(context, datagram);
  }
}

function handleDatagram(context: SessionContext, datagram: Datagram): void {
  const { clients } = context;
  const player = clients.players.find((session) => session?.connection.isFrom(datagram.from));
  if (player) {
    handlePlayerOnInitPort(context, player, datagram);
    return;
  }
  const monitor = clients.monitors.find((session) => session.connection.isFrom(datagram.from));
  if (monitor) {
    handleMonitorOnInitPort(context, monitor, datagram);
    return;
  }
  const text = readConnectText(datagram.bytes);
  const monitorInit = decodeMonitorInit(text);
  if (!isRoleAllowed(datagram.from, monitorInit === null ? 'player' : 'monitor')) {
    sendRefusal(context.net, context.net.ports.player, datagram, 'unknown_command');
    return;
  }
  if (monitorInit !== null) handleMonitorConnect(context, datagram, monitorInit);
  else handlePlayerConnect(context, datagram, text);
}

/** Whether a sender may take a role: a WebSocket of players is not used by monitors, and the other way round. */
function isRoleAllowed(sender: Sender, role: 'player' | 'monitor'): boolean {
  return !isConnectedSender(sender) || sender.onlyRole === null || sender.onlyRole === role;
}
