import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAgentTypes } from '../../agent-types.js';
import { LESSONS } from '../lessons/lessons.js';
import { createTypeChecker } from './type-checker.js';

const types = readAgentTypes();
const checker = createTypeChecker(types);
const firstTeam = readFileSync(new URL('../teams/first-team.ts', import.meta.url), 'utf8');

describe('types of the code of a team', () => {
  it('the first team and all lessons, with their solutions, have no errors', () => {
    const codes = [
      ['first-team', firstTeam] as const,
      ...LESSONS.flatMap(({ id, start, solution }) => [
        [`${id}: start`, start] as const,
        [`${id}: solution`, solution] as const,
      ]),
    ];
    expect(codes.length).toBeGreaterThan(30);
    const errors = codes.flatMap(([name, code]) =>
      checker
        .check(code)
        .map(({ from, message }) => `${name}: ${code.slice(0, from).split('\n').length}: ${message}`),
    );
    expect(errors).toEqual([]);
  });

  it('names an error with its place, and forgets it when it is corrected', () => {
    const wrong = firstTeam.replace('player.shoot()', 'player.shoots()');
    const problems = checker.check(wrong);
    expect(problems).toHaveLength(1);
    const [{ from, to, message }] = problems as [(typeof problems)[0]];
    expect(wrong.slice(from, to)).toBe('shoots');
    expect(message).toContain("Did you mean 'shoot'?");
    expect(checker.check(firstTeam)).toEqual([]);
  });

  it('types of arguments and results are those of the agent, not any', () => {
    const code = `import { defineTeam } from '@rcss/agent';
export default defineTeam({ play: (player) => { const text: string = player.world.time; return player.passTo('left'); } });`;
    expect(checker.check(code).map(({ message }) => message)).toEqual([
      "Type 'number' is not assignable to type 'string'.",
      expect.stringContaining("is not assignable to parameter of type 'number | TrackedPlayer"),
    ]);
  });

  it('a module that a team cannot import is an error; what a worker has is not', () => {
    const code = `import { World } from '@rcss/core';
console.log(performance.now(), structuredClone({}));
export default 1;`;
    expect(checker.check(code).map(({ message }) => message)).toEqual([
      expect.stringContaining("Cannot find module '@rcss/core'"),
    ]);
    expect(checker.check('document.title;\nexport {};')).toHaveLength(1);
  });

  it('parameters without types are allowed, errors of syntax are not', () => {
    expect(checker.check('export default function play(player) { return player.x; }')).toEqual([]);
    expect(checker.check('const b = (;')).not.toEqual([]);
  });

  it('completes members and explains names', () => {
    const at = firstTeam.indexOf('player.shoot()') + 'player.'.length;
    const names = checker.complete(firstTeam, at).map(({ name }) => name);
    expect(names).toContain('dribbleTo');
    expect(names).toContain('world');
    expect(checker.explain(firstTeam, at + 1)).toContain('.shoot(minProbability?: number): Action | null');
    expect(checker.explain(firstTeam, firstTeam.length)).toBeNull();
  });

  it('every relative import of the declarations has its file', () => {
    const missing = Object.entries(types.files).flatMap(([path, text]) =>
      [...text.matchAll(/from ['"](\.[^'"]+)\.js['"]/g)]
        .map(([, name]) => new URL(`${name}.d.ts`, `file://${path}`).pathname)
        .filter((target) => types.files[target] === undefined),
    );
    expect(missing).toEqual([]);
  });
});
