import { createFrame, type Frame } from '@rcss/core';
import { createMatchParams, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createLogEncoder } from './entries/codec.js';
import { createLogWriter, type LogRecord, type LogWriter, readLogBytes } from './index.js';
import { isLogVersion, LOG_VERSIONS, logFeatures } from './version.js';

const PARAMS = createMatchParams(DEFAULT_SERVER_PARAMS, { ...DEFAULT_PLAYER_PARAMS, random_seed: 1 }, 1);

function frameAt(time: number, playMode: Frame['playMode']): Frame {
  const frame = createFrame();
  frame.time = time;
  frame.playMode = playMode;
  return frame;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').replace(/../g, '$& ').trim();
}

/** The kinds of records that a frame gives. */
function kindsOf(writer: LogWriter, frame: Frame): string {
  const bytes = writer.writeFrame(frame);
  if (writer.version !== 6) throw new Error('a text log is expected');
  return [...text(bytes).matchAll(/^\((\w+)/gm)].map((m) => m[1]).join(' ');
}

describe('createLogWriter', () => {
  it('accepts the known versions only (spec 09 §1.5)', () => {
    expect([-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 4.5, Number.NaN].filter(isLogVersion)).toEqual([
      ...LOG_VERSIONS,
    ]);
    expect(() => createLogWriter(0, PARAMS)).toThrow(RangeError);
    expect(() => createLogWriter(8, PARAMS)).toThrow(RangeError);
  });

  it('writes no show in before_kick_off and one in time_over (spec 09 §2.2)', () => {
    const writer = createLogWriter(6, PARAMS);
    expect(writer.writeFrame(frameAt(0, 'before_kick_off')).length).toBe(0);
    expect(kindsOf(writer, frameAt(1, 'kick_off_l'))).toBe('playmode show');
    expect(writer.writeFrame(frameAt(100, 'before_kick_off')).length).toBe(0);
    expect(kindsOf(writer, frameAt(200, 'time_over'))).toBe('playmode show');
    expect(writer.writeFrame(frameAt(200, 'time_over')).length).toBe(0);
  });

  it('writes play mode and teams only if they change, before the show (spec 09 §2.3, §2.4, §15.6)', () => {
    const writer = createLogWriter(6, PARAMS);
    const frame = frameAt(1, 'kick_off_l');
    frame.left.name = 'A';
    expect(kindsOf(writer, frame)).toBe('playmode team show');
    expect(kindsOf(writer, frame)).toBe('show');
    frame.playMode = 'play_on';
    expect(kindsOf(writer, frame)).toBe('playmode show');
    frame.left.score = 1;
    expect(kindsOf(writer, frame)).toBe('team show');
    frame.right.penaltyMissed = 1;
    expect(kindsOf(writer, frame)).toBe('team show');
    // Half time does not write a play mode record.
    expect(writer.writeFrame(frameAt(3000, 'before_kick_off')).length).toBe(0);
    expect(kindsOf(writer, frame)).toBe('show');
  });

  it('writes lines of play mode, teams, messages and the tail (spec 09 §8.3)', () => {
    const writer = createLogWriter(4, PARAMS);
    const frame = frameAt(33, 'free_kick_l');
    frame.left.name = 'A';
    frame.right.name = 'BB';
    expect(text(writer.writeFrame(frame)).split('\n').slice(0, 2)).toEqual([
      '(playmode 33 free_kick_l)',
      '(team 33 A BB 0 0)',
    ]);
    frame.left.penaltyMissed = 1;
    frame.right.penaltyMissed = 1;
    expect(text(writer.writeTail(frame))).toBe('(team 33 A BB 0 0 0 1 0 1)\n');
    expect(text(writer.writeMessage(0, 0, 2, 'Recv A_B+1_1: (say "hello")\n'))).toBe(
      '(msg 0 2 "Recv A_B+1_1: (say "hello") ")\n',
    );
  });

  it('a message has at most 2047 bytes, in every version (spec 09 §2.5)', () => {
    const long = 'x'.repeat(3000);
    for (const version of LOG_VERSIONS) {
      const writer = createLogWriter(version, PARAMS);
      const log = Buffer.concat([writer.writeHeader().slice(), writer.writeMessage(1, 0, 1, long).slice()]);
      const message = [...readLogBytes(new Uint8Array(log))].find((r) => r.type === 'msg');
      expect(message).toMatchObject({ board: 1, text: long.slice(0, 2047) });
    }
  });

  it('a line feed of a message is a blank in text logs, and stays in binary ones', () => {
    const write = (version: 3 | 6) => {
      const encoder = createLogEncoder(version);
      encoder.writeMessage(1, 0, 1, 'a\nb\nc');
      return encoder.out.toString();
    };
    expect(write(6)).toBe('(msg 1 1 "a b c")\n');
    expect(write(3)).toMatch(/a\nb\nc$/);
  });

  it('board and length of a message of version 3 have two bytes each (spec 09 §6)', () => {
    const encoder = createLogEncoder(3);
    encoder.writeMessage(1, 0, 0x1234, 'x'.repeat(0x205));
    expect(hex(encoder.out.copy().subarray(2, 6))).toBe('12 34 02 05');
  });

  it('writes team graphics at once in every version, and omits one parenthesis in messages (spec 09 §2.9, §15.17)', () => {
    const tile = {
      x: 2,
      y: 3,
      width: 2,
      height: 1,
      colors: 1,
      charsPerPixel: 1,
      lines: ['.\tc\\ red', '..'],
    };
    const writer = createLogWriter(6, PARAMS);
    expect(text(writer.writeTeamGraphic('l', tile, 0, 7))).toBe(
      '(msg 0 1 "(team_graphic_l (2 3 "2 1 1 1" ". c\\\\ red" "..")")\n',
    );
    const json = createLogWriter(-1, PARAMS);
    json.writeHeader();
    expect(text(json.writeTeamGraphic('r', tile, 0, 7))).toBe(
      ',\n{"team_graphic":{"side":"r","x":2,"y":3,"xpm":["2 1 1 1",". c\\\\ red",".."]}}',
    );
    for (const version of LOG_VERSIONS) {
      const w = createLogWriter(version, PARAMS);
      const log = Buffer.concat([w.writeHeader().slice(), w.writeTeamGraphic('l', tile, 0, 7).slice()]);
      const graphic = [...readLogBytes(new Uint8Array(log))].find((r) => r.type === 'team_graphic');
      expect(graphic).toMatchObject({ side: 'l', tile: { ...tile, lines: ['. c\\ red', '..'] } });
    }
  });

  it('writes records of version 1 (spec 09 §5.2, §5.3, §15.7)', () => {
    const writer = createLogWriter(1, PARAMS);
    expect(writer.writeHeader().length).toBe(0);
    const message = writer.writeMessage(0, 0, 1, '(referee kick_off_l)').slice();
    expect(message.length).toBe(2052);
    expect(hex(message.slice(0, 32))).toBe(
      '00 02 00 01 28 72 65 66 65 72 65 65 20 6b 69 63 6b 5f 6f 66 66 5f 6c 29 00 00 00 00 00 00 00 00',
    );
    const frame = frameAt(1, 'kick_off_l');
    frame.left.name = 'HELIOS_L';
    frame.right.name = 'HELIOS_R';
    Object.assign(frame.players[0]!, { state: 9, body: -94.3, x: -49.1362 });
    const show = writer.writeFrame(frame);
    expect(show.length).toBe(2052);
    expect(hex(show.slice(0, 64))).toBe(
      '00 01 04 00 48 45 4c 49 4f 53 5f 4c 00 00 00 00 00 00 00 00 00 00 48 45 4c 49 4f 53 5f 52 00 00 ' +
        '00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 09 00 01 00 01 ff a2 fc ee 00 00',
    );
    expect(writer.writeTail(frame).length).toBe(0);
    expect(logFeatures(1).refereeCallsAlways).toBe(true);
  });

  it('version 2 has 63338 bytes with 199 shows and a message of 46 (spec 09 §6, §14, §15.8)', () => {
    const writer = createLogWriter(2, PARAMS);
    let size = writer.writeHeader().length;
    expect(hex(writer.writeHeader())).toBe('55 4c 47 02');
    for (let time = 1; time < 200; time++) size += writer.writeFrame(frameAt(time, 'play_on')).length;
    const result = '(result 202611201450 HELIOS_L_0-vs-HELIOS_R_0)';
    size += writer.writeMessage(200, 0, 1, result).length;
    expect(result.length).toBe(46);
    expect(hex(writer.writeMessage(200, 0, 1, result).slice(0, 8))).toBe('00 02 00 01 00 2e 28 72');
    expect(size).toBe(63338);
    expect(hex(writer.writeMessage(200, 0, 1, ''))).toBe('00 02 00 01 00 01 00');
  });

  it('version 3 begins its records at 2156 (spec 09 §7, §14, §15.9)', () => {
    const writer = createLogWriter(3, PARAMS);
    const begin = writer.writeHeader();
    expect(begin.length).toBe(2156);
    expect(hex(begin.slice(4, 30))).toBe(
      '00 08 00 0e 05 1e 00 05 00 00 00 00 4c cc 00 00 66 66 00 00 19 99 00 3c 00 00',
    );
    const frame = frameAt(1, 'kick_off_l');
    frame.left.name = 'HELIOS_L';
    expect(writer.writeFrame(frame).length).toBe(3 + 38 + 1430);
    expect(hex(writer.writeFrame(frame).slice(0, 4))).toBe('00 01 00 00');
  });

  it('writes players of versions 4, 5 and 6 (spec 09 §15.11, §8.4)', () => {
    const frame = frameAt(1, 'play_on');
    Object.assign(frame.players[0]!, {
      x: -3,
      y: -37,
      stamina: 8000,
      effort: 1,
      recovery: 1,
      capacity: 130600,
    });
    const player = (version: number): string =>
      / (\(\(l 1\).*?) \(\(l 2\)/.exec(text(createLogWriter(version, PARAMS).writeFrame(frame)))![1]!;
    expect(player(4)).toBe('((l 1) 0 0 -3 -37 0 0 0 0 (v h 90) (s 8000 1 1) (c 0 0 0 0 0 0 0 0 0 0 0))');
    expect(player(5)).toBe(
      '((l 1) 0 0 -3 -37 0 0 0 0 (v h 90) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0))',
    );
    expect(player(6)).toBe(
      '((l 1) 0 0 -3 -37 0 0 0 0 (v h 90) (fp 0 0) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0 0))',
    );
  });

  it('writes numbers like the reference server, minus zero too (spec 09 §8.5, §14, §15.12)', () => {
    const frame = frameAt(1, 'play_on');
    Object.assign(frame, { ballX: -49.404567, ballY: 0.00004, ballVx: 131.23456, ballVy: -0.00004 });
    frame.players[0]!.state = 0x40001;
    const line = text(createLogWriter(6, PARAMS).writeFrame(frame));
    expect(line).toContain('((b) -49.4046 0 131.235 -0) ((l 1) 0 0x40001 ');
    expect(text(createLogWriter(-1, PARAMS).writeFrame(frame))).toContain('"state":262145');
  });

  it('writes elements of JSON logs (spec 09 §9, §15.15)', () => {
    const writer = createLogWriter(-1, PARAMS, { timestamp: '2026-11-20T14:51:29+0000' });
    const begin = text(writer.writeHeader()).split('\n');
    expect(begin.slice(0, 3)).toEqual([
      '[',
      '{"version":"19.0.0"},',
      '{"timestamp":"2026-11-20T14:51:29+0000"},',
    ]);
    expect(begin.length).toBe(3 + 2 + 18);
    expect(begin.at(-1)!.endsWith('}}')).toBe(true);
    const frame = frameAt(33, 'kick_off_l');
    frame.stoppageTime = 37;
    frame.left.name = 'A';
    frame.left.penaltyMissed = 1;
    expect(text(writer.writeFrame(frame)).split('\n').slice(1, 3)).toEqual([
      '{"playmode":{"time":33,"stime":37,"mode":"kick_off_l"}},',
      '{"team":{"time":33,"stime":37,"l":{"name":"A","score":0,"pen_score":0,"pen_miss":1},"r":{"name":null,"score":0}}},',
    ]);
    expect(text(writer.writeMessage(1, 0, 2, 'a "b" \\ \n'))).toBe(
      ',\n{"msg":{"time":1,"board":2,"message":"a \\"b\\" \\\\ \\n"}}',
    );
    expect(text(writer.writeTail(frame)).endsWith('"score":0}}}\n]\n')).toBe(true);
  });

  it('writes a match without clients in every version (spec 09 §2.1, §15.14)', () => {
    for (const version of LOG_VERSIONS) {
      const writer = createLogWriter(version, PARAMS);
      const result = '(result 202611201506 null-vs-null)';
      const log = Buffer.concat([
        writer.writeHeader().slice(),
        writer.writeFrame(frameAt(0, 'before_kick_off')).slice(),
        writer.writeMessage(0, 37, 1, result).slice(),
        writer.writeTail(frameAt(0, 'before_kick_off')).slice(),
      ]);
      const records: LogRecord[] = [...readLogBytes(new Uint8Array(log))];
      const tail = records.slice(-3).map((r) => r.type);
      expect(tail).toEqual(version >= 1 && version <= 3 ? [tail[0], 'msg', 'end'] : ['msg', 'team', 'end']);
      expect(records.find((r) => r.type === 'msg')).toMatchObject({ board: 1, text: result });
      expect(records.at(-1)).toMatchObject({ complete: true });
      expect(records.filter((r) => r.type === 'show' || r.type === 'damage')).toEqual([]);
    }
  });
});
