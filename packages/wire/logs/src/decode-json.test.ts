import { createFrame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createLogEncoder } from './entries/codec.js';
import { LogDecoder } from './log-decoder.js';
import type { LogRecord } from './record.js';

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** Reads a log that arrives in two pieces; `at` is the length of the first one. */
function readInPieces(log: Uint8Array, at: number): LogRecord[] {
  const decoder = new LogDecoder();
  const records: LogRecord[] = [];
  const readAll = () => {
    for (let record = decoder.next(); record !== null; record = decoder.next()) records.push(record);
  };
  decoder.push(log.subarray(0, at));
  readAll();
  decoder.push(log.subarray(at));
  decoder.finish();
  readAll();
  return records;
}

const read = (text: string): LogRecord[] => readInPieces(latin1(text), text.length);

function showElement(time: number): string {
  const encoder = createLogEncoder(-1);
  const frame = createFrame();
  frame.time = time;
  encoder.writeShow(frame);
  return encoder.out.toString();
}

const MESSAGE = (text: string): string =>
  `{"msg":{"time":1,"stime":0,"board":1,"message":${JSON.stringify(text)}}}`;

describe('logs that are not JSON in UTF-8', () => {
  const end = (text: string) => read(text).at(-1);
  const raw = '{"msg":{"time":1,"board":1,"message":"caf\xe9"}}';

  it('bytes above 127 are read as they are and as escape sequences; raw ones are counted', () => {
    const escaped = '{"msg":{"time":1,"board":1,"message":"caf\\u00e9"}}';
    for (const element of [raw, escaped])
      expect(read(`[\n${element}\n]\n`)[1]).toMatchObject({ type: 'msg', text: 'caf\xe9' });
    expect(end(`[\n${escaped},\n${raw},\n${raw}\n]\n`)).toMatchObject({
      complete: true,
      notJson: { count: 2, offset: `[\n${escaped},\n`.length },
    });
    expect(end(`[\n${escaped}\n]\n`)).not.toHaveProperty('notJson');
  });

  it('UTF-8 is JSON; control characters, inf and nan are not', () => {
    expect(end('[\n{"msg":{"time":1,"board":1,"message":"caf\xc3\xa9"}}\n]\n')).not.toHaveProperty('notJson');
    for (const element of [
      '{"msg":{"time":1,"board":1,"message":"a\tb"}}',
      '{"playmode":{"time":1,"mode":"play_on","x":nan}}',
    ])
      expect(end(`[\n${element}\n]\n`)).toMatchObject({ notJson: { count: 1, offset: 2 } });
  });

  it('the start time and the version have escape sequences', () => {
    expect(read('[\n{"version":"\\u00e9\\\\"}\n]\n')[1]).toMatchObject({ text: '\xe9\\' });
  });
});

describe('elements of a JSON log (spec 09 §9, §13.1)', () => {
  it.each([
    ['a quote', 'a " b'],
    ['a brace', 'a } b { c'],
    ['a backslash at the end', 'a \\'],
    ['two backslashes and a quote', 'a \\\\" }'],
    ['a bracket', '] ['],
  ])('the text of a message can have %s, wherever the pieces are divided', (_, text) => {
    const log = latin1(`[\n${MESSAGE(text)},\n${MESSAGE('next')}\n]\n`);
    for (let at = 1; at < log.length; at++) {
      const records = readInPieces(log, at);
      expect(records.map(({ type }) => type)).toEqual(['header', 'msg', 'msg', 'end']);
      expect(records[1]).toMatchObject({ text });
      expect(records.at(-1)).toMatchObject({ complete: true });
    }
  });

  it('an element that is broken off before another one is damage, and the other one is read, wherever the pieces are divided', () => {
    const broken = MESSAGE('lost "text').slice(0, -4);
    const log = latin1(`[\n${broken}\n${MESSAGE('kept')}\n]\n`);
    for (let at = 1; at < log.length; at++) {
      const records = readInPieces(log, at);
      expect(records.map(({ type }) => type)).toEqual(['header', 'damage', 'msg', 'end']);
      expect(records[1]).toMatchObject({ code: 'bad-element', offset: 2 });
      expect(records[2]).toMatchObject({ text: 'kept', offset: 3 + broken.length });
    }
  });

  it('a line feed inside of an element does not end it', () => {
    const [, message] = read(`[\n{"msg":\n{"time":1,"stime":0,"board":1,\n"message":"a"}}\n]\n`);
    expect(message).toMatchObject({ type: 'msg', text: 'a' });
  });

  it('blanks, tabs, line ends of Windows and commas between elements are ignored', () => {
    const records = read(`[\r\n \t${MESSAGE('a')} ,\r\n,\t${MESSAGE('b')}\r\n ]\r\n`);
    expect(records.map(({ type }) => type)).toEqual(['header', 'msg', 'msg', 'end']);
  });

  it.each(['\x1f', '!', '\x0b', '\x08', '-', 'x'])(
    'the byte %j between elements is damage, and the rest of the line is not read',
    (byte) => {
      const records = read(`[\n${byte}${MESSAGE('lost')}\n${MESSAGE('kept')}\n]\n`);
      expect(records.map(({ type }) => type)).toEqual(['header', 'damage', 'msg', 'end']);
      expect(records[1]).toMatchObject({ offset: 2, message: 'bytes that are not an element' });
      expect(records[2]).toMatchObject({ text: 'kept' });
    },
  );

  it('an element after the closing bracket is read, and the log is not complete without a second bracket', () => {
    const records = read(`[\n${MESSAGE('a')}\n]\n${MESSAGE('b')}\n`);
    expect(records.map(({ type }) => type)).toEqual(['header', 'msg', 'msg', 'end']);
    expect(records.at(-1)).toMatchObject({ complete: false });
  });

  it('a second closing bracket is damage', () => {
    const records = read(`[\n${MESSAGE('a')}\n]\n]\n`);
    expect(records.map(({ type }) => type)).toEqual(['header', 'msg', 'damage', 'end']);
  });

  it('version and start time are read with their escape sequences', () => {
    const records = read('[\n{"version":"19 \\"b\\\\"},\n{ "timestamp" : "2026-11-22T10:00:00+0100" }\n]\n');
    expect(records.slice(1, 3)).toMatchObject([
      { type: 'server_version', text: '19 "b\\' },
      { type: 'timestamp', text: '2026-11-22T10:00:00+0100' },
    ]);
  });

  it('an element may have 4 MiB; a longer one is damage as soon as it is known', () => {
    const limit = 2 ** 22;
    const decoder = new LogDecoder();
    decoder.push(latin1('[\n{"x":"'));
    expect(decoder.next()).toMatchObject({ type: 'header' });
    decoder.push(new Uint8Array(limit - 6).fill(0x61));
    expect(decoder.next()).toBeNull();
    decoder.push(latin1('a'));
    expect(decoder.next()).toMatchObject({ type: 'damage', code: 'element-too-long', offset: 2 });
    decoder.push(latin1(`"}\n${MESSAGE('next')}\n]\n`));
    decoder.finish();
    expect(decoder.next()).toMatchObject({ type: 'msg', text: 'next' });
    expect(decoder.next()).toMatchObject({ type: 'end', complete: true });
  });

  it('a record without a time has the time of the last show', () => {
    const records = read(`[\n${showElement(12).trim()}\n{"playmode":{"mode":"play_on"}}\n]\n`);
    expect(records[2]).toMatchObject({ type: 'playmode', time: 12, mode: 'play_on' });
  });
});
