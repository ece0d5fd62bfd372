import { lookup } from 'node:dns/promises';
import type { CloseReason, PlayerClient } from '@rcss/client';

/** A client could not connect to a server: unknown host, no answer, or a refusal. */
export class ConnectionError extends Error {
  /** @param message Address of the server, reason, and what to do. */
  constructor(message: string) {
    super(message);
    this.name = 'ConnectionError';
  }
}

/**
 * Returns the address of a host name, IPv4 if it has one; an address is returned unchanged.
 *
 * @throws ConnectionError if the name is unknown.
 */
export async function resolveServerHost(host: string): Promise<string> {
  try {
    return (await lookup(host, { order: 'ipv4first' })).address;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EAI_AGAIN' ? 'the name service does not answer' : 'the name is unknown';
    throw new ConnectionError(
      `host '${host}': ${reason} (${code}); give the name of a reachable machine or its address`,
    );
  }
}

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
 * @throws ConnectionError if the server does not answer or refuses a player.
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
  throw new ConnectionError(
    failure.code === 'no_answer'
      ? `${address}: no server answers; check that it runs and that host and port are right`
      : `${address}: ${failure.message}`,
  );
}
