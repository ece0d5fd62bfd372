import {
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  type ServerParams,
} from '@rcss/params';
import { CSV_SAVER_PARAM_ROWS, DEFAULT_EXTENSION_PARAMS } from '@rcss/params/program';
import {
  createDefaultParams,
  MAX_INT,
  type ParamRow,
  PLAYER_PARAM_ROWS,
  serverParamRows,
} from '@rcss/params/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatConfFile } from './conf-file-text.js';
import { type ConfigurationOutcome, createConfiguration, loadConfiguration } from './configuration.js';
import { createMemoryFiles, type FileAccess, type MemoryFiles } from './file-access.js';
import { MYSQL_SAVER_PARAM_ROWS } from './mysql-saver-params.js';

const { random_seed: _, ...DEFAULT_RCSS_PARAMS } = DEFAULT_EXTENSION_PARAMS;

/** The server parameters without extension. */
const PLAIN_ROWS = serverParamRows({ experimental_height: false });

const VERSION = "server::version = '19.0.0'\n";
const READY = {
  '/c/server.conf': VERSION,
  '/c/player.conf': "player::version='19.0.0'",
  '/c/CSVSaver.conf': "CSVSaver::version='19.0.0'",
};

/** Loads from `/c` with complete files by default. */
function load(
  args: string | readonly string[] = '',
  content: Record<string, string> = {},
): ConfigurationOutcome {
  const argv = typeof args === 'string' ? args.split(' ').filter((arg) => arg !== '') : args;
  return loadConfiguration({
    argv,
    env: { RCSS_CONF_DIR: '/c', USER: 'me' },
    files: createMemoryFiles({ ...READY, ...content }),
  });
}

const stream = (outcome: ConfigurationOutcome, name: 'stdout' | 'stderr'): string[] =>
  outcome.output.filter((line) => line.stream === name).map((line) => line.text);
const stderr = (outcome: ConfigurationOutcome): string[] => stream(outcome, 'stderr');
const stdout = (outcome: ConfigurationOutcome): string[] => stream(outcome, 'stdout');
/** Standard error without our notes about the place and the nearest name. */
const errors = (outcome: ConfigurationOutcome): string[] =>
  stderr(outcome).filter((line) => !line.includes(': note: '));

function server(outcome: ConfigurationOutcome): ServerParams {
  if (!outcome.ok) throw new Error(outcome.output.map((line) => line.text).join('\n'));
  return outcome.config.server;
}

it.each([
  ['rcss::bind_address=0.0.0.0', 'bind_address', '0.0.0.0'],
  ["rcss::bind_address='0.0.0.0'", 'bind_address', '0.0.0.0'],
  ['--rcss::bind_address=10.1.2.3', 'bind_address', '10.1.2.3'],
  ['rcss::record=online.rec.gz', 'record', 'online.rec.gz'],
  ['rcss::record=123', 'record', '123'],
  ['rcss::record=my match.rec', 'record', 'my match.rec'],
  [`rcss::record=it's a match.rec`, 'record', `it's a match.rec`],
])('%s sets a text parameter of our own without quotes', (argument, name, value) => {
  expect(load([argument])).toMatchObject({ ok: true, config: { rcss: { [name]: value } } });
});

it('text parameters of our own need no quotes in files either', () => {
  const outcome = load('', {
    '/c/server.conf': `${VERSION}rcss::bind_address = 0.0.0.0 # all\nrcss::record=on.rec\n`,
  });
  expect(outcome).toMatchObject({
    ok: true,
    config: { rcss: { bind_address: '0.0.0.0', record: 'on.rec' } },
  });
});

describe('createConfiguration', () => {
  it('takes values by module as on the command line, and uses defaults for the others', () => {
    const config = createConfiguration({ server: { half_time: 10, random_seed: 42 }, rcss: { warmup: 0 } });
    expect(config.server).toMatchObject({ half_time: 10, port: 6000 });
    expect(config.server).not.toHaveProperty('random_seed');
    expect(config.randomSeed).toBe(42);
    expect(config.rcss).toEqual({ ...DEFAULT_RCSS_PARAMS, warmup: 0 });
  });

  it('refuses unknown names and values with the name of the parameter', () => {
    expect(() => createConfiguration({ rcss: { warmpu: 1 } as never })).toThrow('did you mean rcss::warmup?');
    expect(() => createConfiguration({ server: { random_seed: 0.5 } })).toThrow('server::random_seed: 0.5');
  });
});

it('the earlier name of an own parameter sets the parameter and is not listed in the help', () => {
  const outcome = load('rcss::rehearsal=5');
  expect(outcome).toMatchObject({ ok: true, config: { rcss: { warmup: 5 } } });
  const help = stdout(load('rcss::help')).join('\n');
  expect(help).toContain('warmup');
  expect(help).not.toContain('rehearsal');
});

describe('files', () => {
  it('missing files are created, and a second start parses them without messages (spec 01 §6.2, §9.14)', () => {
    const files = createMemoryFiles();
    const input = { argv: [], env: { RCSS_CONF_DIR: '/etc/x/' }, files };
    const first = loadConfiguration(input);
    expect(first).toMatchObject({ ok: true });
    expect(first.output).toEqual(
      ['server', 'player', 'CSVSaver'].flatMap((name) => [
        { stream: 'stderr', text: `Trying to create configuration file: /etc/x/${name}.conf` },
        { stream: 'stderr', text: `Created configuration file: /etc/x/${name}.conf` },
      ]),
    );
    expect([...files.directories]).toEqual(['/etc/x']);
    expect([...files.files.keys()]).toEqual([
      '/etc/x/server.conf',
      '/etc/x/player.conf',
      '/etc/x/CSVSaver.conf',
    ]);
    const second = loadConfiguration(input);
    expect(second.output).toEqual([]);
    expect(second).toMatchObject({
      ok: true,
      config: {
        server: DEFAULT_SERVER_PARAMS,
        player: DEFAULT_PLAYER_PARAMS,
        csvSaver: createDefaultParams(CSV_SAVER_PARAM_ROWS),
        mysqlSaver: createDefaultParams(MYSQL_SAVER_PARAM_ROWS),
        randomSeed: -1,
        rcss: DEFAULT_RCSS_PARAMS,
      },
    });
  });

  it('layout of a generated file (spec 01 §6.3)', () => {
    expect(
      formatConfFile('CSVSaver', CSV_SAVER_PARAM_ROWS, createDefaultParams(CSV_SAVER_PARAM_ROWS)).split('\n'),
    ).toEqual([
      '/* CSVSaver Configuration file */',
      '',
      '# CSVSaver::version',
      "CSVSaver::version = '19.0.0'",
      '',
      '# CSVSaver::save',
      'CSVSaver::save = false',
      '',
      '# CSVSaver::filename',
      '/* Path of the CSV file; created with a header line when missing,',
      'appended to otherwise. A leading tilde is expanded when the file is',
      'opened. */',
      "CSVSaver::filename = 'rcssserver.csv'",
      '',
      '',
    ]);
    const text = formatConfFile('server', PLAIN_ROWS, DEFAULT_SERVER_PARAMS);
    expect(text).toContain(
      '# server::wind_random\nserver::wind_random = false\n\n# server::audio_cut_dist\nserver::audio_cut_dist = 50\n',
    );
    expect(text).toContain("# server::log_date_format\nserver::log_date_format = '%Y%m%d%H%M%S-'\n");
  });

  it('a file that was just created holds the defaults, not the command line (spec 01 §6.1)', () => {
    const files = createMemoryFiles();
    const outcome = loadConfiguration({ argv: ['server::half_time=7'], env: { RCSS_CONF_DIR: '/c' }, files });
    expect(server(outcome).half_time).toBe(7);
    expect(files.files.get('/c/server.conf')).toContain('server::half_time = 300\n');
  });

  it('without RCSS_CONF_DIR the directory is in the home of the user; HOME is not used (spec 01 §6.2, §9.15)', () => {
    const files = createMemoryFiles();
    loadConfiguration({ argv: [], env: { USER: 'anna', HOME: '/elsewhere' }, files });
    expect([...files.files.keys()][0]).toBe('/home/anna/.rcssserver/server.conf');
  });

  it('the command line overrides files, later settings override earlier ones (spec 01 §6.1, §9.17)', () => {
    const content = { '/c/server.conf': `${VERSION}server::half_time=5 server::port=7000` };
    const p = server(load('server::half_time=6 server::half_time=8', content));
    expect([p.half_time, p.port]).toEqual([8, 7000]);
  });

  it('which file may set what (spec 01 §6.1)', () => {
    const content = {
      '/c/server.conf': `${VERSION}player::subs_max=9 CSVSaver::save=on`,
      '/c/player.conf': "player::version='19.0.0' server::half_time=1 player::pt_max=4 CSVSaver::save=on",
      '/c/CSVSaver.conf':
        "CSVSaver::version='19.0.0' player::subs_max=5 server::port=1 CSVSaver::filename=x.csv",
    };
    expect(load('', content)).toMatchObject({
      ok: true,
      config: {
        server: { half_time: 1, port: 1 },
        player: { subs_max: 5, pt_max: 4 },
        csvSaver: { save: false, filename: 'x.csv' },
      },
      output: [],
    });
  });

  it('a file with only its version; unknown modules and too early ones are ignored (spec 01 §8.4, §8.5)', () => {
    expect(server(load())).toEqual(DEFAULT_SERVER_PARAMS);
    const outcome = load('', {
      '/c/server.conf': `${VERSION}something::foo=bar player::subs_max = 4 server::x::y=1`,
    });
    expect(outcome).toMatchObject({ ok: true, config: { player: { subs_max: 3 } }, output: [] });
  });

  it.each([
    ['server', '', 'You need to regenerate "/c/server.conf"'],
    ['server', "server::version = '18.0.0'", 'You need to regenerate "/c/server.conf"'],
    ['player', '', 'Need to regenerate "/c/player.conf"'],
    ['CSVSaver', '', "Need to regenerate '/c/CSVSaver.conf'"],
  ])('%s.conf with the version entry %j is refused (spec 01 §6.8, §9.16)', (module, text, how) => {
    const outcome = load('', { [`/c/${module}.conf`]: text });
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1 });
    expect(outcome.output).toEqual([
      {
        stream: 'stderr',
        text: `Version mismatched in the configuration file. ${how} or set '19.0.0' to the 'version' option.`,
      },
    ]);
  });

  it('an unquoted version is a parse error, a version on the command line has no effect (spec 01 §6.8)', () => {
    expect(load('', { '/c/server.conf': 'server::version = 19.0.0' })).toMatchObject({
      ok: false,
      exitStatus: 1,
    });
    expect(load("server::version='1'")).toMatchObject({ ok: true, output: [] });
  });

  it('messages about an error in each file (spec 01 §6.11)', () => {
    const wrong = (name: string): ConfigurationOutcome =>
      load('', { [`/c/${name}.conf`]: 'server::half_time' });
    const last = (outcome: ConfigurationOutcome): string | undefined => stderr(outcome).at(-1);
    expect(last(wrong('server'))).toBe('could not create or parse configuration file "/c/server.conf"');
    expect(last(wrong('player'))).toBe('could not parse configuration file "/c/player.conf"');
    expect(last(wrong('CSVSaver'))).toBe("could not create or parse configuration file '/c/CSVSaver.conf'");
    expect(stdout(wrong('server'))[1]).toMatch(/^Usage: rcssserver /);
  });

  it('a file that cannot be created or read stops the start with a message (spec 01 §6.2)', () => {
    const files = createMemoryFiles();
    const broken = (changes: Partial<FileAccess>): ConfigurationOutcome =>
      loadConfiguration({ argv: [], env: { RCSS_CONF_DIR: '/c' }, files: { ...files, ...changes } });
    expect(stderr(broken({ makeDirectory: () => 'no room' }))).toEqual([
      'Could not read or create config directory /c: no room',
    ]);
    expect(stderr(broken({ create: () => 'read-only' }))).toEqual([
      'Trying to create configuration file: /c/server.conf',
      '/c/server.conf: Configuration file creation failed: read-only',
      'could not create or parse configuration file "/c/server.conf"',
    ]);
    expect(broken({ read: () => ({ kind: 'directory' }) })).toMatchObject({ ok: false, exitStatus: 1 });
    expect(broken({ read: () => ({ kind: 'unreadable', reason: 'denied' }) })).toMatchObject({
      ok: false,
      exitStatus: 1,
    });
  });

  it('MySQLSaver.conf is read when it exists, needs no version, and is never created (spec 02 §9.3)', () => {
    const outcome = load('MySQLSaver::port=33', {
      '/c/MySQLSaver.conf': "MySQLSaver::save=on MySQLSaver::db='matches'",
    });
    expect(outcome).toMatchObject({
      ok: true,
      config: { mysqlSaver: { save: true, db: 'matches', port: 33, round_id: -1 } },
    });
  });
});

describe('command line', () => {
  it('dashes, blanks, case, reals for integers (spec 01 §8.6)', () => {
    const p = server(
      load('-server::half_time = -3 --server::wind_force=1.5e1 server::auto_mode=OFF server::half_time=1e2'),
    );
    expect(p).toMatchObject({ half_time: 100, wind_force: 15, auto_mode: false });
  });

  it('an argument with blanks is a value of its own (spec 01 §6.5)', () => {
    expect(server(load(['server::team_l_start=', 'start left'])).team_l_start).toBe('start left');
    expect(load(['server::team_l_start=start left'])).toMatchObject({ ok: false, exitStatus: 1 });
    expect(server(load(['server::team_l_start=', '"start left"'])).team_l_start).toBe('start left');
  });

  it('a comment mark hides the arguments after it (spec 01 §6.5, §9.24)', () => {
    expect(server(load('server::half_time=5 # server::half_time=6')).half_time).toBe(5);
  });

  it('include takes effect at its place; relative paths start from the including file (spec 01 §6.9, §9.18)', () => {
    const content = {
      'a.conf': 'server::half_time=2 include=sub/b.conf',
      'sub/b.conf': "server::port=9 include='c.conf' include='sub/b.conf'",
      'sub/c.conf': 'server::extra_half_time=4',
    };
    // The last include of b.conf names a file that does not exist; without it the configuration is valid.
    expect(errors(load('include=a.conf', content))).toEqual([
      "sub/b.conf: 1: error: include 'sub/b.conf' failed",
      'sub/b.conf: 1: error: file not found',
    ]);
    content['sub/b.conf'] = "server::port=9 include='c.conf' include='b.conf'";
    const p = server(load('server::half_time=1 server::port=1 include=a.conf server::port=3', content));
    expect(p).toMatchObject({ half_time: 2, port: 3, extra_half_time: 4 });
  });

  it('a failed include shows no usage (spec 01 §6.9, §6.11)', () => {
    const missing = load('include=nowhere.conf');
    expect(missing).toMatchObject({ ok: false, exitStatus: 1 });
    expect(missing.output).toEqual([
      { stream: 'stderr', text: "cmd line args: 1: error: include 'nowhere.conf' failed" },
      { stream: 'stderr', text: 'cmd line args: 1: error: file not found' },
    ]);
    expect(errors(load('include=/c')).at(-1)).toBe('cmd line args: 1: error: cannot include a directory');
  });

  it('an unknown parameter gives two error lines, the nearest name, the usage, status 1 (spec 01 §6.7, §9.19)', () => {
    const outcome = load(['server::port=1', 'server::hlf_time=1']);
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1, reason: 'error' });
    expect(stderr(outcome)).toEqual([
      'cmd line args: 1: error: while parsing "server::hlf_time"',
      "cmd line args: 1: error: 'server' has no parameter called 'hlf_time'",
      'cmd line args: 1: note: argument 2 (server::hlf_time=1): did you mean server::half_time?',
    ]);
    expect(stdout(outcome)[1]).toBe('Usage: rcssserver [[-[-]]namespace::option=value]');
    for (const title of ['server Options:', 'player Options:', 'CSVSaver Options:'])
      expect(stdout(outcome)).toContain(title);
  });

  it('an unknown module is ignored (spec 01 §6.7, §9.19)', () => {
    expect(load('foo::bar=1 server::x::y=1 foo::help')).toMatchObject({ ok: true, output: [] });
  });

  it('a name without module (spec 01 §6.11)', () => {
    const outcome = load('half_time=1');
    expect(errors(outcome)).toEqual([
      'cmd line args: 1: error: while parsing "=1"',
      "cmd line args: 1: error: '::' expected",
      'cmd line args: 1: error: while parsing "half_time="',
      'cmd line args: 1: error: unknown parse error',
    ]);
    expect(stdout(outcome)).not.toContain('server Options:');
  });

  it('line and column in a file (spec 01 §6.11)', () => {
    const outcome = load('', { '/c/server.conf': `${VERSION}\n  server::port = on` });
    expect(stderr(outcome).slice(0, 3)).toEqual([
      '/c/server.conf: 3: error: while parsing "server::port"',
      "/c/server.conf: 3: error: 'server' has no boolean parameter called 'port'",
      '/c/server.conf: 3: note: column 3: server::port takes an integer',
    ]);
  });

  it.each([
    ['server::game_log_dir=5', "'server' has no numeric parameter called 'game_log_dir'"],
    ['server::game_log_dir=1.5', "'server' has no numeric parameter called 'game_log_dir'"],
    ['server::game_log_dir=on', "'server' has no boolean parameter called 'game_log_dir'"],
    ['server::half_time=on', "'server' has no boolean parameter called 'half_time'"],
    ['server::ball_decay=true', "'server' has no boolean parameter called 'ball_decay'"],
    ['server::half_time=abc', "'server' has no string parameter (abc) called 'half_time'"],
    ['server::ball_decay=abc', "'server' has no string parameter called 'ball_decay'"],
    ['server::auto_mode=abc', "'server' has no string parameter called 'auto_mode'"],
  ])('%s (spec 01 §6.6, §9.20, §9.21)', (argument, text) => {
    const outcome = load(argument);
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1 });
    expect(errors(outcome)[1]).toBe(`cmd line args: 1: error: ${text}`);
  });

  it.each([
    [
      'server::half_time=3.7',
      { half_time: 3 },
      "casting from floating point to integer for parameter 'half_time'",
    ],
    [
      'server::half_time=-3.7',
      { half_time: -3 },
      "casting from floating point to integer for parameter 'half_time'",
    ],
    ['server::half_time=3.0', { half_time: 3 }, undefined],
    ['server::auto_mode=1', { auto_mode: true }, undefined],
    ['server::auto_mode=0', { auto_mode: false }, undefined],
    ['server::auto_mode=2', { auto_mode: true }, "casting from int to bool for parameter 'auto_mode'"],
    [
      'server::auto_mode=0.5',
      { auto_mode: true },
      "casting from floating point to bool for parameter 'auto_mode'",
    ],
    ['server::auto_mode=0.0', { auto_mode: false }, undefined],
    ['server::ball_decay=1', { ball_decay: 1 }, undefined],
    ["server::fixed_teamname_l='123'", { fixed_teamname_l: '123' }, undefined],
  ])('%s starts (spec 01 §6.6, §9.20)', (argument, values, warning) => {
    const outcome = load(argument);
    expect(server(outcome)).toMatchObject(values);
    const what = argument.split('=')[0];
    const lines = [`while parsing "${what}"`, `${warning}`].map(
      (line) => `cmd line args: 1: warning: ${line}`,
    );
    expect(stderr(outcome)).toEqual(warning === undefined ? [] : lines);
  });

  it('a wrong player parameter shows the usage with the details of that module (spec 01 §6.7)', () => {
    const outcome = load('player::nosuch=1');
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1, reason: 'error' });
    expect(stdout(outcome)).toContain('player Options:');
    expect(stdout(outcome)).not.toContain('server Options:');
  });

  it('help (spec 01 §6.10, §9.22)', () => {
    const outcome = load('help');
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1, reason: 'help' });
    expect(stdout(outcome).slice(0, 6)).toEqual([
      '',
      'Usage: rcssserver [[-[-]]namespace::option=value]',
      '                  [[-[-]][namespace::]help]',
      '                  [[-[-]]include=file]',
      'Options:',
      '\thelp',
    ]);
    const details = stdout(load('server::half_time=9 --server::help'));
    const at = details.indexOf('\tserver::half_time=<INTEGER>');
    expect(details.slice(at, details.indexOf('', at))).toContain('\t\tcurrent value: 9');
    expect(details).toContain("\tserver::game_log_dir='<STRING>'");
    expect(details).toContain('\tserver::auto_mode=<on|off|true|false|1|0|>');
    expect(details).toContain('\tserver::ball_decay=<REAL>');
    expect(details).not.toContain('player Options:');
  });

  it('even help creates missing files; --version creates nothing (spec 01 §6.10)', () => {
    const files: MemoryFiles = createMemoryFiles();
    loadConfiguration({ argv: ['--help'], env: { RCSS_CONF_DIR: '/c' }, files });
    expect(files.files.size).toBe(3);
    const other = createMemoryFiles();
    const outcome = loadConfiguration({ argv: ['--version'], env: { RCSS_CONF_DIR: '/c' }, files: other });
    expect(outcome).toEqual({ ok: false, reason: 'version', exitStatus: 0, output: [] });
    expect(other.files.size).toBe(0);
  });

  it('nothing is created without createsFiles', () => {
    const files: MemoryFiles = createMemoryFiles();
    const argv = ['rcss::help'];
    const outcome = loadConfiguration({ argv, env: { RCSS_CONF_DIR: '/c' }, files, createsFiles: false });
    expect(outcome.ok).toBe(false);
    expect(stderr(outcome)).toEqual([]);
    expect([...files.files.keys(), ...files.directories]).toEqual([]);
  });
});

describe('many problems', () => {
  const wrong = (count: number, line: string) => `${`${line}\n`.repeat(count)}`;

  it('the first 100 errors of a file are reported and the others are counted', () => {
    const outcome = load('', { '/c/server.conf': VERSION + wrong(20_000, 'server::half_tim = 1') });
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1 });
    const reported = stderr(outcome).filter((line) => line.includes('has no parameter'));
    expect(reported).toHaveLength(100);
    expect(reported[99]).toMatch(/^\/c\/server\.conf: 101: error: /);
    expect(stderr(outcome)).toContain('/c/server.conf: 19900 more errors are not shown, only the first 100');
  });

  it('errors after many warnings are reported', () => {
    const text = `${VERSION}${wrong(101, 'server::half_time = 1.5')}server::nosuch = 1`;
    const lines = stderr(load('', { '/c/server.conf': text }));
    expect(lines).toContain("/c/server.conf: 103: error: 'server' has no parameter called 'nosuch'");
    expect(lines).toContain('/c/server.conf: 1 more warning is not shown, only the first 100');
  });

  it('errors of included files count for the file that includes them', () => {
    const content = { '/x': wrong(60, 'server::a=1'), '/y': wrong(60, 'server::b=1') };
    const lines = stderr(load('include=/x include=/y include=/nowhere', content));
    expect(lines.filter((line) => line.includes('has no parameter'))).toHaveLength(100);
    expect(lines).toContain('cmd line args: 21 more errors are not shown, only the first 100');
  });
});

describe('setting values', () => {
  it('clamping (spec 01 §2.4, §9.25, §9.27)', () => {
    const p = server(
      load(
        'server::extra_half_time=-3 server::nr_normal_halfs=-1 server::nr_extra_halfs=-1 server::foul_detect_probability=1.7 server::red_card_probability=-1 server::slow_down_factor=-4 server::kick_off_wait=-7',
      ),
    );
    expect(p).toMatchObject({
      extra_half_time: 0,
      nr_normal_halfs: 0,
      nr_extra_halfs: 0,
      foul_detect_probability: 1,
      red_card_probability: 0,
      slow_down_factor: 1,
      kick_off_wait: -7,
    });
  });

  it('fixed team names (spec 01 §2.4, §9.26)', () => {
    expect(server(load("server::fixed_teamname_l='a b'")).fixed_teamname_l).toBe('');
    expect(server(load('server::fixed_teamname_r=ABCDEFGHIJKLMNOPQRS')).fixed_teamname_r).toBe(
      'ABCDEFGHIJKLMNO',
    );
    const right = load('server::fixed_teamname_l=A server::fixed_teamname_r=A');
    expect(server(right)).toMatchObject({ fixed_teamname_l: 'A', fixed_teamname_r: '' });
    expect(stderr(right)).toEqual([
      "Could not set server::fixed_teamname_r='A'. The same name is already assigned to server::fixed_teamname_r.",
    ]);
    const left = load('server::fixed_teamname_r=A server::fixed_teamname_l=B server::fixed_teamname_l=A');
    expect(server(left).fixed_teamname_l).toBe('B');
    expect(stderr(left)).toEqual([
      "Could not set server::fixed_teamname_l='A'. The same name is already set to server::fixed_teamname_r.",
    ]);
    expect(createServerParams({ fixed_teamname_l: 'A', fixed_teamname_r: 'A' }).fixed_teamname_r).toBe('');
  });

  it('tildes of log directories and start scripts are expanded, that of the landmark file is not (spec 01 §2.4, §6.2, §9.28)', () => {
    const p = server(
      load([
        'server::game_log_dir=~/log',
        'server::text_log_dir=~bob',
        "server::team_l_start='~/a\nb'",
        'server::landmark_file=~/x',
      ]),
    );
    expect(p).toMatchObject({
      game_log_dir: '/home/me/log',
      text_log_dir: '/home/bob',
      team_l_start: '/home/me/a b',
      landmark_file: '~/x',
    });
  });

  it('steps of 0 end the start with a line and status 1 (spec 01 §2.4)', () => {
    const outcome = load('server::simulator_step=0');
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1 });
    expect(stderr(outcome)).toEqual(['Error: server::simulator_step: 0 is out of range (1–2147483647 ms).']);
  });

  it('parameters of our own are set like all others, in the file that other servers read too', () => {
    const outcome = load('server::random_seed=42 rcss::record=m.rec', {
      '/c/server.conf': `${VERSION}rcss::max_clients=5`,
    });
    expect(outcome).toMatchObject({
      ok: true,
      config: { randomSeed: 42, rcss: { record: 'm.rec', max_clients: 5, bind_address: '127.0.0.1' } },
    });
    expect(server(outcome)).not.toHaveProperty('random_seed');
    expect(load('rcss::nosuch=1')).toMatchObject({ ok: false, exitStatus: 1 });
  });
});

describe('files from before version 9 (spec 01 §6.12)', () => {
  it('are converted once, if the new file is missing', () => {
    const files = createMemoryFiles({
      '/home/me/.rcssserver-server.conf': '# old\nhalf_time : 200\nuse_offside : off # why\ncoach\n\n',
      '/home/me/.rcssserver-player.conf': 'subs_max : 5',
    });
    const outcome = loadConfiguration({ argv: [], env: { USER: 'me' }, files });
    expect(server(outcome)).toMatchObject({ half_time: 200, use_offside: false, coach: true });
    expect(outcome).toMatchObject({ config: { player: { subs_max: 5 } } });
    expect(stdout(outcome)).toEqual([
      "Trying to convert old configuration file '~/.rcssserver-server.conf'",
      'Conversion successful',
      "Trying to convert old configuration file '~/.rcssserver-player.conf'",
      'Conversion successful',
    ]);
    expect(files.files.get('/home/me/.rcssserver/server.conf')).toContain('server::half_time = 200\n');
    expect(loadConfiguration({ argv: [], env: { USER: 'me' }, files }).output).toEqual([]);
  });

  it('errors in them do not stop the conversion, but the start', () => {
    const files = createMemoryFiles({ '/home/me/.rcssserver-server.conf': 'nosuch : 1\nhalf_time : 2' });
    const outcome = loadConfiguration({ argv: [], env: { USER: 'me' }, files });
    expect(outcome).toMatchObject({ ok: false, exitStatus: 1 });
    expect(files.files.get('/home/me/.rcssserver/server.conf')).toContain('server::half_time = 2\n');
  });
});

describe('height of the ball (spec 12 §1, §2)', () => {
  const ON = 'rcss::experimental_height=on';
  it('the switches are parameters of the match; a match with height has game log version 7 unless another is set', () => {
    const versions = [
      ['', {}],
      [ON, {}],
      [`${ON} server::2d_mode=off`, {}],
      [`${ON} server::2d_mode=off server::game_log_version=6`, {}],
      // Generated files contain the default version.
      [`${ON} server::2d_mode=off`, { '/c/server.conf': `${VERSION}server::game_log_version = 6\n` }],
      [`${ON} server::2d_mode=off`, { '/c/server.conf': `${VERSION}server::game_log_version = 5\n` }],
    ] as const;
    expect(versions.map(([args, files]) => server(load(args, files)).game_log_version)).toEqual([
      6, 6, 7, 6, 7, 5,
    ]);
    const { experimental_height, height_as_measured } = server(load(`${ON} rcss::height_as_measured=on`));
    expect([experimental_height, height_as_measured]).toEqual([true, true]);
    const created = createConfiguration({
      server: { '2d_mode': false },
      rcss: { experimental_height: true },
    });
    expect([created.server.game_log_version, created.server.experimental_height]).toEqual([7, true]);
  });

  it('2d_mode off needs the switch, and created files do not contain the parameters', () => {
    expect(stderr(load('server::2d_mode=off'))).toContain(
      'Error: server::2d_mode: off needs rcss::experimental_height=on.',
    );
    const files = createMemoryFiles();
    loadConfiguration({ argv: [], env: { RCSS_CONF_DIR: '/c' }, files });
    expect(files.files.get('/c/server.conf')).not.toMatch(/2d_mode|gravity/);
  });
});

describe('round trip', () => {
  const real = fc
    .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 0, max: 4 }))
    .map(([n, e]) => n / 10 ** e);
  const kinds = {
    real,
    bool: fc.boolean(),
    // Strings without backslashes: a backslash before the closing quote would escape the quote.
    string: fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '#', '/', '=', ':', 'on'), maxLength: 8 }),
  };
  const values = (rows: readonly ParamRow[]): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        rows.map(({ name, type, range: [min, max] = [1, MAX_INT] }) => [
          name,
          type === 'int' ? fc.integer({ min, max }) : kinds[type],
        ]),
      ),
    );

  it('a written file is read back with the same values (spec 01 §6.3, §6.4)', () => {
    fc.assert(
      fc.property(values(PLAIN_ROWS), values(PLAYER_PARAM_ROWS), (serverValues, player) => {
        const p = createServerParams({
          ...serverValues,
          game_log_version: 6,
          game_log_compression: 1,
          text_log_compression: 1,
        });
        const outcome = load('', {
          '/c/server.conf': formatConfFile('server', PLAIN_ROWS, p),
          '/c/player.conf': formatConfFile('player', PLAYER_PARAM_ROWS, player as never),
        });
        expect(outcome.output).toEqual([]);
        expect(outcome).toMatchObject({ ok: true, config: { server: p, player } });
      }),
      { numRuns: 30 },
    );
  });

  it('no text on the command line or in a file causes an exception', () => {
    const pieces = fc.constantFrom(
      'server',
      'player',
      '::',
      'half_time',
      'ball_decay',
      'game_log_dir',
      '=',
      ' ',
      '\n',
      '1',
      '-',
      '1e999',
      'on',
      'help',
      'include=',
      '/c/x',
      '"',
      "'",
      '#',
      '__proto__',
      'constructor',
    );
    const text = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (argv, extra) => {
        const outcome = load(argv, { '/c/x': extra });
        if (!outcome.ok) expect(outcome.exitStatus).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
});
