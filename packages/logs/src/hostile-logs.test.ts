import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, decompress } from './gzip.js';
import { openLog } from './open-log.js';
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

  it('the list of damaged places is limited', () => {
    const opened = openLog(encode(`ULG6\n(playmode 0 play_on)\n${'\n'.repeat(50_000)}`));
    expect(opened.ok && opened.value.damage.length).toBe(10_000);
  });
});
