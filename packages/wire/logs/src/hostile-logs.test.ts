import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findNonFiniteNumbers } from '../test/absurd-values.js';
import { plainLog } from '../test/reference.js';
import { compress, decompress } from './gzip.js';
import { loadLog, openLog } from './open-log.js';
import { readLog, readLogBytes } from './read-log.js';

const encode = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
/** Compares without the report of vitest, which takes seconds for long arrays. */
const isEqual = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const LOG = encode(`ULG6\n${'(msg 1 1 "(referee kick_off_l)")\n'.repeat(3000)}`);

describe('hostile and damaged logs', () => {
  it.each(['2147483647 0', '0 2000000', '-1 0', '0 65536'])(
    'a team with the scores %s is damage',
    (scores) => {
      const text = encode(`ULG6\n(team 1 a b 3 2)\n(team 20 a b ${scores})\n(playmode 21 play_on)\n`);
      const records = [...readLogBytes(text)];
      expect(records.map((record) => record.type)).toEqual(['header', 'team', 'damage', 'playmode', 'end']);
      expect(records[2]).toMatchObject({
        code: 'bad-line',
        message: expect.stringContaining('Allowed: 0 to 65535'),
      });
      const json = encode(
        `["JSON",{"team":{"time":1,"l":{"name":"a","score":${scores.split(' ')[0]}},"r":{"name":"b","score":${scores.split(' ')[1]}}}}]`,
      );
      expect([...readLogBytes(json)].some((record) => record.type === 'team')).toBe(false);
    },
  );

  it('a score of 65535 is read', () => {
    const [, team] = [...readLogBytes(encode('ULG6\n(team 1 a b 65535 0)\n'))];
    expect(team).toMatchObject({ type: 'team', left: { score: 65535 } });
  });

  it.each([
    ['check sum', 8],
    ['length', 4],
  ])('a wrong %s at the end of a compressed log is damage', async (_, fromEnd) => {
    const bytes = compress(LOG);
    bytes[bytes.length - fromEnd]! ^= 1;
    const { bytes: read, failure } = decompress(bytes);
    expect(failure).toMatchObject({ code: 'gzip-damaged' });
    expect(isEqual(read, LOG)).toBe(true);
    const codes: string[] = [];
    for await (const record of readLog(bytes)) if (record.type === 'damage') codes.push(record.code);
    expect(codes).toEqual(['gzip-damaged']);
  });

  it('a log of several gzip members is read, and the trailer of each is checked', async () => {
    const parts = [gzipSync(LOG.subarray(0, 40_000)), gzipSync(LOG.subarray(40_000))];
    const good = new Uint8Array(Buffer.concat(parts));
    const read = decompress(good);
    expect(read.failure).toBeNull();
    expect(isEqual(read.bytes, LOG)).toBe(true);
    async function* inBytes(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < good.length; i++) yield good.subarray(i, i + 1);
    }
    let damages = 0;
    for await (const record of readLog(inBytes())) if (record.type === 'damage') damages++;
    expect(damages).toBe(0);
    const bad = Uint8Array.from(good);
    bad[parts[0]!.length - 6]! ^= 1;
    expect(decompress(bad).failure).toMatchObject({ code: 'gzip-damaged' });
  });

  it('a log that is larger than the limit is a failure, not an allocation', () => {
    const packed = new Uint8Array(gzipSync(Buffer.alloc(64 * 2 ** 20, '(msg 1 1 "x")\n')));
    expect(packed.length).toBeLessThan(400_000);
    const opened = openLog(packed, { maxBytes: 2 ** 20 });
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'log-too-large', message: expect.stringMatching(/1 MiB/) },
    });
    expect(openLog(LOG, { maxBytes: 1000 })).toMatchObject({ ok: false, error: { code: 'log-too-large' } });
    expect(openLog(LOG).ok).toBe(true);
  });

  it('a small compressed log may not need much memory', async () => {
    const packed = new Uint8Array(gzipSync(Buffer.alloc(70 * 2 ** 20, '(msg 1 1 "x")\n')));
    expect(openLog(packed)).toMatchObject({
      ok: false,
      error: { code: 'log-too-large', message: expect.stringMatching(/64 MiB/) },
    });
    // Recordings and text logs, too.
    expect(decompress(packed)).toMatchObject({ bytes: { length: 0 }, failure: { code: 'log-too-large' } });
    // The size counts in relation to the compressed one only above 64 MiB.
    const usual = new Uint8Array(gzipSync(Buffer.alloc(2 ** 20, '(playmode 1 play_on)\n')));
    const opened = openLog(new Uint8Array(Buffer.concat([gzipSync(LOG.subarray(0, 5)), usual])));
    expect(opened.ok).toBe(true);
  });

  it('a log that arrives in pieces is refused when it is too large, not at its end', async () => {
    let count = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        count++;
        yield LOG;
      }
    }
    expect(await loadLog(endless(), { maxBytes: 10 * LOG.length })).toMatchObject({
      ok: false,
      error: { code: 'log-too-large' },
    });
    expect(count).toBe(11);
  });

  it.each(['sample-v4', 'shootout-v6', 'sample-json'])(
    'an absurd value in a field of %s gives records with finite numbers, or damage',
    (name) => {
      expect(findNonFiniteNumbers(name, ['nan', '9'.repeat(400)], 5)).toEqual([]);
    },
  );

  it.each([
    ['(show 1 ((b) 0 0 inf 0)', 'a show with the ball velocity Infinity, 0. Allowed: -1000000 to 1000000'],
    ['(show 1 ((b) 2e6 0 0 0)', 'a show with the ball at 2000000, 0. Allowed: -1000000 to 1000000'],
  ])('the damage of %s names value and limits', (begin, message) => {
    const show = Buffer.from(plainLog('sample-v4'))
      .toString('latin1')
      .split('\n')
      .find((line) => line.startsWith('(show'))!;
    const [, damage] = [
      ...readLogBytes(encode(`ULG4\n${show.replace(/^\(show \d+ \(\(b\) [^)]*\)/, begin)}\n`)),
    ];
    expect(damage).toMatchObject({ type: 'damage', code: 'bad-line', message });
  });

  it('the damage of a player names field, value and limits; the largest values are read', () => {
    const lines = Buffer.from(plainLog('sample-v6')).toString('latin1').split('\n');
    const show = lines.find((line) => line.startsWith('(show'))!;
    const read = (value: string) =>
      [...readLogBytes(encode(`ULG6\n${show.replace('(v h 120)', `(v h ${value})`)}\n`))][1];
    expect(read('inf')).toMatchObject({
      type: 'damage',
      message: 'a show with a player with viewWidth Infinity. Allowed: -4294967296 to 4294967296',
    });
    expect(read('4294967297')?.type).toBe('damage');
    expect(read('4294967296')).toMatchObject({ type: 'show' });
    expect(read('-4294967296')).toMatchObject({ type: 'show' });
  });

  it.each([
    ['{"msg":{"time":1,"stime":nan,"board":1,"message":"x"}}', 'a msg record with the stoppage time NaN'],
    [
      '{"msg":{"time":1,"stime":0,"board":3000000000,"message":"x"}}',
      'a message with the message board 3000000000',
    ],
    [`{"playmode":{"time":${'9'.repeat(400)},"mode":"play_on"}}`, 'a playmode record with the time Infinity'],
    [
      '{"team":{"time":2147483648,"l":{"name":"a","score":0},"r":{"name":"b","score":0}}}',
      'a team record with the time 2147483648',
    ],
  ])('the damage of %s names the value', (element, message) => {
    const records = [...readLogBytes(encode(`[${element}]`))].filter(({ type }) => type === 'damage');
    expect(records).toEqual([
      expect.objectContaining({
        message: `${message}. Allowed: whole numbers from -2147483647 to 2147483647`,
      }),
    ]);
  });

  it('a drawn shape without a finite place is damage', () => {
    const records = [
      ...readLogBytes(encode('ULG4\n(draw 1 (circle 1 2 inf "red"))\n(draw 1 (circle 1 2 3 "red"))\n')),
    ];
    expect(records[1]).toMatchObject({
      message: 'a circle with radius Infinity. Allowed: -1000000 to 1000000',
    });
    expect(records[2]).toMatchObject({ type: 'draw' });
  });

  it('names and texts of a megabyte are damage or are read, and the log stays readable', () => {
    const long = 'x'.repeat(2 ** 20);
    const log = encode(
      `ULG6\n(team 1 ${long} b 0 0)\n(msg 1 1 "${long}")\n(playmode 1 ${long})\n(${long})\n(playmode 2 play_on)\n`,
    );
    const records = [...readLogBytes(log)];
    expect(records.filter(({ type }) => type === 'damage').length).toBe(4);
    expect(records.at(-2)).toMatchObject({ type: 'playmode', mode: 'play_on' });
    expect(openLog(log).ok).toBe(true);
  });

  it('the list of damaged places is limited', () => {
    const opened = openLog(encode(`ULG6\n(playmode 0 play_on)\n${'\n'.repeat(50_000)}`));
    expect(opened.ok && opened.value.damage.length).toBe(10_000);
  });
});
