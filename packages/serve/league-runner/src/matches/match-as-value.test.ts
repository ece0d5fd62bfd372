import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createChasers from '@rcss/agent/chasers';
import {
  ClientHost,
  createLocalMatch,
  createLocalSpec,
  type LocalMatchOptions,
  type LocalSpecOptions,
} from '@rcss/agent/local';
import type { CreateTeam } from '@rcss/core/team-module';
import { DecisionClock, playMatch } from '@rcss/host';
import { recordMatch } from '@rcss/match-server';
import { findLogDifference, replayWithLog } from '@rcss/match-server/program';
import {
  createSpecMatch,
  createSpecParams,
  digest,
  type MatchEnd,
  type MatchSink,
  readMatchSpec,
  snapshot,
} from '@rcss/simulator';
import { playRecording, readRecording } from '@rcss/simulator/recording';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'rcss-match-as-value-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A team whose players send commands of all kinds that follow from its seed. */
const createWanderers: CreateTeam = async ({ team, seed }) => {
  let state = seed;
  const draw = (count: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % count;
  };
  const COMMANDS = [
    () => `(dash ${draw(101)} ${draw(360) - 180})`,
    () => `(turn ${draw(360) - 180})(say hello${draw(9)})`,
    () => `(kick ${draw(101)} ${draw(360) - 180})(turn_neck ${draw(90) - 45})`,
    () => `(change_view ${['narrow', 'normal', 'wide'][draw(3)]})(tackle ${draw(180)})`,
    () => '',
  ];
  const create = (goalie: string) => ({
    init: `(init ${team} (version 19)${goalie})`,
    receive: () => {},
    decide: () => COMMANDS[draw(COMMANDS.length)]!(),
  });
  return { players: Array.from({ length: 5 }, (_, i) => create(i === 0 ? ' (goalie)' : '')) };
};

const TEAMS: readonly CreateTeam[] = [createChasers, createWanderers];

interface Drawn {
  readonly options: Omit<LocalMatchOptions, 'spec'>;
  readonly which: LocalSpecOptions;
  readonly cycles: number;
}

/** Any match of this process: seed, teams, rules, situation. */
const drawnMatch: fc.Arbitrary<Drawn> = fc
  .record({
    seed: fc.nat(2 ** 31 - 1),
    teams: fc.tuple(fc.nat(1), fc.nat(1)),
    server: fc.record(
      {
        ball_rand: fc.double({ min: 0, max: 0.3, noNaN: true }),
        wind_force: fc.nat(40),
        half_time: fc.constantFrom(-1, 1, 2, 300),
        corrections: fc.constantFrom('', 'foul', 'shootout,foul'),
        experimental_height: fc.boolean(),
        kick_off_wait: fc.nat(5),
      },
      { requiredKeys: [] },
    ),
    playMode: fc.constantFrom('before_kick_off' as const, 'play_on' as const, 'corner_kick_l' as const),
    ball: fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -33, max: 33 }) }),
    cycles: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ seed, teams, server, playMode, ball, cycles }) => ({
    options: {
      left: { name: 'A', create: TEAMS[teams[0]]! },
      right: { name: 'B', create: TEAMS[teams[1]]! },
    },
    which: { seed, server, initial: { playMode, ball: { position: ball } } },
    cycles,
  }));

async function play({ options, which, cycles }: Drawn, sinks: readonly MatchSink[] = []): Promise<MatchEnd> {
  return (
    await createLocalMatch({ ...options, sinks, spec: createLocalSpec({ ...which, stop: { cycles } }) })
  ).run();
}

/** Plays a match with its files and opens its recording. */
async function record(drawn: Drawn, others: readonly MatchSink[] = []) {
  const files = recordMatch({ folder, gameLog: 'match', recording: 'match.rec' });
  const end = await play(drawn, [...others, files]);
  const paths = await files.close();
  const opened = readRecording(readFileSync(paths.recording!));
  if (!opened.ok) throw new Error(opened.error.message);
  return { end, reader: opened.value, log: readFileSync(paths.gameLog!) };
}

describe('a match is one value', () => {
  it('any match is replayed from its recording with the same states and the same bytes of the game log', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMatch, async (drawn) => {
        const { end, reader, log } = await record(drawn);
        const replayed = replayWithLog(reader);
        expect(replayed.divergence).toBeNull();
        expect(reader.outcome).toBe('complete');
        expect(replayed.digest).toBe(replayed.recordedDigest);
        expect(findLogDifference(log, replayed.log)).toBeNull();
        expect(replayed.match.steps).toBe(end.steps);
      }),
      { numRuns: 12 },
    );
  });

  it('no set of sinks changes it, and a sink receives inputs, events and frames in their order', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMatch, async (drawn) => {
        const seen: string[] = [];
        const sink: MatchSink = {
          begin: () => void seen.push('begin'),
          input: (input) => void seen.push(input.do),
          event: () => void seen.push('event'),
          frame: () => void seen.push('frame'),
          end: () => void seen.push('end'),
        };
        const { end } = await record(drawn, [sink, {}]);
        expect(end).toEqual(await play(drawn));
        expect([seen[0], seen.at(-1)]).toEqual(['begin', 'end']);
        expect(seen.filter((what) => what === 'frame')).toHaveLength(end.steps);
        expect(seen.filter((what) => what === 'step')).toHaveLength(end.steps);
        expect(seen.indexOf('connect_player')).toBeLessThan(seen.indexOf('step'));
      }),
      { numRuns: 8 },
    );
  });

  it('any seats and any clock give the same match: answers at once or later, passes at once or after a wait, its spec as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMatch, fc.array(fc.boolean()), async ({ options, which, cycles }, pauses) => {
        const { left, right } = options;
        const spec = createLocalSpec({ ...which, stop: { cycles } });
        const read = readMatchSpec(JSON.parse(JSON.stringify(spec)));
        if (!read.ok) throw new Error(read.error.message);
        const turn = () => new Promise((resolve) => setImmediate(resolve));
        const ends = await Promise.all([
          playMatch(spec, (match) => new ClientHost(match, { left, right: right! })),
          playMatch(read.value, (match) => new ClientHost(match, { left, right: right!, collect: turn })),
          playMatch(
            spec,
            (match) => new ClientHost(match, { left, right: right! }),
            (match) => {
              const clock = new DecisionClock(match);
              let passes = 0;
              return {
                wait: () => (pauses[passes++ % (pauses.length + 1)] ? turn() : null),
                pass: (phases) => clock.pass(phases),
              };
            },
            [{ frame: () => {} }, {}],
          ),
        ]);
        const whole = await play({ options, which, cycles });
        for (const end of ends) expect(end).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  it('its spec as JSON, read again, gives the same parameters, and with the recorded inputs the same match', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMatch, async (drawn) => {
        const { end, reader } = await record(drawn);
        const { program: _program, start: _start, ...spec } = reader.header;
        const read = readMatchSpec(JSON.parse(JSON.stringify(spec)));
        if (!read.ok) throw new Error(read.error.message);
        expect(createSpecParams(read.value)).toEqual(createSpecMatch(reader.header).params);
        expect(playRecording(reader).divergence).toBeNull();
        expect(await play(drawn)).toMatchObject({ digest: end.digest });
      }),
      { numRuns: 8 },
    );
  });

  it('a match that continues from a state of another one is replayed too', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnMatch,
        fc.integer({ min: 1, max: 20 }),
        async ({ options, which, cycles }, before) => {
          const first = await createLocalMatch({ ...options, spec: createLocalSpec(which) });
          first.run({ cycles: before });
          const from = snapshot(first.match);
          const { initial: _, ...rules } = which;
          const { end, reader, log } = await record({
            options: { ...options, from },
            which: rules,
            cycles: before + cycles,
          });
          const replayed = replayWithLog(reader);
          expect(replayed.divergence).toBeNull();
          expect(findLogDifference(log, replayed.log)).toBeNull();
          expect(digest(replayed.match)).toBe(end.digest);
        },
      ),
      { numRuns: 8 },
    );
  });
});
