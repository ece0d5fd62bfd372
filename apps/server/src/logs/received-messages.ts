import { decodeLatin1 } from '@rcss/sexp';
import type { Server } from '../server.js';

/**
 * A message of a client goes verbatim to the text log, and to the game log when messages are recorded, before it is
 * interpreted (09 §11, §2.5).
 */
export function recordReceived(server: Server, who: string, text: Uint8Array | string): void {
  const { textLog, gameLog } = server;
  const toGameLog =
    gameLog !== null && server.params.server.record_messages && server.match.world.playMode !== 'time_over';
  if (textLog === null && !toGameLog) return;
  if (typeof text !== 'string') textLog?.received(who, text);
  else textLog?.entry(`Recv ${who}: ${text}`);
  if (!toGameLog) return;
  const line = `Recv ${who}: ${typeof text === 'string' ? text : decodeLatin1(text)}`;
  gameLog.message(2, line);
  server.recording?.received(line);
}
