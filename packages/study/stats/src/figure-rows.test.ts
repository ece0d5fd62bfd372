import { readFileSync } from 'node:fs';
import type { Side } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { formatFigureReference } from '../scripts/figure-reference.js';

it('docs/reference/figures.md is up to date (run `npm run generate -- figures`)', () => {
  const page = readFileSync(new URL('../../../../docs/reference/figures.md', import.meta.url), 'utf8');
  expect(page).toBe(formatFigureReference());
});

it('a figure that gets a row appears in counts, tables, exports, reports, views, points, moments and the reference', async () => {
  // The row is added before the other modules read the table, and no other test gets these modules.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { ACTION_FIGURES } = await import('./figure-rows.js');
  Object.assign(ACTION_FIGURES, {
    passesIntercepted: {
      title: 'Passes intercepted',
      points: -0.5,
      rules: [{ type: 'pass', outcomes: ['intercepted'] }],
    },
  });
  const { analyzeRecords, summarize } = await import('./index.js');
  const { FIGURES, findFigure, formatLine, listLines, listMoments, PLAYER_POINTS } = await import(
    './entries/analysis.js'
  );
  const { createMatchTable } = await import('./entries/export.js');
  const tables = await import('./entries/tables.js');
  const reference = await import('../scripts/figure-reference.js');
  const log = readFileSync(new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url));
  const a = analyzeRecords(readLogBytes(new Uint8Array(log)));
  const stats = summarize(a);
  const countOf = (side: Side, unum?: number): number =>
    a.events.filter(
      (event) =>
        event.type === 'pass' &&
        event.outcome === 'intercepted' &&
        event.side === side &&
        (unum === undefined || event.unum === unum),
    ).length;
  const [left, right] = [countOf('l'), countOf('r')];
  expect(left + right).toBeGreaterThan(10);

  expect(stats.teams).toMatchObject({ l: { passesIntercepted: left }, r: { passesIntercepted: right } });
  expect(stats.players[6]).toMatchObject({ passesIntercepted: countOf('l', 7) });
  const figure = FIGURES.find((name) => (name as string) === 'passesIntercepted')!;
  expect(listMoments(a, figure, { side: 'l', unum: 7 })).toHaveLength(countOf('l', 7));
  expect(findFigure(figure).title).toBe('Passes intercepted');
  expect(PLAYER_POINTS).toMatchObject({ passesIntercepted: -0.5 });

  for (const view of ['team', 'player', 'players'] as const) {
    const line = listLines(view).find(({ label }) => label === 'passes intercepted')!;
    expect([view, formatLine(line, stats.teams.l)]).toEqual([view, String(left)]);
  }
  expect(tables.formatStats('log', stats)).toMatch(
    new RegExp(`^passes intercepted +${left} +${right}$[\\s\\S]*#.*  passes intercepted$`, 'm'),
  );
  const options = { step: 50, until: Number.POSITIVE_INFINITY, objects: [] };
  expect(tables.createStatsTable('teams', a, stats, options)[0]).toMatchObject({ passesIntercepted: left });
  for (const [table, row, count] of [
    ['teams', 1, right],
    ['players', 6, countOf('l', 7)],
  ] as const) {
    const column = createMatchTable(table, a, 'm').columns.find(({ name }) => name === 'passes_intercepted');
    expect([column?.type, column?.values[row]]).toEqual(['int32', count]);
  }
  const rows = [left, right].map((count) => ({ passes_intercepted: count }));
  expect(tables.createTeamFigures(rows, rows)).toContainEqual({
    name: 'passes intercepted',
    a: [left, right],
    b: [left, right],
  });
  expect(reference.formatFigureReference()).toContain('| `passesIntercepted` | `passes_intercepted` |');
});
