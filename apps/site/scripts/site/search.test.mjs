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
  ['record video', 'learn/watching|use/how-to/work-with-logs'],
  ['rcg format', 'reference/formats|use/how-to/work-with-logs|specification/09|use/exports'],
  ['see message format', 'specification/03|use/how-to/see-what|reference/'],
  ['windows', 'start|index|learn/running-matches|learn/'],
  ['reinforcement learning', 'use/environments'],
  ['random seed', 'use/how-to/repeat-a-match|learn/running-matches|use/'],
  ['librcsc', 'use/from-the-manuals|learn/|use/'],
  ['helios', 'learn/|use/'],
  ['play a match', 'start|learn/running-matches'],
  ['watch a match', 'learn/watching'],
  ['write an agent', 'learn/writing-agents|learn/tutorials'],
  ['python agent', 'learn/tutorials/agent-in-python|learn/tutorials/team-in-python|use/environments'],
  ['typescript tutorial', 'learn/tutorials/agent-in-typescript'],
  ['how to replay a log', 'learn/watching|use/how-to/repeat|use/how-to/work-with-logs'],
  ['convert log to csv', 'use/how-to/get-data|use/exports|use/how-to/work-with-logs|programs/logplayer'],
  ['statistics of a match', 'use/statistics|learn/tutorials/analyze-a-log'],
  ['expected goals', 'inside/expected-goals|use/statistics'],
  ['possession definition', 'use/statistics'],
  ['run a tournament', 'use/running-leagues|use/tournament-operation'],
  ['league', 'use/running-leagues|use/tournament-operation'],
  ['compare two teams', 'use/comparing-teams'],
  ['docker', 'use/running-leagues|use/server|use/tournament-operation|learn/|use/'],
  ['coach language', 'learn/tutorials/coach-in-clang|specification/08|learn/playground|packages/clang'],
  ['clang', 'learn/tutorials/coach-in-clang|specification/08|packages/clang'],
  ['synchronous mode', 'learn/running-matches|use/server|specification/02'],
  ['server parameters', 'reference/parameters|use/server'],
  ['websocket', 'use/websocket'],
  ['play over the network', 'use/how-to/play-over-a-network'],
  ['set up a situation', 'use/how-to/set-up-a-situation'],
  ['trainer', 'use/how-to/set-up-a-situation|specification/|learn/|use/'],
  ['debug agent', 'use/debug-channel|use/how-to/see-what|learn/writing-agents'],
  ['what did a player see', 'use/how-to/see-what-a-player-saw'],
  ['gym environment', 'use/environments'],
  ['kick power', 'specification/05|reference/parameters|learn/|use/'],
  ['offside rule', 'specification/06|reference/'],
  ['stamina', 'specification/05|use/|learn/'],
  ['playground lessons', 'learn/playground'],
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
