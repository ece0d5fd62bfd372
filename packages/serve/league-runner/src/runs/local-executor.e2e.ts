import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TournamentDocument, TournamentTeam } from '@rcss/tournament/documents';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveDocument } from '../documents/load-document.js';
import { createMatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
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

/** Plays a match between two teams with the same fields. */
async function play(fields: Partial<TournamentTeam>): Promise<MatchOutcome> {
  const document = {
    ...{ version: 1, teams: ['A', 'B'].map((name) => ({ name, ...fields })) },
    ...{ format: { type: 'series', matches: 1 }, match: { clock: 'synchronous' } },
  } as TournamentDocument;
  const loaded = resolveDocument(document, folder);
  const job = createMatchJob(loaded, { id: 'league-1-1', left: 'A', right: 'B', seed: 1 } as never);
  const executor = createLocalExecutor(folder, { size: 1, program, matchTimeout: 60 });
  try {
    await executor.open();
    return await executor.play(job, new AbortController().signal, {});
  } finally {
    await executor.close();
  }
}

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
  await expect(play({ module: './forge.mjs' })).rejects.toThrow(reason);
});

test.runIf(process.platform !== 'win32')(
  'a flood of output before the first player ends its team',
  async () => {
    const line = 'x'.repeat(900);
    writeFileSync(join(folder, 'flood.sh'), `#!/bin/sh\nexec yes ${line}\n`, { mode: 0o755 });
    const { forfeit, problems } = await play({ start: './flood.sh', limits: { startTimeout: 60 } });
    expect([forfeit, problems.length]).toEqual(['both', 2]);
    for (const { message } of problems)
      expect(message).toMatch(
        /^[AB] connected no player \(ended: it wrote more than 64 MB to its output\)\. Its last output:\n {2}x{200}$/m,
      );
  },
);
