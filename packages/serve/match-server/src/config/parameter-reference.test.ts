import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatParameterReference } from './parameter-reference.js';

it('docs/reference/parameters.md is up to date (pnpm --filter @rcss/server reference)', () => {
  const page = readFileSync(new URL('../../../../../docs/reference/parameters.md', import.meta.url), 'utf8');
  expect(page).toBe(formatParameterReference());
});
