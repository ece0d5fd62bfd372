import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTournament } from '../formats/tournament.js';
import { rankByStrength } from '../ranking/ranking.js';
import type { LeagueMatch } from '../results.js';
import { createSprt, runSprt, sprtBounds } from '../sprt/sprt.js';
import { rankTeams } from '../standings.js';
import { createBlockValues } from '../statistics/blocks.js';
import { summarizeComparison } from '../statistics/comparison-summary.js';
import { createPowerTable } from '../statistics/power.js';
import {
  countBins,
  describeSprt,
  formatHistogram,
  formatRatingChart,
  formatRatioChart,
  formatStepChart,
} from './charts.js';
import {
  createComparisonTable,
  createCrossTable,
  createRankingTable,
  createStandingsTable,
  formatPowerTable,
} from './report-tables.js';
import { escapeHtml, formatCsv, formatHtml, formatMarkdown, type Table } from './table.js';

const table: Table = {
  title: 'A & B',
  columns: [{ title: 'team' }, { title: 'points', align: 'right' }],
  rows: [
    ['<b>|x|</b>', 3],
    ['=1+1, "q"', null],
    ['two\nlines', Number.NaN],
    ['all', Number.POSITIVE_INFINITY],
  ],
};

describe('tables as text', () => {
  it('Markdown escapes what has a meaning there', () => {
    expect(formatMarkdown(table)).toBe(
      '### A \\& B\n\n| team | points |\n| --- | --: |\n| \\<b\\>\\|x\\|\\</b\\> | 3 |\n| =1+1, "q" |  |\n| two lines | – |\n| all | ∞ |\n',
    );
  });

  it('CSV quotes texts, and a spreadsheet does not take them as formulas', () => {
    expect(formatCsv(table)).toBe(
      'team,points\r\n<b>|x|</b>,3\r\n"\'=1+1, ""q""",\r\n"two\nlines",NaN\r\nall,Infinity\r\n',
    );
  });

  it('HTML escapes all texts and aligns numbers', () => {
    const html = formatHtml(table);
    expect(html).toContain('<caption>A &amp; B</caption>');
    expect(html).toContain('<td>&lt;b&gt;|x|&lt;/b&gt;</td><td align="right">3</td>');
    expect(html).toContain('<td>=1+1, &quot;q&quot;</td><td align="right"></td>');
  });

  it('no text of a team leaves its cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const one: Table = { columns: [{ title: 'a' }, { title: 'b' }], rows: [[text, 'end']] };
        expect(formatMarkdown(one).split('\n')).toHaveLength(4);
        expect(formatMarkdown(one).split('\n')[2]!.replace(/\\./g, '').split('|')).toHaveLength(4);
        expect(formatHtml(one).match(/<td>/g)).toHaveLength(2);
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        const bars = formatHistogram([{ from: 0, to: 1, count: 1 }], text);
        expect(bars.match(/<rect/g)).toHaveLength(1);
      }),
    );
  });
});

const match = (
  left: string,
  right: string,
  scoreL: number,
  scoreR: number,
  block = '',
): LeagueMatch & { block: string } => ({
  date: '',
  left,
  right,
  scoreL,
  scoreR,
  penaltyL: null,
  penaltyR: null,
  block,
});

describe('reports', () => {
  const matches = [match('A', 'B', 2, 0), match('B', 'A', 1, 1), match('A', 'C', 0, 1)];

  it('standings have places, goals and points', () => {
    const { rows } = createStandingsTable(rankTeams(matches));
    expect(rows).toEqual([
      [1, 'C', 1, 1, 0, 0, '1:0', 1, 3],
      [2, 'A', 3, 1, 1, 1, '3:2', 1, 4],
      [3, 'B', 2, 0, 1, 1, '1:3', -2, 1],
    ]);
  });

  it('a cross table has the scores from the view of the row; of many matches it has counts and the mean difference', () => {
    const { columns, rows } = createCrossTable(matches, ['A', 'B', 'C']);
    expect(columns.map(({ title }) => title)).toEqual(['team', 'A', 'B', 'C']);
    expect(rows).toEqual([
      ['A', '×', '2:0, 1:1', '0:1'],
      ['B', '0:2, 1:1', '×', ''],
      ['C', '1:0', '', '×'],
    ]);
    const many = createCrossTable(
      Array.from({ length: 6 }, (_, i) => match('A', 'B', i % 3, 1)),
      ['A', 'B'],
    );
    expect(many.rows[0]).toEqual(['A', '×', '2/2/2 (0.00)']);
  });

  it('the interval of a strength without a limit is in words', () => {
    const base = { team: 'A', elo: 10, error: 50, group: 0, matches: 4, wins: 2, losses: 1 };
    const ratings = [
      { ...base, low: -0.2, high: 90.4 },
      { ...base, low: 20, high: Number.POSITIVE_INFINITY },
      { ...base, low: Number.NEGATIVE_INFINITY, high: -20 },
      { ...base, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY },
      { ...base, wins: 4, losses: 0, low: 20, high: Number.POSITIVE_INFINITY },
      { ...base, wins: 0, losses: 4, low: Number.NEGATIVE_INFINITY, high: 0 },
      {
        ...base,
        matches: 0,
        wins: 0,
        losses: 0,
        low: Number.NEGATIVE_INFINITY,
        high: Number.POSITIVE_INFINITY,
      },
    ];
    const table = createRankingTable({
      ratings,
      groups: [['A']],
      hasFiniteDifferences: true,
      drawProbability: 0,
    });
    expect(table.rows.map((row) => row[3])).toEqual([
      '0 to 90',
      '20 or more',
      '-20 or less',
      'too few matches',
      'won every match',
      'lost every match',
      'no match',
    ]);
  });

  it('a comparison, a ranking and a power table become tables', () => {
    const blocks = createBlockValues(
      [
        match('n', 'o', 2, 0, '1'),
        match('o', 'n', 1, 1, '1'),
        match('n', 'o', 0, 1, '2'),
        match('o', 'n', 0, 3, '2'),
      ],
      'n',
      'o',
    );
    const { title, rows } = createComparisonTable(summarizeComparison(blocks));
    expect(title).toBe('Comparison of 2 blocks, 4 matches of the candidate');
    expect(rows[0]).toEqual(['goal difference per match', 1, '1.000 to 1.000']);
    expect(rows.map(([name]) => name)).toContain('Elo difference');
    const open = createRankingTable(rankByStrength(matches, { resamples: 0 }));
    expect(open.columns.map(({ title: name }) => name)).toEqual([
      'team',
      'set',
      'Elo',
      'error',
      'interval',
      'matches',
    ]);
    expect(open.rows[0]).toEqual(['C', 1, '–', '–', 'won every match', 1]);
    expect(formatPowerTable(createPowerTable({ deviation: 2, differences: [0.3] })).rows).toEqual([
      [0.3, 351, 702],
    ]);
  });
});

describe('charts', () => {
  it('bars are centered on their values and count each value once', () => {
    expect(countBins([-1, 0, 0, 2])).toEqual([
      { from: -1.5, to: -0.5, count: 1 },
      { from: -0.5, to: 0.5, count: 2 },
      { from: 0.5, to: 1.5, count: 0 },
      { from: 1.5, to: 2.5, count: 1 },
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -40, max: 40 })),
        fc.constantFrom(0.5, 1, 2),
        (halves, width) => {
          const values = halves.map((value) => value / 2);
          const bins = countBins(values, width);
          expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
          for (const { from, to, count } of bins)
            expect(values.filter((value) => value >= from && value < to)).toHaveLength(count);
        },
      ),
    );
    expect(() => countBins([Number.NaN])).toThrow('NaN is not a finite value');
    expect(() => countBins([1], 0)).toThrow('width 0');
  });

  it('a histogram has a bar for each bin, as high as its count', () => {
    const svg = formatHistogram(countBins([0, 0, 1]), 'Goal differences');
    const heights = [...svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));
    expect(heights[0]).toBeCloseTo(2 * heights[1]!, 1);
    expect(svg).toContain('<title>0: 2</title>');
    expect(formatHistogram([], 'none')).toContain('</svg>');
  });

  it('the chart of a test has both bounds and a line that is thinned for long tests', () => {
    const svg = formatRatioChart([0.5, 1, 3.1], sprtBounds({}));
    expect(svg).toContain('H1 2.94');
    expect(svg).toContain('3 blocks');
    expect(svg.match(/points="([^"]*)"/)![1]!.split(' ')).toHaveLength(4);
    const long = formatRatioChart(
      Array.from({ length: 50_000 }, (_, i) => Math.sin(i / 1000)),
      sprtBounds({}),
    );
    expect(long.match(/points="([^"]*)"/)![1]!.split(' ').length).toBeLessThan(1010);
    expect(formatRatioChart([], sprtBounds({}))).not.toContain('polyline');
  });

  it('the chart of values over steps has its limits, the last value and all points inside', () => {
    const svg = formatStepChart([0.5, 0, 1, 0.25], { min: 0, max: 1 }, 'RISK & more');
    expect(svg).toContain('RISK &amp; more');
    expect(svg).toContain('3 steps, 0.25');
    const points = svg
      .match(/points="([^"]*)"/)![1]!
      .split(' ')
      .map((point) => point.split(',').map(Number));
    expect(points.map(([, y]) => y)).toEqual([118, 208, 28, 163]);
    expect(formatStepChart([0.5], { min: 0, max: 1 }, 'RISK')).not.toContain('polyline');
  });

  it('one sentence says what a test has decided', () => {
    const plan = { statistic: 'goals' as const, h0: 0, h1: 0.5 };
    expect(describeSprt(createSprt(plan))).toBe(
      'Not decided yet: log-likelihood ratio 0.00 (-2.94 to 2.94) after 0 blocks.',
    );
    const blocks = Array.from({ length: 60 }, (_, i) => ({ goalDifference: 1 + (i % 3), score: 1 }));
    const { state } = runSprt(plan, blocks);
    expect(describeSprt(state)).toMatch(/^Decided for 0\.5 against 0 goals per match: .* after 30 blocks\.$/);
    expect(describeSprt(runSprt(plan, blocks.slice(0, 20)).state)).toMatch(
      /^Not decided yet: .* after 20 blocks; the test does not end before 30 blocks\.$/,
    );
    const limited = runSprt({ ...plan, maxBlocks: 5 }, blocks).state;
    expect(describeSprt(limited)).toMatch(/^Not decided within the largest number of blocks/);
  });
});

it('the chart of a rating begins with the first one that has an interval', () => {
  const format = { type: 'ladder', anchors: { Anchor: 0 } } as const;
  const teams = ['Anchor', 'Reds', 'Blues'];
  const tournament = createTournament({ teams, format, seeds: 1, lotSeed: 1 });
  // After a draw alone, nothing bounds the difference.
  for (let match = 0; match < 12; match++)
    tournament.record({ id: tournament.ready(1)[0]!.id, scoreL: Math.min(match, 1), scoreR: 0 });
  const { history } = tournament.ladder()!;
  expect(history[0]!.ratings[0]!.error).toBeNaN();
  for (const team of teams) {
    const chart = formatRatingChart({ history }, team);
    expect(chart).toContain('<polyline');
    expect(chart).not.toMatch(/NaN|Infinity/);
  }
});
