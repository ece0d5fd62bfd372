import { SIDE_NAMES, type SideName } from '@rcss/core';
import { isLoopback } from '@rcss/kit/http-access';
import type { SeatOwner, SoccerServer } from '@rcss/match-server';
import { SocketOwners } from '../isolation/socket-owners.js';
import type { IsolatedProcess } from './start-own-team.js';

const OTHER_SIDE = { left: 'right', right: 'left' } as const;

/** Returns the rule about the places of both teams: no team gets one in the other team, by its machine or its processes. */
export function createSeatOwner(
  teams: Readonly<Partial<Record<SideName, IsolatedProcess>>>,
  server: SoccerServer,
): SeatOwner {
  const owners = new SocketOwners(() =>
    Object.values(teams).flatMap(({ side, tree: { child, mark } }) =>
      child.pid === undefined ? [] : [[side, { group: child.pid, mark }] as const],
    ),
  );
  return (name, { address, port }) => {
    const { world } = server.match;
    const side =
      SIDE_NAMES.find((own) => teams[own]?.name === name) ??
      SIDE_NAMES.find((own) => world[own].name === name);
    if (side === undefined) return null;
    const [machine, other] = [side, OTHER_SIDE[side]].map((own) => {
      const known = teams[own]?.address ?? null;
      // A machine can be another program on this one.
      return known === null || isLoopback(known) ? null : known;
    });
    if (machine !== null || other === address) return machine === other ? null : machine === address;
    const owner = owners.find(port);
    return owner === null ? null : owner === 'self' || owner === side;
  };
}
