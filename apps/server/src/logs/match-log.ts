import { type MatchEvent, type Player, type Speaker, teamOf } from '@rcss/core';
import { logFeatures } from '@rcss/logs';
import { monitorSayText } from '@rcss/protocol/monitor';
import type { Match } from '@rcss/simulator';
import type { GameLog } from './game-log.js';

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
        log.message(1, `(referee ${event.text})`);
      break;
    case 'say':
      if (record && !quiet)
        log.message(
          1,
          monitorSayText(speakerByRealName(match, event.speaker), event.message, event.receivedAt),
        );
      break;
    case 'change_player_type':
      if (record && mode !== 'time_over')
        log.message(2, `(change_player_type ${event.side} ${event.unum} ${event.typeId})`);
      break;
    case 'change_goalie':
      if (record && mode !== 'time_over')
        log.message(2, `(change_player_type ${event.side} ${event.unum} goalie)`);
      break;
    case 'team_graphic':
      log.teamGraphic(event.side, event.tile);
      break;
  }
}

function speakerByRealName(match: Match, speaker: Speaker) {
  if (speaker.by !== 'player') return speaker;
  const { side, unum, goalie } = match.world.players[speaker.index] as Player;
  return { by: 'player', team: teamOf(match.world, side).name, unum, goalie } as const;
}
