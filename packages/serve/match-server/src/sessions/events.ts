import { type MatchEvent, teamOf } from '@rcss/core';
import { formatMonitorReferee } from '@rcss/protocol/monitor';
import { logEvent } from '../logs/match-log.js';
import type { SessionContext } from './server.js';

/** Writes an event of the match to the logs and the console. */
export function reportEvent({ match, logs, console }: SessionContext, event: MatchEvent): void {
  if (logs.game !== null) logEvent(logs.game, match, event);
  switch (event.type) {
    case 'referee':
      console.err(`Referee at ${event.time}: ${event.text}`, {
        event: 'referee',
        level: 'debug',
        fields: { cycle: event.time, call: event.text },
      });
      logs.text?.writeEntry(formatMonitorReferee(event.text));
      break;
    case 'auto_player_type': {
      const team = teamOf(match.world, event.side).name;
      console.out(`rcssserver changes (player ${team} ${event.unum}) to type ${event.typeId}`, {
        event: 'player_type_changed',
        fields: { team, unum: event.unum, type: event.typeId },
      });
      break;
    }
    case 'kick_off':
      console.out(event.side === 'l' ? 'Kick_off_left' : 'Kick_off_right', {
        event: 'kick_off',
        fields: { side: event.side },
      });
      break;
    case 'console':
      if (event.error) console.err(event.text, { event: 'match_message' });
      else console.out(event.text, { event: 'match_message' });
      break;
    case 'keepaway':
      logs.keepaway?.write(`${event.line}\n`);
      logs.keepaway?.flush();
      break;
  }
}
