import { poll } from '../cycle/poll.js';
import { startTeams } from '../lifecycle/team-processes.js';
import type { Server } from '../server.js';

/** How long missing clients are waited for, ms. */
const PATIENCE = 60_000;
/** How often the ports are looked at meanwhile, ms. */
const LOOK = 10;
/** When nobody has said anything for so long, all have said what they had to say at first, ms. */
const QUIET = 500;
/** How long they are listened to at most once all are there, ms. */
const HEARING = 3000;

/**
 * Holds the clock until `rcss::wait_for_clients` have connected, and what they say at once (places, views, player types)
 * has been heard. The start order of clients then no longer matters. Start scripts of the teams run meanwhile, as between
 * steps.
 */
export async function waitForClients(server: Server): Promise<void> {
  const { wait_for_clients: wanted } = server.config.extension;
  if (wanted <= 0) return;
  const { console } = server;
  const arrived = server.onArrival;
  let heardAt = performance.now();
  server.onArrival = () => {
    heardAt = performance.now();
  };
  const end = performance.now() + PATIENCE;
  let completeAt = Number.POSITIVE_INFINITY;
  while (server.ending === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    startTeams(server);
    poll(server);
    const now = performance.now();
    if (count(server) < wanted) completeAt = Number.POSITIVE_INFINITY;
    else completeAt = Math.min(completeAt, now);
    if (now - completeAt >= HEARING || (now >= completeAt && now - heardAt >= QUIET)) break;
    if (now > end) {
      console.err(
        `Warning: ${count(server)} of ${wanted} clients came in ${PATIENCE / 1000} s (rcss::wait_for_clients); the match begins without the others`,
      );
      break;
    }
  }
  server.onArrival = arrived;
}

function count({ players, coaches, trainer }: Server): number {
  const staff = [coaches.l, coaches.r, trainer];
  return [...players, ...staff].filter((session) => session !== null).length;
}
