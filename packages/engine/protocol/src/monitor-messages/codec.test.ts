import {
  createFrame,
  type Frame,
  PLAY_MODES,
  SHOWN_COUNTS,
  type Side,
  type TeamGraphicTile,
} from '@rcss/core';
import { MONITOR_VERSIONS } from '@rcss/core/versions';
import { createMatchParams, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { ByteWriter, decodeLatin1, encodeLatin1 } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMonitorCodec,
  decodeJsonRecord,
  decodeTextRecord,
  formatMonitorChangeGoalie,
  formatMonitorChangePlayerType,
  formatMonitorReferee,
  formatMonitorSay,
  formatTeamGraphicText,
  readTeamGraphicText,
} from '../entries/monitor.js';
import { decodeMonitorDatagram } from '../index.js';

const TILE: TeamGraphicTile = {
  x: 2,
  y: 3,
  width: 8,
  height: 8,
  colors: 3,
  charsPerPixel: 1,
  lines: ['  c None', '. c #FF0000', '+ c #00FF00', ...Array.from({ length: 8 }, () => '........')],
};
const TILE_TEXT =
  '(team_graphic_l (2 3 "8 8 3 1" "  c None" ". c #FF0000" "+ c #00FF00" "........" "........" "........" "........" "........" "........" "........" "........")';

/** The frame before the first client connects (spec 10 §4, §6.3). */
function createBenchFrame(): Frame {
  const frame = createFrame();
  for (const player of frame.players) {
    Object.assign(player, { x: (player.side === 'l' ? -3 : 3) * player.unum, y: -37, stamina: 8000 });
    Object.assign(player, { effort: 1, recovery: 1, capacity: 130600 });
  }
  return frame;
}

const datagram = (version: number, frame: Frame): string =>
  decodeLatin1(createMonitorCodec(version).encodeShow(frame));

describe('lengths without connected clients (spec 10 §6.2, §7)', () => {
  it.each([
    [3, 1708],
    [4, 1862],
    [5, 2104],
    [-1, 4158],
  ])('version %d: %d bytes with the NUL', (version, length) => {
    // The stoppage counter runs before the kickoff. Only JSON shows contain it, with one digit here.
    expect(datagram(version, { ...createBenchFrame(), stoppageTime: 5 }).length).toBe(length);
  });
});

describe('bytes of the examples (spec 10 §4, §5)', () => {
  const hex = (text: string) => text.split(' ').map((byte) => Number.parseInt(byte, 16));
  it('version 1: start of a show', () => {
    const bytes = createMonitorCodec(1).encodeShow(createBenchFrame());
    const players = hex('00 00 00 01 00 01 00 00 ff d0 fd b0 00 00 00 01 00 02 00 00 ff a0 fd b0');
    expect([...bytes.subarray(0, 4)]).toEqual(hex('00 01 01 00'));
    expect(bytes.subarray(4, 52).every((byte) => byte === 0)).toBe(true);
    expect([...bytes.subarray(52, 76)]).toEqual(players);
  });

  it('version 2: parameters, types and messages', () => {
    const params = createMatchParams(DEFAULT_SERVER_PARAMS, DEFAULT_PLAYER_PARAMS, 5);
    const [server, player, type] = createMonitorCodec(2).encodeInitialData(params);
    const begins = (bytes: Uint8Array | undefined, text: string) =>
      expect([...bytes!.subarray(0, hex(text).length)]).toEqual(hex(text));
    begins(server, '00 08 00 00 00 0e 05 1e 00 05 00 00 00 00 4c cc');
    begins(player, '00 09 00 00 00 12 00 03 00 01 00 00 00 00 00 00');
    begins(type, '00 07 00 00 00 00 00 00 00 01 0c cd 00 2d 00 00');
    const w = new ByteWriter();
    createMonitorCodec(2).writeMessage(w, { time: 7, stoppageTime: 0, board: 1, text: '(error x)' });
    begins(w.view(), '00 02 00 00 00 01 28 65 72 72 6f 72 20 78 29 00');
    expect(w.length).toBe(2056);
  });

  it('cuts texts to 2047 characters', () => {
    for (const version of [1, 2] as const) {
      const w = new ByteWriter();
      createMonitorCodec(version).writeMessage(w, {
        time: 0,
        stoppageTime: 0,
        board: 1,
        text: 'x'.repeat(3000),
      });
      const read = decodeMonitorDatagram(w.view(), version);
      expect(read).toMatchObject({ ok: true, value: { time: null, board: 1, text: 'x'.repeat(2047) } });
    }
  });
});

describe('initial data (spec 10 §3.1, checklist 3)', () => {
  const params = createMatchParams(DEFAULT_SERVER_PARAMS, DEFAULT_PLAYER_PARAMS, 5);
  it('is empty for version 1, otherwise contains the parameters and all types', () => {
    expect(createMonitorCodec(1).encodeInitialData(params)).toEqual([]);
    for (const version of [2, 3, 4, 5, -1] as const) {
      const kinds = createMonitorCodec(version)
        .encodeInitialData(params)
        .map((bytes) => decodeMonitorDatagram(bytes, version))
        .map((read) => (read.ok ? read.value.type : read.error.message));
      const types = Array.from({ length: 18 }, () => 'player_type');
      expect(kinds).toEqual(['server_param', 'player_param', ...types]);
    }
  });

  it('has the specified sizes with default parameters', () => {
    const text = createMonitorCodec(5).encodeInitialData(params);
    const json = createMonitorCodec(-1).encodeInitialData(params);
    expect([text[0]!.length, text[2]!.length]).toEqual([4019, 739]);
    expect([json[0]!.length, json[2]!.length]).toEqual([4351, 772]);
  });

  it('decodes encoded player types and parameters', () => {
    const codec = createMonitorCodec(-1);
    const [server, , , second] = codec.encodeInitialData(params);
    expect(decodeMonitorDatagram(server!, -1)).toMatchObject({ value: { params: DEFAULT_SERVER_PARAMS } });
    expect(decodeMonitorDatagram(second!, -1)).toMatchObject({ value: { playerType: { id: 1 } } });
    const block = createMonitorCodec(2).encodeInitialData(params)[3]!;
    const type = decodeMonitorDatagram(block, 2);
    const speed = type.ok && type.value.type === 'player_type' ? type.value.playerType.stamina_inc_max : 0;
    expect(speed).toBeCloseTo(params.types[1]!.stamina_inc_max, 4);
  });
});

describe('shows with the same time and stoppage counter (spec 10 §3.2)', () => {
  it('are the same bytes, unless `fresh` is set', () => {
    const frame = createBenchFrame();
    const codec = createMonitorCodec(4);
    const fresh = createMonitorCodec(4, { everyShow: true });
    const before = decodeLatin1(codec.encodeShow(frame));
    fresh.encodeShow(frame);
    frame.ballX = 1;
    expect(decodeLatin1(codec.encodeShow(frame))).toBe(before);
    expect(decodeLatin1(fresh.encodeShow(frame))).not.toBe(before);
    frame.stoppageTime = 1;
    expect(decodeLatin1(codec.encodeShow(frame))).not.toBe(before);
  });
});

describe('teams (spec 10 §6.2, §7)', () => {
  it('penalties appear as soon as one team has taken one; in JSON per team', () => {
    const frame = createBenchFrame();
    expect(datagram(5, frame)).toContain(' (tm null null 0 0) ');
    expect(datagram(-1, frame)).toContain('"l":{"name":null,"score":0},"r":{"name":null,"score":0}');
    Object.assign(frame.left, { name: 'A' });
    Object.assign(frame.right, { name: 'BB', penaltyMissed: 2 });
    expect(datagram(5, frame)).toContain(' (tm A BB 0 0 0 0 0 2) ');
    expect(datagram(-1, frame)).toContain(
      '"l":{"name":"A","score":0},"r":{"name":"BB","score":0,"pen_score":0,"pen_miss":2}',
    );
  });

  it('stime follows the time if it is greater than 0', () => {
    const frame = createBenchFrame();
    expect(datagram(-1, frame)).toMatch(/^\{"show":\{"time":0,"mode":"before_kick_off"/);
    frame.stoppageTime = 55;
    expect(datagram(-1, frame)).toMatch(/^\{"show":\{"time":0,"stime":55,"mode"/);
  });
});

describe('messages (spec 10 §6.3, §7)', () => {
  const message = { time: 20, stoppageTime: 55, board: 1, text: '(referee yellow_card_l_1)' };
  const written = (version: number, text: string) => {
    const w = new ByteWriter();
    return createMonitorCodec(version)
      .writeMessage(w, { ...message, text })
      .toString();
  };
  it('escapes texts in JSON, but not in text records', () => {
    expect(written(3, message.text)).toBe('(msg 20 1 "(referee yellow_card_l_1)")\0');
    expect(written(-1, message.text)).toBe(
      '{"msg":{"time":20,"stime":55,"board":1,"message":"(referee yellow_card_l_1)"}}\0',
    );
    expect(written(5, 'a "b" \\')).toBe('(msg 20 1 "a "b" \\")\0');
    expect(written(-1, 'a "b" \\')).toContain('"message":"a \\"b\\" \\\\"');
  });

  it('cuts a datagram to 8191 characters, without a closing parenthesis', () => {
    const text = written(4, 'x'.repeat(9000));
    expect(text.length).toBe(8192);
    expect(text.endsWith('xx\0')).toBe(true);
  });
});

describe('texts of the message board (spec 10 §8)', () => {
  it('writes say messages', () => {
    const coach = { by: 'coach', side: 'l', language: false } as const;
    expect(formatMonitorSay({ by: 'player', team: 'A_B+1', unum: 1, goalie: true }, 'hello', 0)).toBe(
      '((player A_B+1 1) hello)',
    );
    expect(formatMonitorSay({ by: 'trainer' }, 'hello all', 0)).toBe('(referee hello all)');
    expect(formatMonitorSay(coach, 'hi', 4)).toBe('(online_coach_left hi)');
    expect(formatMonitorSay({ ...coach, side: 'r', language: true }, '(freeform "hi there")', 0)).toBe(
      '(online_coach_right 0 (freeform "hi there"))',
    );
    expect(formatMonitorReferee('kick_off_l')).toBe('(referee kick_off_l)');
  });

  it('limits messages of coaches to 2010 characters and all others to 2047', () => {
    const long = 'x'.repeat(3000);
    expect(formatMonitorSay({ by: 'trainer' }, long, 0)).toBe(`(referee ${'x'.repeat(2010)})`);
    expect(formatMonitorSay({ by: 'coach', side: 'r', language: true }, long, 77)).toBe(
      `(online_coach_right 77 ${'x'.repeat(2010)})`,
    );
    expect(formatMonitorSay({ by: 'player', team: 'A', unum: 2, goalie: false }, long, 0).length).toBe(2047);
  });

  it('writes substitutions', () => {
    expect(formatMonitorChangePlayerType('l', 3, 7)).toBe('(change_player_type l 3 7)');
    expect(formatMonitorChangeGoalie('r', 1)).toBe('(change_player_type r 1 goalie)');
  });
});

describe('team graphics (spec 10 §9, checklist 10)', () => {
  it('the text of a tile lacks one parenthesis', () => {
    expect(formatTeamGraphicText('l', TILE)).toBe(TILE_TEXT);
    const w = new ByteWriter();
    expect(createMonitorCodec(3).writeTeamGraphic(w, 'l', TILE, 0).toString()).toBe(
      `(msg 0 1 "${TILE_TEXT}")\0`,
    );
    expect(createMonitorCodec(-1).writeTeamGraphic(w.reset(), 'r', TILE, 9).toString()).toMatch(
      /^\{"team_graphic":\{"side":"r","x":2,"y":3,"xpm":\["8 8 3 1"," {2}c None",/,
    );
  });

  it('replaces tabs by blanks and doubles backslashes', () => {
    const tile = { ...TILE, colors: 1, height: 1, width: 2, lines: ['\\ c\tNone', '\\\\'] };
    expect(formatTeamGraphicText('r', tile)).toBe('(team_graphic_r (2 3 "2 1 1 1" "\\\\ c None" "\\\\\\\\")');
    const w = new ByteWriter();
    expect(createMonitorCodec(-1).writeTeamGraphic(w, 'r', tile, 0).toString()).toContain(
      '"\\\\ c None","\\\\\\\\"]',
    );
  });

  it('a tile that does not match its header is a message (spec 09 §13.1)', () => {
    expect(readTeamGraphicText('(team_graphic_l (2 3 "8 8 3 1" "x")')).toBeNull();
    expect(readTeamGraphicText(`${TILE_TEXT})`)).toEqual({ side: 'l', tile: TILE });
  });
});

describe('accepted deviations (spec 09 §13, spec 10 §2.2)', () => {
  it('accepts plain-text refusals, also for binary monitors', () => {
    for (const version of MONITOR_VERSIONS) {
      const read = decodeMonitorDatagram(encodeLatin1('(error no_more_monitor)\0'), version);
      expect(read).toEqual({ ok: true, value: { type: 'error', code: 'no_more_monitor' } });
    }
  });

  it('accepts an attention group without its blank, states without 0x and groups in any order (spec 09 §13.4)', () => {
    const line =
      '(show 3 ((r 2) 1 9 0 0 0 0 0 0 (c 1 2 3 4 5 6 7 8 9 10 11) (fl 2) (s 1 2 3) (v l 60)) ((b) 1 2 3 4))';
    const read = decodeTextRecord(line);
    if (!read.ok || read.value.type !== 'show') throw new Error('no show');
    expect(read.value).toMatchObject({ players: 1, hasPlayMode: false, hasTeams: false });
    expect(read.value.frame.players[12]).toMatchObject({
      state: 9,
      attentionSide: 'l',
      attentionUnum: 2,
      viewQuality: 'l',
      viewWidth: 60,
      attentiontoCount: 11,
    });
    expect(read.value.frame.ballVy).toBe(4);
  });

  it('accepts JSON with inf, nan and unescaped control characters (spec 10 §7, spec 03 §1.8)', () => {
    expect(
      decodeJsonRecord('{"show":{"time":3,"ball":{"x":-inf,"y":nan,"vx":0,"vy":1},"players":[]}}'),
    ).toMatchObject({
      value: { frame: { ballX: Number.NEGATIVE_INFINITY, ballY: Number.NaN, ballVy: 1 } },
    });
    expect(decodeJsonRecord('{"msg":{"time":3,"board":2,"message":"a"}}\0{')).toMatchObject({
      ok: true,
      value: { type: 'msg', time: 3, board: 2, text: 'a' },
    });
    expect(decodeJsonRecord('{"msg":{"time":3,"board":2,"message":"inf a\nb"}}')).toMatchObject({
      value: { text: 'inf a\nb', stoppageTime: 0 },
    });
  });

  it('accepts unknown play mode numbers and unknown names', () => {
    expect(decodeTextRecord('(playmode 5 nonsense)')).toMatchObject({ value: { playMode: null } });
    expect(decodeTextRecord('(show 5 (pm 77))')).toMatchObject({
      value: { frame: { playMode: 'before_kick_off' }, players: 0 },
    });
    expect(decodeTextRecord('(draw 5 (clear))')).toMatchObject({ value: { type: 'unknown', head: 'draw' } });
  });
});

const meters = fc.double({ min: -99, max: 99, noNaN: true }).map((v) => Math.round(v * 10000) / 10000 + 0);
const degrees = fc.integer({ min: -180, max: 180 });
const count = fc.nat(9999);
const six = fc.double({ min: 0, max: 130600, noNaN: true }).map((v) => Number(v.toPrecision(6)));
const side = fc.constantFrom<Side>('l', 'r');
const player = fc.record({
  typeId: fc.nat(17),
  state: fc.nat(0x1fffff),
  x: meters,
  y: meters,
  vx: meters,
  vy: meters,
  body: degrees,
  neck: degrees,
  point: fc.option(fc.tuple(meters, meters)),
  viewQuality: fc.constantFrom('h' as const, 'l' as const),
  viewWidth: fc.constantFrom(45, 60, 90, 120, 180),
  focusDist: meters,
  focusDir: degrees,
  stamina: six,
  effort: six,
  recovery: six,
  capacity: six,
  attention: fc.option(fc.tuple(side, fc.integer({ min: 1, max: 11 }))),
  counts: fc.array(count, { minLength: 12, maxLength: 12 }),
});
const team = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9_+-]{0,15}$/).filter((name) => name !== 'null'),
  score: fc.nat(99),
  penaltyScored: fc.nat(9),
  penaltyMissed: fc.nat(9),
});
const anyFrame = fc
  .record({
    time: fc.nat(9999),
    stoppageTime: fc.nat(99),
    playMode: fc.constantFrom(...PLAY_MODES.map(({ name }) => name)),
    left: team,
    right: team,
    ball: fc.tuple(meters, meters, meters, meters),
    // The 22 slots contain only two different players, because generating more takes too long.
    players: fc.tuple(player, player),
  })
  .map((from): Frame => {
    const frame = createFrame();
    const [ballX, ballY, ballVx, ballVy] = from.ball;
    const { time, stoppageTime, playMode } = from;
    Object.assign(frame, { time, stoppageTime, playMode, ballX, ballY, ballVx, ballVy });
    Object.assign(frame.left, from.left);
    Object.assign(frame.right, from.right);
    for (const [i, out] of frame.players.entries()) {
      const { point, attention, counts, ...same } = from.players[i % 3 === 0 ? 0 : 1];
      Object.assign(out, same, {
        hasPoint: point !== null,
        pointX: point?.[0] ?? 0,
        pointY: point?.[1] ?? 0,
        attentionSide: attention?.[0] ?? '',
        attentionUnum: attention?.[1] ?? 0,
      });
      for (const [k, field] of SHOWN_COUNTS.entries()) out[field] = counts[k]!;
    }
    return frame;
  });

/** Returns the frame without the parts that a version does not carry. */
function carried(frame: Frame, version: 3 | 4 | 5 | -1): Frame {
  const out = structuredClone(frame);
  if (version > 0) out.stoppageTime = 0;
  for (const p of out.players) {
    if (version === 3) p.capacity = -1;
    if (version === 3 || version === 4) Object.assign(p, { focusDist: 0, focusDir: 0, changeFocusCount: 0 });
    if (version === -1) for (const field of SHOWN_COUNTS) p[field] = 0;
  }
  return out;
}

describe('properties of monitor messages', () => {
  it.each([3, 4, 5, -1] as const)(
    'decodes an encoded show of version %d (spec 10 §14, checklist 6, 7)',
    (version) => {
      fc.assert(
        fc.property(anyFrame, (frame) => {
          const read = decodeMonitorDatagram(createMonitorCodec(version).encodeShow(frame), version);
          expect(read).toMatchObject({ ok: true, value: { type: 'show', players: 22 } });
          if (read.ok && read.value.type === 'show')
            expect(read.value.frame).toEqual(carried(frame, version));
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each([1, 2] as const)(
    'a show of version %d decodes and encodes to the same bytes (spec 10 §14, checklist 5)',
    (version) => {
      fc.assert(
        fc.property(anyFrame, (frame) => {
          const codec = createMonitorCodec(version, { everyShow: true });
          const bytes = codec.encodeShow(frame).slice();
          const read = decodeMonitorDatagram(bytes, version);
          if (!read.ok || read.value.type !== 'show') throw new Error('no show');
          const other = read.value.frame;
          expect(Math.abs(other.players[7]!.x - frame.players[7]!.x)).toBeLessThanOrEqual(
            version === 1 ? 1 / 32 : 1 / 65536,
          );
          expect(other.players[7]!.state).toBe(frame.players[7]!.state & 0xffff);
          expect([other.playMode, other.left.name, other.time]).toEqual([
            frame.playMode,
            frame.left.name,
            frame.time,
          ]);
          expect(codec.encodeShow(other)).toEqual(bytes);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('decodes encoded messages of every version', () => {
    const text = fc.stringMatching(/^[ -~]{1,200}$/).filter((t) => !t.startsWith('(team_graphic'));
    fc.assert(
      fc.property(
        fc.constantFrom(...MONITOR_VERSIONS),
        fc.nat(9999),
        fc.nat(99),
        text,
        (version, time, stime, t) => {
          const w = new ByteWriter();
          createMonitorCodec(version).writeMessage(w, { time, stoppageTime: stime, board: 1, text: t });
          const binary = version === 1 || version === 2;
          expect(decodeMonitorDatagram(w.view(), version)).toEqual({
            ok: true,
            value: {
              type: 'msg',
              time: binary ? null : time,
              stoppageTime: version === -1 ? stime : 0,
              board: 1,
              text: t,
            },
          });
        },
      ),
    );
  });

  it('decodes encoded tiles of every version', () => {
    const line = fc.stringMatching(/^[ !#-~]{0,12}$/);
    const tile = fc
      .record({
        x: fc.nat(40),
        y: fc.nat(10),
        colors: fc.array(line, { maxLength: 4 }),
        rows: fc.array(line, { maxLength: 8 }),
      })
      .map(({ x, y, colors, rows }) => ({
        x,
        y,
        width: 8,
        height: rows.length,
        colors: colors.length,
        charsPerPixel: 1,
        lines: [...colors, ...rows],
      }));
    fc.assert(
      fc.property(fc.constantFrom(...MONITOR_VERSIONS), side, tile, (version, of, value) => {
        const w = new ByteWriter();
        createMonitorCodec(version).writeTeamGraphic(w, of, value, 3);
        expect(decodeMonitorDatagram(w.view(), version)).toEqual({
          ok: true,
          value: { type: 'team_graphic', side: of, tile: value },
        });
      }),
    );
  });

  it('never throws', () => {
    const pieces = [
      '(show', ' 3', ' (pm 3)', '(tm A B 0 0', '((b)', '((l 1)', '((r 99)', ' 0x9', ' 1e9', ' (v h', '(c 1', '(msg 0 1 "',
      '(team_graphic_l (0 0 "8 8 1 1" "', '")', ')', '{"show":{"players":[{', '"time":', '}', ']', '{"msg":', '"x":nan', ',',
      '(server_param', '(player_type (id 1)', '(team 3', '{"team_graphic":{"xpm":["1 1 1 1"', '\0', '"',
    ]; // biome-ignore format: a list of words
    const text = fc.array(fc.constantFrom(...pieces)).map((parts) => encodeLatin1(parts.join('')));
    const sized = fc.uint8Array({ minLength: 2052, maxLength: 2056 }).map((bytes) => {
      bytes[0] = 0;
      bytes[1] = bytes[1]! % 10;
      return bytes;
    });
    const any = fc.oneof(fc.uint8Array(), text, sized);
    fc.assert(
      fc.property(any, fc.constantFrom(...MONITOR_VERSIONS), (bytes, version) => {
        expect(typeof decodeMonitorDatagram(bytes, version).ok).toBe('boolean');
        expect(typeof decodeTextRecord(bytes).ok).toBe('boolean');
        expect(typeof decodeJsonRecord(decodeLatin1(bytes)).ok).toBe('boolean');
      }),
      { numRuns: 1000 },
    );
  });
});
