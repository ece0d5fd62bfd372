import type { MatchDocument, MatchDocumentValue } from '@rcss/core/match-document';
import { createRandomStream } from '@rcss/core/random';
import { DecisionClock } from '@rcss/host';
import { computeEffectiveSteps, SERVER_VERSION } from '@rcss/params';
import { documentBounds, GAME_PARAM_ROWS, type ParamRow, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import {
  createDocumentSpec,
  createSpecParams,
  extractSpec,
  type MatchEnd,
  type MatchSpec,
  readMatchSpec,
} from '@rcss/simulator';
import { PASS_MS, PhaseSchedule } from '@rcss/simulator/cycle';
import { createRecordingWriter, readRecording } from '@rcss/simulator/recording';
import { applyScene } from '@rcss/simulator/scene';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';
import { runServer, type ServerClock } from '../clock/run-server.js';
import { playServer } from '../lifecycle/finish-server.js';
import { addStopConditions } from '../lifecycle/match-conditions.js';
import { findLogDifference } from './log-difference.js';
import { replayWithLog } from './replay-log.js';

/** Parameters of the original that change the game; not those of files, ports and the schedule of a cycle. */
const ROWS: readonly ParamRow[] = SERVER_PARAM_ROWS.filter(
  ({ name, type, room, words }) =>
    room !== false &&
    (type !== 'string' || words !== undefined) &&
    !/port$|log_|_log|logging|_step$|_offset$|synch|slow_down|random_seed/.test(name),
);

/** A value from half to one and a half times the default. */
function drawValue(row: ParamRow): fc.Arbitrary<MatchDocumentValue> {
  if (row.type === 'bool') return fc.boolean();
  if (row.type === 'string') return fc.subarray([...row.words!]).map((words) => words.join());
  const [lowest, highest] = documentBounds(row)!.bounds;
  const values = [0.5, 1.5].map((factor) =>
    Math.min(Math.max((row.default as number) * factor, lowest), highest),
  );
  const [min, max] = values.sort((a, b) => a - b) as [number, number];
  return row.type === 'int'
    ? fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
    : fc.double({ min, max, noNaN: true });
}

const drawValues = (rows: readonly ParamRow[]) =>
  fc.record(Object.fromEntries(rows.map((row) => [row.name, drawValue(row)])));

/** Parameters of the original, and all that this project adds: a new row of the game is drawn here. */
const drawnParameters = fc
  .record({
    server: fc.subarray([...ROWS], { maxLength: 8 }).chain(drawValues),
    rcss: drawValues(GAME_PARAM_ROWS),
  })
  // Without the extension there is no height.
  .map(({ server, rcss }) => ({ server: { ...server, '2d_mode': !rcss['experimental_height'] }, rcss }));

/** Any match: seed, rules, clock, situation, end. A document is short enough to be read when a test fails. */
const drawnDocument: fc.Arbitrary<MatchDocument> = fc.record({
  version: fc.constant(1 as const),
  seed: fc.nat(2 ** 31 - 1),
  parameters: drawnParameters,
  clock: fc.constantFrom('real-time' as const, 'synchronous' as const, 'stepped' as const),
  initial: fc.record({
    playMode: fc.constantFrom('before_kick_off' as const, 'play_on' as const, 'goal_kick_r' as const),
    ball: fc.record({
      position: fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -32, max: 32 }) }),
      velocity: fc.record({ x: fc.integer({ min: -2, max: 2 }), y: fc.integer({ min: -2, max: 2 }) }),
    }),
  }),
  stop: fc.record({
    cycles: fc.integer({ min: 1, max: 40 }),
    ...{ goals: fc.constantFrom(1, 2), ballOut: fc.boolean() },
  }),
});

/** Who plays: versions of the players of each team, an online coach, a trainer. */
const drawnSeats = fc.record({
  left: fc.array(fc.integer({ min: 1, max: 19 }), { minLength: 1, maxLength: 4 }),
  right: fc.array(fc.integer({ min: 1, max: 19 }), { maxLength: 4 }),
  hasCoach: fc.boolean(),
  hasTrainer: fc.boolean(),
  seed: fc.nat(),
});
type Seats = typeof drawnSeats extends fc.Arbitrary<infer Value> ? Value : never;

const COMMANDS = [
  (n: number) => `(dash ${n % 100})`,
  (n: number) => `(turn ${(n % 360) - 180})(say hello${n % 10})`,
  (n: number) => `(kick ${n % 100} ${(n % 360) - 180})`,
  (n: number) => `(turn_neck ${(n % 90) - 45})(change_view narrow)`,
  (n: number) => `(tackle ${n % 180})(catch ${n % 90})`,
  () => '(broken',
  () => '',
];

interface Played {
  readonly end: MatchEnd;
  readonly recording: Uint8Array;
  readonly log: string;
}

/** Plays a match on a server in memory, in its loop; without files, nothing watches it. */
async function play(spec: MatchSpec, seats: Seats, hasSinks = true): Promise<Played> {
  const memory = new MemoryServer({ spec });
  const { server } = memory;
  const { match, start, logs, run } = server;
  const writer = createRecordingWriter({
    program: SERVER_VERSION,
    ...extractSpec(match),
    start: { log: start.log, result: start.result },
  });
  const chunks: Uint8Array[] = [];
  if (hasSinks) {
    match.record = (input) => writer.add(input);
    logs.recording = {
      addReceived: (line: string) => writer.add({ do: 'received', line }),
      close(log: string) {
        writer.add({ do: 'end', log });
        chunks.push(Uint8Array.from(writer.takeBytes()));
        return Promise.resolve('');
      },
    } as never;
    memory.connectMonitor();
  } else {
    logs.game = null;
    logs.text = null;
  }
  const random = createRandomStream(seats.seed, 'clients');
  const clients = [
    ...seats.left.map((version) => memory.connectPlayer('Alpha', version)),
    ...seats.right.map((version) => memory.connectPlayer('Beta', version)),
    ...(seats.hasCoach ? [memory.connectOnlineCoach('Alpha')] : []),
    ...(seats.hasTrainer ? [memory.connectTrainer()] : []),
  ];
  const decide = () => {
    for (const client of clients) {
      const command = COMMANDS[Math.floor(random.next() * COMMANDS.length)]!;
      if (client.receiver !== null && !client.isClosed) client.say(command(Math.floor(random.next() * 1000)));
    }
    memory.poll();
    return null;
  };
  const schedule = new PhaseSchedule(computeEffectiveSteps(match.params.server));
  const clock: ServerClock =
    spec.clock === 'real-time'
      ? {
          wait: () => null,
          pass(phases) {
            const { steps } = match;
            schedule.runRealTimePass(PASS_MS, phases);
            return match.steps > steps;
          },
          decide,
        }
      : Object.assign(new DecisionClock(match), { decide });
  const phases = addStopConditions(server, memory.phases, spec.stop!);
  const end = await playServer(server, [], () => {
    const set = applyScene(match, spec.initial!);
    if (!set.ok) throw new Error(set.error.message);
    return runServer(server, phases, clock);
  });
  if (run.fault !== null) throw run.fault;
  return { end, recording: Buffer.concat(chunks), log: memory.gameLog.flushed };
}

describe('any match on a server', () => {
  it('is replayed from its recording with the same states and the same bytes of the game log', async () => {
    await fc.assert(
      fc.asyncProperty(drawnDocument, drawnSeats, async (document, seats) => {
        const spec = createDocumentSpec(document);
        const { end, recording, log } = await play(spec, seats);
        const opened = readRecording(recording);
        if (!opened.ok) throw new Error(opened.error.message);
        const reader = opened.value;
        expect(createSpecParams(reader.header)).toEqual(createSpecParams(spec));
        const replayed = replayWithLog(reader);
        expect([replayed.divergence, reader.outcome]).toEqual([null, 'complete']);
        expect(findLogDifference(Buffer.from(log, 'latin1'), replayed.log)).toBeNull();
        expect(replayed.digest).toBe(replayed.recordedDigest);
        expect(replayed.match.steps).toBe(end.steps);
      }),
      { numRuns: 30 },
    );
  });

  it('does not depend on the form of its spec, value or JSON, nor on its sinks', async () => {
    await fc.assert(
      fc.asyncProperty(drawnDocument, drawnSeats, async (document, seats) => {
        const spec = createDocumentSpec(document);
        const read = readMatchSpec(JSON.parse(JSON.stringify(spec)));
        if (!read.ok) throw new Error(read.error.message);
        expect(createSpecParams(read.value)).toEqual(createSpecParams(spec));
        const { end } = await play(spec, seats);
        expect((await play(read.value, seats)).end).toEqual(end);
        expect((await play(spec, seats, false)).end).toEqual(end);
      }),
      { numRuns: 15 },
    );
  });
});
