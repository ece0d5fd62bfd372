import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Format } from '@rcss/tournament/formats';
import { createTournament } from '@rcss/tournament/formats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import { formatReportMarkdown } from '../reports/formats.js';
import { createReport } from '../reports/report.js';
import { formatReportHtml } from '../reports/report-page.js';
import { readRunFolder } from '../runs/read-run.js';
import { RESULT_FILE, type ResultLine } from '../runs/result-file.js';
import { formatLivePage } from './live-page.js';
import { LiveRun } from './live-run.js';
import { describeScreen, formatScreenPage, formatSlides } from './screen-page.js';

const HOSTILE = '"><img src=x>';
const STATUS = {
  form: 1,
  run: 'run-1',
  host: '',
  process: 1,
  where: '',
  writtenAt: '',
  secondsLeft: null,
  waiting: 0,
  failures: [],
} as const;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss pages é-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Plays matches in order; the score of a match by its index. Returns the run. */
function play(format: Format, names: readonly string[], scores: readonly (readonly [number, number])[]) {
  const teams = names.map((name, i) => ({ name, start: 'demo', ...(i === 0 && { color: '#d02030' }) }));
  const loaded = resolveDocument({ version: 1, teams, format }, '/');
  const tournament = createTournament(loaded.plan);
  const lines: ResultLine[] = scores.map(([scoreL, scoreR]) => {
    const [{ id: fixture, left, right }] = tournament.ready(1) as never as [
      { id: string; left: string; right: string },
    ];
    tournament.record({ id: fixture, scoreL, scoreR });
    return createLine({ fixture, left, right, scoreL, scoreR });
  });
  const text = [createTestHeader(loaded), ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, RESULT_FILE), text);
  const run = new LiveRun(folder, loaded, 'cup.yaml');
  const report = () => createReport(createTestHeader(loaded), readRunFolder(folder, loaded, () => {}).state);
  return { run, content: run.describe({}, 1), report };
}

describe('the page of a run', () => {
  test('shows the bracket with goals, open places and next matches, and at the end the champion', () => {
    const names = ['Foxes', 'Herons', 'Otters', 'Storks'];
    const before = formatLivePage(play({ type: 'knockout', placement: 'final' }, names, [[2, 0]]).content);
    expect(before).toContain('aria-label="Bracket, knockout"');
    expect(before).toContain('<p class="entrant open">winner of semifinal 2</p>');
    expect(before).toContain('aria-label="knockout-1-1, 2:0">2</a>');
    expect(before).toMatch(/<h2>Next match: .*Herons.* – Otters<\/h2>/);
    expect(before).not.toContain('kick-off');
    expect(before).not.toContain('Champion');
    const { content, report } = play({ type: 'knockout', placement: 'final' }, names, [
      [2, 0],
      [1, 0],
      [3, 1],
    ]);
    const after = formatLivePage(content);
    expect(after).toMatch(
      /<p class="champion">Champion: <span class="team"><i class="shirt" style="background:#d02030"><\/i><span>Foxes/,
    );
    expect(after).not.toContain('Next match:');
    expect(formatReportHtml(report(), [])).toContain('<p class="champion">Champion: Foxes</p>');
    expect(formatReportMarkdown(report())).toContain('| final | Foxes | Herons | 3:1 | Foxes |');
  });

  test('says how ties were decided, from the ranking', () => {
    const { content, report } = play(
      { type: 'round-robin' },
      ['A', 'B', 'C'],
      [
        [1, 1],
        [2, 2],
        [0, 0],
      ],
    );
    const sentences = content.report!.ties.flatMap((tie) => tie.sentences);
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/^[ABC] is before [ABC] by goals per match, 1\.5 against \d/);
    expect(formatLivePage(content)).toContain(`<li>${sentences[0]}</li>`);
    expect(formatReportMarkdown(report())).toContain(`- ${sentences[0]}`.replace('|', ''));
  });

  test('has a cross table for each group, without the matches of the knockout', () => {
    const names = ['A', 'B', 'C', 'D'];
    const cup: Format = { type: 'groups', groups: 2, advance: 1, knockout: { placement: 'final' } };
    const { content } = play(cup, names, [
      [1, 0],
      [2, 0],
      [7, 5],
    ]);
    const tables = content.report!.tables.filter(({ title }) => title?.startsWith('Cross table'));
    expect(tables.map(({ title }) => title)).toEqual(['Cross table, group A', 'Cross table, group B']);
    expect(tables.map(({ rows }) => rows.length)).toEqual([2, 2]);
    expect(JSON.stringify(tables)).not.toContain('7:5');
    expect(formatLivePage(content)).toContain('7');
  });

  test('has a histogram only of enough matches, and only if it has more than one bar', () => {
    const series: Format = { type: 'series', matches: 12 };
    const count = (scores: readonly (readonly [number, number])[]): number =>
      play(series, ['A', 'B'], scores).content.report!.charts.length;
    expect(count([[1, 0]])).toBe(0);
    expect(
      count([
        [1, 0],
        [2, 0],
        [3, 1],
      ]),
    ).toBe(0);
    expect(count(Array.from({ length: 12 }, (_, i) => [i % 3, 0] as const))).toBe(1);
  });

  test('and its screen show hostile names as text', () => {
    const names = [HOSTILE, 'Herons', 'Otters', "a'onload=b"];
    const { content } = play({ type: 'knockout' }, names, [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    for (const page of [formatLivePage(content), formatScreenPage(content, 12)]) {
      expect(page).not.toContain('<img src=x');
      expect(page).not.toContain("'onload");
      expect(page).toContain('&quot;&gt;&lt;img src=x&gt;');
    }
  });
});

describe('the public screen', () => {
  const ids = (content: Parameters<typeof formatSlides>[0]) => formatSlides(content).map(({ id }) => id);

  test('has slides of what there is: standings in parts that can be read, next match, results', () => {
    const names = Array.from({ length: 9 }, (_, i) => `T${i}`);
    const { content } = play({ type: 'round-robin' }, names, [[1, 0]]);
    expect(ids(content)).toEqual(['slide-next', 'slide-table-0-0', 'slide-table-0-1', 'slide-results']);
    expect(ids(play({ type: 'knockout' }, names, []).content)).toContain('slide-next');
  });

  test('has the rounds that are open before the last three, and all matches for places', () => {
    const names = Array.from({ length: 16 }, (_, i) => `T${i}`);
    const begun = ids(play({ type: 'knockout' }, names, [[1, 0]]).content);
    expect(begun).toEqual([
      'slide-next',
      'slide-bracket-0-round of 16-0',
      'slide-bracket-0-round of 16-1',
      'slide-bracket-0',
      'slide-bracket-0-place 3-0',
      'slide-results',
    ]);
    const second = ids(play({ type: 'knockout' }, names, Array(8).fill([1, 0])).content);
    expect(second).not.toContain('slide-bracket-0-round of 16-0');
    const over = ids(play({ type: 'knockout' }, names, Array(16).fill([1, 0])).content);
    expect(over[0]).toBe('slide-champion');
    expect(over).not.toContain('slide-next');
  });

  test('shows a match that has a server, otherwise the scenes of the last one that has a log, with the scores of all fields beside them', () => {
    const { content } = play({ type: 'round-robin' }, ['A', 'B', 'C', HOSTILE], [[2, 0]]);
    const match = { left: 'A', right: HOSTILE, startedAt: '', host: hostname(), address: null, cycle: 9 };
    const running = [
      { ...match, fixture: 'a/b', port: null, score: [3, 1] as const },
      { ...match, fixture: 'c d', port: 6000 },
    ];
    const fields = new Map([['a/b', 'Center']]);
    const live = { ...content, fields, status: { ...STATUS, running } };
    const { slides, side } = describeScreen(live);
    expect(slides[0]).toMatchObject({ id: 'slide-match-/watch/c%20d?broadcast', isMatch: true });
    expect(slides[1]!.id).toBe('slide-running');
    expect(side).toContain('data-fixture="a/b" data-score="A 3 : 1 &quot;&gt;&lt;img src=x&gt;"');
    expect(side).toContain('<p class="note">Field Center</p>');
    const [line] = content.matches.lines;
    const logged = { ...content, matches: { ...content.matches, lines: [{ ...line!, logs: '/x' }] } };
    const [scenes] = describeScreen(logged).slides;
    expect(scenes!.html).toContain(`data-match="/matches/${line!.fixture}?broadcast&amp;scenes"`);
    expect(describeScreen(logged).side).toContain('<h2>Results</h2>');
    // Without a log, no match can be opened.
    const { slides: none } = describeScreen(content);
    expect(none.filter(({ id }) => id.startsWith('slide-match'))).toEqual([]);
  });

  test('after a cup, shows the scenes of its final, also if another match ended last; results have their penalties', () => {
    const names = ['Foxes', 'Herons', 'Otters', 'Storks'];
    const scores = Array.from({ length: 4 }, () => [1, 0] as const);
    const { content } = play({ type: 'knockout', placement: 'third' }, names, scores);
    const kicks = { scoreL: 0, scoreR: 0, penaltyL: 5, penaltyR: 3 };
    const lines = content.matches.lines.map((line) => ({ ...line, ...kicks, logs: '/x' }));
    const final = content.report!.brackets[0]!.rounds.at(-1)!.pairs[0]!.matches[0]!.id;
    for (const each of [lines, lines.toReversed()]) {
      const { slides, side } = describeScreen({ ...content, matches: { ...content.matches, lines: each } });
      expect(slides[0]!.html).toContain(`data-match="/matches/${final}?broadcast&amp;scenes"`);
      expect(side).toContain('<b>0 (5)</b>');
      expect(side).toMatch(/data-score="\w+ 0 : 0 \w+"/);
    }
  });

  test('counts down to the kick-off of the next match', () => {
    const { content } = play({ type: 'round-robin' }, ['A', 'B', 'C'], [[1, 0]]);
    const kickoff = '2026-11-29T12:00:00.000Z';
    const next = content.next.map((match) => ({ ...match, kickoff }));
    const { slides, side } = describeScreen({ ...content, next });
    for (const html of [side, slides.find(({ id }) => id === 'slide-next')!.html])
      expect(html).toContain(`data-until="${kickoff}"`);
  });

  test('has one slide before there is anything to show', () => {
    const { content } = play({ type: 'paired', candidate: 'A', base: 'B', blocks: 2 }, ['A', 'B'], []);
    expect(ids({ ...content, standings: [] })).toEqual(['slide-empty']);
  });
});
