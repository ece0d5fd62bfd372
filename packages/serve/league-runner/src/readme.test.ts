import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../test/fake-executor.js';
import { loadDocument } from './documents/load-document.js';
import { writeReports } from './reports/write-report.js';
import type { LeagueRun } from './runs/league-run.js';
import { playRun, type RunOptions } from './runs/play-run.js';

test('the document of the README of the program is played to a decision by the example, and the reports are there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-league-'));
  try {
    const readme = readFileSync(new URL('../../../../apps/league/README.md', import.meta.url), 'utf8');
    const document = join(folder, 'compare.yaml');
    writeFileSync(document, /```yaml\n([\s\S]*?)```/.exec(readme)![1]!);
    for (const name of ['new', 'old']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'start.sh'), `#!/bin/sh\n# ${name}\n`);
      chmodSync(join(folder, name, 'start.sh'), 0o755);
    }
    const loaded = loadDocument(document);
    const executor = createFakeExecutor(4, ({ spec: match }) => {
      const goals = 1 + (match.seed % 3);
      return createOutcome(match.teams!.left!.name === 'new' ? { scoreL: goals } : { scoreR: goals });
    });
    const example = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const code = /```ts\nimport \{ (.*) \} from .*\n([\s\S]*?)```/.exec(example)!;
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<LeagueRun>;
    const printed: unknown[] = [];
    const values: Readonly<Record<string, unknown>> = {
      loadDocument: () => loaded,
      createLocalExecutor: () => executor,
      playRun: (options: RunOptions) => playRun({ ...options, folder: join(folder, options.folder) }),
    };
    const names = code[1]!.split(', ');
    const run = await new AsyncFunction(...names, 'console', `${code[2]}\nreturn run;`)(
      ...names.map((name) => values[name]),
      { log: (...parts: unknown[]) => printed.push(...parts) },
    );
    expect(printed).toEqual([run.playedCount, 'h1']);
    expect(run.state.comparison!.test!.decision).toBe('h1');
    const [html, markdown, csv] = writeReports(run.folder, loaded).map((path) => readFileSync(path, 'utf8'));
    expect(html).toContain('Decided for 0.3 against 0 goals per match');
    expect(html!.match(/<svg/g)).toHaveLength(3);
    expect(markdown).toContain('| goal difference per match |');
    expect(csv!.split('\r\n')).toHaveLength(run.playedCount + 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
