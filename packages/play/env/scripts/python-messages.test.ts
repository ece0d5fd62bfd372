import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { teamProcessJsonSchema } from '@rcss/agent/node';
import { expect, it } from 'vitest';
import { generateMessages } from './python-messages.js';

it('the messages of teams in Python are those of the schema (npm run generate -- messages)', () => {
  const file = join(import.meta.dirname, '../python/src/rcss/team/_messages.py');
  expect(readFileSync(file, 'utf8')).toBe(generateMessages(teamProcessJsonSchema()));
});

it('a field of a message is a field of its type, and one without a type of Python is refused', () => {
  const schema = structuredClone(teamProcessJsonSchema()) as {
    $defs: Record<string, { properties: Record<string, unknown> }>;
  };
  const { properties } = schema.$defs['Ball']!;
  properties['spinAxis'] = { type: ['number', 'null'], description: 'Turns per cycle; null: not known.' };
  expect(generateMessages(schema)).toContain(
    '    spin_axis: float | None\n    """Turns per cycle; None: not known."""\n',
  );
  properties['seenBy'] = { type: 'object', properties: { unum: { type: 'integer' } } };
  expect(() => generateMessages(schema)).toThrow(
    /^Ball\.seenBy: no type of Python for .*; give the schema an id$/,
  );
});
