import { createFrame } from '@rcss/core';
import { createDefaultPlayerType, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createLogEncoder, LogDecoder, type LogEncoder } from './entries/codec.js';
import { type LogRecord, type LogVersion, parseLog, readLogBytes } from './index.js';
import { detectLogVersion } from './version.js';

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function read(bytes: Uint8Array | string): LogRecord[] {
  return [...readLogBytes(typeof bytes === 'string' ? latin1(bytes) : bytes)];
}

function kinds(records: readonly LogRecord[]): string {
  return records.map((r) => r.type).join(' ');
}

/** What an encoder writes between its header and the end. */
function written(version: LogVersion, write: (encoder: LogEncoder) => void): Uint8Array {
  const encoder = createLogEncoder(version);
  encoder.writeHeader({});
  write(encoder);
  encoder.finish();
  return encoder.out.copy();
}

/** A show line of version 6 at a time. */
function showLine(time: number, version: LogVersion = 6): string {
  const encoder = createLogEncoder(version);
  const frame = createFrame();
  frame.time = time;
  encoder.writeShow(frame);
  return encoder.out.toString();
}

const BYTES = (...bytes: number[]): Uint8Array => new Uint8Array(bytes);

describe('detection', () => {
  it.each([
    ['[\n]\n', -1],
    ['ULG\x02', 2],
    ['ULG\x03', 3],
    ['ULG4\n', 4],
    ['ULG5\n', 5],
    ['ULG6\n', 6],
    ['\0\x01\0\0', 1],
    ['abcd', 1],
  ])('%j is version %i (spec 09 §13.1)', (head, version) => {
    expect(read(head)[0]).toMatchObject({ type: 'header', version });
  });

  it('refuses files below 4 bytes and unknown versions (spec 09 §13.1)', () => {
    for (const [head, code] of [
      ['', 'log-too-short'],
      ['ULG', 'log-too-short'],
      ['ULG8\n', 'unsupported-log-version'],
      ['ULG\x01\n', 'unsupported-log-version'],
      ['0,2\tRecv Alpha_1: (turn 0)\n', 'text-log'],
      ['4294967295,4294967295\t', 'text-log'],
    ] as const) {
      const records = read(head);
      expect(records[0]).toMatchObject({ type: 'damage', code });
      expect(records[1]).toMatchObject({ type: 'end', complete: false });
      expect(records.length).toBe(2);
      expect(parseLog(latin1(head), { strict: true })).toMatchObject({ ok: false, error: { code } });
    }
  });
});

describe('a log in pieces', () => {
  it('a text log is recognized also if its first time arrives in two pieces', () => {
    const decoder = new LogDecoder();
    decoder.push(latin1('120,'));
    expect(decoder.next()).toBeNull();
    decoder.push(latin1('0\tRecv Alpha_1: (turn 0)\n'));
    expect(decoder.next()).toMatchObject({ type: 'damage', code: 'text-log', offset: 0 });
    const numbers = new LogDecoder();
    numbers.push(latin1('12,34'));
    numbers.finish();
    expect(numbers.next()).toMatchObject({ type: 'header', version: 1 });
  });

  it('a version is detected when four bytes have arrived, JSON with the first one', () => {
    const text = new LogDecoder();
    text.push(latin1('ULG'));
    expect(text.next()).toBeNull();
    text.push(latin1('6'));
    expect(text.next()).toBeNull();
    text.push(latin1('\n'));
    expect(text.next()).toMatchObject({ type: 'header', version: 6 });
    const binary = new LogDecoder();
    binary.push(BYTES(0x55, 0x4c, 0x47, 3));
    expect(binary.next()).toMatchObject({ type: 'header', version: 3 });
    const json = new LogDecoder();
    json.push(latin1('['));
    expect(json.next()).toMatchObject({ type: 'header', version: -1 });
  });

  it('only the two bytes of gzip are compressed data', () => {
    expect(detectLogVersion(BYTES(0x1f, 0x8b, 8, 0))).toMatchObject({ ok: false, error: { code: 'gzip' } });
    for (const head of [BYTES(0x1f, 0x8c, 8, 0), BYTES(0, 0x8b, 8, 0)])
      expect(detectLogVersion(head)).toEqual({ ok: true, value: 1 });
  });
});

const TAR = latin1(`match.rcg${'\0'.repeat(248)}ustar`);

it.each([
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'compressed with xz. Decompress it first: xz -d FILE'],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39], 'compressed with bzip2. Decompress it first: bzip2 -d FILE'],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd. Decompress it first: zstd -d FILE'],
  ['ZIP', [0x50, 0x4b, 3, 4], 'a ZIP archive. Take the log out of it first: unzip FILE'],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'a 7-Zip archive. Take the log out of it first: 7z x FILE'],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x55], 'a byte order mark (EF BB BF), which an editor has added'],
  ['UTF-16', [0xff, 0xfe, 0x55, 0], 'text in UTF-16'],
  ['LZ4', [4, 0x22, 0x4d, 0x18], 'compressed with LZ4. Decompress it first: lz4 -d FILE LOG'],
  ['lzip', latin1('LZIP'), 'compressed with lzip. Decompress it first: lzip -d FILE'],
  ['LZMA', [0x5d, 0, 0, 0x80], 'compressed with LZMA'],
  ['compress', [0x1f, 0x9d, 0x90, 0x55], 'compressed with compress'],
  ['RAR', latin1('Rar!'), 'a RAR archive. Take the log out of it first: unrar x FILE'],
  ['tar', TAR, 'a tar archive. Take the log out of it first: tar -xf FILE'],
  ['an empty line', latin1('\nULG6'), 'begins with an empty line. Remove it: tail -n +2 FILE > LOG'],
  ['an empty line of Windows', latin1('\r\nULG6'), 'begins with an empty line'],
  ['an empty line before JSON', latin1('\n[{"type":"header"}'), 'begins with an empty line'],
  ['a blank', latin1(' ULG6'), 'begins with a blank. Remove it: tail -c +2 FILE > LOG'],
])('%s: the failure says what the file is and what to do', (_, head, message) => {
  const found = detectLogVersion(Uint8Array.from(head));
  expect(found).toMatchObject({ ok: false, error: { message: expect.stringContaining(message), offset: 0 } });
  const decoder = new LogDecoder();
  const records = Array.from(head, (byte) => {
    decoder.push(Uint8Array.of(byte));
    return decoder.next();
  });
  expect(records.find((record) => record !== null)).toMatchObject({
    type: 'damage',
    message: expect.stringContaining(message),
  });
});

describe('text logs', () => {
  it('unknown words, bad lines and empty lines are reported, and the rest is read (spec 09 §13.1)', () => {
    const lines = [
      'ULG6',
      '(playmode 1 kick_off_l)',
      '(weather 1 rain)',
      '',
      'no list',
      '(team 1 A null 1 2 3 4 5 6)',
      '(show 1 ((b) 0 0 0 0))',
      showLine(2).trim(),
      '(playmode 3 no_such_mode)',
      '(msg 3 1 "a "quoted" text")',
      '',
    ];
    const records = read(lines.join('\n'));
    expect(kinds(records)).toBe('header playmode damage damage damage team damage show playmode msg end');
    const damage = records.filter((r) => r.type === 'damage');
    expect(damage.map((d) => [d.code, d.offset])).toEqual([
      ['unknown-record', 29],
      ['empty-line', 46],
      ['bad-line', 47],
      ['bad-line', 83],
    ]);
    expect(records[5]).toMatchObject({
      left: { name: 'A', score: 1, penaltyScored: 3, penaltyMissed: 4 },
      right: { name: '', score: 2, penaltyScored: 5, penaltyMissed: 6 },
    });
    expect(records[7]).toMatchObject({ frame: { playMode: 'kick_off_l', left: { name: 'A' } } });
    expect(records[8]).toMatchObject({ mode: null });
    expect(records[9]).toMatchObject({ text: 'a "quoted" text' });
  });

  it('the offset of a bad line is that of the first wrong character', () => {
    const line = '(msg 3 x "text")';
    const [, damage] = read(`ULG6\n${line}\n`);
    expect(damage).toMatchObject({ type: 'damage', code: 'bad-line', offset: 5 + line.indexOf('x') });
  });

  it('strict reading stops at the first damaged place (spec 09 §13.1)', () => {
    const log = latin1('ULG6\n(playmode 1 play_on)\n\n(playmode 2 play_on)\n');
    expect(kinds([...readLogBytes(log, { strict: true })])).toBe('header playmode damage end');
    expect(parseLog(log, { strict: true })).toMatchObject({
      ok: false,
      error: { code: 'empty-line', offset: 26 },
    });
    expect(parseLog(log)).toMatchObject({ ok: true });
  });

  it('reads show lines of any version in a log of any version (spec 09 §13.1)', () => {
    const line = showLine(7, 4).replace('(show 7 ', '(show 7 (pm 9) (tm A null 1 0) ');
    const [, show] = read(`ULG6\n${line}`);
    expect(show).toMatchObject({
      frame: { time: 7, playMode: 'free_kick_r', left: { name: 'A', score: 1 }, right: { name: '' } },
    });
    expect((show as Extract<LogRecord, { type: 'show' }>).frame.players[3]!.capacity).toBe(-1);
  });

  it('a show of an older form has no counts of the show before it', () => {
    const decoder = new LogDecoder({ reuseFrames: true });
    const newer = showLine(1).replaceAll(/\(c( \d+){12}\)/g, '(c 1 2 3 4 5 6 7 8 9 10 11 12)');
    decoder.push(latin1(`ULG6\n${newer}${showLine(2, 4)}`));
    decoder.finish();
    const counts: number[] = [];
    for (let record = decoder.next(); record !== null; record = decoder.next())
      if (record.type === 'show') counts.push(record.frame.players[3]!.changeFocusCount);
    expect(counts).toEqual([12, 0]);
  });

  it('reads players in any order and states without 0x, and reports a show with 21 players (spec 09 §13.1)', () => {
    const line = showLine(7).trim().replace('((l 1) 0 0 ', '((l 1) 0 1f ');
    const players = line.slice(line.indexOf(' ((l 1)'), -1);
    const turned = `(show 7${players.replaceAll(' ((', '\n((').split('\n').reverse().join(' ')} ((b) 1 2 3 4))`;
    expect(read(`ULG6\n${turned}\n`)[1]).toMatchObject({ type: 'show', frame: { ballY: 2 } });
    const frame = (read(`ULG6\n${turned}\n`)[1] as Extract<LogRecord, { type: 'show' }>).frame;
    expect(frame.players[0]!.state).toBe(0x1f);
    const fewer = line.replace(/ \(\(r 11\).*$/, ')');
    expect(kinds(read(`ULG6\n${fewer}\n`))).toBe('header damage end');
    const twice = line.replace('((r 11)', '((r 10)');
    expect(kinds(read(`ULG6\n${twice}\n`))).toBe('header damage end');
  });

  it('reads logs rewritten by other programs (spec 09 §13.4)', () => {
    const line = showLine(7).replace(') (c ', ') (fr 3) (c ');
    const log = `ULG6\n(server_param (auto_mode true)(coach false)(half_time 600))\n${line}`;
    const [, params, show] = read(log);
    expect(params).toMatchObject({ params: { auto_mode: true, coach: false, half_time: 600 } });
    expect((show as Extract<LogRecord, { type: 'show' }>).frame.players[0]).toMatchObject({
      attentionSide: 'r',
      attentionUnum: 3,
    });
  });

  it('missing parameters have their defaults, unknown ones are ignored (spec 09 §13.1)', () => {
    const [, server, type] = read(
      'ULG5\n(server_param (goal_width 7.5)(sunshine 1))\n(player_type (id 3)(player_size 0.4))\n',
    );
    expect(server).toMatchObject({ params: { ...DEFAULT_SERVER_PARAMS, goal_width: 7.5 } });
    const base = createDefaultPlayerType(DEFAULT_SERVER_PARAMS);
    expect(type).toMatchObject({ playerType: { ...base, id: 3, player_size: 0.4 } });
  });

  it('reads tiles with any number of closing parentheses; other texts stay messages (spec 09 §2.9, §13.1)', () => {
    const log =
      'ULG6\n(msg 0 1 "(team_graphic_r (1 2 "1 1 1 1" ". c x" ".")")\n' +
      '(msg 0 1 "(team_graphic_r (1 2 "1 1 1 1" ". c x" "."))")\n(msg 0 1 "(team_graphic_r (1 2 "1 1 9 1")")\n';
    expect(kinds(read(log))).toBe('header team_graphic team_graphic msg end');
  });

  it('a last line without line feed counts if it is whole', () => {
    expect(kinds(read('ULG6\n(playmode 1 play_on)'))).toBe('header playmode end');
    const cut = read('ULG6\n(playmode 1 play_');
    expect(kinds(cut)).toBe('header damage end');
    expect(cut[1]).toMatchObject({ code: 'truncated', offset: 5 });
    expect(cut[2]).toMatchObject({ complete: false });
  });

  it('a line without an end does not use more and more memory', () => {
    const decoder = new LogDecoder();
    decoder.push(latin1('ULG6\n'));
    const seen: string[] = [];
    for (let i = 0; i < 40; i++) {
      decoder.push(new Uint8Array(100_000).fill(0x28));
      for (let r = decoder.next(); r !== null; r = decoder.next()) seen.push(r.type);
    }
    decoder.push(latin1('\n(playmode 1 play_on)\n'));
    decoder.finish();
    for (let r = decoder.next(); r !== null; r = decoder.next()) seen.push(r.type);
    expect(seen).toEqual(['header', 'damage', 'playmode', 'end']);
  });
});

describe('binary logs', () => {
  const mode = (encoder: LogEncoder) => encoder.writePlayMode(0, 0, 'play_on');
  const show = (time: number) => (encoder: LogEncoder) => {
    const frame = createFrame();
    frame.time = time;
    encoder.writeShow(frame);
  };
  const all =
    (...steps: ((encoder: LogEncoder) => void)[]) =>
    (encoder: LogEncoder): void => {
      for (const step of steps) step(encoder);
    };

  it('draw records of all versions and draw lines keep their values and the place (spec 09 §4.1, §15.23)', () => {
    const shapes = [
      { kind: 'clear' },
      { kind: 'point', x: 1.5, y: -2, color: 'red' },
      { kind: 'circle', x: -52.5, y: 34, radius: 9.125, color: '#00ff00' },
      { kind: 'line', x1: -1, y1: 2, x2: 3.0625, y2: 4, color: 'blue' },
    ] as const;
    for (const version of [1, 2, 3, 4, 5, 6] as const) {
      const log = written(version, (encoder) => {
        for (const shape of shapes) encoder.writeDraw(5, shape);
        show(6)(encoder);
      });
      const records = read(log);
      expect(kinds(records)).toBe('header draw draw draw draw show end');
      expect(records.flatMap((r) => (r.type === 'draw' ? [r.shape] : []))).toEqual(shapes);
    }
    expect(
      kinds(
        read(
          written(-1, (encoder) => {
            encoder.writeDraw(5, shapes[1]);
            show(6)(encoder);
          }),
        ),
      ),
    ).toBe('header server_version show end');
  });

  it('skips kinds without meaning and reports unknown kinds (spec 09 §13.1)', () => {
    const log = written(3, all(mode, show(1)));
    const body = log.slice(4);
    expect(kinds(read(new Uint8Array([...log.slice(0, 4), 0, 0, 0, 4, ...body])))).toBe(
      'header playmode show end',
    );
    const broken = read(new Uint8Array([...log, 0, 99, 0, 98, 7, ...body, ...body]));
    expect(kinds(broken)).toBe('header playmode show damage playmode show playmode show end');
    expect(broken[3]).toMatchObject({ code: 'bad-record', offset: log.length });
  });

  it('version 1 skips a record of an unknown kind and ignores half a record (spec 09 §13.1)', () => {
    const log = written(1, all(show(1), show(2), show(3)));
    log[2052 + 1] = 7;
    const records = read(new Uint8Array([...log, 0, 1, 4]));
    expect(kinds(records)).toBe('header show damage show damage end');
    expect(records[2]).toMatchObject({ offset: 2052, code: 'bad-record' });
    expect(records[4]).toMatchObject({ offset: 3 * 2052, code: 'truncated' });
    expect(records[5]).toMatchObject({ complete: false });
  });

  it('ignores a final NUL of a message and detects a wrong length (spec 09 §6, §13.2)', () => {
    const text = (length: number): Uint8Array =>
      new Uint8Array([
        ...latin1('ULG\x02'),
        ...BYTES(0, 2, 0, 1, 0, length),
        ...latin1('(referee play_on)'),
        0,
        ...written(2, all(show(1), show(2))).slice(4),
      ]);
    expect(read(text(18))[1]).toMatchObject({ type: 'msg', text: '(referee play_on)' });
    expect(kinds(read(text(60)))).toBe('header damage show show end');
  });

  it('stray bytes after a text of version 1 are cut off (spec 09 §5.2)', () => {
    const log = written(1, (encoder) =>
      encoder.writeMessage(0, 0, 1, '(referee goal_l_1)eform "hi there"))'),
    );
    expect(read(log)[1]).toMatchObject({ text: '(referee goal_l_1)' });
  });

  it('a tile of a team graphic of version 1 ends with its last quote and parenthesis (spec 09 §5.2)', () => {
    const tile = '(team_graphic_l (0 0 "8 8 1 1" "a c #f00" "aaaaaaaa")';
    const log = written(1, (encoder) => encoder.writeMessage(0, 0, 1, `${tile}\x01 stray`));
    expect(read(log)[1]).toMatchObject({ text: tile });
  });

  it('continues times above 65535, and keeps times that are set back (spec 09 §5.1)', () => {
    const times = [65530, 65535, 65536, 65600, 65590, 98000, 130700];
    for (const version of [1, 2, 3] as const) {
      const log = written(version, all(show(60000), ...times.map(show)));
      const read60 = read(log).flatMap((r) => (r.type === 'show' ? [r.frame.time] : []));
      expect(read60).toEqual([60000, ...times]);
    }
  });

  it.each<[string, number[], number[]]>([
    ['passes 65536 twice', [65_000, 70_000, 100_000, 131_500], [65_000, 70_000, 100_000, 131_500]],
    ['steps back by 32768 at most', [40_000, 40_000 - 0x8000], [40_000, 40_000 - 0x8000]],
    ['a step back of 32769 is one of 32767 forward', [40_000, 40_000 - 0x8001], [40_000, 40_000 + 0x7fff]],
  ])('the time of version 2: %s (spec 09 §5.1)', (_, times, expected) => {
    const log = written(2, (encoder) => {
      for (const time of times) {
        const frame = createFrame();
        frame.time = time;
        encoder.writeShow(frame);
      }
    });
    expect(read(log).flatMap((r) => (r.type === 'show' ? [r.frame.time] : []))).toEqual(expected);
  });

  it.each([1, 2] as const)('players of version %i have full stamina, which it does not store', (version) => {
    const log = written(version, (encoder) => {
      const frame = createFrame();
      for (const player of frame.players) player.stamina = 3000;
      encoder.writeShow(frame);
    });
    const show = read(log).find((record) => record.type === 'show');
    if (show?.type !== 'show') throw new Error('no show');
    for (const { stamina, effort, recovery } of show.frame.players)
      expect({ stamina, effort, recovery }).toEqual({ stamina: 8000, effort: 1, recovery: 1 });
  });

  it('binary logs keep the low 16 bits of the state, text and JSON all of them (spec 09 §3.3, §15.10)', () => {
    for (const version of [-1, 1, 2, 3, 4, 5, 6] as const) {
      const log = written(version, (encoder) => {
        const frame = createFrame();
        frame.players[0]!.state = 0x9f001;
        encoder.writeShow(frame);
      });
      const record = read(log).find((r) => r.type === 'show');
      expect(record?.type === 'show' && record.frame.players[0]!.state).toBe(
        version >= 1 && version <= 3 ? 0xf001 : 0x9f001,
      );
    }
  });

  it('returns a block of version 3 unchanged (spec 09 §7.5)', () => {
    const log = written(3, (encoder) => encoder.writePlayerParam(DEFAULT_PLAYER_PARAMS));
    const record = read(log)[1];
    expect(record?.type === 'player_param' && record.block).toEqual(log.slice(6));
  });
});

describe('JSON logs', () => {
  const HEAD = '[\n{"version":"19.0.0"},\n{"timestamp":"2026-11-20T14:51:29+0000"}';

  it('reads version and start time, and reports a log without its closing bracket as not complete (spec 09 §9)', () => {
    const whole = read(`${HEAD}\n]\n`);
    expect(kinds(whole)).toBe('header server_version timestamp end');
    expect(whole[1]).toMatchObject({ text: '19.0.0' });
    expect(whole[3]).toMatchObject({ complete: true });
    expect(read(HEAD)[3]).toMatchObject({ type: 'end', complete: false });
    expect(kinds(read('['))).toBe('header end');
  });

  it('control characters in messages, which make the file invalid, are read (spec 09 §9)', () => {
    const log = `${HEAD},\n{"msg":{"time":1,"board":1,"message":"a\nb\tc \\"q\\" \x01"}},\n{"playmode":{"time":2,"mode":"play_on"}}\n]\n`;
    const records = read(log);
    expect(kinds(records)).toBe('header server_version timestamp msg playmode end');
    expect(records[3]).toMatchObject({ text: 'a\nb\tc "q" \x01' });
  });

  it('a broken element does not affect others (spec 09 §13.1)', () => {
    const mode = (time: number) => `{"playmode":{"time":${time},"mode":"play_on"}}`;
    for (const broken of [
      '{"playmode":{"time":2,"mode":"play_on"}',
      '{"playmode":{"time":2,"mode":"play_on}}',
      '{"playmode":{"time":2,"mode":"play_on"}}}',
      'garbage',
      '{"weather":{}}',
      '{}',
      '{"show":{"time":1,"players":[]}}',
      '{"team":"A"',
    ]) {
      const records = read(`${HEAD},\n${mode(1)},\n${broken},\n${mode(3)},\n${mode(4)}\n]\n`);
      const times = records.flatMap((r) => (r.type === 'playmode' ? [r.time] : []));
      expect(times.filter((t) => t !== 2)).toEqual([1, 3, 4]);
      expect(records.some((r) => r.type === 'damage')).toBe(true);
      expect(records.at(-1)).toMatchObject({ complete: true });
    }
  });

  it('reads shows with members in any order and without the optional ones (spec 09 §13.1)', () => {
    const player = (side: string, unum: number) =>
      `{"unum":${unum},"side":"${side}","x":1,"y":2,"vx":0,"vy":-0,"type":0,"state":1,"body":0,"neck":0,"vq":"l","vw":60,"stamina":1,"effort":1,"recovery":1,"capacity":5}`;
    const show = `{"show":{"players":[${player('r', 2)},${player('l', 1)}],"mode":"play_on","ball":{"x":1,"y":2,"vx":3,"vy":4},"team":{"l":{"name":"A","score":2},"r":{"name":null,"score":0}},"time":9,"stime":4}}`;
    const record = read(`${HEAD},\n${show}\n]\n`)[3];
    expect(record).toMatchObject({
      type: 'show',
      frame: { time: 9, stoppageTime: 4, playMode: 'play_on', left: { name: 'A', score: 2 }, ballVy: 4 },
    });
    const { players } = (record as Extract<LogRecord, { type: 'show' }>).frame;
    expect(players[12]).toMatchObject({ side: 'r', unum: 2, viewQuality: 'l', capacity: 5 });
    expect(players[5]).toMatchObject({ side: 'l', unum: 6, state: 0, viewWidth: 90 });
  });

  it('an element without end is damage for any split into pieces', () => {
    const log = latin1(`${HEAD},\n{"msg":{"time":1,"board":1,"message":"x`);
    for (const size of [1, 7, 1000]) {
      const decoder = new LogDecoder();
      const seen: string[] = [];
      for (let at = 0; at < log.length; at += size) {
        decoder.push(log.slice(at, at + size));
        for (let r = decoder.next(); r !== null; r = decoder.next()) seen.push(r.type);
      }
      decoder.finish();
      for (let r = decoder.next(); r !== null; r = decoder.next()) seen.push(r.type);
      expect(seen.join(' ')).toBe('header server_version timestamp damage end');
    }
  });
});

describe('LogDecoder', () => {
  it('returns all shows in one frame on request', () => {
    const log = latin1(`ULG6\n${showLine(1)}${showLine(2)}`);
    const frames = [...readLogBytes(log, { reuseFrames: true })].flatMap((r) =>
      r.type === 'show' ? [r.frame] : [],
    );
    expect(frames.length).toBe(2);
    expect(frames[0]).toBe(frames[1]);
    const own = read(log).flatMap((r) => (r.type === 'show' ? [r.frame.time] : []));
    expect(own).toEqual([1, 2]);
  });
});
