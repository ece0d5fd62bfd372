import { describe, expect, test } from 'vitest';
import { chooseTeam, chooseTeamNames, formatCommand, isTeamFile, type TeamFiles } from './team-choice.js';

const address = { host: '127.0.0.1', port: 6000, coachPort: 6001, olcoachPort: 6002, team: 'Reds' };

function machine(
  platform: NodeJS.Platform,
  files: readonly string[],
  plain: readonly string[] = [],
): TeamFiles {
  const all = [...files, ...plain];
  return {
    platform,
    kind: (path) =>
      all.includes(path) ? 'file' : all.some((file) => file.startsWith(path)) ? 'folder' : null,
    findProblem: (path) => (files.includes(path) ? null : `${path} is not executable`),
  };
}

describe('--left and --right', () => {
  test('a start script gets HOST PORT OLCOACH_PORT TEAM and runs in its folder', () => {
    const team = chooseTeam('my team/start.sh', '/home/é', machine('linux', ['/home/é/my team/start.sh']));
    expect(team.start(address)).toEqual({
      file: '/home/é/my team/start.sh',
      args: ['127.0.0.1', '6000', '6002', 'Reds'],
      shell: false,
      cwd: '/home/é/my team',
    });
    expect(team.defaultName).toBe('myteam');
  });

  test.each(['go.sh', 'start-team.sh', 'runAll', 'launch_team.sh'])(
    'a script with the usual name %s has the name of its folder',
    (script) => {
      const file = `/home/hawks/${script}`;
      expect(chooseTeam(file, '/', machine('linux', [file])).defaultName).toBe('hawks');
    },
  );

  test('a folder stands for its start script', () => {
    const team = chooseTeam('./hawks', '/home', machine('linux', ['/home/hawks/start.sh']));
    expect(team.start(address).file).toBe('/home/hawks/start.sh');
    expect(() => chooseTeam('./hawks', '/home', machine('linux', ['/home/hawks/run']))).toThrow(
      'no start script in /home/hawks; expected start.sh or start',
    );
  });

  test('a script that is not executable is refused; the error says what to do', () => {
    expect(() => chooseTeam('start.sh', '/home', machine('linux', [], ['/home/start.sh']))).toThrow(
      '/home/start.sh is not executable',
    );
  });

  test('a JavaScript file that is not executable runs with this Node', () => {
    const team = chooseTeam('agents.mjs', '/home', machine('linux', [], ['/home/agents.mjs']));
    expect(team.start(address)).toMatchObject({
      file: process.execPath,
      args: ['/home/agents.mjs', '127.0.0.1', '6000', '6002', 'Reds'],
    });
    expect(team.defaultName).toBe('agents');
  });

  test('a template is a line for the shell, with the placeholders replaced', () => {
    const team = chooseTeam('python3 -m team --at {host}:{port} -n {team}', '/home', machine('linux', []));
    expect(team.start(address)).toEqual({
      file: 'python3 -m team --at 127.0.0.1:6000 -n Reds',
      args: [],
      shell: true,
      cwd: '/home',
    });
    expect(team.defaultName).toBe('');
  });

  test('a template that begins with a script runs in the folder of the script', () => {
    const files = machine('linux', ['/home/old/start.sh']);
    expect(chooseTeam('old/start.sh {host} {team}', '/home', files).start(address)).toEqual({
      file: '"/home/old/start.sh" 127.0.0.1 Reds',
      args: [],
      shell: true,
      cwd: '/home/old',
    });
  });

  test('an unknown placeholder is refused with the allowed ones', () => {
    expect(() => chooseTeam('./run {hots}', '/home', machine('linux', []))).toThrow(
      "unknown placeholder {hots} in './run {hots}'; allowed: {host} {port} {coach_port} {olcoach_port} {team} {players}",
    );
  });

  test('built-in teams get the ports as options; another name is the demonstration team of that name', () => {
    const files = machine('linux', []);
    const { args } = chooseTeam('chaser', '/home', files).start(address);
    expect(args.slice(1)).toEqual([
      'chaser',
      '--host',
      '127.0.0.1',
      '--port',
      '6000',
      '--team',
      'Reds',
      '--players',
      '11',
    ]);
    const named = chooseTeam('Blues', '/home', files);
    expect(named.start(address).args).toContain('team');
    expect(named.defaultName).toBe('Blues');
    expect(chooseTeam('demo', '/home', files).defaultName).toBe('');
  });

  test('the names of built-in teams are not looked up in the prototype of objects', () => {
    expect(chooseTeam('constructor', '/home', machine('linux', [])).defaultName).toBe('constructor');
  });

  test('a policy is played by the built-in program, with the absolute path of its file', () => {
    const files = machine('linux', [], ['/home/runs/3v3.json']);
    const team = chooseTeam('policy:runs/3v3.json', '/home', files);
    expect(team).toMatchObject({ kind: 'built-in', policy: '/home/runs/3v3.json', defaultName: '3v3' });
    // The number of players is that of the scenario of the policy.
    expect(team.start({ ...address, players: 3 }).args.slice(1)).toEqual([
      ...['team', '--host', '127.0.0.1', '--port', '6000', '--team', 'Reds', '--coach-port', '6002'],
      ...['--policy', '/home/runs/3v3.json'],
    ]);
    expect(() => chooseTeam('policy:missing.json', '/home', files)).toThrow(
      "no such file: 'missing.json'. Allowed after policy: is the file of a policy",
    );
  });

  test.each([
    ['reds/team.yaml', true],
    ['my team/team.json', true],
    ['policy:3v3.json', false],
    ['module:./team.json', false],
    ['./run --options fast.yaml', false],
    ['python3 team.py {host} {port} a.json', false],
  ])('%s names a team file: %s', (value, expected) => {
    const files = machine('linux', ['/home/run'], ['/home/my team/team.json']);
    expect(isTeamFile(value, '/home', files)).toBe(expected);
  });

  test('a module is played by the built-in program, with the seed that it has in process', () => {
    const chosen = chooseTeam('module:./team-choice.ts', import.meta.dirname);
    expect(chosen).toMatchObject({ kind: 'module', defaultName: 'team-choice', folder: null });
    const module = new URL('./team-choice.ts', import.meta.url).href;
    expect(chosen.start({ ...address, seed: 7, side: 'right' }).args.slice(-4)).toEqual([
      ...['--module', module, '--seed', '15'],
    ]);
    expect(() => chooseTeam('module:./missing.js', '/home')).toThrow(
      "module './missing.js' was not found: neither a file /home/missing.js nor a package",
    );
  });

  test('the number of players is given to built-in teams and templates', () => {
    const files = machine('linux', []);
    expect(
      chooseTeam('demo', '/home', files)
        .start({ ...address, players: 3 })
        .args.slice(-2),
    ).toEqual(['--players', '3']);
    const template = chooseTeam('./run {team} -n {players}', '/home', files);
    expect(template.start({ ...address, players: 3 }).file).toBe('./run Reds -n 3');
    expect(template.start(address).file).toBe('./run Reds -n 11');
  });

  test('any other value is refused; the error lists the allowed forms', () => {
    expect(() => chooseTeam('./missing.sh', '/home', machine('linux', []))).toThrow(
      /no such file: '\.\/missing\.sh'. Allowed: a start script, .* built-in team \(demo, chaser\), policy:FILE/,
    );
  });
});

describe('start scripts on Windows', () => {
  const start = (file: string) =>
    chooseTeam(file, 'C:\\my teams', machine('win32', [`C:\\my teams\\${file}`])).start(address);

  test('a batch file runs in cmd.exe, with its path in quotes', () => {
    expect(start('start.cmd')).toEqual({
      file: 'cmd.exe',
      args: ['/d', '/s', '/c', '""C:\\my teams\\start.cmd" 127.0.0.1 6000 6002 Reds"'],
      verbatim: true,
      shell: false,
      cwd: 'C:\\my teams',
    });
  });

  test('scripts of other kinds run with their interpreter', () => {
    expect(start('start.sh')).toMatchObject({
      file: 'bash',
      args: ['C:\\my teams\\start.sh', '127.0.0.1', '6000', '6002', 'Reds'],
    });
    expect(start('go.js').file).toBe(process.execPath);
    expect(start('go.ps1').args.slice(-6)).toEqual([
      '-File',
      'C:\\my teams\\go.ps1',
      '127.0.0.1',
      '6000',
      '6002',
      'Reds',
    ]);
    expect(start('team.exe').file).toBe('C:\\my teams\\team.exe');
  });

  test('a folder stands for start.cmd', () => {
    const files = machine('win32', ['C:\\t\\hawks\\start.cmd']);
    const team = chooseTeam('hawks', 'C:\\t', files);
    expect(team.start(address).args.at(-1)).toContain('"C:\\t\\hawks\\start.cmd"');
    expect(team.defaultName).toBe('hawks');
  });
});

describe('names of the teams', () => {
  const name = (given: string | undefined, suggested = '') => ({ given, suggested });

  test('given names are used first, then suggested ones, then the defaults', () => {
    expect(chooseTeamNames(name('A', 'x'), name(undefined, 'y'))).toEqual({ left: 'A', right: 'y' });
    expect(chooseTeamNames(name(undefined), name(undefined))).toEqual({ left: 'Foxes', right: 'Herons' });
  });

  test('a team that plays itself gets a second name, of at most 15 characters', () => {
    expect(chooseTeamNames(name(undefined, 'hawks'), name(undefined, 'hawks'))).toEqual({
      left: 'hawks',
      right: 'hawks2',
    });
    expect(chooseTeamNames(name(undefined, 'hawks'), name('hawks'))).toEqual({
      left: 'hawks2',
      right: 'hawks',
    });
    const long = 'abcdefghijklmno';
    expect(chooseTeamNames(name(undefined, long), name(undefined, long)).right).toBe('abcdefghijklmn2');
  });

  test('the same name for both teams is refused', () => {
    expect(() => chooseTeamNames(name('A'), name('A'))).toThrow("both teams have the name 'A'");
  });
});

test('a command is shown as a person would type it', () => {
  expect(formatCommand({ file: '/my team/run', args: ['1', 'a b'], shell: false, cwd: '/' })).toBe(
    "'/my team/run' 1 'a b'",
  );
});
