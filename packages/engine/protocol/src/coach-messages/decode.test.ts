import { rad } from '@rcss/core/math';
import { createGlobalObservation } from '@rcss/core/observation';
import { coachFeatures } from '@rcss/core/versions';
import { DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { formatPlayerParamText, formatServerParamText } from '@rcss/params/messages';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reencodeCoachMessage } from '../../test/reencode-coach.js';
import {
  encodeClangVersion,
  encodeCoachHear,
  encodeCoachInitReply,
  encodeCoachReply,
  encodeGlobal,
  encodeInclude,
  encodeTrainerHear,
  formatReply,
  type GlobalView,
  type HeardSpeaker,
} from '../entries/coach.js';
import { decodeCoachMessage } from '../index.js';

const encodeText = (write: (w: ByteWriter) => unknown): string => {
  const w = new ByteWriter();
  write(w);
  return w.toString();
};

describe('init replies (spec 07 §5)', () => {
  it('contains the side from version 6 on', () => {
    expect(encodeText((w) => encodeCoachInitReply(w, 'l', 5.9))).toBe('(init ok)\0');
    expect(encodeText((w) => encodeCoachInitReply(w, 'r', 6))).toBe('(init r ok)\0');
  });

  it.each([
    ['(init ok)', null],
    ['(init l ok)', 'l'],
    ['(init r ok)', 'r'],
  ])('%s is decoded with the side %s', (text, side) => {
    expect(decodeCoachMessage(encodeLatin1(text))).toMatchObject({ ok: true, value: { type: 'init', side } });
  });

  it('the length of the external message is in bytes', () => {
    expect(encodeText((w) => encodeInclude(w, encodeLatin1('hello "ext"\nline2')))).toBe(
      '(include 17 hello "ext"\nline2)\0',
    );
  });

  it('declared language versions are unsigned (spec 07 §13)', () => {
    expect(encodeText((w) => encodeClangVersion(w, { team: 'LL', unum: 1, goalie: true }, -1, 8))).toBe(
      '(clang (ver (p "LL" 1 goalie) 4294967295 8))\0',
    );
  });
});

describe('replies (spec 07 §7.4, §7.7, checklist 17)', () => {
  it('two replies end with a newline, except for monitors', () => {
    const names = { kind: 'team_names', left: 'TeamA', right: null } as const;
    expect(encodeText((w) => encodeCoachReply(w, names))).toBe('(ok team_names (team l TeamA))\n\0');
    expect(encodeText((w) => encodeCoachReply(w, { ...names, left: null }))).toBe('(ok team_names)\n\0');
    const recover = { kind: 'ok', code: 'recover' } as const;
    expect(encodeText((w) => encodeCoachReply(w, recover))).toBe('(ok recover)\n\0');
    expect(formatReply(recover)).toBe('(ok recover)');
  });

  it.each([
    [{ kind: 'ok', code: 'change_player_type', args: [2, 'goalie'] }, '(ok change_player_type 2 goalie)'],
    [{ kind: 'ok', code: 'team_graphic', args: [4294967295, 0] }, '(ok team_graphic 4294967295 0)'],
    [{ kind: 'check_ball', time: 23, place: 'goal_l' }, '(ok check_ball 23 goal_l)'],
    [{ kind: 'warning', code: 'no_subs_left' }, '(warning no_subs_left)'],
    [{ kind: 'error', code: 'illegal_mode' }, '(error illegal_mode)'],
  ] as const)('%o', (reply, text) => {
    expect(encodeText((w) => encodeCoachReply(w, reply))).toBe(`${text}\0`);
  });
});

describe('hear messages (spec 07 §11, checklist 30)', () => {
  const player: HeardSpeaker = { by: 'player', team: 'A', unum: 1, goalie: true };
  const rows: [HeardSpeaker, string, string, string][] = [
    [{ by: 'referee' }, '(hear referee 3 M)', '(hear referee 3 M)', '(hear 3 referee M)'],
    [{ by: 'trainer' }, '(hear referee 3 M)', '(hear 3 referee "M")', '(hear 3 referee M)'],
    [{ by: 'coach', side: 'l' }, '(hear online_coach_left 3 M)', '(hear 3 online_coach_left "M")', ''],
    [{ by: 'coach', side: 'r' }, '(hear online_coach_right 3 M)', '(hear 3 online_coach_right "M")', ''],
    [player, '(hear (player A 1) 3 M)', '(hear 3 (p "A" 1 goalie) "M")', '(hear 3 (p "A" 1 goalie) "M")'],
  ];
  it.each(rows)('%o', (speaker, oldTrainer, newTrainer, newCoach) => {
    const nul = (text: string) => (text === '' ? '' : `${text}\0`);
    expect(encodeText((w) => encodeTrainerHear(w, 6, 3, speaker, 'M'))).toBe(nul(oldTrainer));
    expect(encodeText((w) => encodeTrainerHear(w, 7, 3, speaker, 'M'))).toBe(nul(newTrainer));
    expect(encodeText((w) => encodeCoachHear(w, 7, 3, speaker, 'M'))).toBe(nul(newCoach));
  });

  it('an old coach gets messages of players unquoted, without the goalie mark', () => {
    expect(encodeText((w) => encodeCoachHear(w, 6, 3, player, 'a (b)'))).toBe(
      '(hear 3 (player A 1) a (b))\0',
    );
  });
});

describe('global views (spec 07 §12, checklist 32, 33)', () => {
  const observation = createGlobalObservation();
  Object.assign(observation, { time: 4, ballX: 1e-5, ballY: 33.3333333, ballVx: 123456.7, ballVy: -0 });
  observation.count = 1;
  const [player] = observation.players;
  Object.assign(player!, { side: 'l', unum: 1, goalie: true, x: 52.4999995, y: 1234567.8, vx: 0.5 });
  Object.assign(player!, { body: rad(-10.6), neck: rad(0.5), pointDir: -33 });

  function line(change: object, view: Partial<GlobalView>): string {
    Object.assign(
      player!,
      { hasPoint: false, tackling: false, kicked: false, foulCharged: false, card: '' },
      change,
    );
    return encodeText((w) =>
      encodeGlobal(w, observation, {
        version: 19,
        observer: null,
        names: { left: 'LL', right: 'RR', fixedLeft: 'LeftFix' },
        kind: 'periodic',
        ...view,
      }),
    );
  }

  const short =
    '((g r) 52.5 0) ((g l) -52.5 0) ((b) 1e-05 33.3333 123457 -0) ((p "LL" 1 goalie) 52.5 1.23457e+06 0.5 0';
  it('has the specified form, with rounded angles', () => {
    expect(line({}, { version: 7 })).toBe(`(see_global 4 ${short} -11 0))\0`);
    expect(line({}, { version: 7, kind: 'look' })).toBe(`(ok look 4 ${short} -11 0))\0`);
  });

  it('old versions have long names, and truncated angles before the velocity', () => {
    const long =
      '((goal r) 52.5 0) ((goal l) -52.5 0) ((ball) 1e-05 33.3333 123457 -0) ((player LL 1) 52.5 1.23457e+06 -10 0 0.5 0))\0';
    expect(line({}, { version: 6 })).toBe(`(see 4 ${long}`);
    expect(line({}, { version: 3, kind: 'look' })).toBe(`(ok look 4 ${long}`);
  });

  it('only opponents get fixed names', () => {
    expect(line({}, { observer: 'l' })).toContain('(p "LL" 1 goalie)');
    expect(line({}, { observer: 'r' })).toContain('(p "LeftFix" 1 goalie)');
  });

  const all = { hasPoint: true, tackling: true, kicked: true, foulCharged: true, card: 'y' };
  const fouled = { foulCharged: true, card: 'y' };
  it.each([
    ['periodic', 7, all, ''],
    ['periodic', 8, all, ' -33 t'],
    ['periodic', 12, { kicked: true }, ''],
    ['periodic', 13, { kicked: true, hasPoint: true }, ' -33 k'],
    ['periodic', 13, all, ' -33 t'],
    ['periodic', 13, fouled, ''],
    ['periodic', 14, all, ' -33 t y'],
    ['periodic', 14, { ...fouled, kicked: true }, ' k y'],
    ['periodic', 14, fouled, ' f y'],
    ['periodic', 14, { ...fouled, hasPoint: true }, ' -33 y'],
    ['look', 12, all, ''],
    ['look', 13, all, ' -33 t'],
    ['look', 19, { ...all, tackling: false }, ' -33'],
    ['look', 19, fouled, ''],
  ] as const)('%s, version %d, %o (spec 07 §12.2)', (kind, version, change, expected) => {
    expect(line(change, { kind, version })).toMatch(new RegExp(` -11 0${expected}\\)\\)\0$`));
  });
});

describe('versions (spec 07 §16)', () => {
  it('a fractional version has the features of its integer part, a version out of range those of the nearest version', () => {
    expect(coachFeatures(6.99)).toEqual(coachFeatures(6));
    expect(coachFeatures(99)).toEqual(coachFeatures(20));
    expect(coachFeatures(Number.NaN)).toEqual(coachFeatures(1));
    expect(coachFeatures(7)).not.toEqual(coachFeatures(6));
  });
});

describe('properties (spec 07, spec 03 §1.8)', () => {
  it('never throws', () => {
    const piece = fc.constantFrom(
      '(see_global', '(see', '(ok', ' look', '(hear', ' referee', '(p', ' "A"', '(player A 3)', '(clang', '(ver',
      '(include', ' 3', ' -1e3', ' nan', '(init', ' l', ' ok', ')', '))', '"', '(g r)', '((b)', '\n', '\0', ' team_names',
      '(team', '(change_player_type', '(server_param', '(error', ' goalie', ' t', ' k',
    ); // biome-ignore format: a list of words
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (t) => {
        expect(typeof decodeCoachMessage(t).ok).toBe('boolean');
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof decodeCoachMessage(bytes).ok).toBe('boolean');
      }),
    );
  });

  const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,15}$/);
  const said = fc.stringMatching(/^[A-Za-z0-9().+*/?<>_-][A-Za-z0-9 ().+*/?<>_-]*$/);
  const unum = fc.integer({ min: 1, max: 11 });
  const speaker = (coaches: boolean): fc.Arbitrary<HeardSpeaker> =>
    fc.oneof(
      fc.constant({ by: 'referee' as const }),
      fc.record({ by: fc.constant('player' as const), team: word, unum, goalie: fc.boolean() }),
      ...(coaches
        ? [
            fc.constant({ by: 'trainer' as const }),
            fc.record({
              by: fc.constant('coach' as const),
              side: fc.constantFrom('l' as const, 'r' as const),
            }),
          ]
        : []),
    );

  it('decodes encoded hear messages of all versions to the same contents (spec 07 §11)', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 19 }),
        fc.nat(9999),
        speaker(true),
        said,
        (trainer, version, time, who, message) => {
          fc.pre(trainer || who.by !== 'coach');
          const w = new ByteWriter();
          (trainer ? encodeTrainerHear : encodeCoachHear)(w, version, time, who, message);
          const quoted = version >= 7 && (who.by === 'player' || (trainer && who.by !== 'referee'));
          const heard: HeardSpeaker =
            who.by === 'trainer' && !quoted
              ? { by: 'referee' }
              : who.by === 'player' && !quoted
                ? { ...who, goalie: false }
                : who;
          expect(decodeCoachMessage(w.view())).toEqual({
            ok: true,
            value: { type: 'hear', time, speaker: heard, message },
          });
        },
      ),
    );
  });

  it('decodes encoded views of every version, with the precision of their numbers (spec 07 §12)', () => {
    const value = fc.double({ min: -200, max: 200, noNaN: true }).map((v) => Number(v.toPrecision(6)));
    const degrees = fc.integer({ min: -180, max: 180 });
    const one = fc.record({
      team: fc.constantFrom('Alpha', 'Beta'),
      unum,
      goalie: fc.boolean(),
      x: value,
      y: value,
      vx: value,
      vy: value,
      body: degrees,
      neck: degrees,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 19 }),
        fc.constantFrom('periodic' as const, 'look' as const),
        fc.array(one, { minLength: 1, maxLength: 22 }),
        (version, kind, players) => {
          const full = players.map((p) => ({
            ...p,
            goalie: version >= 7 && p.goalie,
            pointDir: null,
            tackling: false,
            kicked: false,
            foulCharged: false,
            card: '' as const,
          }));
          const message = {
            type: 'global' as const,
            kind,
            time: 7,
            ball: { x: 1.5, y: 0, vx: 0, vy: 2 },
            players: full,
          };
          const text = reencodeCoachMessage(message, 'trainer', version);
          expect(decodeCoachMessage(text)).toEqual({ ok: true, value: message });
        },
      ),
    );
  });

  it('decodes parameter messages like those of players (spec 07 §5)', () => {
    const server = decodeCoachMessage(`${formatServerParamText(DEFAULT_SERVER_PARAMS, 19)}\0`);
    expect(server).toMatchObject({
      ok: true,
      value: { type: 'server_param', params: DEFAULT_SERVER_PARAMS },
    });
    const player = decodeCoachMessage(encodeLatin1(`${formatPlayerParamText(DEFAULT_PLAYER_PARAMS, 8)}\0`));
    expect(player).toMatchObject({ ok: true, value: { type: 'player_param' } });
  });
});
