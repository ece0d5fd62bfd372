import { expect, it } from 'vitest';
import { addIndex, findExample, listExports } from './api-index.mjs';

const PAGE = `# @rcss/x

## Classes

### Reader

Defined in: [x.ts:1](https://example.org)

Reads lists. It never throws.

#### Methods

##### read()

> **read**(): \`string\`

Returns the next text.

## Functions

### read()

> **read**(\`text\`): \`string\`

Defined in: [x.ts:9](https://example.org)

Returns the first text, or
another one | none.

### write\\_all()

Defined in: [x.ts:20](https://example.org)
`;

it('the exports of a page have their kind, the first sentence of their description, and the anchor of their heading', () => {
  expect(listExports(PAGE)).toEqual([
    { kind: 'class', name: 'Reader', anchor: 'reader', summary: 'Reads lists.' },
    // The method of the class before has the anchor without a number.
    {
      kind: 'function',
      name: 'read',
      anchor: 'read-1',
      summary: 'Returns the first text, or another one | none.',
    },
    { kind: 'function', name: 'write_all', anchor: 'write_all', summary: '' },
  ]);
});

it('the example is the first one of the README that imports from the entry', () => {
  const other = "```ts\nimport { a } from '@rcss/x/more';\n```";
  const own = "```ts\nimport { read } from '@rcss/x';\nread();\n```";
  expect(findExample(`# x\n\n${other}\n\n${own}\n`, '@rcss/x')).toBe(own);
  expect(findExample(`# x\n\n${other}\n`, '@rcss/x')).toBe(null);
});

it('a page gets the example and the table after its title', () => {
  const readme = "```ts\nimport { read } from '@rcss/x';\n```\n";
  expect(addIndex(PAGE, '@rcss/x', readme)).toMatch(
    /^# @rcss\/x\n\nExample:\n\n```ts\n[^`]*```\n\n\| export \| kind \| contents \|\n\|---\|---\|---\|\n\| \[`Reader`\]\(#reader\) \| class \| Reads lists\. \|\n.*another one \\\| none\. \|\n/s,
  );
  expect(addIndex('# @rcss/empty\n', '@rcss/empty', '')).toBe('# @rcss/empty\n');
});
