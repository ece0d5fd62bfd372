import { TeamConnectionError } from '@rcss/agent/node';
import type { CloseReason, PlayerClient } from '@rcss/client';

interface PlayersOptions {
  readonly count: number;
  /** Host and port for messages, `127.0.0.1:6000`. */
  readonly address: string;
  /** Ends all sessions: the players send `(bye)`. */
  readonly signal: AbortSignal | undefined;
  readonly createClient: (index: number) => PlayerClient;
  /** Called when the last player is connected. */
  readonly onConnected?: () => void;
}

/**
 * Connects players one at a time, so that the first gets the lowest uniform number, and resolves when all sessions are
 * over.
 *
 * @throws TeamConnectionError if the server does not answer or refuses a player.
 */
export async function runPlayers(options: PlayersOptions): Promise<void> {
  const { signal } = options;
  const clients: PlayerClient[] = [];
  const ends: Promise<CloseReason>[] = [];
  const leave = (): void => {
    for (const client of clients) client.bye();
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for (let i = 0; i < options.count && signal?.aborted !== true; i++) {
      const client = options.createClient(i);
      clients.push(client);
      const ended = new Promise<CloseReason>((resolve) => client.events.once('closed', resolve));
      await connectPlayer(client, ended, options.address);
      ends.push(ended);
    }
    options.onConnected?.();
    await Promise.all(ends);
  } catch (error) {
    leave();
    if (signal?.aborted !== true) throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

async function connectPlayer(
  client: PlayerClient,
  ended: Promise<CloseReason>,
  address: string,
): Promise<void> {
  const connected = new Promise<null>((resolve) => client.events.once('connected', () => resolve(null)));
  client.connect();
  const failure = await Promise.race([connected, ended]);
  if (failure === null) return;
  throw new TeamConnectionError(
    failure.code === 'no_answer'
      ? `${address}: no server answers; check that it runs and that host and port are right`
      : `${address}: ${failure.message}`,
  );
}
