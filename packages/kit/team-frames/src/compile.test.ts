import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileTeam } from './compile.js';

it('removes types and keeps the lines', () => {
  const source = readFileSync(
    new URL('../../../../apps/playground/src/teams/first-team.ts', import.meta.url),
    'utf8',
  );
  const compiled = compileTeam(source);
  if (!compiled.ok) throw new Error(compiled.message);
  const lineOf = (text: string) => text.split('\n').findIndex((line) => line.includes('player.dribbleTo'));
  expect(lineOf(compiled.code)).toBe(lineOf(source));
  expect(compiled.code).toContain("require('@rcss/agent')");
  expect(compiled.code).not.toContain(': AgentPlayer');
});

it('an error of the syntax has its line', () => {
  expect(compileTeam('const a = 1;\nconst b = (;\n')).toEqual({
    ok: false,
    message: expect.stringContaining('Unexpected token'),
    line: 2,
  });
});
