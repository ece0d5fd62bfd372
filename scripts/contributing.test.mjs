import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const matches = (pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];
const COMMANDS = matches(/npm run ([a-z:]+)/g);
const FILES = matches(/(?<![\w/])((?:packages|apps|docs|scripts|\.github)\/[\w./-]*\w)/g)
  .filter(
    // A command writes these files, so they can be missing. For a compiled file, its source is checked.
    (path) => !path.startsWith('docs/reference/api'),
  )
  .map((path) => path.replace(/\/dist\/(\w+)\.js$/, '/src/$1.ts'));
const LINKS = matches(/\]\((?!https?:)([^)#]+)/g);

describe('CONTRIBUTING.md', () => {
  test('has commands, files and links to check', () => {
    expect(COMMANDS.length).toBeGreaterThan(10);
    expect(FILES.length).toBeGreaterThan(20);
    expect(LINKS.length).toBeGreaterThan(8);
  });

  test.each(COMMANDS)('npm run %s exists', (name) => {
    expect(Object.keys(scripts)).toContain(name);
  });

  test.each([...FILES, ...LINKS])('%s exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});
