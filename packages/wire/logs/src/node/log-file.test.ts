import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packedLog, plainLog, recordsOf } from '../../test/reference.js';
import { openLogFile, readLogFile, readTextLogFile, writeLogFile } from './index.js';

const dir = mkdtempSync(join(tmpdir(), 'rcss-logs-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
}

it('files are read packed and plain, whatever their names (spec 09 §10)', async () => {
  const whole = recordsOf(plainLog('sample-v3'));
  for (const bytes of [plainLog('sample-v3'), packedLog('sample-v3')]) {
    const path = file('some.log', bytes);
    const records = [];
    for await (const record of readLogFile(path)) records.push(record);
    expect(records).toEqual(whole);
    const opened = await openLogFile(path);
    expect(opened.ok && opened.value.frameCount).toBe(63);
  }
  expect(await openLogFile(join(dir, 'missing'))).toMatchObject({ ok: false, error: { code: 'file' } });
  const killed = await openLogFile(file('killed', packedLog('sample-v6').slice(0, 9000)));
  expect(killed.ok && killed.value.complete).toBe(false);
});

it('files are converted, and packed when their name says so (spec 11 §6.5)', async () => {
  const source = file('in.rcg', plainLog('sample-v4'));
  for (const name of ['out.rcg', 'out.rcg.gz']) {
    const path = join(dir, name);
    await writeLogFile(path, readLogFile(source), 6);
    const opened = await openLogFile(path);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value).toMatchObject({ version: 6, frameCount: 68, complete: true, damage: [] });
  }
});

it('text logs on disk (spec 09 §11)', async () => {
  const entries = [];
  for await (const entry of readTextLogFile(file('a.rcl', '1,0\t(referee play_on)\n'))) entries.push(entry);
  expect(entries).toEqual([{ type: 'referee', offset: 0, time: 1, stoppageTime: 0, call: 'play_on' }]);
});
