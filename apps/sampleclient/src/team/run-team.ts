import { createPlayerClient, type PlayerClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { resolveHost, runPlayers } from '../connection.js';
import { Agent } from './agent.js';
import { startCoach } from './coach.js';

/** Options of {@link runTeam}. */
export interface TeamOptions {
  /** Name of the team: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Host name or IPv4 address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port for players; 6000 by default. */
  readonly port?: number;
  /** Number of players, 1 to 11; 11 by default. The first is the goalie. */
  readonly players?: number;
  /** Whether an online coach connects too and chooses the player types; false by default. */
  readonly coach?: boolean;
  /** Port for online coaches; `port + 2` by default. */
  readonly coachPort?: number;
  /** Protocol version, 12 to 19; 19 by default. */
  readonly version?: number;
  /** Seed of the decisions; 0 by default. */
  readonly seed?: number;
  /** Ends the team: its players send `(bye)`. */
  readonly signal?: AbortSignal;
  /** Receives one line for each problem that does not end the team. */
  readonly onWarning?: (message: string) => void;
}

/** In real time, a player acts at most this long after sense_body if no see message arrives. */
const DECISION_DEADLINE_MS = 30;
/** Silence after which a player leaves the server. */
const SILENCE_TIMEOUT_MS = 5000;
/** Silence after the end of the match after which a player leaves the server. */
const SILENCE_AFTER_MATCH_TIMEOUT_MS = 2500;
const RETRY_INTERVAL_MS = 500;
const MAX_ATTEMPTS = 20;

/**
 * Plays a match with the demonstration team, one UDP socket for each player, and resolves when all sessions are over.
 *
 * @throws ConnectionError if the host is unknown, or if the server does not answer or refuses a player.
 * @example await runTeam({ team: 'Alpha', port: 6000, coach: true });
 */
export async function runTeam(options: TeamOptions): Promise<void> {
  const { team, port = 6000, players = 11, version = 19, seed = 0 } = options;
  const address = await resolveHost(options.host ?? '127.0.0.1');
  let stopCoach = (): void => {};
  await runPlayers({
    count: players,
    address: `${address}:${port}`,
    signal: options.signal,
    createClient(index) {
      const goalie = index === 0;
      const client = createPlayerClient({
        team,
        version,
        goalie,
        transport: createUdpTransport({ host: address, port }),
        timers: nodeTimers,
        retryMs: RETRY_INTERVAL_MS,
        attempts: MAX_ATTEMPTS,
        silenceMs: SILENCE_TIMEOUT_MS,
      });
      const agent = new Agent({ client, team, goalie, players, seed, version });
      scheduleDecision(client, agent);
      leaveAfterMatch(client, agent);
      return client;
    },
    onConnected() {
      if (options.coach !== true) return;
      const { coachPort = port + 2, onWarning = () => {} } = options;
      stopCoach = startCoach({ team, address, port: coachPort, version, players, onWarning });
    },
  });
  stopCoach();
}

/** After time_over the server may end at any time: the player waits for a shorter silence. */
function leaveAfterMatch(client: PlayerClient, agent: Agent): void {
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
  };
  client.events.on('message', () => {
    if (!agent.over) return;
    stop();
    timer = setTimeout(() => client.close(), SILENCE_AFTER_MATCH_TIMEOUT_MS);
  });
  client.events.once('closed', stop);
}

/** Calls the agent on `(think)` in synchronous mode, otherwise once per cycle after its see message. */
function scheduleDecision(client: PlayerClient, agent: Agent): void {
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const act = (): void => {
    stop();
    client.batch(() => agent.act());
  };
  client.events.on('think', () => agent.act());
  client.events.on('sense_body', () => {
    if (client.server?.synch_mode === true) return;
    stop();
    timer = setTimeout(act, DECISION_DEADLINE_MS);
  });
  client.events.on('see', () => {
    if (client.server?.synch_mode !== true) act();
  });
  client.events.on('closed', stop);
}
