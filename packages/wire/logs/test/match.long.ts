import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatTextLogClient, readTextLogBytes } from '../src/entries/text-logs.js';
import { convertLog, openLog, readLogBytes } from '../src/index.js';
import { type Digest, expectDigest, join } from './reference.js';

/** A full match of 6000 cycles. It is too large for the repository and is stored in a folder next to it. */
const FOLDER = new URL('../../../../shared/conformance/matches/', import.meta.url);
const present = existsSync(new URL('match-1.rcg.gz', FOLDER));
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FOLDER)));
const jsonOf = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as T;

describe.skipIf(!present)('a full match (skipped where the recorded match is absent)', () => {
  it('its game log has the contents of its digest, and is written back byte for byte (spec 09 §8, §15.22)', () => {
    const plain = new Uint8Array(gunzipSync(bytesOf('match-1.rcg.gz')));
    const records = [...readLogBytes(plain)];
    expectDigest(records, jsonOf<Digest>('match-1.rcg.digest.json'));
    expect(Buffer.from(join(convertLog(records, 6))).equals(plain)).toBe(true);
  });

  it('the opened log has the goals of the match (spec 09 §2)', () => {
    const opened = openLog(bytesOf('match-1.rcg.gz'));
    if (!opened.ok) throw new Error(opened.error.message);
    const calls = jsonOf<{ calls: [number, number, string][] }>('match-1.rcl.digest.json').calls;
    const goals = calls.flatMap(([time, , call]) => {
      const goal = /^goal_([lr])_\d+$/.exec(call);
      return goal === null ? [] : [[time, goal[1]]];
    });
    expect(opened.value.goals.map((g) => [g.time, g.side])).toEqual(goals);
  });

  it('its text log has the contents of its digest (spec 09 §11, §15.18)', () => {
    const digest = jsonOf<{
      entries: number;
      calls: [number, number, string][];
      received: Record<string, number>;
    }>('match-1.rcl.digest.json');
    let entries = 0;
    const calls: [number, number, string][] = [];
    const received: Record<string, number> = {};
    for (const entry of readTextLogBytes(bytesOf('match-1.rcl.gz'))) {
      entries++;
      if (entry.type === 'referee') calls.push([entry.time, entry.stoppageTime, entry.call]);
      if (entry.type !== 'recv') continue;
      const client = formatTextLogClient(entry.client);
      received[client] = (received[client] ?? 0) + 1;
    }
    expect(entries).toBe(digest.entries);
    expect(calls).toEqual(digest.calls);
    expect(received).toEqual(digest.received);
  });
});
