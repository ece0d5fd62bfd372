import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTeam } from './create-team.js';

const work = mkdtempSync(join(tmpdir(), 'create-rcss-team-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(path, 'utf8');
const example = read(join(import.meta.dirname, '../../../packages/play/agent/examples/first-team.ts'));
const { version } = JSON.parse(read(join(import.meta.dirname, '../package.json'))) as { version: string };

describe('a new team', () => {
  it.each(['ts', 'js'] as const)('in %s has the files and names of its team', (language) => {
    const folder = join(work, `My team+${language}`);
    expect(createTeam({ folder, language })).toBe(`Myteam+${language}`);
    const manifest = JSON.parse(read(join(folder, 'package.json')));
    expect(manifest.name).toBe(`myteam-${language}`);
    expect(manifest.dependencies).toEqual({ '@rcss/agent': `^${version}` });
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['start', 'test', 'match']));
    expect(read(join(folder, '.gitignore'))).toBe('node_modules/\n');
    expect(read(join(folder, `src/main.${language}`))).toContain(`'Myteam+${language}'`);
    expect(read(join(folder, 'README.md'))).toContain(`# Myteam+${language}`);
    expect(read(join(folder, 'compare.yaml'))).toContain(
      `{ name: Myteam+${language}, module: ./src/team.${language} }`,
    );
    accessSync(join(folder, 'start.sh'), constants.X_OK);
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes('_'))).toEqual([]);
    expect(names.some((name) => /TEAM_NAME|PACKAGE_NAME|RCSS_VERSION/.test(name))).toBe(false);
  });

  it.each(['ts', 'js'] as const)('in %s reports an error in its files in one line', async (language) => {
    const folder = join(work, `broken-${language}`);
    createTeam({ folder, language });
    symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, `src/team.${language}`), "throw new Error('formation.json: no such file');\n");
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    await import(join(folder, `src/main.${language}`));
    expect(printed.mock.calls).toEqual([['formation.json: no such file']]);
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    printed.mockRestore();
  });

  it('in TypeScript is the example of the README of @rcss/agent', () => {
    const folder = join(work, 'example');
    createTeam({ folder });
    expect(read(join(folder, 'src/team.ts'))).toBe(example);
  });

  it('in JavaScript is the same team without types', () => {
    const folder = join(work, 'script');
    createTeam({ folder, language: 'js' });
    const strip = (code: string): string =>
      code
        .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
        .replaceAll(/^import .*$/gm, '')
        .replaceAll(': AgentPlayer): Action | null', ')')
        .replaceAll(/\s+/g, ' ');
    expect(strip(read(join(folder, 'src/team.js')))).toBe(strip(example));
  });

  it.each(['ts', 'js'] as const)('in %s prints goals, and not goal kicks', (language) => {
    const folder = join(work, `prints-${language}`);
    createTeam({ folder, language });
    const code = read(join(folder, `src/match.${language}`));
    const options = /createLocalMatch\((\{[\s\S]*?\n\})\);/.exec(code)![1]!;
    const printed: string[] = [];
    const evaluate = new Function(
      'createTeam',
      'createChasers',
      'createLocalSpec',
      'seed',
      'console',
      `return (${options})`,
    );
    const { sinks } = evaluate(null, null, () => {}, 1, { log: (line: string) => printed.push(line) });
    for (const text of ['goal_l_1', 'goal_r_12', 'goal_kick_r'])
      sinks[0].event({ type: 'referee', time: 7, text });
    expect(printed).toEqual(['7: goal_l_1', '7: goal_r_12']);
  });

  it('in JavaScript scores alone in front of the goal', async () => {
    const folder = join(work, 'plays');
    createTeam({ folder, language: 'js' });
    symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
    const { default: create } = await import(join(folder, 'src/team.js'));
    const { createLocalMatch, createLocalSpec } = await import('@rcss/agent/local');
    const code = read(join(folder, 'test/team.test.js'));
    const options = /createLocalMatch\((\{[\s\S]*?\n {2}\})\);/.exec(code)![1]!;
    const match = await createLocalMatch(
      new Function('createTeam', 'createLocalSpec', `return (${options})`)(create, createLocalSpec),
    );
    expect(match.run({ goals: 1, cycles: 120 }).end.condition).toBe('goals');
  });

  it('has the code that is given, and the packages that it imports', () => {
    const plain = join(work, 'plain');
    createTeam({ folder: plain, code: example });
    expect(read(join(plain, 'src/team.ts'))).toBe(example);
    expect(read(join(plain, 'package.json'))).not.toContain('@rcss/core');
    const folder = join(work, 'math');
    const code = `import { sin } from '@rcss/core/math';\n${example}`;
    createTeam({ folder, code });
    expect(read(join(folder, 'src/team.ts'))).toBe(code);
    expect(JSON.parse(read(join(folder, 'package.json'))).dependencies).toEqual({
      '@rcss/agent': `^${version}`,
      '@rcss/core': `^${version}`,
    });
    expect(() => createTeam({ folder: join(work, 'mixed'), code, language: 'js' })).toThrow(RangeError);
  });

  it('is not written over files', () => {
    const folder = join(work, 'script');
    writeFileSync(join(folder, 'README.md'), 'mine');
    expect(() => createTeam({ folder })).toThrow(
      `${folder} is not empty; choose another folder, or remove its files`,
    );
    expect(read(join(folder, 'README.md'))).toBe('mine');
  });

  it('needs a name', () => {
    const folder = join(work, '???');
    expect(() => createTeam({ folder })).toThrow("no team name follows from the folder '???'");
    expect(readdirSync(work)).not.toContain('???');
    expect(createTeam({ folder, team: 'Alpha' })).toBe('Alpha');
  });
});
