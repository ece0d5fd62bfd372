/**
 * The key of a league: the run and its workers sign what they put into the queue, so that write access to the queue server is neither the
 * right to start programs on the workers nor the right to decide matches.
 */
import { createHmac } from 'node:crypto';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { isSameToken } from '@rcss/kit/http-access';
import { canonicalJson } from '@rcss/tournament/identity';

/** Environment variable with the key, if no file is given. */
const KEY_VARIABLE = 'RCSS_LEAGUE_KEY';
const MIN_KEY_LENGTH = 16;

/** What a signature is for, so that a signed job cannot be sent as a result. */
export type SignedKind = 'job' | 'result' | 'worker' | 'progress';

/** Signs messages of a queue, and checks their signatures. Without a key, nothing is signed and everything is accepted. */
export class QueueKey {
  readonly #key: string;

  /** @param key Empty: no key. */
  constructor(key: string) {
    this.#key = key;
  }

  get isPresent(): boolean {
    return this.#key !== '';
  }

  /** Returns a message with its signature; without a key the message itself. */
  sign<Message extends object>(
    kind: SignedKind,
    message: Message,
  ): Message & { readonly signature?: string } {
    return this.isPresent ? { ...message, signature: this.#compute(kind, message) } : message;
  }

  /** Whether a message has the right signature. */
  accepts(kind: SignedKind, message: unknown): boolean {
    if (!this.isPresent) return true;
    if (typeof message !== 'object' || message === null) return false;
    const { signature, ...rest } = message as { signature?: unknown };
    try {
      return isSameToken(signature, this.#compute(kind, rest));
    } catch {
      // Not JSON, such as half a surrogate pair.
      return false;
    }
  }

  #compute(kind: SignedKind, message: object): string {
    // As the queue server gives it back: without fields that are undefined.
    const text = canonicalJson(JSON.parse(JSON.stringify(message)));
    return createHmac('sha256', this.#key).update(`${kind}\n${text}`).digest('hex');
  }
}

/**
 * Reads the key from a file, or from the environment variable.
 *
 * @param path File with the key; absent: the variable.
 * @throws {CommandLineError} if the file cannot be read, or the key is too short.
 */
export function readQueueKey(path: string | undefined, env: NodeJS.ProcessEnv): QueueKey {
  let key = env[KEY_VARIABLE] ?? '';
  if (path !== undefined) {
    try {
      key = readInputFile(path).toString().trim();
    } catch (error) {
      throw new CommandLineError(
        `--key-file: ${path} cannot be read: ${(error as Error).message}`,
        EXIT.usage,
      );
    }
  }
  if (path === undefined && key === '') return new QueueKey('');
  if (key.length < MIN_KEY_LENGTH)
    throw new CommandLineError(
      `${path === undefined ? KEY_VARIABLE : `--key-file: ${path}`}: the key has ${key.length} characters; at least ${MIN_KEY_LENGTH} are needed, for example of: openssl rand -hex 32`,
      EXIT.usage,
    );
  return new QueueKey(key);
}
