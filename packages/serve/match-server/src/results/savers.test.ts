import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});
