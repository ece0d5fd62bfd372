import { setTeamNames } from '@rcss/protocol';
import type { Server } from '../server.js';

/** A team has got its name: everything that shows names is made anew. */
export function teamNamesChanged(server: Server): void {
  const { left, right } = server.match.world;
  const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = server.params.server;
  server.names = { left: left.name, right: right.name, fixedLeft, fixedRight };
  for (const session of server.players) if (session) setTeamNames(session.encoding, server.names);
}
