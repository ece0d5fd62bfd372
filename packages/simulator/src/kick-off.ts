import { callKickOff } from '@rcss/referee';
import type { Match } from './match.js';

/** The kick-off command from outside the commands of clients, e.g. by a stray datagram (06 §17, 02 §2.4). */
export function tryKickOff(match: Match): void {
  match.record?.({ do: 'kick_off' });
  callKickOff(match.referee);
}
