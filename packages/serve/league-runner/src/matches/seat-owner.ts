import { SIDE_NAMES, type SideName } from '@rcss/core';
import type { SeatOwner, SoccerServer } from '@rcss/match-server';
import { SocketOwners } from '../isolation/socket-owners.js';
import type { IsolatedProcess } from './start-own-team.js';

/** Returns the rule about the places of both teams: no team gets one in the other team, by its processes. */
export function createSeatOwner(
  teams: Readonly<Partial<Record<SideName, IsolatedProcess>>>,
  server: SoccerServer,
): SeatOwner {
  const owners = new SocketOwners(() =>
    Object.values(teams).flatMap(({ side, tree: { child, mark } }) =>
      child.pid === undefined ? [] : [[side, { group: child.pid, mark }] as const],
    ),
  );
  return (name, sender) => {
    const { world } = server.match;
    const side =
      SIDE_NAMES.find((own) => teams[own]?.name === name) ??
      SIDE_NAMES.find((own) => world[own].name === name);
    const owner = side === undefined ? null : owners.find(sender);
    return owner === null ? null : owner === 'self' || owner === side;
  };
}
