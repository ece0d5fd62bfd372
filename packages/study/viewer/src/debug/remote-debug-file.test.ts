import type { DebugRecord } from '@rcss/core/debug-channel';
import { formatDebugRecord } from '@rcss/logs/debug';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RemoteDebugFile } from './remote-debug-file.js';

afterEach(() => vi.unstubAllGlobals());

/** A file of 22 players in cycles 1 to `last`, whose records have texts of different lengths, on a server. */
function createServer(last: number, textCount: number, hasRanges = true) {
  const lines: string[] = [];
  for (let time = 1; time <= last; time++)
    for (let unum = 1; unum <= 11; unum++)
      lines.push(
        formatDebugRecord({
          time,
          side: 'l',
          unum,
          texts: Array.from({ length: (textCount * ((time + unum) % 3)) / 2 }, () => ({
            text: `é${'x'.repeat(400)}`,
          })),
        }),
      );
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  let sent = 0;
  vi.stubGlobal('fetch', (_: string, { headers }: { headers?: { Range?: string } }) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers?.Range ?? '');
    if (range === null || !hasRanges) {
      sent += bytes.length;
      return Promise.resolve(new Response(bytes));
    }
    const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
    sent += part.length;
    const first = Number(range[1]);
    const from = `bytes ${first}-${first + part.length - 1}/${bytes.length}`;
    return Promise.resolve(new Response(part, { status: 206, headers: { 'Content-Range': from } }));
  });
  return { size: bytes.length, readSent: () => sent };
}

function open(title = 'match.debug.jsonl') {
  const records: DebugRecord[] = [];
  const files: string[] = [];
  const problems: string[] = [];
  const file = new RemoteDebugFile('/debug/0/0', title, {
    add: (added) => void records.push(...added),
    addFile: async ({ name }) => void files.push(name),
    fail: (message) => void problems.push(message),
  });
  const countOf = (time: number) => records.filter((record) => record.time === time).length;
  return { file, records, files, problems, countOf };
}

describe('a debug file of a server', () => {
  it('is read in parts: each requested cycle has all its records once, and most of the file is not read', async () => {
    const { size, readSent } = createServer(3000, 2);
    const { file, records, problems, countOf } = open();
    expect(readSent()).toBe(0);
    for (const time of [1500, 1, 3000, 1501]) {
      file.request(time);
      await vi.waitFor(() => expect(countOf(time)).toBe(11));
    }
    expect(problems).toEqual([]);
    expect(new Set(records.map((record) => `${record.time} ${record.unum}`)).size).toBe(records.length);
    expect(size).toBeGreaterThan(12_000_000);
    expect(readSent()).toBeLessThan(size / 1.2);
  });

  it('of one part, of lines longer than a part, and of none', async () => {
    for (const [last, textCount] of [
      [3, 2],
      [4, 1900],
    ] as const) {
      createServer(last, textCount);
      const { file, countOf } = open();
      for (let time = 1; time <= last; time++) {
        file.request(time);
        await vi.waitFor(() => expect(countOf(time)).toBe(11), 5000);
      }
    }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 416 })));
    const { file, files, problems } = open();
    file.request(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect([files, problems]).toEqual([[], []]);
  });

  it('is read whole, once, if it is packed or the server has no ranges; a failure is reported once', async () => {
    const { size, readSent } = createServer(20, 10, false);
    for (const [i, title] of ['match.debug.jsonl.gz', 'match.debug.jsonl'].entries()) {
      const { file, files } = open(title);
      for (const time of [1, 2, 3]) file.request(time);
      await vi.waitFor(() => expect(files).toEqual([title]));
      file.request(9);
      expect(readSent()).toBe((i + 1) * size);
    }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404, statusText: 'Not Found' })));
    const { file, problems } = open();
    file.request(1);
    await vi.waitFor(() => expect(problems).toHaveLength(1));
    expect(problems[0]).toBe('The debug file match.debug.jsonl cannot be loaded: 404 Not Found');
  });
});
