import { PLAY_MODES, type PlayerCommand } from '@rcss/core';
import { createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEntry, RecordingHeader } from '../recorded-input.js';
import { playRecording } from './play-recording.js';
import { createRecordingWriter, readRecording } from './recording-file.js';

const header: RecordingHeader = {
  program: 'x 1',
  seed: 5,
  clock: 'synchronous',
  rules: {
    server: createServerParams({ half_time: 17, wind_rand: 0.1 + 0.2, fixed_teamname_l: 'Left' }),
    player: createPlayerParams({ pt_max: 2 }),
  },
  teams: { left: { name: 'A', remote: true } },
  initial: { ball: { position: { x: -0, y: 1 } } },
  start: { log: '2026-11-20T15:00:00+0100', result: '202611201500' },
};

function bytesOf(entries: readonly RecordedEntry[]): Uint8Array {
  const writer = createRecordingWriter(header);
  for (const entry of entries) writer.add(entry);
  return writer.takeBytes();
}

function readAll(bytes: Uint8Array) {
  const opened = readRecording(bytes);
  if (!opened.ok) return { header: null, entries: [], outcome: opened.error };
  const reader = opened.value;
  const entries: RecordedEntry[] = [];
  for (let entry = reader.nextEntry(); entry !== null; entry = reader.nextEntry()) entries.push(entry);
  return { header: reader.header, entries, outcome: reader.outcome };
}

const num = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer({ min: -18000, max: 18000 }).map((n) => n / 100),
  fc.constantFrom(-0, Number.NaN, Number.NEGATIVE_INFINITY),
);
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('é\u00ff'));
const side = fc.constantFrom('l' as const, 'r' as const);
const record = <T extends object>(type: string, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ type: fc.constant(type), ...fields } as never);
const sideRef = fc.oneof(
  side.map((s) => ({ by: 'side', side: s })),
  fc.boolean().map((own) => ({ by: 'relative', own })),
  text.map((name) => ({ by: 'name', name })),
);
const place = fc.oneof(
  fc.record({ x: num, y: num }),
  fc.record({ x: num, y: num, angle: num }),
  fc.record({ x: num, y: num, angle: num, vx: num, vy: num }),
);
const playerCommand = fc.oneof(
  record('dash', { power: num, dir: num }),
  record('dash_leg', { leg: side, power: num, dir: num }),
  record('turn', { moment: num }),
  record('turn_neck', { moment: num }),
  record('kick', { power: num, dir: num }),
  record('long_kick', { power: num, dir: num }),
  record('tackle', { angle: num, foul: fc.boolean() }),
  record('catch', { dir: num }),
  record('move', { x: num, y: num }),
  record('change_view', {
    width: fc.constantFrom('narrow', 'normal', 'wide'),
    quality: fc.constantFrom('high', 'low', null),
  }),
  record('change_focus', { dist: num, dir: num }),
  record('say', { message: text }),
  record('pointto', { dist: num, dir: num }),
  record('attentionto', { side: sideRef, unum: num }),
  record('ear', {
    on: fc.boolean(),
    side: fc.oneof(sideRef, fc.constant(null)),
    mode: fc.constantFrom('partial', 'complete', null),
  }),
  record('clang', { min: num, max: num }),
  record('compression', { level: num }),
  ...[
    'pointto_off',
    'attentionto_off',
    'sense_body',
    'score',
    'synch_see',
    'gaussian_see',
    'done',
    'bye',
  ].map((type) => record(type, {})),
);
const trainerCommand = fc.oneof(
  record('change_mode', { mode: fc.constantFrom(...PLAY_MODES.map((m) => m.name)) }),
  record('move_ball', { to: place }),
  record('move_player', { team: text, unum: num, to: place }),
  record('eye', { on: fc.boolean() }),
  record('ear', { on: fc.boolean() }),
  record('say', { message: text }),
  record('change_player_type', { team: text, unum: num, typeId: num }),
  ...['start', 'recover', 'check_ball', 'look', 'team_names', 'done'].map((type) => record(type, {})),
);
const tile = fc.record({
  x: num,
  y: num,
  width: num,
  height: num,
  colors: num,
  charsPerPixel: num,
  lines: fc.array(text),
});
const coachCommand = fc.oneof(
  record('say', { text }),
  record('change_player_type', { unum: num, typeId: num }),
  record('change_goalie', { unum: num }),
  record('team_graphic', { tile }),
  record('team_graphic_refused', {
    code: fc.constantFrom('illegal_command_form', 'invalid_xpm_data'),
    locationWarning: fc.boolean(),
  }),
  record('eye', { on: fc.boolean() }),
  ...['check_ball', 'look', 'team_names', 'done', 'bye'].map((type) => record(type, {})),
);
const monitorCommand = fc.oneof(
  record('dispfoul', { x: num, y: num, side: num }),
  record('dispplayer', { side: num, unum: num, x: num, y: num, angle: num }),
  record('dispdiscard', { side: num, unum: num }),
  record('dispcard', { side: num, unum: num, card: fc.constantFrom('yellow', 'red') }),
  ...['dispbye', 'dispstart'].map((type) => record(type, {})),
);
const from = fc.oneof(
  fc.constant({ role: 'trainer' }),
  num.map((id) => ({ role: 'monitor', id })),
);
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const does = (what: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ do: fc.constant(what), ...fields });
const entry = fc.oneof(
  does('player', { index: fc.nat(21), command: playerCommand }),
  does('trainer', { from, command: trainerCommand }),
  does('coach', { side, command: coachCommand }),
  does('monitor', { command: monitorCommand }),
  does('connect_player', { entry: fc.record({ team: text, version: num, goalie: fc.boolean() }) }),
  does('reconnect_player', { team: text, unum: num }),
  does('remove_player', { index: fc.nat(21), reason: fc.constantFrom('bye', 'lost', 'discarded') }),
  does('connect_coach', { team: text, name: text, version: num }),
  does('disconnect_coach', { side }),
  does('release_coach', { side }),
  does('connect_trainer', { version: num }),
  does('step', { digest: word }),
  does('step', { digest: word, wall: num }),
  does('vision', { synchronous: fc.boolean() }),
  does('received', { line: text }),
  ...['disconnect_trainer', 'auto', 'audio', 'sense', 'kick_off'].map((what) => does(what)),
) as unknown as fc.Arbitrary<RecordedEntry>;

describe('recording files', () => {
  it('every entry and the header are restored exactly, including negative zero and non-finite values', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const read = readAll(bytesOf([...entries, { do: 'end', log: 'ab' }]));
        expect(read.entries).toEqual([...entries, { do: 'end', log: 'ab' }]);
        expect(read.outcome).toBe('complete');
        expect(read.header).toEqual(header);
      }),
    );
  });

  it('version 1, with parameters and corrections as fields of their own, is read as before', () => {
    const { program, seed, rules, start } = header;
    const first = (corrections?: object) =>
      readRecording(
        new TextEncoder().encode(
          `${JSON.stringify({ format: 'rcss-recording', version: 1, program, seed, ...rules, corrections, start })}\n`,
        ),
      );
    const expected = (corrections: string) => ({
      ...{ program, seed, start, clock: 'real-time' },
      rules: { ...rules, server: { ...rules.server, corrections } },
    });
    for (const [corrections, text] of [
      [undefined, ''],
      [{ shootout: true, foul: false }, 'shootout'],
      [{ shootout: true, foul: true }, 'shootout,foul'],
    ] as const) {
      const read = first(corrections);
      expect(read.ok && read.value.header).toEqual(expected(text));
    }
    expect(first({ shootout: true, mood: true })).toMatchObject({
      error: { code: 'bad_header', message: expect.stringContaining("'mood' is not a known name") },
    });
  });

  it.each([
    ['"seed":5', '"seed":5.5', 'seed: 5.5 is not a whole number'],
    ['"synchronous"', '"sundial"', 'clock: "sundial" is not one of real-time, synchronous, stepped'],
    ['"half_time":17', '"half_time":"long"', 'rules: server::half_time: "long" is not an integer'],
    ['"player_types":18', '"player_types":1000000000', 'player_types: 1000000000 is out of range (1–1000'],
    ['"pt_max":2', '"pt_max":null', 'player::pt_max: null is not an integer'],
    ['"teams":{', '"teams":[{}],"other":{', 'teams: [{}] is not an object'],
    ['"2026-11-20T15:00:00+0100"', '"2026\\")\\n(msg 0 1 \\""', 'start: log: "2026\\")\\n'],
    ['"202611201500"', '1', 'start: result: 1 is not a time, such as 202611201500'],
    ['"rules":{', '"rules":{"types":[{}],', 'types[0].player_speed_max: undefined is not a finite number'],
  ])('a header with %s as %s is refused: %s', (right, wrong, message) => {
    const text = new TextDecoder().decode(bytesOf([]));
    expect(text).toContain(right);
    const read = readRecording(new TextEncoder().encode(text.replace(right, wrong)));
    expect(read).toMatchObject({ error: { code: 'bad_header', message: expect.stringContaining(message) } });
  });

  it.each([
    ['an object', '{"toString":1}'],
    ['a list of 5,000 levels', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['a text of 5,000 characters', `"${'x'.repeat(5000)}"`],
  ])('a header with %s as its format, version or time is refused with a short line', (_, wrong) => {
    const text = new TextDecoder().decode(bytesOf([]));
    for (const right of ['"rcss-recording"', '2,', '"202611201500"']) {
      const changed = text.replace(right, right === '2,' ? `${wrong},` : wrong);
      const read = readRecording(new TextEncoder().encode(changed));
      expect(read.ok).toBe(false);
      expect(!read.ok && read.error.message.length).toBeLessThan(200);
    }
    expect(readRecording(new TextEncoder().encode(text.replace('"program":', '"other":'))).ok).toBe(true);
  });

  it('a file that is truncated anywhere is valid up to its last complete entry', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (entries, part) => {
          const head = bytesOf([]).length;
          const bytes = bytesOf(entries);
          const cut = head + Math.floor((bytes.length - head) * part);
          const read = readAll(bytes.subarray(0, cut));
          expect(read.outcome).toBe('truncated');
          expect(read.entries).toEqual(entries.slice(0, read.entries.length));
          expect(bytesOf(read.entries).length).toBeLessThanOrEqual(cut);
          if (read.entries.length < entries.length)
            expect(bytesOf(entries.slice(0, read.entries.length + 1)).length).toBeGreaterThan(cut);
        },
      ),
    );
  });

  it('invalid bytes give a failure with a reason, never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (noise) => {
        expect(readAll(noise).outcome).not.toBe('complete');
        const head = bytesOf([]);
        const bytes = new Uint8Array(head.length + noise.length);
        bytes.set(head);
        bytes.set(noise, head.length);
        expect(readAll(bytes).outcome).not.toBeNull();
      }),
    );
    expect(
      readAll(new TextEncoder().encode('{"format":"rcss-recording","version":9}\n')).outcome,
    ).toMatchObject({
      code: 'unknown_version',
    });
    const broken = new TextDecoder().decode(bytesOf([])).replace('"seed":5', '"seed":"5"');
    expect(readAll(new TextEncoder().encode(broken)).outcome).toMatchObject({ code: 'bad_header' });
    expect(readAll(new Uint8Array([...bytesOf([]), 255])).outcome).toMatchObject({ code: 'bad_entry' });
  });

  it.each<readonly [string, RecordedEntry, RegExp]>([
    ['a reset to nothing', { do: 'reset', from: null as never }, /^reset cannot be executed: /],
    [
      'a state without players',
      { do: 'continue', from: { world: {} } as never, keepsRandom: true },
      /^continue /,
    ],
    ['a scene that is not one', { do: 'scene', scene: null as never }, /^scene cannot/],
    [
      'a command that none can send',
      { do: 'player', index: 3, command: { type: 'kick', power: Number.NaN, dir: 0 } },
      /^player cannot be executed: command "kick"/,
    ],
    [
      'a player that does not exist',
      { do: 'remove_player', index: 22, reason: 'bye' },
      /^player 22 is out of range: 0–21/,
    ],
    [
      'half a player',
      { do: 'player', index: 0.5, command: { type: 'dash', power: 1, dir: 0 } },
      /^player 0.5 is out/,
    ],
  ])('%s ends the play of a recording with a reason', (_, entry, reason) => {
    const connect = { do: 'connect_player', entry: { team: 'A', version: 18, goalie: false } } as const;
    const opened = readRecording(bytesOf([connect, connect, entry, connect]));
    if (!opened.ok) throw new Error(opened.error.message);
    const { match } = playRecording(opened.value);
    expect(opened.value.outcome).toEqual({
      ...{ code: 'bad_entry', message: expect.stringMatching(reason), offset: expect.any(Number) },
    });
    expect(match.world.left.playerCount).toBe(2);
  });

  it('usual commands take a few bytes each', () => {
    const dash: PlayerCommand = { type: 'dash', power: 100, dir: 0 };
    const turn: PlayerCommand = { type: 'turn', moment: -35.25 };
    const size = (command: PlayerCommand) =>
      bytesOf([{ do: 'player', index: 3, command }]).length - bytesOf([]).length;
    expect(size(dash)).toBeLessThanOrEqual(6);
    expect(size(turn)).toBeLessThanOrEqual(7);
  });
});
