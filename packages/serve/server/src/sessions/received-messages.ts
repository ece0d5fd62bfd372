import { BOARD_CLIENTS, MAX_BOARD_TEXT_LENGTH } from '@rcss/protocol/monitor';
import { formatReceived, logReceived } from '../logs/match-log.js';
import type { Server } from '../server.js';
import { sendToMonitors } from './monitor.js';

/**
 * Writes a message of a client to the logs before it is executed, and sends it to the monitors if `rcss::send_client_messages` is on.
 *
 * @param sender Name of the client as the logs show it, for example `TEAM_3`.
 */
export function reportReceived(
  context: Pick<Server, 'match' | 'net' | 'clients' | 'logs'>,
  sender: string,
  text: Uint8Array | string,
): void {
  const { match, clients, logs } = context;
  logReceived(logs, match, sender, text);
  if (!clients.sendsMessagesToMonitors || clients.monitors.length === 0) return;
  sendToMonitors(context, formatReceived(sender, text).slice(0, MAX_BOARD_TEXT_LENGTH), BOARD_CLIENTS);
}
