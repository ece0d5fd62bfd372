import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findSample } from '../../test/samples.js';
import { loadCanvas } from './match-painter.js';
import { createIndexPage, createMatchPage, type MatchEntry } from './pages.js';
import { type PublishOptions, publishLogs } from './publish-logs.js';
import { readMatch } from './read-match.js';

const SCRIPTS = { page: 'a', clips: 'b', spatial: 'c', words: 'd', values: 'e', study: 'f' };
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-publish-'));
  folders.push(folder);
  return folder;
}

/** What the matches of the lists have in common. */
const PUBLISHED = {
  penalties: null,
  description: '',
  log: 'a.rcg.gz',
  hasPicture: false,
  source: '',
  date: '2026-11-22T10:00:00.000Z',
} as const;

describe('published matches', () => {
  it('have a page, a log and a picture each, an index, and relative addresses only', async () => {
    const [input, folder] = [createFolder(), join(createFolder(), 'public')];
    copyFileSync(findSample('sample-v6'), join(input, 'final <1>.rcg.gz'));
    copyFileSync(findSample('sample-v1'), join(input, 'old.rcg.gz'));
    writeFileSync(join(input, 'old.study.json'), '{"format":"rcss-study","version":1,"chapters":[]}');
    const logs = ['final <1>.rcg.gz', 'old.rcg.gz'].map((name) => join(input, name));
    const lines: string[] = [];
    const url = 'https://example.org/cup';
    const published = await publishLogs(logs, {
      folder,
      url,
      title: 'Cup & more',
      scripts: SCRIPTS,
      report: (line) => lines.push(line),
    });
    expect(published).toEqual({ matches: 2, written: 2, failed: [] });
    expect(lines[0]).toMatch(/^final_1_: .* \d+ : \d+ /);
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(index).toContain('<h1>Cup &amp; more</h1>');
    expect(index).toContain('href="matches/final_1_/index.html"');
    expect(index).not.toMatch(/(?:href|src)="\//);
    const page = readFileSync(join(folder, 'matches/final_1_/index.html'), 'utf8');
    expect(page).toContain('src="../../viewer.js"');
    expect(page).toContain('"log":"./final <1>.rcg.gz"'.replace('<', '\\u003c'));
    expect(page).toContain(
      '<meta property="og:image" content="https://example.org/cup/matches/final_1_/preview.png">',
    );
    expect(page).not.toMatch(/(?:href|src)="\//);
    expect(page).not.toContain('"study"');
    expect(readFileSync(join(folder, 'matches/old/index.html'), 'utf8')).toContain('"study":"./study.json"');
    expect(existsSync(join(folder, 'matches/old/study.json'))).toBe(true);
    const picture = readFileSync(join(folder, 'matches/final_1_/preview.png'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(readFileSync(join(folder, 'viewer-study.js'), 'utf8')).toBe('f');
  });

  it('are written again only if their logs or studies have changed; earlier ones stay', async () => {
    const [input, folder] = [createFolder(), createFolder()];
    const [first, second] = [join(input, 'a.rcg.gz'), join(input, 'b.rcg.gz')];
    copyFileSync(findSample('sample-v6'), first);
    copyFileSync(findSample('sample-v6'), second);
    const options = { folder, scripts: SCRIPTS };
    expect(await publishLogs([first], options)).toMatchObject({ matches: 1, written: 1 });
    const written = statSync(join(folder, 'matches/a/index.html')).mtimeMs;
    expect(await publishLogs([first, second], options)).toMatchObject({ matches: 2, written: 1 });
    expect(statSync(join(folder, 'matches/a/index.html')).mtimeMs).toBe(written);
    writeFileSync(join(input, 'a.study.json'), '{"format":"rcss-study","version":1,"chapters":[]}');
    expect(await publishLogs([first], options)).toMatchObject({ matches: 2, written: 1 });
    expect(readFileSync(join(folder, 'index.html'), 'utf8').match(/class="text"/g)).toHaveLength(2);
  });

  it.runIf(process.platform !== 'win32')('are not devices without end', async () => {
    const [log, folder] = [join(createFolder(), 'zero.rcg'), createFolder()];
    symlinkSync('/dev/zero', log);
    const { failed } = await publishLogs([log], { folder, scripts: SCRIPTS });
    expect(String(failed[0])).toContain('longer than 16 MB');
  });

  it('have the colors and crests of the teams, with relative addresses', async () => {
    const [input, folder] = [createFolder(), createFolder()];
    const log = join(input, 'a.rcg.gz');
    copyFileSync(findSample('sample-v6'), log);
    const crest = { type: 'image/svg+xml', data: Buffer.from('<svg/>') } as const;
    const teams = new Map([
      ['../x', { crest }],
      ['Reds', { color: '#d02030' }],
    ]);
    await publishLogs([log], { folder, scripts: SCRIPTS, teams });
    const page = readFileSync(join(folder, 'matches/a/index.html'), 'utf8');
    const [, file] = /"crests":\{"..\/x":"..\/..\/crests\/([0-9a-f]{16}\.svg)"\}/.exec(page)!;
    expect(readFileSync(join(folder, 'crests', file!), 'utf8')).toBe('<svg/>');
    expect(page).toContain('"colors":{"Reds":"#d02030"}');
    expect(await publishLogs([log], { folder, scripts: SCRIPTS, teams })).toMatchObject({ written: 0 });
    expect(await publishLogs([log], { folder, scripts: SCRIPTS })).toMatchObject({ written: 1 });
  });

  it('have pictures in which a shirt as dark as the ground has an edge', async () => {
    const [input, folder] = [createFolder(), createFolder()];
    const log = join(input, 'a.rcg.gz');
    copyFileSync(findSample('sample-v6'), log);
    const { analysis } = await readMatch(log);
    const teams = new Map(Object.values(analysis.names).map((name) => [name, { color: '#10171a' }]));
    await publishLogs([log], { folder, scripts: SCRIPTS, teams });
    const { createCanvas, loadImage } = await loadCanvas();
    const image = await loadImage(readFileSync(join(folder, 'matches/a/preview.png')));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    // The header has no other light line between the names and the score, left of the middle.
    const { data } = context.getImageData(510, 10, 12, 20);
    expect(Math.max(...data.filter((_, i) => i % 4 === 1))).toBeGreaterThan(120);
  });

  it('have a list with the rounds, each crest beside its team, what the tournament knows, and a top that stays when others add matches', async () => {
    const [input, folder] = [createFolder(), createFolder()];
    const logs = ['a', 'b', 'c'].map((name) => join(input, `${name}.rcg.gz`));
    for (const log of logs) copyFileSync(findSample('sample-v6'), log);
    const other = createFolder();
    await publishLogs([logs[0]!], { folder: other, scripts: SCRIPTS });
    const [{ left, right }] = JSON.parse(readFileSync(join(other, 'matches.json'), 'utf8')).matches;
    const crest = (text: string) => ({ crest: { type: 'image/svg+xml', data: Buffer.from(text) } }) as const;
    const teams = new Map([
      [left, crest('<svg/>')],
      [right, crest('<svg></svg>')],
    ]);
    const publish = (log: string, more: Partial<PublishOptions>) =>
      publishLogs([log], { folder, scripts: SCRIPTS, ...more });
    const known = { round: 'final', fixture: 'f 1', date: '2026-11-28T10:00:00.000Z' };
    await publish(logs[0]!, { known: { round: 'group A' }, teams });
    await publish(logs[1]!, {
      known: { ...known, penalties: [3, 2], decision: 'R&D advances by lot' },
      teams,
      createTop: ({ findMatch, findCrest }) => ({
        html: `<p id="top">${findMatch('f 1')} ${findMatch('x')} ${findCrest(left)} ${findCrest('x')}</p>`,
        style: '#top{color:red}',
      }),
    });
    await publish(logs[2]!, { known: { round: 'group A' } });
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(index).toMatch(/<p id="top">matches\/b\/index\.html null crests\/[0-9a-f]{16}\.svg null<\/p>/);
    expect(index).toContain('#top{color:red}');
    const parts = index.split('<h2>').slice(1);
    expect(parts.map((part) => [/^[^<]*/.exec(part)![0], part.match(/class="text"/g)!.length])).toEqual([
      ['group A', 2],
      ['final', 1],
    ]);
    expect(parts[1]).toContain('<p>Penalties 3 : 2</p><p>R&amp;D advances by lot</p>');
    expect(parts[1]).toContain('>2026-11-28</time>');
    const [, first, second] =
      /<span><i>[^<]*<\/i><img src="([^"]+)"[^>]*><\/span><b>\d+ : \d+<\/b><span><img src="([^"]+)"/.exec(
        index,
      )!;
    expect(readFileSync(join(folder, first!), 'utf8')).toBe('<svg/>');
    expect(readFileSync(join(folder, second!), 'utf8')).toBe('<svg></svg>');
  });

  it('do not replace a page of something else, and a log that is none is named', async () => {
    const [input, folder] = [createFolder(), createFolder()];
    writeFileSync(join(input, 'x.rcg'), 'no log');
    const { matches, failed } = await publishLogs([join(input, 'x.rcg')], { folder, scripts: SCRIPTS });
    expect(matches).toBe(0);
    expect(failed[0]).toContain('x.rcg: ');
    const other = createFolder();
    writeFileSync(join(other, 'index.html'), 'my page');
    await expect(publishLogs([], { folder: other, scripts: SCRIPTS })).rejects.toThrow(
      'it is not a folder of published matches',
    );
    expect(readFileSync(join(other, 'index.html'), 'utf8')).toBe('my page');
  });

  it('of a ladder: the index has the newest matches of each part, and the match of the day by momentum and rating', () => {
    const entry = (i: number): MatchEntry => ({
      name: `m${i}`,
      left: i === 7 ? 'Strong' : 'A',
      right: 'B',
      score: [1, 0],
      ...PUBLISHED,
      turns: i === 7 || i === 9 ? 5 : 1,
      moments: [{ cycle: 1, text: 'Goal', isGoal: true }],
    });
    const entries = Array.from({ length: 5000 }, (_, i) => entry(i));
    const top = { html: '', style: '', ratings: { Strong: 900, A: 0, B: 10 } };
    const index = createIndexPage({ title: 'Ladder', url: '' }, entries, top);
    expect(index.match(/<li><a href="matches/g)).toHaveLength(48);
    expect(index.length).toBeLessThan(300_000);
    expect(index).toContain('the pages of the teams have 4952 more');
    expect(index).toContain('href="matches/m4999/');
    const day = (html: string) => /Match of the day: <a class="moment" href="matches\/(m\d+)/.exec(html)![1];
    expect(day(index)).toBe('m7');
    expect(day(createIndexPage({ title: 'Cup', url: '' }, entries.toReversed()))).toBe('m9');
  });

  it('the best scenes of a day are of all its matches, and name the team of a scorer once', () => {
    const entries = ['x', 'y'].map(
      (name): MatchEntry => ({
        name,
        left: 'A',
        right: 'B',
        score: [9, 0],
        ...PUBLISHED,
        moments: Array.from({ length: 9 }, (_, i) => ({
          cycle: i,
          text: i === 1 ? 'Goal for A: own goal of B 2.' : 'Goal for A: A 9 scores.',
          isGoal: true,
        })),
      }),
    );
    const index = createIndexPage({ title: 'Cup', url: '' }, entries);
    const day = /<section class="day">.*?<\/section>/s.exec(index)![0];
    for (const name of ['x', 'y']) {
      const scenes = day.match(new RegExp(`<li><a class="moment" href="matches/${name}/[^<]*`, 'g'))!;
      expect(scenes).toHaveLength(4);
      expect(scenes[0]).toMatch(/A – B: A 9 scores\.$/);
      expect(scenes[1]).toMatch(/A – B: Goal for A: own goal of B 2\.$/);
    }
  });

  it('of hostile names cannot leave their texts', () => {
    const entry: MatchEntry = {
      name: 'x',
      left: '"><script>alert(1)</script>',
      right: '</title><script>',
      score: [1, 0],
      penalties: null,
      description: '"><img src=x onerror=alert(1)>',
      log: '</script><script>alert(2)</script>.rcg',
      hasPicture: true,
      source: '',
    };
    const page = createMatchPage({ title: '"><b>', url: '' }, entry, null);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
  });
});
