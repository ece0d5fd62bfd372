import { PLAY_MODES } from '@rcss/core';
import { LANDMARKS, LINE_NAMES } from '@rcss/core/landmarks';
import { NEWEST_VERSION, type PlayerFeatures, playerFeatures } from '@rcss/core/versions';
import { createDefaultPlayerType, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reencodePlayerMessage } from '../../test/reencode.js';
import { createPlayerEncoding } from '../entries/player.js';
import {
  decodePlayerMessage,
  type FullstateMessage,
  type FullstatePlayerMessage,
  type HeardMessage,
  type PlayerMessage,
  type SeenObjectMessage,
} from '../index.js';

const VERSIONS = Array.from({ length: NEWEST_VERSION }, (_, i) => i + 1);
const TEAMS = ['Left', 'Right'] as const;

/** Reals that six digits represent exactly. */
const real = fc.oneof(
  fc.integer({ min: -999999, max: 999999 }).map((n) => n / 1000),
  fc.constantFrom(
    0,
    -0,
    1e-5,
    1.23616e-5,
    -1.5e7,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
  ),
);
const tenths = fc.integer({ min: 0, max: 1400 }).map((n) => n / 10);
const degrees = fc.integer({ min: -180, max: 180 });
const count = fc.integer({ min: 0, max: 70000 });
const side = fc.constantFrom('l' as const, 'r' as const);
const unum = fc.integer({ min: 1, max: 11 });
const point = fc.record({ dist: real, dir: real });
const text = fc.stringMatching(/^[0-9A-Za-z().+\-*/?<>_ ]{1,12}$/);
const optional = <T>(present: boolean, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  present ? value : fc.constant(null);

const NOTHING = {
  index: -1,
  team: null,
  unum: null,
  goalie: false,
  distChange: null,
  dirChange: null,
  bodyDir: null,
  headDir: null,
  pointDir: null,
  tackling: false,
  kicked: false,
};

function seenObject(f: PlayerFeatures, low: boolean): fc.Arbitrary<SeenObjectMessage> {
  const place = { dist: optional(!low, tenths), dir: degrees };
  const still = fc.record(place);
  const moving = low ? still : fc.oneof(still, fc.record({ ...place, distChange: real, dirChange: real }));
  const marks = low
    ? fc.constant({})
    : fc
        .record({
          pointDir: f.armAndTackle ? fc.option(degrees) : fc.constant(null),
          mark: fc.constantFrom('', f.armAndTackle ? 't' : '', f.kickFlag ? 'k' : ''),
        })
        .map(({ pointDir, mark }) => ({ pointDir, tackling: mark === 't', kicked: mark === 'k' }));
  const landmarks = f.seesOuterFlags ? LANDMARKS : LANDMARKS.slice(0, 19);
  const team = fc.constantFrom(...TEAMS);
  const base = { ...NOTHING };
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...landmarks), moving)
      .map(([l, m]) => ({ ...base, kind: 'landmark', detail: 'named', index: l.index, name: l.name, ...m })),
    fc
      .tuple(fc.constantFrom(0, 1, 2, 3), still)
      .map(([i, m]) => ({ ...base, kind: 'line', detail: 'named', index: i, name: LINE_NAMES[i]!, ...m })),
    moving.map((m) => ({ ...base, kind: 'ball', detail: 'named', name: 'b', ...m })),
    fc.tuple(fc.constantFrom('F', 'G', 'B', 'P'), still).map(([name, m]) => ({
      ...base,
      kind: name === 'B' ? 'ball' : name === 'P' ? 'player' : 'landmark',
      detail: 'close',
      name,
      ...m,
    })),
    still.map((m) => ({ ...base, kind: 'player', detail: 'player', name: 'p', ...m })),
    fc
      .tuple(team, still, marks)
      .map(([t, m, k]) => ({ ...base, kind: 'player', detail: 'team', name: 'p', team: t, ...m, ...k })),
    fc
      .tuple(
        team,
        unum,
        fc.boolean(),
        still,
        low
          ? fc.constant({})
          : fc.record({
              distChange: real,
              dirChange: real,
              bodyDir: optional(f.bodyDir, degrees),
              headDir: optional(f.headDir, degrees),
            }),
        marks,
      )
      .map(([t, u, g, m, c, k]) => ({
        ...base,
        kind: 'player',
        detail: 'full',
        name: 'p',
        team: t,
        unum: u,
        goalie: g && f.goalieMark,
        ...m,
        ...c,
        ...k,
      })),
  ) as fc.Arbitrary<SeenObjectMessage>;
}

function see(f: PlayerFeatures): fc.Arbitrary<PlayerMessage> {
  // Only the objects of a message depend on the view quality, so a message without objects has no quality.
  const objects = f.seesObjects
    ? fc.boolean().chain((low) => fc.array(seenObject(f, low), { maxLength: 12 }))
    : fc.constant([]);
  return fc.record({ type: fc.constant('see' as const), time: count, objects });
}

function senseBody(f: PlayerFeatures): fc.Arbitrary<PlayerMessage> {
  return fc.record({
    type: fc.constant('sense_body' as const),
    time: count,
    quality: fc.constantFrom('high', 'low'),
    width: fc.constantFrom('narrow', 'normal', 'wide'),
    stamina: real,
    effort: real,
    capacity: optional(f.capacity, real),
    speed: real,
    speedDir: optional(f.speedDir, degrees),
    headAngle: optional(f.headAngle, degrees),
    kick: count,
    dash: count,
    turn: count,
    say: count,
    turnNeck: optional(f.turnNeckCount, count),
    catch: optional(f.catchMoveViewCounts, count),
    move: optional(f.catchMoveViewCounts, count),
    changeView: optional(f.catchMoveViewCounts, count),
    changeFocus: optional(f.changeFocusCount, count),
    arm: optional(f.armFocusTackle, arm),
    focus: optional(
      f.armFocusTackle,
      fc.oneof(
        fc.record({ side: fc.constant('' as const), unum: fc.constant(0), count }),
        fc.record({ side, unum, count }),
      ),
    ),
    tackle: optional(f.armFocusTackle, fc.record({ expires: count, count })),
    collision: optional(
      f.collision,
      fc.record({ ball: fc.boolean(), player: fc.boolean(), post: fc.boolean() }),
    ),
    foul: optional(f.foul, fc.record({ charged: count, card: fc.constantFrom('none', 'yellow', 'red') })),
    focusPoint: optional(f.focusPoint, point),
  });
}

const arm = fc.record({ movable: count, expires: count, targetDist: real, targetDir: degrees, count });

function hear(f: PlayerFeatures): fc.Arbitrary<PlayerMessage> {
  const message = text;
  // If the contents are not quoted, a text that begins like a list is decoded as coach language.
  const coachText = f.hearQuoted ? text : text.filter((t) => !t.trimStart().startsWith('('));
  const heard: fc.Arbitrary<HeardMessage>[] = [
    fc.record({ kind: fc.constant('referee' as const), message }),
    fc.record({ kind: fc.constant('self' as const), message }),
    fc.record({ kind: fc.constant('coach_text' as const), side, message: coachText }),
    fc.record({
      kind: fc.constant('coach_language' as const),
      side,
      message: fc.constantFrom('(unsupported_clang)', '(freeform "a) b")', '(info (6000 (rule ""A"")))'),
    }),
  ];
  if (f.hearTrainerAsCoach) heard.push(fc.record({ kind: fc.constant('trainer' as const), message }));
  const complete = { kind: fc.constant('complete' as const), dir: degrees, message };
  if (f.hearSides) {
    heard.push(
      fc.record({ ...complete, own: fc.constant(true), unum }),
      fc.record({ ...complete, own: fc.constant(false), unum: fc.constant(null) }),
      fc.record({ kind: fc.constant('partial' as const), own: fc.constant(true), unum }),
      fc.record({ kind: fc.constant('partial' as const), own: fc.constant(false), unum: fc.constant(null) }),
    );
  } else heard.push(fc.record({ ...complete, own: fc.constant(null), unum: fc.constant(null) }));
  return fc.record({ type: fc.constant('hear' as const), time: count, heard: fc.oneof(...heard) });
}

/** Multiples of the quantization steps of the old form. */
const quantized = fc
  .integer({ min: -100000, max: 100000 })
  .map((n) => n * 0.001)
  .map((n) => Number(n.toPrecision(6)));
const effort = fc.integer({ min: 0, max: 10000 }).map((n) => Number((n / 10000).toPrecision(6)));

function fullstate(f: PlayerFeatures): fc.Arbitrary<PlayerMessage> {
  const old = f.quantizedFullstate;
  const coordinate = old ? quantized : real;
  const motion = { x: coordinate, y: coordinate, vx: coordinate, vy: coordinate };
  const player: fc.Arbitrary<FullstatePlayerMessage> = fc
    .record({
      side,
      unum,
      goalie: old ? fc.constant(false) : fc.boolean(),
      typeId: fc.integer({ min: 0, max: 17 }),
      ...motion,
      body: coordinate,
      neck: coordinate,
      point: old ? fc.constant(null) : fc.option(point),
      focusPoint: optional(f.focusPoint, point),
      stamina: old ? fc.integer({ min: 0, max: 8000 }) : real,
      effort: old ? effort : real,
      recovery: old ? effort : real,
      capacity: optional(f.capacity, real),
      flag: fc.constantFrom(
        '' as const,
        ...(f.fullstateFlags ? (['t', 'k'] as const) : []),
        ...(f.fullstateFouls ? (['f'] as const) : []),
      ),
      card: f.fullstateFouls
        ? fc.constantFrom('' as const, 'r' as const, 'y' as const)
        : fc.constant('' as const),
    })
    .map((p) => ({ ...p, typeId: old || (p.goalie && !f.fullstateFouls) ? null : p.typeId }));
  const counts = fc.record({
    kick: count,
    dash: count,
    turn: count,
    catch: count,
    move: count,
    turnNeck: count,
    changeView: count,
    say: count,
    changeFocus: optional(f.changeFocusCount, count),
  });
  const message: fc.Arbitrary<FullstateMessage> = fc.record({
    type: fc.constant('fullstate' as const),
    time: count,
    playMode: fc.constantFrom(...PLAY_MODES.map((m) => m.name), 'goalie_catch_ball_l'),
    quality: fc.constantFrom('high', 'low'),
    width: fc.constantFrom('narrow', 'normal', 'wide'),
    counts: optional(!old, counts),
    arm: optional(!old, arm),
    score: fc.tuple(count, old ? fc.constant(0) : count),
    ball: fc.record(motion),
    players: fc.array(player, { maxLength: 5 }),
  });
  return message;
}

function others(f: PlayerFeatures): fc.Arbitrary<PlayerMessage> {
  const mode = fc.constantFrom(...PLAY_MODES.map((m) => m.name));
  const word = fc.stringMatching(/^[a-z_]{1,20}$/);
  const messages: fc.Arbitrary<PlayerMessage>[] = [
    fc.record({ type: fc.constant('init' as const), side, unum, playMode: mode }),
    fc.record({ type: fc.constant('reconnect' as const), side, playMode: mode }),
    fc.record({ type: fc.constant('score' as const), time: count, own: count, opponents: count }),
    fc.constant({ type: 'think' as const }),
    fc.record({ type: fc.constant('ok' as const), code: word, args: fc.constantFrom('', '6', '(ver 7 8)') }),
    fc.record({ type: fc.constantFrom('error' as const, 'warning' as const), code: word }),
  ];
  if (f.changePlayerType) {
    messages.push(
      fc.record({
        type: fc.constant('change_player_type' as const),
        unum,
        typeId: fc.option(fc.integer({ min: 0, max: 17 })) as fc.Arbitrary<number | null>,
      }),
    );
  }
  if (f.changeGoalie) messages.push(fc.record({ type: fc.constant('change_goalie' as const), side, unum }));
  return fc.oneof(...messages);
}

describe('messages encoded in version N decode to the same contents (spec 03 §10)', () => {
  for (const version of VERSIONS) {
    it(`version ${version}`, () => {
      const features = playerFeatures(version);
      const encoding = createPlayerEncoding(version, 'l', { left: TEAMS[0], right: TEAMS[1] });
      const kinds = [see(features), senseBody(features), hear(features), others(features)];
      if (features.fullstate) kinds.push(fullstate(features));
      for (const kind of kinds) {
        fc.assert(
          fc.property(kind, (message) => {
            const sent = reencodePlayerMessage(message, encoding, TEAMS.slice(0, 1));
            expect(sent.endsWith(')\0') && sent.indexOf('\0') === sent.length - 1).toBe(true);
            expect(decodePlayerMessage(sent)).toEqual({ ok: true, value: message });
          }),
          { numRuns: 60 },
        );
      }
    });
  }

  it('decodes parameters and types of versions 7 to 19 (spec 03 §5)', () => {
    for (const version of VERSIONS.slice(6)) {
      const encoding = createPlayerEncoding(version, 'l', { left: '', right: '' });
      const playerType = createDefaultPlayerType(DEFAULT_SERVER_PARAMS);
      for (const message of [
        { type: 'server_param', params: DEFAULT_SERVER_PARAMS },
        { type: 'player_param', params: DEFAULT_PLAYER_PARAMS },
        { type: 'player_type', playerType },
      ] as const) {
        const sent = reencodePlayerMessage(message, encoding, []);
        const decoded = decodePlayerMessage(sent);
        expect(decoded.ok && decoded.value.type).toBe(message.type);
        if (decoded.ok) expect(reencodePlayerMessage(decoded.value, encoding, [])).toBe(sent);
      }
    }
  });

  it('encodes no parameters below version 7 and no fullstate below version 5 (spec 03 §2.5)', () => {
    const names = { left: '', right: '' };
    const playerType = createDefaultPlayerType(DEFAULT_SERVER_PARAMS);
    for (const version of VERSIONS.slice(0, 6)) {
      const encoding = createPlayerEncoding(version, 'l', names);
      expect(
        reencodePlayerMessage({ type: 'server_param', params: DEFAULT_SERVER_PARAMS }, encoding, []),
      ).toBe('');
      expect(
        reencodePlayerMessage({ type: 'player_param', params: DEFAULT_PLAYER_PARAMS }, encoding, []),
      ).toBe('');
      expect(reencodePlayerMessage({ type: 'player_type', playerType }, encoding, [])).toBe('');
    }
    const state = fc.sample(fullstate(playerFeatures(19)), 1)[0]!;
    expect(reencodePlayerMessage(state, createPlayerEncoding(4, 'l', names), [])).toBe('');
  });
});
