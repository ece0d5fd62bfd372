import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainLog } from '../test/reference.js';
import { compress, decompress } from './gzip.js';
import { loadLog, openLog } from './open-log.js';
import { readLog, readLogBytes } from './read-log.js';

const encode = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
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
    expect(decompress(bytes)).toMatchObject({ bytes: LOG, failure: { code: 'gzip-damaged' } });
    const codes: string[] = [];
    for await (const record of readLog(bytes)) if (record.type === 'damage') codes.push(record.code);
    expect(codes).toEqual(['gzip-damaged']);
  });

  it('a log of several gzip members is read, and the trailer of each is checked', async () => {
    const parts = [gzipSync(LOG.subarray(0, 40_000)), gzipSync(LOG.subarray(40_000))];
    const good = new Uint8Array(Buffer.concat(parts));
    expect(decompress(good)).toEqual({ bytes: LOG, failure: null });
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

  it.each(['1e15', '1e308', '-1e308', 'nan', 'inf', '9'.repeat(400), '-1', '12', '1000000000', '4294967296'])(
    'the value %s in any field of a text log gives shows with finite positions, or damage',
    (value) => {
      const lines = Buffer.from(plainLog('sample-v6')).toString('latin1').split('\n');
      const heads = new Map<string, number>();
      // Two lines of each type of record; a show needs the play mode and the teams before it.
      const chosen = lines.filter((line) => {
        const head = /^\((\w+)/.exec(line)?.[1] ?? '';
        heads.set(head, (heads.get(head) ?? 0) + 1);
        return heads.get(head)! <= 2;
      });
      const number = /-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)/g;
      for (const [row, line] of chosen.entries()) {
        const count = [...line.matchAll(number)].length;
        for (let field = 0; field < count; field += Math.ceil(count / 25)) {
          let at = 0;
          const changed = line.replace(number, (text) => (at++ === field ? value : text));
          const log = encode(`ULG6\n${chosen.with(row, changed).slice(1).join('\n')}`);
          const records = [...readLogBytes(log)];
          for (const record of records) {
            if (record.type !== 'show') continue;
            const { players, ballX, ballY, time } = record.frame;
            expect([changed, [time, ballX, ballY].every(Number.isFinite)]).toEqual([changed, true]);
            for (const { x, y, body, typeId } of players)
              expect([changed, [x, y, body, typeId].every(Number.isFinite)]).toEqual([changed, true]);
          }
        }
      }
    },
  );

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
