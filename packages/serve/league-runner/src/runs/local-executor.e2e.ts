import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveDocument } from '../documents/load-document.js';
import { createMatchJob } from '../jobs/match-job.js';
import { createLocalExecutor } from './local-executor.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-executor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = {
  path: join(import.meta.dirname, '../pool/match-host.ts'),
  execArgv: ['--conditions=@rcss/source', '--import', 'tsx'],
};

test.each<[string, RegExp]>([
  ['null', /ended .*: it sent a message that is not one of this program$/],
  ['{"type":"constructor"}', /not one of this program$/],
  ['{"type":"started","tree":null}', /not one of this program$/],
  ['{"type":"started","tree":{"group":"x","mark":""}}', /not one of this program$/],
  ['{"type":"progress","cycle":1,"score":"9:0"}', /not one of this program$/],
  ['{"type":"failure","message":{}}', /not one of this program$/],
  ['{"type":"done","result":null}', /a result that cannot be stored: the field "scoreL" is missing$/],
  ['{"type":"done","result":{"scoreL":"9"}}', /the field "scoreL" is wrong: "9"$/],
])('a message of a module that ends no run, but its match: %s', async (message, reason) => {
  const code = `export default () => { process.send(${message}); return new Promise(() => {}); };`;
  writeFileSync(join(folder, 'forge.mjs'), code);
  const document = {
    ...{ version: 1 as const, teams: ['A', 'B'].map((name) => ({ name, module: './forge.mjs' })) },
    ...{ format: { type: 'series' as const, matches: 1 }, match: { clock: 'synchronous' as const } },
  };
  const loaded = resolveDocument(document, folder);
  const job = createMatchJob(loaded, { id: 'league-1-1', left: 'A', right: 'B', seed: 1 } as never);
  const executor = createLocalExecutor(folder, { size: 1, program, matchTimeout: 60 });
  try {
    await executor.open();
    await expect(executor.play(job, new AbortController().signal, {})).rejects.toThrow(reason);
  } finally {
    await executor.close();
  }
});
