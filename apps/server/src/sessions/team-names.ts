import { setTeamNames } from '@rcss/protocol/player';
import type { Match } from '@rcss/simulator';
import type { Clients } from './clients.js';

/** Copies the team names of the match to all slices that send or log them. Call it when a team gets its name. */
export function updateTeamNames(clients: Clients, match: Match): void {
  const { left, right } = match.world;
  const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = match.params.server;
  clients.names = { left: left.name, right: right.name, fixedLeft, fixedRight };
  for (const session of clients.players) if (session) setTeamNames(session.encoding, clients.names);
}
