/** Teams that play in the process of their room. */

import type { SideName } from '@rcss/core';
import type { ModuleTeam } from '@rcss/core/match-document';
import { type AgentTeam, createTeamSeed, type TeamClient } from '@rcss/core/team-module';
import { poll } from '@rcss/host';
import { loadTeamModule, resolveModule } from '@rcss/kit/match-runner';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { PortQueue } from '../net/port-queue.js';
import type { Server } from '../sessions/server.js';
import { ModuleClient } from '../websocket/module-client.js';

/**
 * Loads a team and connects its clients to a server, one after the other.
 *
 * @param onFault Called with the error of a client; the client has left the match then.
 * @throws {Error} (as a rejection) if the team cannot be created or a client is refused
 */
export async function connectTeamModule(
  server: Server,
  side: SideName,
  { name, module, options = {} }: ModuleTeam,
  onFault: (error: Error) => void,
): Promise<void> {
  const create = await loadTeamModule({
    name,
    module: resolveModule(module, process.cwd(), import.meta.url),
  });
  const seed = createTeamSeed(server.match.seed, side);
  const team: AgentTeam = await create({ team: name, seed, options });
  if (team.trainer !== undefined) throw new Error('the team has a trainer, which rooms do not allow');
  const { ports } = server.net;
  const requests: [PortQueue, TeamClient][] = team.players.map((player) => [ports.player, player]);
  if (team.coach !== undefined) requests.push([ports.olcoach, team.coach]);
  const connected: ModuleClient[] = [];
  for (const [queue, client] of requests) {
    const connecting = new ModuleClient(server.net, client, { isCoach: client === team.coach, onFault });
    connected.push(connecting);
    connecting.connect(queue);
    // The server executes the request at once.
    poll(server, POLL_PARTS);
    server.net.sendQueue.flush();
    if (connecting.refusal === null) {
      connecting.prepare();
      continue;
    }
    for (const other of connected) other.leave();
    poll(server, POLL_PARTS);
    throw new Error(`a client is refused: ${connecting.refusal}`);
  }
}
