import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect, readConnectText } from '@rcss/protocol/player';

/** Returns the team for which a datagram to a port of players or online coaches asks for a place; null if it asks for none. */
export function readRequestedTeam(bytes: Uint8Array): string | null {
  const text = readConnectText(bytes);
  const player = decodePlayerConnect(text);
  if (player.ok) return player.value.team;
  const coach = decodeCoachInit(text);
  return coach.ok ? coach.value.team : null;
}
