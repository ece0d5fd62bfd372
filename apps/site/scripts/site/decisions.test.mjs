import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../../docs/inside/decisions');
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const read = (name) => readFileSync(join(FOLDER, name), 'utf8');

test.each(files)('%s has context, decision, consequences and status, in at most 40 lines', (name) => {
  const text = read(name);
  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)} – \\S`));
  expect(text.match(/\*\*(Context|Decision|Consequences|Status)\.\*\*/g)).toEqual([
    '**Context.**',
    '**Decision.**',
    '**Consequences.**',
    '**Status.**',
  ]);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const title = /^# \d+ – (.*)$/m.exec(text)[1];
  expect(index).toContain(`| ${name.slice(0, 4)} | [${title}](${name}) |`);
});

test('the index names every number once', () => {
  const numbers = [...index.matchAll(/^\| (\d{4}) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
});
