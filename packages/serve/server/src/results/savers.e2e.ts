import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCsvSaver, formatCsvLine } from './csv-saver.js';
import type { MatchResult, TeamResult } from './match-result.js';
import type { Saver } from './saver.js';
import { saveResults } from './savers.js';
import { stdoutSaver } from './stdout-saver.js';

const start = new Date(2026, 10, 20, 14, 52, 59);
const createTeam = (name: string, more: Partial<TeamResult> = {}): TeamResult => ({
  name,
  coach: '',
  score: 0,
  penaltyTaken: 0,
  penaltyScored: 0,
  ...more,
});
const NO_TEAMS: MatchResult = { start, left: null, right: null, penalties: false, tossWinner: null };
const FULL_RESULT: MatchResult = {
  start,
  left: createTeam('Left', { penaltyTaken: 1 }),
  right: createTeam('Right', { coach: 'Coa+ch', penaltyTaken: 2 }),
  penalties: true,
  tossWinner: 'l',
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function save(savers: readonly Saver[], result: MatchResult) {
  const out: string[] = [];
  const err: string[] = [];
  const failed = await saveResults(savers, result, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { out: `${out.join('\n')}\n`, err, failed };
}

const FULL_ENDING = `
Saving Results:
\tCSVSaver: saving...
\tCSVSaver: ...saved
\tSTDOutSaver: saving...

Game Results:
\t2026-11-20 14:52:59
\t'Left' vs 'Right'
\tRight Coach: 'Coa+ch'
\tScore: 0 - 0
 \tPenalties: 0 (1) - 0 (2)
\tCoin Toss Winner: Left Team

\tSTDOutSaver: ...saved

Saving Results Complete
`;

describe('results (spec 02 §9)', () => {
  it('all lines of the end are printed (spec 02 §9.1, §13.35)', async () => {
    const csv = createCsvSaver({ save: true, filename: join(dir, 'r.csv') });
    const { out, failed } = await save([csv, stdoutSaver], FULL_RESULT);
    expect(out).toBe(FULL_ENDING);
    expect(failed).toEqual([]);
  });

  it('without penalties a blank follows the score; missing teams are null without quotes (spec 02 §9.1)', async () => {
    const { out } = await save([stdoutSaver], NO_TEAMS);
    expect(out).toContain('\tnull vs null\n\tScore: 0 - 0\n \n\tSTDOutSaver: ...saved\n');
    expect((await save([stdoutSaver], { ...NO_TEAMS, left: createTeam('AA') })).out).toContain(
      "\t'AA' vs null\n",
    );
  });

  it('a saver that is off reports disabled (spec 02 §9)', async () => {
    const { out } = await save([createCsvSaver({ save: false, filename: join(dir, 'r.csv') })], FULL_RESULT);
    expect(out).toContain('\tCSVSaver: saving...\n\tCSVSaver: ...disabled\n');
  });

  it('the file has one header, then a line per game (spec 02 §9.2, §13.36)', async () => {
    const filename = join(dir, 'results.csv');
    await save([createCsvSaver({ save: true, filename })], NO_TEAMS);
    await save([createCsvSaver({ save: true, filename })], FULL_RESULT);
    expect(readFileSync(filename, 'latin1')).toBe(
      'time, left team, right team, left coach, right coach, left score, right score, left pen taken, right pen taken, left pen score, right pen score, cointoss\n' +
        '2026-11-20 14:52:59, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL\n' +
        '2026-11-20 14:52:59, "Left", "Right", NULL, "Coa+ch", 0, 0, 1, 2, 0, 0, LEFT\n',
    );
  });

  it('penalties of one side only and a toss for the right are written (spec 02 §9.2)', () => {
    const result: MatchResult = { ...FULL_RESULT, right: null, tossWinner: 'r' };
    expect(formatCsvLine(result)).toBe(
      '2026-11-20 14:52:59, "Left", NULL, NULL, NULL, 0, 0, 1, 0, 0, 0, RIGHT',
    );
  });

  it('if a file cannot be opened, its saver fails and the others save (spec 02 §9.2)', async () => {
    const csv = createCsvSaver({ save: true, filename: dir });
    const { out, err, failed } = await save([csv, stdoutSaver], FULL_RESULT);
    expect(err[0]).toMatch(/^Error: could not open results file:/);
    expect(out).toContain('\tCSVSaver: ...failed\n');
    expect(out).toContain('\tSTDOutSaver: ...saved\n');
    expect(failed).toEqual(['CSVSaver']);
  });

  it('a line that a full disk has cut does not join the next result', async () => {
    const filename = join(dir, 'results.csv');
    writeFileSync(filename, 'time, left team\n2026-11-20 14:52:58, NULL, NU');
    await save([createCsvSaver({ save: true, filename })], NO_TEAMS);
    expect(readFileSync(filename, 'latin1').split('\n')).toEqual([
      'time, left team',
      '2026-11-20 14:52:58, NULL, NU',
      '2026-11-20 14:52:59, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL',
      '',
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'a named pipe without a reader fails with its name and does not wait',
    async () => {
      const filename = join(dir, 'pipe');
      execFileSync('mkfifo', [filename]);
      const { err, failed } = await save([createCsvSaver({ save: true, filename })], NO_TEAMS);
      expect(err).toEqual([
        `Error: could not open results file:${filename}: no program reads the named pipe "${filename}"; start one before the match ends`,
      ]);
      expect(failed).toEqual(['CSVSaver']);
    },
  );
});

it('servers that end at the same time write one header, before all results', async () => {
  const script = `
    import { createCsvSaver } from ${JSON.stringify(new URL('./csv-saver.ts', import.meta.url).href)};
    const team = { name: 'A', coach: '', score: 0, penaltyTaken: 0, penaltyScored: 0 };
    const result = { start: new Date(0), left: team, right: team, penalties: false, tossWinner: null };
    // All processes begin each file at the same time.
    for (let file = 0; file < 100; file++) {
      const begin = Number(process.argv[2]) + file * 10;
      while (Date.now() < begin);
      createCsvSaver({ save: true, filename: process.argv[1] + '/' + file + '.csv' }).save(result, console);
    }`;
  const begin = String(Date.now() + 4000);
  const run = () =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', script, dir, begin],
      { cwd: fileURLToPath(new URL('../../../../..', import.meta.url)) },
    );
  await Promise.all([run(), run(), run()]);
  expect(readdirSync(dir)).toHaveLength(100);
  for (const file of readdirSync(dir)) {
    const lines = readFileSync(join(dir, file), 'latin1').trimEnd().split('\n');
    expect([file, lines.map((line) => line.startsWith('time, ')), lines.length]).toEqual([
      file,
      [true, false, false, false],
      4,
    ]);
  }
});
