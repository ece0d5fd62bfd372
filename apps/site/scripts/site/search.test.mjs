/** The search of the site: questions of newcomers find their page among the first three results. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SEARCH } from '../../.vitepress/search.mjs';
import { writePages } from './pages.mjs';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
// The library with which VitePress searches.
const vitepress = createRequire(new URL('../../package.json', import.meta.url)).resolve('vitepress');
const MiniSearch = createRequire(vitepress)('minisearch');

/** Questions, and the beginning of the address of a page that answers each. */
const QUERIES = [
  ['how do I start two teams', 'start|learn/running-matches'],
  ['install', 'learn/install|start|index|learn/running-matches|packages/server|programs/'],
  ['record video', 'learn/watching|use/analyst/logs'],
  ['rcg format', 'reference/formats|use/analyst/logs|specification/09|use/analyst/exports'],
  ['see message format', 'specification/03|use/team/repeat-a-match|reference/'],
  ['windows', 'start|index|learn/running-matches|learn/'],
  ['reinforcement learning', 'use/researcher/'],
  ['random seed', 'use/team/repeat-a-match|learn/running-matches|use/'],
  ['librcsc', 'use/team/from-the-manuals|learn/|use/'],
  ['helios', 'learn/|use/'],
  ['play a match', 'start|learn/running-matches'],
  ['watch a match', 'learn/watching'],
  ['write an agent', 'learn/writing-agents|learn/tutorials'],
  ['python agent', 'learn/tutorials/agent-in-python|learn/tutorials/team-in-python|use/researcher/'],
  ['typescript tutorial', 'learn/tutorials/agent-in-typescript'],
  ['how to replay a log', 'learn/watching|use/team/repeat-a-match|use/analyst/logs'],
  ['convert log to csv', 'use/analyst/logs|use/analyst/exports|programs/logplayer'],
  ['statistics of a match', 'use/analyst/statistics|learn/tutorials/analyze-a-log'],
  ['expected goals', 'inside/expected-goals|use/analyst/statistics'],
  ['possession definition', 'use/analyst/statistics'],
  ['run a tournament', 'use/organizer/running-leagues|use/organizer/tournament-operation'],
  ['league', 'use/organizer/running-leagues|use/organizer/tournament-operation'],
  ['compare two teams', 'use/team/comparing-teams'],
  [
    'docker',
    'use/organizer/running-leagues|use/organizer/server|use/organizer/tournament-operation|learn/|use/',
  ],
  ['coach language', 'learn/tutorials/coach-in-clang|specification/08|learn/playground|packages/clang'],
  ['clang', 'learn/tutorials/coach-in-clang|specification/08|packages/clang'],
  ['synchronous mode', 'learn/running-matches|use/organizer/server|specification/02'],
  ['server parameters', 'reference/parameters|use/organizer/server'],
  ['websocket', 'use/organizer/websocket'],
  ['play over the network', 'use/organizer/network'],
  ['set up a situation', 'use/teacher/situations'],
  ['trainer', 'use/teacher/situations|specification/|learn/|use/'],
  ['debug agent', 'use/team/debug-channel|use/team/repeat-a-match|learn/writing-agents'],
  ['what did a player see', 'use/team/repeat-a-match'],
  ['gym environment', 'use/researcher/'],
  ['kick power', 'specification/05|reference/parameters|learn/|use/'],
  ['offside rule', 'specification/06|reference/'],
  ['stamina', 'specification/05|use/|learn/'],
  ['playground lessons', 'learn/playground|use/teacher/lesson-files'],
  ['many matches fast', 'learn/tutorials/many-matches|use/'],
];

/** Returns the sections of a page as VitePress stores them: a heading with the headings above it, and its text. */
function* splitSections(page, markdown) {
  const titles = [];
  let current = null;
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : /^(#{1,6}) (.*)$/.exec(line);
    if (heading === null) {
      if (current !== null) current.text += `${line}\n`;
      continue;
    }
    if (current !== null) yield current;
    const depth = heading[1].length - 1;
    titles.length = depth;
    titles[depth] = heading[2].replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
    current = {
      id: `/${page.replace(/\.md$/, '.html')}#${titles[depth]}`,
      title: titles[depth],
      titles: titles.slice(0, depth).filter((title) => title !== undefined),
      text: '',
    };
  }
  if (current !== null) yield current;
}

it('at least 38 of 40 questions of newcomers find their page among the first three results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-search-'));
  const found = [];
  try {
    writePages(ROOT, folder, 'https://example.org/');
    const search = new MiniSearch({
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
      ...SEARCH.options,
      searchOptions: SEARCH.searchOptions,
    });
    const ids = new Set();
    for (const page of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!page.endsWith('.md')) continue;
      for (const section of splitSections(page, readFileSync(join(folder, page), 'utf8'))) {
        while (ids.has(section.id)) section.id += '-';
        ids.add(section.id);
        search.add(section);
      }
    }
    for (const [query, pages] of QUERIES) {
      const results = search.search(query).slice(0, 3);
      const isFound = results.some(({ id }) => new RegExp(`^/(?:${pages})`).test(id));
      if (!isFound) found.push([query, ...results.map(({ id }) => id)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(QUERIES.length).toBe(40);
  // Lists those that are not found.
  expect(found.length, JSON.stringify(found, null, 1)).toBeLessThanOrEqual(2);
});
