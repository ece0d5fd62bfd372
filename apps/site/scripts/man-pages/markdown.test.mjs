import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { formatMarkdownPage } from './markdown.mjs';

// The library of the packages; the workspace itself does not depend on it.
const { Command } = createRequire(new URL('../../../../packages/kit/kit/package.json', import.meta.url))(
  'commander',
);

it('has usage, options, sections and verbs; characters of Markdown and HTML are text', () => {
  const root = new Command('rcss-x').description('Does <x> and *y*.');
  root.option('-s, --side <l|r>', 'side of the team', 'l');
  root.addHelpText('after', '\nExamples:\n  rcss-x -s r\n');
  root.command('cut <log>').description('Cuts a log.').option('--to <cycle>', 'last cycle');
  const page = formatMarkdownPage(root, { name: 'rcss-x', summary: 'Makes x', readme: '../x.md' });
  expect(page).toContain('Makes x. [Guide](../x.md).');
  expect(page).toContain('Does \\<x\\> and \\*y\\*.');
  expect(page).toContain('| `-s, --side <l\\|r>` | side of the team');
  expect(page).toContain('## Examples\n\n```text\n  rcss-x -s r\n```');
  expect(page).toContain('## rcss-x cut\n\n```text\nrcss-x cut [options] <log>\n```');
  expect(page).toContain('| `--to <cycle>` | last cycle |');
});
