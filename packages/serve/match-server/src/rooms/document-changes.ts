import { isDeepStrictEqual } from 'node:util';
import type { MatchDocument } from '@rcss/core/match-document';
import type { ResetRoomRequest, RoomFieldProblem } from '@rcss/core/rooms';
import { pickGameParams } from '@rcss/params/program';
import { createFieldError } from './room-error.js';
import { createRoomPlan, type RoomPlan } from './room-plan.js';

/** Fields that a room keeps until its end, and the reasons. */
const FIXED_FIELDS = {
  teams: 'the clients of the room belong to its teams',
  parameters: 'the clients have received the parameters when they connected',
  recording: 'the room has named its files after them',
} as const;

/** Fields of a request to reset a room that a document already has, or that replace it. */
const FIELDS_BESIDE_DOCUMENT = ['snapshot', 'scene', 'stop', 'seed'] as const;

/**
 * Returns the plan of a room after a reset to another document. A field that a reset cannot change may be absent, then it stays, or have the
 * value that the room has. Without a seed, the seed stays too.
 *
 * @throws {import('./room-error.js').RoomError} with the path of each field that is refused
 */
export function replacePlan(current: RoomPlan, request: ResetRoomRequest): RoomPlan {
  const { document } = request;
  if (document === undefined) return current;
  const problems: RoomFieldProblem[] = FIELDS_BESIDE_DOCUMENT.filter(
    (name) => request[name] !== undefined,
  ).map((name) => ({
    path: name,
    message: `${name} cannot be given together with document; set it in the document or in a second request`,
  }));
  const next = createRoomPlan(document);
  if (!next.ok) throw createFieldError(next.error, 'document');
  const [before, after] = [readFixedFields(current), readFixedFields(next.value)];
  for (const [name, reason] of Object.entries(FIXED_FIELDS)) {
    const field = name as keyof typeof FIXED_FIELDS;
    if (document[field] === undefined) continue;
    for (const path of listDifferences(`document.${field}`, before[field], after[field]))
      problems.push({ path, message: explainRefusal(path, reason) });
  }
  const { clock = current.clock } = document;
  if ((clock === 'real-time') !== (current.clock === 'real-time')) {
    const reason = `the clients expect server::synch_mode ${current.clock === 'real-time' ? 'off' : 'on'}`;
    problems.push({ path: 'document.clock', message: explainRefusal('document.clock', reason) });
  }
  if (problems.length > 0) throw createFieldError(problems);
  const { seed, teams, rules, keep, program } = current;
  const kept = { rules, ...(teams && { teams }), ...(keep && { keep }), ...(program && { program }) };
  return { ...next.value, ...kept, clock, seed: selectSeed(document) ?? seed };
}

/** The fixed fields as a document has them. The clock decides about `synch_mode`. */
function readFixedFields({ teams = {}, rules, program, keep = {} }: RoomPlan) {
  const game = pickGameParams(rules.server);
  const server = Object.entries(rules.server).filter(([name]) => !(name in game) && name !== 'synch_mode');
  return {
    teams,
    parameters: { server: Object.fromEntries(server), player: rules.player, rcss: { ...program, ...game } },
    recording: keep,
  };
}

/** Returns the seed that a document sets; undefined if it leaves the choice to the server. */
export function selectSeed({ seed = -1 }: MatchDocument): number | undefined {
  return seed < 0 ? undefined : seed;
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
