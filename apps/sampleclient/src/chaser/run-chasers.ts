import { Chaser } from '@rcss/agent/chasers';
import { resolveHost } from '@rcss/agent/node';
import { createPlayerClient, type PlayerClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { formatEndpoint } from '@rcss/kit/udp';
import { runPlayers } from '../connection.js';

export interface ChaserOptions {
  /** Name of the team: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Host name or IP address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port for players; 6000 by default. */
  readonly port?: number;
  /** Number of players, 1 to 11; 1 by default. */
  readonly players?: number;
  /** `loop` (default): one turn for each look around. `sequence`: six turns before the next plan. */
  readonly planner?: 'loop' | 'sequence';
  /** Ends the agents: they send `(bye)`. */
  readonly signal?: AbortSignal;
}

/** Duration of a cycle in real time. */
const CYCLE_MS = 100;
/** Silence after which an agent leaves the server. */
const SILENCE_TIMEOUT_MS = 5000;

/**
 * Runs one or more of the small agents and resolves when all sessions are over.
 *
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer or refuses a player.
 */
export async function runChasers(options: ChaserOptions): Promise<void> {
  const { team, port = 6000 } = options;
  const address = await resolveHost(options.host ?? '127.0.0.1');
  await runPlayers({
    count: options.players ?? 1,
    address: formatEndpoint({ address, port }),
    signal: options.signal,
    createClient() {
      const client = createPlayerClient({
        team,
        transport: createUdpTransport({ host: address, port }),
        timers: nodeTimers,
        silenceMs: SILENCE_TIMEOUT_MS,
      });
      scheduleCycle(client, new Chaser(client, options.planner === 'sequence' ? 6 : 1));
      return client;
    },
  });
}

/** Plans on `(think)` in synchronous mode, otherwise every 100 ms without drift. */
function scheduleCycle(client: PlayerClient, chaser: Chaser): void {
  client.events.on('think', () => chaser.plan());
  client.events.once('connected', () => {
    const timer = setInterval(() => {
      if (client.server !== null && !client.server.synch_mode) chaser.plan();
    }, CYCLE_MS);
    client.events.once('closed', () => clearInterval(timer));
  });
}
