import { decodeMonitorInit } from '@rcss/protocol/monitor';
import type { Host } from './host.js';
import type { Link, Visitor } from './link.js';
import { handleMonitorRequest } from './monitor.js';
import { handlePlayerRequest } from './player.js';
import { refuseConnection } from './replies.js';

/** Handles the text of a sender at the address that players and monitors share, if it is neither (spec 02 §2.4). */
export function handlePlayerPortRequest<L extends Link>(
  host: Host<L>,
  visitor: Visitor<L>,
  text: string,
): void {
  const { experimental_height: experimental } = host.match.params.server;
  const monitorInit = decodeMonitorInit(text, experimental);
  const role = monitorInit === null ? 'player' : 'monitor';
  if (visitor.onlyRole !== null && visitor.onlyRole !== role)
    refuseConnection(host, visitor, 'unknown_command');
  else if (monitorInit !== null) handleMonitorRequest(host, visitor, monitorInit);
  else handlePlayerRequest(host, visitor, text);
}
