import { type CloseReason, createPlayerClient, type PlayerClient } from '@rcss/client';
import { createUdpTransport, nodeTimers } from '@rcss/client/node';
import { Agent } from '../team/agent.js';
import { startCoach } from './coach.js';
import { complain } from './output.js';

export interface TeamOptions {
  readonly team: string;
  readonly host: string;
  readonly port: number;
  readonly players: number;
  readonly coach: boolean;
  readonly coachPort: number;
  readonly version: number;
  readonly seed: number;
}

/** Real time: act when the cycle's sight is there, at the latest so long after sense_body. */
const LATEST_MS = 30;
/** Silence after which the server is taken for gone. */
const SILENCE_MS = 5000;
/** The same once the match is over. */
const SILENCE_AFTER_MS = 2500;
const RETRY_MS = 500;
const ATTEMPTS = 20;

/** The demonstration team in one process; resolves with the exit status when the match is over. */
export async function runTeam(options: TeamOptions): Promise<number> {
  const clients: PlayerClient[] = [];
  const ends: Promise<CloseReason>[] = [];
  for (let i = 0; i < options.players; i++) {
    const goalie = i === 0;
    const client = createPlayerClient({
      team: options.team,
      version: options.version,
      goalie,
      transport: createUdpTransport({ host: options.host, port: options.port }),
      timers: nodeTimers,
      retryMs: RETRY_MS,
      attempts: ATTEMPTS,
      silenceMs: SILENCE_MS,
    });
    const agent = new Agent({
      client,
      team: options.team,
      goalie,
      players: options.players,
      seed: options.seed,
      version: options.version,
    });
    pace(client, agent);
    leaveWhenOver(client, agent);
    const ended = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
    ends.push(ended);
    clients.push(client);
    // One after the other, so that the numbers are those of the roles.
    const connected = new Promise<null>((resolve) => client.events.once('connected', () => resolve(null)));
    client.connect();
    const failure = await Promise.race([connected, ended]);
    if (failure !== null) {
      for (const other of clients) other.bye();
      return complain(`${options.host}:${options.port}: ${failure.message}`);
    }
  }
  const leave = (): void => {
    for (const client of clients) client.bye();
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  const coach = options.coach ? startCoach(options) : null;
  await Promise.all(ends);
  coach?.stop();
  process.off('SIGINT', leave);
  process.off('SIGTERM', leave);
  return 0;
}

/** After time_over the server may go at any time: do not wait long for it. */
function leaveWhenOver(client: PlayerClient, agent: Agent): void {
  let quiet: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (quiet !== null) clearTimeout(quiet);
  };
  client.events.on('message', () => {
    if (!agent.over) return;
    stop();
    quiet = setTimeout(() => client.abandon(), SILENCE_AFTER_MS);
  });
  client.events.once('closed', stop);
}

/** Let the agent act on (think) in synchronous mode, else once a cycle when it knows what it can know. */
function pace(client: PlayerClient, agent: Agent): void {
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const act = (): void => {
    stop();
    client.batched(() => agent.act());
  };
  client.events.on('think', () => agent.act());
  client.events.on('sense_body', () => {
    if (client.server?.synch_mode === true) return;
    stop();
    timer = setTimeout(act, LATEST_MS);
  });
  client.events.on('see', () => {
    if (client.server?.synch_mode !== true) act();
  });
  client.events.on('closed', stop);
}
