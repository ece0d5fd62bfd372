import { isDeepStrictEqual } from 'node:util';
import type { MatchClock, MatchDocument } from '@rcss/core/match-document';
import type { ResetRoomRequest, RoomFieldProblem } from '@rcss/core/rooms';
import { createFieldError } from './room-error.js';

/** Fields that a room keeps until its end, and the reasons. */
const FIXED_FIELDS = {
  teams: 'the clients of the room belong to its teams',
  parameters: 'the clients have received the parameters when they connected',
  recording: 'the room has named its files after them',
} as const;

/** Fields of a request to reset a room that a document already has, or that replace it. */
const FIELDS_BESIDE_DOCUMENT = ['snapshot', 'scene', 'stop', 'seed'] as const;

/**
 * Returns the document of a room after its reset. A field that a reset cannot change may be absent, then it stays, or have the value that the
 * room has. Without a seed, the seed stays too.
 *
 * @throws {import('./room-error.js').RoomError} with the path of each field that is refused
 */
export function replaceDocument(current: MatchDocument, request: ResetRoomRequest): MatchDocument {
  const { document: next } = request;
  if (next === undefined) return current;
  const problems: RoomFieldProblem[] = FIELDS_BESIDE_DOCUMENT.filter(
    (name) => request[name] !== undefined,
  ).map((name) => ({
    path: name,
    message: `${name} cannot be given together with document; set it in the document or in a second request`,
  }));
  for (const [name, reason] of Object.entries(FIXED_FIELDS)) {
    const field = name as keyof typeof FIXED_FIELDS;
    if (next[field] === undefined) continue;
    for (const path of listDifferences(`document.${field}`, current[field] ?? {}, next[field]))
      problems.push({ path, message: explainRefusal(path, reason) });
  }
  if (next.clock !== undefined && isSynchronous(next.clock) !== isSynchronous(current.clock)) {
    const reason = `the clients expect server::synch_mode ${isSynchronous(current.clock) ? 'on' : 'off'}`;
    problems.push({ path: 'document.clock', message: explainRefusal('document.clock', reason) });
  }
  if (problems.length > 0) throw createFieldError(problems);
  const { seed, teams, parameters, clock, recording } = current;
  const kept = { seed, teams, parameters, clock, recording };
  return Object.fromEntries(
    Object.entries({ ...kept, ...next, seed: selectSeed(next) ?? seed }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as MatchDocument;
}

/** Returns the seed that a document sets; undefined if it leaves the choice to the server. */
export function selectSeed({ seed = -1 }: MatchDocument): number | undefined {
  return seed < 0 ? undefined : seed;
}

function isSynchronous(clock: MatchClock = 'real-time'): boolean {
  return clock !== 'real-time';
}

function explainRefusal(path: string, reason: string): string {
  return `${path} cannot change in a reset: ${reason}. Leave the field out, or create a room from the document`;
}

/** Lists the paths of all values in which two trees of plain data differ. */
function listDifferences(path: string, a: unknown, b: unknown): string[] {
  if (!isRecord(a) || !isRecord(b)) return isDeepStrictEqual(a, b) ? [] : [path];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) => listDifferences(`${path}.${name}`, a[name], b[name]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
