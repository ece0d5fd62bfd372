import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTournament } from '@rcss/tournament/formats';
import { escapeHtml } from '@rcss/tournament/reports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { type LoadedDocument, resolveDocument } from '../documents/load-document.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { RunPublisher } from './run-publisher.js';

const HOSTILE = '"><img src=x>';

const SAMPLE = join(import.meta.dirname, '../../../../wire/logs/testdata/sample-v6.rcg.gz');
const SCRIPTS = { page: 'a', clips: 'b', spatial: 'c', words: 'd', values: 'e', study: 'f' };
const LOADED = resolveDocument(
  {
    version: 1,
    teams: [
      { name: 'A', start: 'demo', color: '#d02030' },
      { name: 'B', start: 'demo' },
    ],
    format: { type: 'series', matches: 4 },
  },
  '/',
);

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss publish é-'));
  lines = [];
  append(createTestHeader(LOADED));
});
afterEach(() => rmSync(folder, { recursive: true }));

function append(line: object): void {
  appendFileSync(join(folder, RESULT_FILE), `${JSON.stringify(line)}\n`);
}

function endMatch(number: number, hasLog = true): void {
  const fixture = `league-1-${number}`;
  const logs = join(folder, 'matches', fixture);
  mkdirSync(logs, { recursive: true });
  if (hasLog) copyFileSync(SAMPLE, join(logs, `${fixture}-A-vs-B.rcg.gz`));
  const [left, right] = number % 2 === 1 ? ['A', 'B'] : ['B', 'A'];
  append(createLine({ fixture, left: left!, right: right!, logs }));
}

function createPublisher(loaded: LoadedDocument = LOADED): RunPublisher {
  return new RunPublisher({
    loaded,
    folder,
    places: { folders: [folder], bucket: null },
    target: join(folder, 'public'),
    title: 'Spring cup',
    url: '',
    scripts: SCRIPTS,
    report: (line) => lines.push(line),
  });
}

const page = (number: number) => join(folder, `public/matches/league-1-${number}-A-vs-B/index.html`);

test('a match is published when it has ended; after an interruption, a new publisher adds only what is missing', async () => {
  endMatch(1);
  const first = createPublisher();
  first.update();
  endMatch(2);
  expect(await first.finish()).toEqual({ matches: 2, failed: 0 });
  expect(readFileSync(page(1), 'utf8')).toContain('"colors":{"A":"#d02030"}');
  const { mtimeMs } = statSync(page(1));
  endMatch(3);
  lines = [];
  expect(await createPublisher().finish()).toEqual({ matches: 3, failed: 0 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^league-1-3-A-vs-B: /);
  expect(statSync(page(1)).mtimeMs).toBe(mtimeMs);
  expect(readFileSync(join(folder, 'public/index.html'), 'utf8')).toContain('<h1>Spring cup</h1>');
});

test('the list has the standings and the part of the tournament', async () => {
  endMatch(1);
  await createPublisher().finish();
  const index = readFileSync(join(folder, 'public/index.html'), 'utf8');
  expect(index).toContain('<h2>league</h2>');
  const table = /<table>.*?<\/table>/s.exec(index)![0];
  expect(table).toContain('<caption>league</caption>');
  expect(table.match(/<tr>/g)).toHaveLength(3);
  expect(table).toMatch(/<td align="right">1<\/td><td>(?:<span class="team">.*?)?[AB]/);
});

test('the list has the champion, the bracket with links to the matches, and how a final was decided', async () => {
  rmSync(join(folder, RESULT_FILE));
  const crest = { type: 'image/png', data: Buffer.from('picture') } as const;
  const loaded = resolveDocument(
    {
      version: 1,
      teams: ['A', 'B', 'C', HOSTILE].map((name) => ({ name, start: 'demo' })),
      format: { type: 'knockout', placement: 'final' },
    },
    '/',
  );
  const looks = new Map([['A', { crest }]]);
  append(createTestHeader(loaded));
  const tournament = createTournament(loaded.plan);
  for (const [scoreL, scoreR, penaltyL, penaltyR] of [
    [1, 0, null, null],
    [2, 0, null, null],
    [0, 0, 3, 2],
  ] as const) {
    const [{ id: fixture, left, right }] = tournament.ready(1) as never as [
      { id: string; left: string; right: string },
    ];
    tournament.record({ id: fixture, scoreL, scoreR, penaltyL, penaltyR });
    const logs = join(folder, 'matches', fixture);
    mkdirSync(logs, { recursive: true });
    copyFileSync(SAMPLE, join(logs, `${fixture}.rcg.gz`));
    append(createLine({ fixture, left, right, scoreL, scoreR, penaltyL, penaltyR, logs }));
  }
  const publisher = createPublisher({ ...loaded, looks });
  expect(await publisher.finish()).toEqual({ matches: 3, failed: 0 });
  const index = readFileSync(join(folder, 'public/index.html'), 'utf8');
  const [champion] = tournament.placings();
  expect(index).toContain(`<p class="champion">Champion: `);
  expect(index).toContain(escapeHtml(champion!.team));
  expect(index).toMatch(/<img class="crest" src="crests\/[0-9a-f]{16}\.png"/);
  expect(index).toMatch(/<a href="matches\/[^"]+\/index\.html" aria-label="[^"]+pen\.\)">0 \(3\)<\/a>/);
  expect(index).toContain('<p>Penalties 3 : 2</p>');
  expect(index).toContain('2026-11-22');
  expect(index).not.toContain('<img src=x');
});

test('the list of a ladder has the ranking, and the match of the day by momentum and rating', async () => {
  rmSync(join(folder, RESULT_FILE));
  const loaded = resolveDocument(
    {
      version: 1,
      teams: ['A', 'B', 'C'].map((name) => ({ name, start: 'demo' })),
      format: { type: 'ladder' },
    },
    '/',
  );
  append(createTestHeader(loaded));
  const tournament = createTournament(loaded.plan);
  for (let i = 0; i < 4; i++) {
    const [{ id: fixture, left, right }] = tournament.ready(1) as never as [
      { id: string; left: string; right: string },
    ];
    // A wins all, then B.
    const [scoreL, scoreR] = left < right ? [3, 0] : [0, 3];
    tournament.record({ id: fixture, scoreL, scoreR });
    const logs = join(folder, 'matches', fixture);
    mkdirSync(logs, { recursive: true });
    copyFileSync(SAMPLE, join(logs, `${fixture}.rcg.gz`));
    append(createLine({ fixture, left, right, scoreL, scoreR, logs }));
  }
  const publisher = createPublisher(loaded);
  expect(await publisher.finish()).toEqual({ matches: 4, failed: 0 });
  const index = readFileSync(join(folder, 'public/index.html'), 'utf8');
  expect(index).toContain('<h2>Ranking</h2>');
  const [, ranking] = /<table>(.*?)<\/table>/s.exec(index)!;
  expect([...ranking!.matchAll(/<td>(?:<[^>]+>)*([ABC])/g)].map(([, team]) => team)).toEqual(['A', 'B', 'C']);
  const { top } = JSON.parse(readFileSync(join(folder, 'public/matches.json'), 'utf8'));
  expect(top.ratings.A).toBeGreaterThan(top.ratings.C);
  expect(index).toMatch(/Match of the day: <a class="moment" href="matches\/ladder-/);
});

test('a match without a log is reported, and does not keep others from their pages; one that was not played is left out', async () => {
  endMatch(1, false);
  append(createLine({ fixture: 'league-1-2', left: 'B', right: 'A', forfeit: 'left' }));
  endMatch(3);
  expect(await createPublisher().finish()).toEqual({ matches: 1, failed: 1 });
  expect(lines[0]).toBe('league-1-1 cannot be published: its game log is not at a place that can be read');
});
