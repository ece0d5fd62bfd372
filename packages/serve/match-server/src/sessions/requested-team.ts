import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect, readConnectText } from '@rcss/protocol/player';
import type { RequestedPlace } from '../state/team-places.js';

/** Returns the place for which a text on a port of players or online coaches asks; null if it asks for none. */
export function readRequestedPlace(text: string): RequestedPlace | null {
  const player = decodePlayerConnect(text);
  if (player.ok)
    return { team: player.value.team, unum: player.value.kind === 'reconnect' ? player.value.unum : null };
  const coach = decodeCoachInit(text);
  return coach.ok ? { team: coach.value.team, unum: null } : null;
}

/** Returns the team for which a datagram to a port of players or online coaches asks for a place; null if it asks for none. */
export function readRequestedTeam(bytes: Uint8Array): string | null {
  return readRequestedPlace(readConnectText(bytes))?.team ?? null;
}
