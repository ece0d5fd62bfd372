/** Schemas of the bodies of the room interface. The types are in `@rcss/core/rooms`. */
import { PLAY_MODES } from '@rcss/core';
import type {
  CreateRoomRequest,
  ForkRoomRequest,
  ResetRoomRequest,
  RoomDrain,
  RoomEvent,
  RoomPlayer,
  RoomProblem,
  RoomState,
  SpawnPlayerRequest,
} from '@rcss/core/rooms';
import {
  booleanField,
  integerField,
  matchDocumentSchema,
  parametersSchema,
  scenePlayerSchema,
  sceneSchema,
  stopConditionsSchema,
  teamNameField,
} from '@rcss/match-document';
import { z } from 'zod';

/** Greatest number of cycles of one request. */
const MAX_STEP_CYCLES = 100_000;

const describe = (description: string) => ({ description });
const idField = z
  .string({ error: 'a text' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: '1 to 64 letters, digits, - and _' });
const count = (description: string) => z.int().min(0).meta(describe(description));
const side = z.enum(['left', 'right'], { error: 'left or right' });
const playMode = z
  .enum(PLAY_MODES.map(({ name }) => name) as [string, ...string[]])
  .meta(describe('Play mode.'));
const score = z
  .object({ left: count('Left.'), right: count('Right.') })
  .meta(describe('Goals of both sides.'));

const seedField = integerField('New seed of all random numbers; absent: the same numbers again.', { min: 0 });

export const createRoomSchema: z.ZodType<CreateRoomRequest> = z.strictObject(
  {
    id: idField.meta(describe('Identifier; absent: chosen by the server.')).optional(),
    document: matchDocumentSchema,
    start: booleanField('Whether the match starts at once.').optional(),
  },
  { error: 'an object' },
) as never;

export const forkRoomSchema: z.ZodType<ForkRoomRequest> = z.strictObject(
  {
    id: idField.meta(describe('Identifier of the new room; absent: chosen by the server.')).optional(),
    snapshot: idField.meta(describe('Snapshot of the room; absent: its current state.')).optional(),
  },
  { error: 'an object' },
) as never;

export const resetRoomSchema: z.ZodType<ResetRoomRequest> = z.strictObject(
  {
    document: matchDocumentSchema.optional(),
    snapshot: idField.meta(describe('Snapshot of the room; absent: the beginning of the match.')).optional(),
    scene: sceneSchema.optional(),
    stop: stopConditionsSchema.optional(),
    seed: seedField.optional(),
  },
  { error: 'an object' },
) as never;

export const stepRoomSchema: z.ZodType<{ readonly cycles?: number }> = z.strictObject(
  {
    cycles: integerField('Number of cycles; default: 1.', { min: 1, max: MAX_STEP_CYCLES }).optional(),
  },
  { error: 'an object' },
) as never;

export const spawnPlayerSchema: z.ZodType<SpawnPlayerRequest> = scenePlayerSchema
  .omit({ side: true, unum: true })
  .extend({ team: teamNameField('Name of the team; a new name takes a free side.') }) as never;

const programSchema = z.object({
  status: z
    .enum(['waiting', 'starting', 'connected', 'missing', 'failed'])
    .meta(describe('Whether a player of the team has connected since the start of its program.')),
  message: z.string().nullable().meta(describe('Reason of missing and failed.')),
});

const endSchema = z.object({
  condition: z.string().meta(describe('A stop condition, rules, or stopped.')),
  message: z.string(),
});

const MISSED =
  'Number of handshakes since the last request to step, start or reset that ended without the (done) of a client, see rcss::synch_timeout; 0 in real time.';

export const roomStateSchema: z.ZodType<RoomState> = z.object({
  id: z.string(),
  name: z.string().nullable().meta(describe('Name of the match document.')),
  phase: z.enum(['waiting', 'running', 'paused', 'ended', 'closed', 'failed']),
  clock: z.enum(['real-time', 'synchronous', 'stepped']),
  seed: z.int(),
  ports: z.object({ player: z.int(), coach: z.int(), olcoach: z.int() }).meta(describe('UDP ports.')),
  time: count('Number of cycles in which the clock ran.'),
  stoppageTime: count('Number of steps at this time while the clock was stopped.'),
  steps: count('Number of steps since the start or the last reset.'),
  missed: count(MISSED),
  playMode,
  score,
  teams: z.object({ left: z.string(), right: z.string() }).meta(describe('Team names; empty: no team.')),
  programs: z
    .object({ left: programSchema.nullable(), right: programSchema.nullable() })
    .meta(describe('The teams that the room starts as programs or modules; null for other teams.')),
  clients: z
    .object({
      players: count('Players.'),
      coaches: count('Online coaches.'),
      trainers: count('Trainers.'),
      monitors: count('Monitors.'),
    })
    .meta(describe('Numbers of connected clients.')),
  snapshots: z.array(z.string()).meta(describe('Identifiers of the snapshots that the room keeps.')),
  end: endSchema.nullable().meta(describe('Why the match ended; null while it goes on.')),
  recording: z
    .object({
      lostAt: z
        .int()
        .nullable()
        .meta(
          describe('Cycle from which nothing is recorded because the file could not be written; or null.'),
        ),
    })
    .nullable()
    .meta(describe('The recording of the match; null without one.')),
  fault: z.string().nullable().meta(describe('Message of the fault that ended the room.')),
}) as never;

const drainingField = z
  .boolean()
  .meta(describe('Whether the server takes no more matches; it ends when those that have begun are over.'));

export const roomListSchema: z.ZodType<{ readonly rooms: readonly RoomState[]; readonly draining: boolean }> =
  z.object({ rooms: z.array(roomStateSchema), draining: drainingField }) as never;

export const roomDrainSchema: z.ZodType<RoomDrain> = z.object({
  draining: drainingField,
  running: z.array(z.string()).meta(describe('Identifiers of the rooms whose matches have begun and go on.')),
}) as never;

export const snapshotSchema: z.ZodType<{ readonly snapshot: string }> = z.object({ snapshot: z.string() });

export const roomPlayerSchema: z.ZodType<RoomPlayer> = z.object({ side, unum: z.int().min(1).max(11) });

const roomEventSchema: z.ZodType<RoomEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: roomStateSchema }),
  z.object({ type: z.literal('goal'), time: z.int(), side, score }),
  z.object({ type: z.literal('team'), side, program: programSchema }),
  z.object({ type: z.literal('play_mode'), time: z.int(), playMode }),
  z.object({ type: z.literal('end'), time: z.int(), end: endSchema }),
]) as never;

const problemSchema: z.ZodType<RoomProblem> = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  problems: z
    .array(z.object({ path: z.string(), message: z.string(), suggestion: z.string().optional() }))
    .meta(describe('The refused fields.'))
    .optional(),
}) as never;

/** The schemas that the OpenAPI document refers to by name. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  MatchDocument: matchDocumentSchema,
  Parameters: parametersSchema,
  Scene: sceneSchema,
  StopConditions: stopConditionsSchema,
  CreateRoom: createRoomSchema,
  ForkRoom: forkRoomSchema,
  ResetRoom: resetRoomSchema,
  StepRoom: stepRoomSchema,
  SpawnPlayer: spawnPlayerSchema,
  RoomState: roomStateSchema,
  RoomList: roomListSchema,
  RoomDrain: roomDrainSchema,
  Snapshot: snapshotSchema,
  RoomPlayer: roomPlayerSchema,
  RoomEvent: roomEventSchema,
  Problem: problemSchema,
};
