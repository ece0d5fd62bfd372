// Memory of a run with many finished matches: writes a result file of a comparison with all matches but one, then plays the last one with
// two modules. Prints the largest resident memory of the process. `node packages/serve/league-runner/bench/memory.mjs [MATCHES]`, after a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTournament } from '@rcss/tournament/formats';
import { createLocalExecutor, loadDocument, playRun } from '../../../../apps/league/dist/index.js';

const count = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'rcss-memory-'));
const document = join(folder, 'compare.yaml');
const module = '@rcss/agent/chasers';
writeFileSync(
  document,
  `version: 1
teams: [{ name: new, module: '${module}' }, { name: old, module: '${module}' }]
format: { type: paired, candidate: new, base: old, blocks: ${count / 2} }
match: { stop: { cycles: 50 } }
seeds: 1
`,
);
const results = join(folder, 'results');
const loaded = loadDocument(document);
const stopped = new AbortController();
stopped.abort();
// Only the header.
const run = await playRun({
  loaded,
  name: 'memory',
  folder: results,
  signal: stopped.signal,
  createExecutor: () => createLocalExecutor(results, { size: 1 }),
});
const line = {
  type: 'match',
  job: '0'.repeat(64),
  penaltyL: null,
  penaltyR: null,
  end: 'the match is over by the rules',
  cycles: 6000,
  seconds: 60,
  players: { left: 11, right: 11 },
  problems: [],
  logs: join(results, 'matches/paired-1'),
  storedAt: new Date().toISOString(),
};
const lines = createTournament(loaded.plan)
  .ready(count - 1)
  .map(({ id, left, right, seed }, i) =>
    JSON.stringify({
      ...line,
      fixture: id,
      left,
      right,
      seed,
      scoreL: i % 5,
      scoreR: (i * 7) % 4,
      digest: i,
    }),
  );
writeFileSync(join(results, 'results.jsonl'), `${[JSON.stringify(run.header), ...lines].join('\n')}\n`);
const child = spawnSync(
  process.execPath,
  [
    '--import',
    `data:text/javascript,process.on('exit',()=>process.stderr.write(String(process.resourceUsage().maxRSS)))`,
    fileURLToPath(new URL('../../../../apps/league/dist/main.js', import.meta.url)),
    'run',
    document,
    '--folder',
    results,
    '--quiet',
  ],
  { encoding: 'utf8' },
);
process.stdout.write(child.stdout);
process.stdout.write(
  `${count} matches: ${Math.round(Number(/\d+$/.exec(child.stderr)?.[0]) / 1024)} MB, status ${child.status}\n`,
);
rmSync(folder, { recursive: true });
