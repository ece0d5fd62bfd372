import { PLAY_MODES } from '@rcss/core';
import type { MatchDocument, Scene } from '@rcss/core/match-document';
import fc from 'fast-check';

/** Number as JSON can contain it. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const optional = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });
const text = (maxLength: number) => fc.string({ minLength: 1, maxLength });
const point = fc.record({ x: number(-100, 100), y: number(-60, 60) });
const playMode = fc.constantFrom(...PLAY_MODES.map(({ name }) => name));
const side = fc.constantFrom('left' as const, 'right' as const);

const player = fc.record(
  {
    side,
    unum: fc.integer({ min: 1, max: 11 }),
    position: point,
    velocity: point,
    bodyAngle: number(-180, 180),
    neckAngle: number(-90, 90),
    stamina: number(0, 8000),
    playerType: fc.integer({ min: 0, max: 17 }),
    goalie: fc.constant(false),
    card: fc.constantFrom('none' as const, 'yellow' as const, 'red' as const),
  },
  { requiredKeys: ['side', 'unum'] },
);

/** Valid scenes. */
export const arbitraryScene: fc.Arbitrary<Scene> = optional({
  time: fc.nat(10_000),
  playMode,
  kickOffSide: fc.constantFrom('left' as const, 'right' as const, 'none' as const),
  score: fc.record({ left: fc.nat(20), right: fc.nat(20) }),
  teams: optional({ left: fc.constant('Foxes'), right: fc.constant('Herons') }),
  ball: optional({ position: point, velocity: point }),
  players: fc.uniqueArray(player, { maxLength: 22, selector: (p) => `${p.side} ${p.unum}` }),
});

const team = (name: string) =>
  fc.oneof(
    fc.record({ name: fc.constant(name), remote: fc.constant(true as const) }),
    fc.record(
      {
        name: fc.constant(name),
        start: text(40),
        environment: fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), fc.string()),
        directory: text(20),
      },
      { requiredKeys: ['name', 'start'] },
    ),
    fc.record(
      {
        name: fc.constant(name),
        module: text(20),
        options: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat()),
      },
      { requiredKeys: ['name', 'module'] },
    ),
  );

const file = fc.oneof(fc.boolean(), text(20));

/** Valid documents. */
export const arbitraryDocument: fc.Arbitrary<MatchDocument> = fc.record(
  {
    version: fc.constant(1 as const),
    name: text(40),
    seed: fc.integer({ min: -1, max: 2147483647 }),
    teams: optional({ left: team('Foxes'), right: team('Herons') }),
    parameters: optional({
      server: optional({ half_time: fc.nat(3000), ball_decay: number(0, 1), coach: fc.boolean() }),
      player: optional({ player_types: fc.integer({ min: 1, max: 18 }) }),
      CSVSaver: optional({ save: fc.boolean() }),
      rcss: optional({ warmup: fc.nat(100), result_file: fc.string() }),
    }),
    clock: fc.constantFrom('real-time' as const, 'synchronous' as const, 'stepped' as const),
    initial: arbitraryScene,
    stop: optional({
      cycles: fc.integer({ min: 1, max: 6000 }),
      goals: fc.integer({ min: 1, max: 9 }),
      goalDifference: fc.integer({ min: 1, max: 9 }),
      playModes: fc.array(playMode, { maxLength: 4 }),
      ballOut: fc.boolean(),
      wallTime: number(0, 1000),
    }),
    recording: optional({ gameLog: file, textLog: file, recording: file, result: file, folder: text(20) }),
  },
  { requiredKeys: ['version'] },
) as never;
