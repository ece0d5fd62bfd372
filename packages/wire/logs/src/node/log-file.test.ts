import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packedLog, plainLog } from '../../test/reference.js';
import { openLogFile } from './index.js';

const dir = mkdtempSync(join(tmpdir(), 'rcss-logs-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
}

it('files are opened packed and plain, whatever their names (spec 09 §10)', async () => {
  for (const bytes of [plainLog('sample-v3'), packedLog('sample-v3')]) {
    const opened = await openLogFile(file('some.log', bytes));
    expect(opened.ok && opened.value.frameCount).toBe(63);
  }
  expect(await openLogFile(join(dir, 'missing'))).toMatchObject({ ok: false, error: { code: 'file' } });
  const killed = await openLogFile(file('killed', packedLog('sample-v6').slice(0, 9000)));
  expect(killed.ok && killed.value.complete).toBe(false);
});
