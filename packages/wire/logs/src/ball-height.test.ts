import { createFrame } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { diffLogs } from './entries/check.js';
import { convertLog, createLogWriter, type LogRecord, type LogVersion, readLogBytes } from './index.js';

const HEIGHTS = [0, 1.14634, 2.1927, 0];

/** A match in the air as a server writes it. */
function match(version: LogVersion): Uint8Array {
  const server = createServerParams({ experimental_height: true, '2d_mode': false, gravity: 0.125 });
  const writer = createLogWriter(version, createMatchParams(server, createPlayerParams(), 1));
  const pieces = [writer.writeHeader().slice()];
  const frame = createFrame();
  for (const player of frame.players) player.capacity = 130000;
  for (const [time, ballZ] of HEIGHTS.entries()) {
    Object.assign(frame, { time: time + 1, playMode: 'play_on', hasHeight: true, ballZ, ballX: time });
    pieces.push(writer.writeFrame(frame).slice());
  }
  pieces.push(writer.writeTail(frame).slice());
  return new Uint8Array(Buffer.concat(pieces));
}

const convert = (bytes: Uint8Array, version: LogVersion) =>
  new Uint8Array(Buffer.concat([...convertLog(readLogBytes(bytes), version)].map((piece) => piece.slice())));
const framesOf = (records: Iterable<LogRecord>) =>
  [...records].flatMap((record) =>
    record.type === 'show' ? [[record.frame.hasHeight, record.frame.ballZ]] : [],
  );
const ROUNDED = [0, 1.1463, 2.1927, 0];

async function* asAsync(records: Iterable<LogRecord>): AsyncGenerator<LogRecord> {
  yield* records;
}

describe('the height of the ball in game logs (spec 12 §11)', () => {
  it.each([7, -1] as const)('version %i stores it with four decimals', (version) => {
    const bytes = match(version);
    const text = Buffer.from(bytes).toString('latin1');
    if (version === 7) expect(text.startsWith('ULG7\n(server_param (2d_mode 0)')).toBe(true);
    expect(text).toContain(
      version === 7 ? '((b) 1 0 0 0 1.1463)' : '"ball":{"x":1,"y":0,"vx":0,"vy":0,"z":1.1463}',
    );
    expect(framesOf(readLogBytes(bytes))).toEqual(ROUNDED.map((z) => [true, z]));
  });

  it.each([1, 2, 3, 4, 5, 6] as const)('version %i does not, and its frames have no height', (version) => {
    expect(framesOf(readLogBytes(match(version)))).toEqual(ROUNDED.map(() => [false, 0]));
  });

  it('versions 7 and JSON are converted into each other without loss, parameters included', async () => {
    const seven = match(7);
    const there = convert(seven, -1);
    expect(await diffLogs(asAsync(readLogBytes(seven)), asAsync(readLogBytes(there)))).toBeNull();
    expect(Buffer.from(convert(there, 7))).toEqual(Buffer.from(seven));
  });

  it('a log of version 6 becomes version 7 with height 0, and a difference of the height is found', async () => {
    const six = convert(match(7), 6);
    expect(framesOf(readLogBytes(convert(six, 7)))).toEqual(ROUNDED.map(() => [true, 0]));
    const difference = await diffLogs(
      asAsync(readLogBytes(match(7))),
      asAsync(readLogBytes(convert(six, 7))),
    );
    expect(JSON.stringify(difference)).toContain('ballZ');
    expect(await diffLogs(asAsync(readLogBytes(match(7))), asAsync(readLogBytes(six)))).toBeNull();
  });

  it('a height that is not possible is damage', () => {
    const text = Buffer.from(match(7)).toString('latin1').replace('1.1463)', '1e300)');
    const records = [...readLogBytes(new Uint8Array(Buffer.from(text, 'latin1')))];
    expect(records.filter((record) => record.type === 'damage').length).toBe(1);
  });
});
