import { decodeLatin1 } from '@rcss/sexp';
import type { Match } from '@rcss/simulator';
import type { ServerLogs } from './server-logs.js';

/**
 * Writes a message of a client verbatim to the text log, and to the game log if messages are recorded, before it is
 * executed (spec 09 §11, §2.5).
 *
 * @param sender Name of the client as the logs show it, for example `TEAM_3`.
 */
export function logReceived(logs: ServerLogs, match: Match, sender: string, text: Uint8Array | string): void {
  const toGameLog =
    logs.game !== null && match.params.server.record_messages && match.world.playMode !== 'time_over';
  if (logs.text === null && !toGameLog) return;
  if (typeof text !== 'string') logs.text?.received(sender, text);
  else logs.text?.entry(`Recv ${sender}: ${text}`);
  if (!toGameLog) return;
  const line = `Recv ${sender}: ${typeof text === 'string' ? text : decodeLatin1(text)}`;
  logs.game?.message(2, line);
  logs.recording?.received(line);
}
