/** The command line of model/goals-against.ts, as the documentation has it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

function run(tool: string, ...args: string[]) {
  const argv = ['--import=tsx', '--conditions=@rcss/source', `model/${tool}.ts`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: FOLDER, encoding: 'utf8' });
  return { status, stdout: stdout.split('\n'), stderr };
}

const CLIPS = ['testdata/clips/11.rcg.gz', 'testdata/clips/12.rcg.gz'];

it('goals-against prints a table, with --list the goals before it', () => {
  const { status, stdout } = run('goals-against', '--list', 'cur', ...CLIPS);
  expect(status).toBe(0);
  expect(stdout[0]).toMatch(/^12\.rcg\.gz 4850: ball lost in the own third /);
  expect(stdout).toContain('| ball lost in the own third | 1 | 1 |');
  expect(run('goals-against', 'cur', ...CLIPS).stdout[0]).toBe('1 goals against in 2 matches');
});

it('wrong arguments and files are one line on stderr', () => {
  const fails = (...args: [tool: string, ...args: string[]]): string => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: [''] });
    return stderr.trimEnd();
  };
  expect(fails('goals-against')).toBe('the name of the team is missing; arguments: [--list] TEAM LOG...');
  expect(fails('goals-against', 'cur')).toBe(
    "no game log after the name of the team 'cur'; arguments: [--list] TEAM LOG...",
  );
  expect(fails('goals-against', 'cur', 'absent.rcg')).toMatch(/^absent\.rcg: ENOENT/);
  expect(fails('goals-against', 'Base', ...CLIPS)).toMatch(
    /^testdata\/clips\/11\.rcg\.gz: team 'Base': the teams are /,
  );
});
