/** Writes the Markdown pages of the documentation site into a folder, for VitePress. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { embedFigures } from './figures.mjs';
import { rewriteLinks } from './links.mjs';
import { readSources, readTitle } from './sources.mjs';

/** Sections of the two guides: titles and pages in their order. */
const LEARN = [
  [
    'Start',
    ['start.md', 'learn/install.md', 'learn/running-matches.md', 'learn/watching.md', 'learn/playground.md'],
  ],
  ['Write teams', ['learn/writing-agents.md']],
  [
    'Tutorials',
    [
      'learn/tutorials/agent-in-typescript.md',
      'learn/tutorials/agent-in-python.md',
      'learn/tutorials/team-in-python.md',
      'learn/tutorials/agent-on-sockets.md',
      'learn/tutorials/many-matches.md',
      'learn/tutorials/analyze-a-log.md',
      'learn/tutorials/coach-in-clang.md',
    ],
  ],
];

/** Guides by reader: titles and pages of each folder of `docs/use`, after its first page. */
const USE = [
  [
    'Teams',
    'team',
    [
      'any-language',
      'comparing-teams',
      'repeat-a-match',
      'debug-channel',
      'ball-in-the-air',
      'from-the-manuals',
    ],
  ],
  [
    'Organizers',
    'organizer',
    ['server', 'network', 'websocket', 'rooms', 'running-leagues', 'tournament-operation'],
  ],
  [
    'Researchers',
    'researcher',
    ['training', 'gallery', 'environments', 'policies', 'benchmark', 'policies-in-matches'],
  ],
  ['Analysts', 'analyst', ['logs', 'statistics', 'exports', 'values', 'predict', 'language-models']],
  ['Teachers', 'teacher', ['lesson-files', 'situations']],
].map(([title, folder, names]) => [title, ['index', ...names].map((name) => `use/${folder}/${name}.md`)]);
USE.unshift(['Guides', ['use/index.md']]);
USE.push(['Security', ['security.md']]);

/** Pages about the project itself, beside its decisions and the rules for contributions. */
const INSIDE = [
  'inside/architecture.md',
  'inside/threat-model.md',
  'inside/performance.md',
  'inside/expected-goals.md',
  'inside/base-team.md',
];

/** Pages of `use/` in earlier editions of the site, and where they are in it now. They were at the root of the site before. */
const MOVED_GUIDES = {
  'any-language': 'team/any-language',
  benchmark: 'researcher/benchmark',
  'comparing-teams': 'team/comparing-teams',
  'debug-channel': 'team/debug-channel',
  environments: 'researcher/environments',
  'environments-communication': 'researcher/policies#messages-attention-arm-view-focus',
  'environments-gallery': 'researcher/gallery',
  'environments-learning': 'researcher/training',
  'environments-libraries': 'researcher/training#use-the-environments-with-your-library',
  'environments-players': 'researcher/policies',
  exports: 'analyst/exports',
  'football-for-your-model': 'analyst/language-models#football-for-your-model-openenv',
  'football-for-your-model-codeclash': 'analyst/language-models#football-for-your-model-codeclash',
  'football-for-your-model-kaggle': 'analyst/language-models#football-for-your-model-kaggle-environments',
  'from-the-manuals': 'team/from-the-manuals',
  'how-to/decide-a-cycle-again': 'team/repeat-a-match#decide-a-cycle-again',
  'how-to/from-learning-to-a-match': 'researcher/policies-in-matches',
  'how-to/get-data-from-logs': 'analyst/logs#get-data-from-logs',
  'how-to/index': 'index',
  'how-to/make-a-match-harder': 'teacher/situations#make-a-match-harder-or-easier',
  'how-to/offline-data': 'researcher/training#get-offline-data-for-learning',
  'how-to/play-over-a-network': 'organizer/network',
  'how-to/play-with-a-high-ball': 'team/ball-in-the-air',
  'how-to/repeat-a-match': 'team/repeat-a-match',
  'how-to/see-what-a-player-saw': 'team/repeat-a-match#see-what-a-player-saw',
  'how-to/set-up-a-situation': 'teacher/situations',
  'how-to/test-a-change': 'team/comparing-teams#test-a-change',
  'how-to/work-with-logs': 'analyst/logs',
  'language-models': 'analyst/language-models',
  'language-models-session': '../reference/language-models-session',
  predict: 'analyst/predict',
  rooms: 'organizer/rooms',
  'running-leagues': 'organizer/running-leagues',
  server: 'organizer/server',
  statistics: 'analyst/statistics',
  'tournament-operation': 'organizer/tournament-operation',
  values: 'analyst/values',
  websocket: 'organizer/websocket',
  'who-can-do-what': 'organizer/index',
};

/**
 * Addresses of earlier editions of the site, without `.html`, and where their pages are now; a slash at the end means a folder, and an anchor the part
 * of the page that has their text.
 */
const MOVED = {
  'tutorials/': 'learn/tutorials/',
  watching: 'learn/watching',
  playground: 'learn/playground',
  'writing-agents': 'learn/writing-agents',
  'running-matches': 'learn/running-matches',
  'learn/lesson-files': 'use/teacher/lesson-files',
  ...Object.fromEntries(
    Object.entries(MOVED_GUIDES).flatMap(([before, now]) => {
      const target = posix.join('use', now);
      return [
        [before, target],
        [`use/${before}`, target],
      ];
    }),
  ),
  glossary: 'reference/glossary',
  architecture: 'inside/architecture',
  performance: 'inside/performance',
  'expected-goals': 'inside/expected-goals',
  'base-team-changes': 'inside/base-team',
  'inside/base-team-changes': 'inside/base-team',
  'decisions/': 'inside/decisions/',
  'contributing/': 'inside/contributing/',
};

const REFERENCE = [
  'reference/glossary.md',
  'reference/parameters.md',
  'reference/commands.md',
  'reference/figures.md',
  'reference/errors.md',
  'reference/formats.md',
  'reference/rules.md',
  'reference/sizes.md',
  'reference/language-models-session.md',
];

/** Names in menus of pages whose titles say less there. */
const MENU_TITLES = {
  'start.md': 'Play a match',
  ...Object.fromEntries(USE.map(([, [page]]) => [page, 'Start here'])),
  'use/index.md': 'By reader',
  'security.md': 'Report a vulnerability',
};

const HOME = `---
layout: home
hero:
  name: RCSS
  text: RoboCup 2D soccer simulator
  tagline: Teams, monitors and log tools of the league work with it unchanged. The same seed plays the same match again.
  actions:
    - theme: brand
      text: Play a match
      link: /start
    - theme: alt
      text: Open the playground
      link: /playground/index.html
      target: _self
    - theme: alt
      text: Write a team
      link: /learn/writing-agents
features:
  - title: Specification
    details: Protocol, physics and rules, complete, with an index of all messages and parameters.
    link: /specification/
  - title: Command lines
    details: Server, log tools, monitor bridge, leagues; each option of each program.
    link: /reference/cli/
  - title: API
    details: Libraries for messages, physics, sensors, rules, game logs, agents and statistics.
    link: /reference/api/
  - title: Leagues and statistics
    details: Play thousands of matches, compare two versions of a team, export logs for soccer analysis.
    link: /use/organizer/running-leagues
---

## A goal

The demonstration team plays against itself. The page shows the game log of this goal; drag, zoom, and step through it. [More about the viewer](./learn/watching.md).

![The field of a match some seconds before a goal](./images/figure-goal.png)
`;

const REFERENCE_INDEX = `# Reference

- [Command lines](./cli/index.md) of all programs
- [Glossary](./glossary.md) of terms
- [Errors](./errors.md) of the protocol and of the HTTP interfaces, with remedies; [exit codes](./exit-codes.md) of all programs
- [Formats](./formats.md) of all files and messages
- [Parameters](./parameters.md) of server, players and tools
- [Rules](./rules.md): each rule, action, perception and message with its file and its test
- [API](./api/index.md) of all packages, and the [list of exported names](./exports.md)
- [Schemas](./schemas.md) of documents, and of the messages of teams in any language
- [Sizes](./sizes.md) of bundles
- [Specification](../specification/index.md): messages, formats of logs, physics, rules
- [Programs](../programs/index.md) and [packages](../packages/index.md) with examples
`;

const write = (folder, page, text) => {
  const file = join(folder, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const copy = (source, target) => {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
};

const address = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

/**
 * Copies the Markdown files of the repository as pages, and other files of `docs/` as they are.
 *
 * @param {string} root folder of the repository
 * @param {string} out folder for the pages
 * @param {string} filesUrl address of the repository's files, with a slash at its end
 */
export function writePages(root, out, filesUrl) {
  const sources = readSources(root);
  const targets = new Map([...sources.folders, ...sources.files, ...sources.pictures, ...sources.pages]);
  const pageOf = (path) => targets.get(path);
  for (const [source, page] of sources.pages) {
    const text = readFileSync(join(root, source), 'utf8');
    write(out, page, embedFigures(rewriteLinks(text, { source, page, pageOf, filesUrl })));
  }
  for (const [source, file] of sources.files) copy(join(root, source), join(out, 'public', file));
  for (const [source, file] of sources.pictures) copy(join(root, source), join(out, file));
  const titles = new Map([...sources.pages].map(([source, page]) => [page, readTitle(root, source)]));
  write(
    out,
    'packages/index.md',
    formatList('Packages', 'Libraries of this repository, with examples.', 'packages/', titles),
  );
  write(
    out,
    'programs/index.md',
    formatList(
      'Programs',
      'Programs of this repository; [their command lines](../reference/cli/index.md).',
      'programs/',
      titles,
    ),
  );
  writeRedirects(out, titles);
  write(out, 'index.md', embedFigures(HOME));
  write(out, 'reference/index.md', REFERENCE_INDEX);
  return titles;
}

/** Writes a page at each earlier address that sends the reader to the present one, anchor included. */
function writeRedirects(out, titles) {
  for (const page of titles.keys()) {
    const path = page.replace(/\.md$/, '');
    for (const [before, place] of Object.entries(MOVED)) {
      const [now, anchor = ''] = place.split('#');
      if (now.endsWith('/') ? !path.startsWith(now) : path !== now) continue;
      const old = before + path.slice(now.length);
      const file = `${posix.relative(posix.dirname(old), path)}.html`;
      const target = anchor === '' ? file : `${file}#${anchor}`;
      write(
        out,
        `public/${old}.html`,
        `<!doctype html><meta charset="utf-8"><title>${titles.get(page)}</title><link rel="canonical" href="${target}"><script>location.replace("${file}" + (location.hash || "#${anchor}"))</script><meta http-equiv="refresh" content="1; url=${target}"><a href="${target}">The page has moved.</a>\n`,
      );
    }
  }
}

const listPages = (titles, folder) =>
  [...titles.keys()].filter((page) => page.startsWith(folder) && !page.endsWith('/index.md')).sort();

const formatLinks = (titles, folder) =>
  listPages(titles, folder).map((page) => `- [${titles.get(page)}](./${page.slice(folder.length)})`);

const formatList = (title, text, folder, titles) =>
  [`# ${title}`, '', text, '', ...formatLinks(titles, folder), ''].join('\n');

/**
 * Removes all other pages.
 *
 * @throws {Error} if a page does not exist
 */
export function keepPages(out, pages) {
  for (const page of pages)
    if (!existsSync(join(out, page))) throw new Error(`--pages: ${page} is not a page of the site`);
  for (const name of readdirSync(out, { recursive: true })) {
    const page = name.replaceAll('\\', '/');
    if (page.endsWith('.md') && !pages.includes(page)) rmSync(join(out, page));
  }
}

/** Empties the folder of the pages. */
export function clearPages(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
}

/**
 * Returns the menus of the site.
 *
 * @param {Map<string, string>} titles pages with their titles
 * @param {{ cli: readonly string[], api: readonly { page: string, title: string }[] }} generated names of programs, and pages of the API
 * @throws {Error} if a section names a page that does not exist
 */
export function createMenus(titles, { cli, api }) {
  const item = (page) => {
    const text = titles.get(page);
    if (text === undefined)
      throw new Error(`apps/site/scripts/site/pages.mjs: a menu names ${page}, which is not a page`);
    return { text: MENU_TITLES[page] ?? text, link: address(page) };
  };
  const folder = (name) => listPages(titles, `${name}/`).map(item);
  const sections = (guide) => guide.map(([text, pages]) => ({ text, items: pages.map(item) }));
  const learn = sections(LEARN);
  const use = sections(USE);
  const reference = [
    {
      text: 'Reference',
      items: [
        ...REFERENCE.map(item),
        { text: 'Exported names', link: '/reference/exports' },
        { text: 'Exit codes', link: '/reference/exit-codes' },
        { text: 'Schemas of documents', link: '/reference/schemas' },
      ],
    },
    {
      text: 'Command lines',
      link: '/reference/cli/',
      items: cli.map((name) => ({ text: name, link: `/reference/cli/${name}` })),
    },
    { text: 'Programs', link: '/programs/', collapsed: true, items: folder('programs') },
    { text: 'Packages', link: '/packages/', collapsed: true, items: folder('packages') },
    {
      text: 'API',
      link: '/reference/api/',
      collapsed: true,
      items: api.map(({ page, title }) => ({ text: title, link: address(page) })),
    },
  ];
  const specification = [
    {
      text: 'Specification',
      link: '/specification/',
      items: [
        ...folder('specification').filter(({ link }) => /\/\d/.test(link)),
        ...folder('specification').filter(({ link }) => !/\/\d/.test(link)),
      ],
    },
  ];
  const inside = [
    { text: 'Inside', items: INSIDE.map(item) },
    {
      text: 'Contributing',
      items: [item('inside/contributing/index.md'), ...folder('inside/contributing')],
    },
    { text: 'Decisions', link: '/inside/decisions/', items: folder('inside/decisions') },
  ];
  const listed = new Set(
    JSON.stringify([learn, use, reference, specification, inside]).match(/(?<="link":")[^"]+/g),
  );
  const others = [...titles.keys()].filter((page) => !listed.has(address(page)));
  if (others.length > 0) use.push({ text: 'More', items: others.map(item) });
  return {
    nav: [
      { text: 'Learn', link: '/start', activeMatch: '^/(start|learn/)' },
      { text: 'Use', link: '/use/', activeMatch: '^/(use/|security)' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/(reference|packages|programs)/' },
      { text: 'Specification', link: '/specification/', activeMatch: '^/specification/' },
      { text: 'Inside', link: '/inside/architecture', activeMatch: '^/inside/' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
    ],
    sidebar: {
      '/use/': use,
      '/security': use,
      '/reference/': reference,
      '/packages/': reference,
      '/programs/': reference,
      '/specification/': specification,
      '/inside/': inside,
      '/': learn,
    },
  };
}
