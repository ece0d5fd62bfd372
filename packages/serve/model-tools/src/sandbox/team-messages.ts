/** Messages between the process of a match and the process of a team, as frames on its standard input and output. Plain data. */
import { z } from 'zod';
import { MAX_LINE, MAX_PRINTED_LINES } from './printed-lines.js';

/** What the process of a team is asked. */
export type TeamProcessRequest =
  /** Runs the code and creates a team, which replaces the one before. */
  | {
      readonly type: 'create';
      readonly code: string;
      readonly file: string;
      readonly team: string;
      readonly seed: number;
    }
  /** Messages of the server for clients, by their index; without an answer. */
  | { readonly type: 'receive'; readonly messages: readonly (readonly [client: number, text: string])[] }
  /** Asks all clients for their commands. */
  | { readonly type: 'decide' };

/** Longest error with its place, characters. */
export const MAX_FAILURE = 2000;
const MAX_INIT = 1000;
const MAX_CLIENTS = 30;
/** Longest commands of a client, characters: those of a datagram. */
const MAX_COMMANDS = 8192;

const printed = z.array(z.string().max(MAX_LINE)).max(MAX_PRINTED_LINES);

const seatReply = z.discriminatedUnion('type', [
  /** The requests with which the players and the coach connect. */
  z.strictObject({
    type: z.literal('created'),
    players: z.array(z.string().max(MAX_INIT)).max(MAX_CLIENTS),
    coach: z.string().max(MAX_INIT).nullable(),
    printed,
  }),
  /** The commands of each client. */
  z.strictObject({
    type: z.literal('decided'),
    commands: z.array(z.string().max(MAX_COMMANDS)).max(MAX_CLIENTS),
    printed,
  }),
  /** The code failed. */
  z.strictObject({ type: z.literal('failed'), message: z.string().max(MAX_FAILURE), printed }),
]);

/** What it answers. */
export type SeatReply = z.infer<typeof seatReply>;

/**
 * Checks an answer: code of a stranger can write anything.
 *
 * @throws {Error} that says what is wrong
 */
export function checkSeatReply(message: unknown): SeatReply {
  const parsed = seatReply.safeParse(message);
  if (parsed.success) return parsed.data;
  const { path, message: problem } = parsed.error.issues[0]!;
  throw new Error(`its answer is wrong${path.length === 0 ? '' : ` at ${path.join('.')}`}: ${problem}`);
}
