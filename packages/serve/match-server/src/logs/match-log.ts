import type { MatchEvent } from '@rcss/core';
import { describeSpeaker } from '@rcss/host';
import { logFeatures } from '@rcss/logs';
import {
  formatMonitorChangeGoalie,
  formatMonitorChangePlayerType,
  formatMonitorReferee,
  formatMonitorSay,
} from '@rcss/protocol/monitor';
import { decodeLatin1 } from '@rcss/sexp';
import type { Match } from '@rcss/simulator';
import type { GameLog } from './game-log.js';
import type { ServerLogs } from './server-logs.js';

/**
 * Writes an event of a match to the game log, if it belongs there (spec 09 §2.5). Running servers and replays both use this function,
 * so that a replayed match gives the same bytes.
 */
export function logEvent(log: GameLog, match: Match, event: MatchEvent): void {
  const { record_messages: record, text_logging: textLogging } = match.params.server;
  const mode = match.world.playMode;
  const quiet = mode === 'before_kick_off' || mode === 'time_over';
  switch (event.type) {
    case 'referee':
      if ((record || logFeatures(log.version).refereeCallsAlways) && (textLogging || !quiet))
        log.writeMessage(1, formatMonitorReferee(event.text));
      break;
    case 'say':
      if (record && !quiet)
        log.writeMessage(
          1,
          formatMonitorSay(describeSpeaker(match, event.speaker), event.message, event.receivedAt),
        );
      break;
    case 'change_player_type':
      if (record && mode !== 'time_over')
        log.writeMessage(2, formatMonitorChangePlayerType(event.side, event.unum, event.typeId));
      break;
    case 'change_goalie':
      if (record && mode !== 'time_over')
        log.writeMessage(2, formatMonitorChangeGoalie(event.side, event.unum));
      break;
    case 'team_graphic':
      log.writeTeamGraphic(event.side, event.tile);
      break;
  }
}

/** Returns a message of a client in the form of the game log: `Recv TEAM_3: (dash 100)`. */
export function formatReceived(sender: string, text: Uint8Array | string): string {
  return `Recv ${sender}: ${typeof text === 'string' ? text : decodeLatin1(text)}`;
}

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
  if (typeof text !== 'string') logs.text?.writeReceived(sender, text);
  else logs.text?.writeEntry(`Recv ${sender}: ${text}`);
  if (!toGameLog) return;
  const line = formatReceived(sender, text);
  logs.game?.writeMessage(2, line);
  logs.recording?.addReceived(line);
}
