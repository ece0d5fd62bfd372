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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { RunPublisher } from './run-publisher.js';

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

function createPublisher(): RunPublisher {
  return new RunPublisher({
    loaded: LOADED,
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
  expect(table).toMatch(/<td>1<\/td><td>[AB]<\/td><td>1<\/td>/);
});

test('a match without a log is reported, and does not keep others from their pages; one that was not played is left out', async () => {
  endMatch(1, false);
  append(createLine({ fixture: 'league-1-2', left: 'B', right: 'A', forfeit: 'left' }));
  endMatch(3);
  expect(await createPublisher().finish()).toEqual({ matches: 1, failed: 1 });
  expect(lines[0]).toBe('league-1-1 cannot be published: its game log is not at a place that can be read');
});
