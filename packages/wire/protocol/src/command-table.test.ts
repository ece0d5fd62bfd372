import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAYER_COMMANDS } from '@rcss/core/commands';
import { describe, expect, it } from 'vitest';
import { formatCommandReference } from '../scripts/command-reference.js';
import { generateArguments, generateKeywords } from '../scripts/player-commands-source.js';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('what derives from the tables of commands', () => {
  it('is up to date (run `pnpm --filter @rcss/protocol commands` after a change)', () => {
    expect(read('player-keywords.generated.ts')).toBe(generateKeywords(PLAYER_COMMANDS));
    expect(read('player-arguments.generated.ts')).toBe(generateArguments(PLAYER_COMMANDS));
    expect(read('../../../../docs/reference/commands.md')).toBe(formatCommandReference());
  });
});
