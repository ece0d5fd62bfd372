import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSite } from './check.mjs';
import { embedFigures } from './figures.mjs';
import { formatExitCodes } from './generated.mjs';
import { rewriteLinks } from './links.mjs';
import { createMenus } from './pages.mjs';

// The library of the packages; the workspace itself does not depend on it.
const { Command } = createRequire(new URL('../../../../packages/kit/kit/package.json', import.meta.url))(
  'commander',
);

const FILES = 'https://example.org/rcss/blob/main/';
const PAGES = {
  'docs/use/organizer/rooms.md': 'use/organizer/rooms.md',
  'packages/engine/core': 'packages/core.md',
  'docs/specification': 'specification/index.md',
};

const rewrite = (
  text,
  source = 'docs/inside/contributing/testing.md',
  page = 'inside/contributing/testing.md',
) => rewriteLinks(text, { source, page, pageOf: (path) => PAGES[path], filesUrl: FILES });

describe('links of a page', () => {
  it.each([
    ['[a](../../use/organizer/rooms.md#ports)', '[a](../../use/organizer/rooms.md#ports)'],
    ['[a](../../../packages/engine/core)', '[a](../../packages/core.md)'],
    ['[a](../../../packages/engine/core/src/index.ts)', `[a](${FILES}packages/engine/core/src/index.ts)`],
    [`[a](${FILES}docs/use/organizer/rooms.md)`, '[a](../../use/organizer/rooms.md)'],
    ['[a](../../specification/)', '[a](../../specification/index.md)'],
    ['[a](#here) [b](https://example.com/x)', '[a](#here) [b](https://example.com/x)'],
  ])('%s becomes %s', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it('code stays as it is, also beside a link', () => {
    const text =
      '`[a](../../use/organizer/rooms.md)` and\n\n```md\n[a](../../../packages/engine/core)\n```\n';
    expect(rewrite(text)).toBe(text);
    expect(rewrite('[`core`](../../../packages/engine/core) `x`')).toBe(
      '[`core`](../../packages/core.md) `x`',
    );
  });
});

it('a picture of a figure becomes the content of the component, other pictures and code stay', () => {
  const picture = '![A ball](../images/figure-kick-noise.svg)';
  expect(embedFigures(`Text\n\n${picture}\n`)).toBe(
    `Text\n\n<LiveFigure name="kick-noise">\n\n${picture}\n\n</LiveFigure>\n`,
  );
  for (const text of [
    '![A page](images/viewer.png)',
    `Text ${picture}`,
    `    ${picture}`,
    '![A](images/figure.svg)',
  ])
    expect(embedFigures(text)).toBe(text);
});

describe('a built site', () => {
  let folder;
  afterEach(() => rmSync(folder, { recursive: true }));

  function build(files) {
    folder = mkdtempSync(join(tmpdir(), 'rcss-site-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }

  it('has no problems if all pages, files and headings are there', () => {
    const site = build({
      'index.html':
        '<a class="x" href="/r/a/b.html#caf%C3%A9">b</a> <a href="a/">a</a> <img alt="" src="/r/p.svg">',
      'a/index.html':
        '<h1 id="top">A</h1> <a href="../index.html">up</a> <a href="#top">top</a> <a href="mailto:x@y">m</a>',
      'a/b.html': '<h2 id="café">B</h2>',
      'p.svg': '<svg/>',
    });
    expect(checkSite(site, '/r/')).toEqual({ problems: [], pageCount: 3, linkCount: 5 });
  });

  it('a page, a file, a heading, or a path outside of the site that is missing is reported', () => {
    const site = build({
      'index.html':
        '<a href="/r/none.html">1</a><img src="p.png"><a href="/other/">2</a><a href="b.html#x&amp;y">3</a>',
      'b.html': '<p id="x">',
    });
    expect(checkSite(site, '/r/').problems).toEqual([
      'index.html: /r/none.html: there is no such page or file',
      'index.html: p.png: there is no such page or file',
      'index.html: /other/: there is no such page or file',
      'index.html: b.html#x&y: b.html has no such heading',
    ]);
  });
});

it('the exit codes of programs and of verbs with codes of their own are rows of a table', async () => {
  const help = (codes) => new Command('x').addHelpText('after', `\nExit codes:\n${codes}\n`);
  const command = help('    0  success\n    1  failed');
  command.addCommand(help('    0  all is right').name('check'));
  command.addCommand(new Command('run'));
  expect(
    formatExitCodes([{ name: 'rcss-x', command }])
      .split('\n')
      .slice(-5),
  ).toEqual([
    '|---|--:|---|',
    '| `rcss-x` | 0 | success |',
    '|  | 1 | failed |',
    '| `rcss-x check` | 0 | all is right |',
    '',
  ]);
});

it('a section that names a page that does not exist is reported', () => {
  const generated = { cli: [], api: [] };
  expect(() => createMenus(new Map(), generated)).toThrow('a menu names start.md, which is not a page');
});
