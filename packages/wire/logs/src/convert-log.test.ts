import { readFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { createMatchParams, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import {
  convertLog,
  convertLogStream,
  createLogWriter,
  type LogRecord,
  type LogVersion,
  readLog,
  readLogBytes,
} from './index.js';

const PARAMS = createMatchParams(
  { ...DEFAULT_SERVER_PARAMS, stamina_capacity: 99000 },
  { ...DEFAULT_PLAYER_PARAMS, random_seed: 5 },
  1,
);

it('a log with bytes above 127 becomes JSON that every reader can parse, and is read with the same texts', () => {
  const packed = readFileSync(new URL('../testdata/bytes/above-127.rcg.gz', import.meta.url));
  const records = [...readLogBytes(new Uint8Array(packed))];
  const json = new Uint8Array(Buffer.concat([...convertLog(records, -1)].map((piece) => piece.slice())));
  const elements = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as object[];
  expect(elements.length).toBeGreaterThan(20);
  const texts = (from: Iterable<LogRecord>) =>
    [...from].flatMap((record) =>
      record.type === 'msg' ? [record.text] : record.type === 'team_graphic' ? record.tile.lines : [],
    );
  const written = texts(readLogBytes(json));
  expect(written).toEqual(texts(records));
  expect(JSON.stringify(written)).toMatch(/[\u0080-\u00ff]/);
});

/** A small match as a server writes it. */
function match(version: LogVersion): Uint8Array {
  const writer = createLogWriter(version, PARAMS);
  const pieces = [writer.writeHeader().slice()];
  const frame = createFrame();
  for (let time = 1; time <= 6; time++) {
    frame.time = time;
    frame.stoppageTime = time === 4 ? 3 : 0;
    frame.playMode = time < 3 ? 'kick_off_l' : 'play_on';
    frame.left.name = 'A';
    frame.left.score = time < 5 ? 0 : 1;
    for (const p of frame.players) p.capacity = 130000;
    pieces.push(writer.writeFrame(frame).slice());
  }
  pieces.push(writer.writeMessage(6, 0, 1, '(result 202611201506 A_1-vs-null)').slice());
  pieces.push(writer.writeTail(frame).slice());
  return new Uint8Array(Buffer.concat(pieces));
}

function converted(from: LogVersion, to: LogVersion): { records: LogRecord[]; bytes: Uint8Array } {
  const bytes = new Uint8Array(Buffer.concat([...convertLog(readLogBytes(match(from)), to)]));
  return { bytes, records: [...readLogBytes(bytes)] };
}

function changes(records: readonly LogRecord[]): unknown[] {
  return records.flatMap((r) =>
    r.type === 'playmode' ? [[r.time, r.mode]] : r.type === 'team' ? [[r.time, r.left.score]] : [],
  );
}

describe('convertLog', () => {
  const wanted = [
    [1, 'kick_off_l'],
    [1, 0],
    [3, 'play_on'],
    [5, 1],
    [6, 1],
  ];

  it.each([1, 2, 3, 4, 5, 6, -1] as const)(
    'from version %i to text, with the times of a server and a tail (spec 09 §2.3, §2.4, §2.8, §13.4)',
    (version) => {
      expect(changes(converted(version, 6).records)).toEqual(wanted);
      expect(changes(converted(version, -1).records)).toEqual(wanted);
    },
  );

  it('version 3 has changes but no tail (spec 09 §2.8)', () => {
    for (const version of [1, 6, -1] as const) {
      const kinds = converted(version, 3).records.map((r) => r.type);
      expect(kinds.filter((k) => k === 'team').length).toBe(2);
      expect(kinds.slice(-2)).toEqual(['msg', 'end']);
    }
  });

  it('a text log converted to another text version equals what a server writes (spec 11 §6.5)', () => {
    expect(Buffer.from(converted(6, 5).bytes).toString()).toBe(Buffer.from(match(5)).toString());
    expect(Buffer.from(converted(5, 4).bytes).toString()).toBe(Buffer.from(match(4)).toString());
    expect(Buffer.from(converted(6, 2).bytes).equals(match(2))).toBe(true);
    expect(Buffer.from(converted(3, 1).bytes).equals(match(1))).toBe(true);
  });

  it('missing values get defaults; capacities are those of the parameters (spec 09 §13.4)', () => {
    const capacity = (records: readonly LogRecord[]) =>
      records.flatMap((r) => (r.type === 'show' ? [r.frame.players[3]!.capacity] : []))[0];
    expect(capacity(converted(4, 6).records)).toBe(99000);
    expect(capacity(converted(1, 5).records)).toBe(130600);
    expect(capacity(converted(5, 6).records)).toBe(130000);
    const { records } = converted(2, 4);
    expect(records.filter((r) => r.type === 'player_type').length).toBe(18);
    expect(records.find((r) => r.type === 'server_param')).toMatchObject({ params: DEFAULT_SERVER_PARAMS });
  });

  it('JSON keeps server version, time and stoppage time; other sources give the version unknown (spec 09 §9, §13.4)', () => {
    const { records } = converted(6, -1);
    expect(records[1]).toMatchObject({ type: 'server_version', text: 'unknown' });
    expect(records[2]!.type).toBe('server_param');
    const named = [
      ...readLogBytes(
        new Uint8Array(
          Buffer.concat([
            ...convertLog(readLogBytes(match(6)), -1, { serverVersion: '18', timestamp: 'now' }),
          ]),
        ),
      ),
    ];
    expect(named.slice(1, 3)).toMatchObject([{ text: '18' }, { text: 'now' }]);
    expect(converted(-1, -1).records[1]).toMatchObject({ text: '19.0.0' });
    expect(Buffer.from(converted(-1, -1).bytes).equals(match(-1))).toBe(true);
  });

  it('a stream gives the same bytes', async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of convertLogStream(readLog(match(6)), 4)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(converted(6, 4).bytes)).toBe(true);
  });
});

it('a version that is not one of game logs is refused with the versions that are allowed', () => {
  expect(() => [...convertLog([], 9 as LogVersion)]).toThrow(
    'game log version 9 is not supported. Allowed: -1, 1, 2, 3, 4, 5, 6',
  );
});
