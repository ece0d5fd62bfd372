import { expect, it } from 'vitest';
import { codeBlocks, readmeImports } from './readmes.mjs';

const text = [
  '# Example',
  '',
  '```sh',
  'rcss match',
  '```',
  '',
  '<!-- not run: needs a clone -->',
  '',
  '```sh',
  'npm test',
  '```',
  '',
  '<!-- run: files="packages/wire/logs/testdata" until="http://" server -->',
  '```console',
  '$ rcss-log version a.rcg',
  'file=a.rcg, version=3',
  '```',
  '',
  '```ts',
  "import { a, type B } from '@rcss/core';",
  'import {',
  '  c,',
  "} from '@rcss/client/node';",
  "import { helper } from './helper.js';",
  '```',
  '',
].join('\n');

it('READMEs: a block has its language, its first line and the options of the comment before it', () => {
  const blocks = codeBlocks(text);
  expect(blocks.map(({ language, line }) => [language, line])).toEqual([
    ['sh', 3],
    ['sh', 9],
    ['console', 14],
    ['ts', 19],
  ]);
  expect(blocks[0]).toMatchObject({ code: 'rcss match\n', options: {} });
  expect(blocks[0].skip).toBeUndefined();
  expect(blocks[1].skip).toBe('needs a clone');
  expect(blocks[2].options).toEqual({ files: 'packages/wire/logs/testdata', until: 'http://', server: '' });
});

it('READMEs: a comment that is not directly before a block does not change it', () => {
  const [block] = codeBlocks('<!-- not run: reason -->\n\nText.\n\n```sh\nnpm test\n```\n');
  expect(block.skip).toBeUndefined();
});

it('READMEs: imports of published packages are found, relative ones are not', () => {
  expect(readmeImports([{ place: '.', blocks: codeBlocks(text) }])).toEqual([
    { names: 'a, type B', specifier: '@rcss/core' },
    { names: 'c,', specifier: '@rcss/client/node' },
  ]);
});
