import { createSocket } from 'node:dgram';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '@rcss/kit/command-line';
import { hostFiles } from '@rcss/match-server/program';
import { describe, expect, it } from 'vitest';
import { Client, createFolder, waitUntil } from '../../../../packages/serve/match-server/test/harness.js';
import { runServerProgram } from './run-server.js';

interface Run {
  readonly dir: string;
  readonly out: string[];
  readonly err: string[];
  readonly status: Promise<number>;
  /** Nice values that the program has asked for; the system refuses them. */
  readonly priorities: readonly number[];
  signal(): void;
}

/** The program with a configuration folder of its own. */
function run(argv: readonly string[], dir = createFolder()): Run {
  const out: string[] = [];
  const err: string[] = [];
  const priorities: number[] = [];
  let onSignal: (() => void) | undefined;
  const status = runServerProgram({
    argv: [
      'server::port=0',
      'server::coach_port=0',
      'server::olcoach_port=0',
      `server::game_log_dir="${dir}/log"`,
      `server::text_log_dir="${dir}/log"`,
      ...argv,
    ],
    env: { RCSS_CONF_DIR: join(dir, 'conf'), HOME: dir },
    files: hostFiles,
    console: { out: (line) => out.push(...line.split('\n')), err: (line) => err.push(...line.split('\n')) },
    onSignal: (handler) => {
      onSignal = handler;
    },
    raisePriority: (niceValue) => {
      priorities.push(niceValue);
      return 'EACCES';
    },
  });
  return { dir, out, err, status, priorities, signal: () => onSignal?.() };
}

async function runToEnd(argv: readonly string[]): Promise<Run> {
  const running = run(argv);
  await waitUntil(() => running.out.includes('Hit CTRL-C to exit'));
  running.signal();
  expect(await running.status).toBe(EXIT.ok);
  return running;
}

it('a match that ends because a client sends no (done) has the exit code 3', async () => {
  const { out, err, status } = run([
    ...['server::synch_mode=on', 'server::auto_mode=on', 'server::connect_wait=1', 'rcss::log_level=info'],
    ...['rcss::synch_timeout=1', 'rcss::synch_max_missed=1', 'rcss::wait_for_clients=1'],
  ]);
  await waitUntil(() => out.includes('Hit CTRL-C to exit'));
  const port = Number(/server::port=(\d+)/.exec(out.join())![1]);
  const client = await Client.open(port);
  client.send('(init Silent (version 19))');
  expect(await status).toBe(EXIT.incomplete);
  expect(err).toContain('Waiting too long for clients! Exiting');
});

describe('priority of the match', () => {
  const refusals = (lines: readonly string[]) => lines.filter((line) => line.startsWith('rcss::priority: '));

  it('a real-time match asks for rcss::priority; a refusal of the default is not a warning', async () => {
    const { priorities, err } = await runToEnd(['rcss::warmup=0']);
    expect(priorities).toEqual([-10]);
    expect(refusals(err)).toEqual([]);
  });

  it('a refusal of a configured priority is a warning that says what is needed', async () => {
    const { err } = await runToEnd(['rcss::warmup=0', 'rcss::priority=-5']);
    expect(refusals(err)).toEqual([
      'rcss::priority: the operating system refuses the priority -5 (EACCES). The server runs at normal priority. ' +
        'Raising it needs administrator rights or, on Linux, the capability CAP_SYS_NICE.',
    ]);
  });

  it.each([['rcss::priority=0'], ['server::synch_mode=on']])('%s: the priority stays', async (argument) => {
    expect((await runToEnd(['rcss::warmup=0', argument])).priorities).toEqual([]);
  });
});

describe('start of the process (spec 02 §1)', () => {
  it('lines of a start in their order (spec 02 §13.1)', async () => {
    const { out } = await runToEnd(['server::random_seed=4711']);
    expect(out.slice(0, 2)).toEqual(['rcssserver-19.0.0', '']);
    expect(out.slice(4, 13)).toEqual([
      '',
      'Simulator Random Seed: 4711',
      'CSVSaver: Ready',
      'STDOutSaver: Ready',
      "Using simulator's random seed as Hetero Player Seed: 4711",
      'wind factor: rand: 0.000000, vector: (0.000000, 0.000000)',
      expect.stringMatching(
        /^Ports: server::port=[1-9]\d+ server::coach_port=[1-9]\d+ server::olcoach_port=[1-9]\d+$/,
      ),
      '',
      'Hit CTRL-C to exit',
    ]);
  });

  it('the wind line (spec 02 §13.42)', async () => {
    const { out } = await runToEnd([
      'server::wind_force=10',
      'server::wind_dir=90',
      'server::wind_rand=0.25',
    ]);
    expect(out).toContain('wind factor: rand: 0.250000, vector: (0.000000, 10.000000)');
  });

  it('configuration files are created once, in the folder RCSS_CONF_DIR (spec 01 §9.14, §9.15)', async () => {
    const { dir, err } = await runToEnd([]);
    expect(readdirSync(join(dir, 'conf')).sort()).toEqual(['CSVSaver.conf', 'player.conf', 'server.conf']);
    expect(err.filter((line) => line.startsWith('Created configuration file: '))).toHaveLength(3);
    const again = run([], dir);
    await waitUntil(() => again.out.includes('Hit CTRL-C to exit'));
    again.signal();
    await again.status;
    expect(again.err.filter((line) => line.includes('.conf'))).toEqual([]);
  });

  it('the command line overrides the file (spec 01 §9.17)', async () => {
    const dir = createFolder();
    mkdirSync(join(dir, 'conf'));
    writeFileSync(
      join(dir, 'conf', 'server.conf'),
      "server::version = '19.0.0'\nserver::random_seed = 5\nserver::wind_force = 1\n",
    );
    const running = run(['server::random_seed=6'], dir);
    await waitUntil(() => running.out.includes('Hit CTRL-C to exit'));
    running.signal();
    await running.status;
    expect(running.out).toContain('Simulator Random Seed: 6');
  });
});

describe('a failed start (spec 02 §1.3)', () => {
  it('a port in use gives one line and status 1 (spec 02 §13.2)', async () => {
    const holder = createSocket('udp4');
    await new Promise<void>((resolve) => holder.bind(0, '127.0.0.1', resolve));
    const { port } = holder.address();
    try {
      const running = run([`server::coach_port=${port}`]);
      expect(await running.status).toBe(EXIT.failed);
      const own = running.err.filter((line) => !/onfiguration file/.test(line));
      expect(own).toEqual([`Error initializing sockets: port=${port}. Address already in use`]);
      expect(running.out).not.toContain('Hit CTRL-C to exit');
    } finally {
      holder.close();
    }
  });

  it('a log folder that cannot be created is reported, with status 1', async () => {
    const dir = createFolder();
    writeFileSync(join(dir, 'log'), 'a file');
    const running = run([], dir);
    expect(await running.status).toBe(EXIT.failed);
    expect(running.err.at(-1)).toMatch(/could not create directory ".*log\/": /);
  });

  it.each([
    [
      'server::portt=1',
      `rcss-server: not started: 'server' has no parameter called 'portt'; argument 6 (server::portt=1): did you mean server::port?`,
    ],
    [
      'server::half_time=abc',
      `rcss-server: not started: 'server' has no string parameter (abc) called 'half_time'; argument 6 (server::half_time=abc): server::half_time takes an integer`,
    ],
    [
      'server::half_time',
      `rcss-server: not started: '=' expected; argument 6 (server::half_time); settings are written module::name=value, such as server::half_time=300`,
    ],
    [
      'half_time=5',
      `rcss-server: not started: '::' expected; argument 6 (half_time=5); settings are written module::name=value, such as server::half_time=300`,
    ],
    [
      'CSVSaver::sav=1',
      `rcss-server: not started: 'CSVSaver' has no parameter called 'sav'; argument 6 (CSVSaver::sav=1): did you mean CSVSaver::save?`,
    ],
    [
      'server::game_log_version=9',
      'rcss-server: not started: Error: server::game_log_version: 9 is out of range (1–6, or -1 for JSON).',
    ],
    [
      'server::simulator_step=0',
      'rcss-server: not started: Error: server::simulator_step: 0 is out of range (1–2147483647 ms).',
    ],
  ])(
    '%s is reported with its place in the last line, with status 1 (spec 01 §9.19, §9.23)',
    async (argument, line) => {
      const running = run([argument]);
      expect(await running.status).toBe(EXIT.failed);
      expect(running.err.at(-1)).toBe(line);
    },
  );

  it('the lines that programs parse do not change (spec 01 §6.11)', async () => {
    const running = run(['server::nosuch=1']);
    expect(await running.status).toBe(1);
    expect(running.err).toContain('cmd line args: 1: error: while parsing "server::nosuch"');
    expect(running.err).toContain("cmd line args: 1: error: 'server' has no parameter called 'nosuch'");
    expect(running.out).toContain('Usage: rcss-server [[-[-]]namespace::option=value]');
  });

  it('help shows the usage, with status 1 and nothing on stderr; an unknown module is ignored (spec 01 §9.22)', async () => {
    const help = run(['help']);
    expect(await help.status).toBe(1);
    expect(help.out).toContain('Usage: rcss-server [[-[-]]namespace::option=value]');
    expect(help.err.filter((line) => !/onfiguration file/.test(line))).toEqual([]);
    await runToEnd(['othermodule::x=1']);
  });

  it('an error in a file is reported with file and line', async () => {
    const dir = createFolder();
    mkdirSync(join(dir, 'conf'));
    const path = join(dir, 'conf', 'server.conf');
    writeFileSync(path, "server::version = '19.0.0'\n\nserver::ball_decai = 0.9\n");
    const running = run([], dir);
    expect(await running.status).toBe(1);
    expect(running.err).toContain(`${path}: 3: error: 'server' has no parameter called 'ball_decai'`);
    expect(running.err.at(-1)).toContain('did you mean server::ball_decay?');
  });
});

/** Runs the program with only these arguments. */
async function runAlone(...argv: string[]) {
  const dir = createFolder();
  const out: string[] = [];
  const err: string[] = [];
  const status = await runServerProgram({
    argv,
    env: { RCSS_CONF_DIR: join(dir, 'conf'), HOME: dir },
    files: hostFiles,
    console: { out: (line) => out.push(line), err: (line) => err.push(line) },
    onSignal: () => {},
    raisePriority: () => null,
  });
  return { status, out: out.join('\n'), err: err.join('\n'), dir };
}

describe('help and version', () => {
  it.each([
    [['--help'], ['serve', 'help', 'verify', 'resume', 'rcss-server server::port=0', 'Exit codes']],
    [
      ['server::port=0', '--help'],
      ['serve', 'verify', 'resume'],
    ],
    [
      ['serve', '--help'],
      ['parameters', 'server::half_time=60'],
    ],
    [
      ['help', '--help'],
      ['module', 'rcss-server help server'],
    ],
    [
      ['help', 'resume'],
      ['--cycle', '--wait'],
    ],
    [
      ['verify', '--help'],
      ['--log', 'match.rec.gz --log match.rcg', 'the replay differs'],
    ],
    [
      ['resume', '--help'],
      ['--cycle', '--wait', 'match.rec.gz --cycle 3000'],
    ],
  ])('%j prints help and exits with 0', async (argv, words) => {
    const { status, out, err, dir } = await runAlone(...argv);
    expect([status, err]).toEqual([EXIT.ok, '']);
    for (const word of words) expect(out).toContain(word);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('help shows the name under which the program was started', async () => {
    const out: string[] = [];
    const console = { out: (line: string) => out.push(line), err: (line: string) => out.push(line) };
    const host = {
      argv: ['--help'],
      env: {},
      files: hostFiles,
      console,
      onSignal: () => {},
      raisePriority: () => null,
    };
    expect(await runServerProgram(host, 'rcss server')).toBe(EXIT.ok);
    expect(out.join('\n')).toContain('Usage: rcss server [verb]');
  });

  it('--version prints the versions of the package and the protocol and exits with 0', async () => {
    const { status, out } = await runAlone('--version');
    expect(status).toBe(EXIT.ok);
    expect(out).toMatch(/^rcss-server \d+\.\d+\.\d+ \(rcssserver-19\.0\.0\)$/);
  });

  it('the usage of the original names the verbs and exits with 1, as does the help of a module', async () => {
    const usage = await runAlone('help');
    expect(usage.status).toBe(1);
    expect(usage.out).toContain('verify FILE');
    expect(usage.out).toContain('resume FILE --cycle N');
    const module = await runAlone('help', 'player');
    expect(module.status).toBe(1);
    expect(module.out).toContain('player::player_types=<INTEGER>');
    const unknown = await runAlone('help', 'referee');
    expect(unknown.status).toBe(EXIT.usage);
    expect(unknown.out).toBe('');
    expect(unknown.err).toContain("unknown module 'referee'. Known modules: server, player");
  });
});

describe('wrong arguments', () => {
  it.each([
    [['verfy', 'match.rec'], "unknown verb 'verfy'. Did you mean verify?"],
    [['start'], "unknown verb 'start'"],
    [['server::port=0', '--versoin'], "argument 2: unknown option '--versoin'. Did you mean --version?"],
    [
      ['-sfile', 'server.conf'],
      "argument 1: option '-sfile' of old servers is not available; write include=FILE",
    ],
    [
      ['-record', 'x.rcg'],
      "option '-record' of old servers is not available; write server::game_log_fixed=on",
    ],
    [['-coach'], "option '-coach' of old servers is not available; write server::coach=on"],
    [['-port', '6000'], "option '-port' of old servers is not available; write server::port=VALUE"],
    [['-olcoach_port=6002'], 'write server::olcoach_port=VALUE'],
    [['-half_time', '5'], 'write server::half_time=VALUE'],
  ])(
    '%j is refused with what to write instead, exit code 2, before any file is created',
    async (argv, message) => {
      const { status, err, dir } = await runAlone(...argv);
      expect(status).toBe(EXIT.usage);
      expect(err).toContain(`rcss-server: `);
      expect(err).toContain(message);
      expect(err).toContain('Help: rcss-server --help');
      expect(readdirSync(dir)).toEqual([]);
    },
  );

  it.each([
    [['verify'], "missing required argument 'recording'"],
    [['messages', 'a.rec'], "required option '--out <file>' not specified"],
    [['messages', 'a.rec', '--out', 'b', '--player', 'x9'], "'x9' is not a player. Allowed: l1 to l11"],
    [['verify', 'a.rec', '--lgo', 'x'], "unknown option '--lgo'"],
    [['verify', '/nowhere/a.rec'], '/nowhere/a.rec: ENOENT'],
    [['resume', 'a.rec'], "required option '--cycle <n>' not specified"],
    [['resume', 'a.rec', '--cycle', '-1'], 'Allowed: a whole number from 0'],
  ])('%j is refused with exit code 2', async (argv, message) => {
    const { status, err } = await runAlone(...argv);
    expect(status).toBe(EXIT.usage);
    expect(err).toContain(message);
  });

  it.each([
    [99999, '99999'],
    [-1, '-1'],
  ])('port %i is refused with place, value and range', async (port, shown) => {
    const { status, err } = await runAlone(`server::port=${port}`);
    expect(status).toBe(1);
    const last = err.split('\n').at(-1);
    expect(last).toContain('rcss-server: not started: ');
    expect(last).toContain('server::port');
    expect(last).toContain(shown);
    expect(last).toMatch(/0.{1,4}65535/);
  });

  it('a value with blanks in one argument is refused; the error shows how to write it', async () => {
    const { status, err } = await runAlone('server::team_l_start=run.sh --x');
    expect(status).toBe(1);
    expect(err.split('\n').at(-1)).toContain(
      'argument 1 (server::team_l_start=run.sh --x): a value with blanks must be an argument of its own; write server::team_l_start= "run.sh --x"',
    );
  });

  it('an unquoted number for a text parameter of the original is refused; the error shows how to quote it', async () => {
    const { status, err } = await runAlone('server::fixed_teamname_l=123');
    expect(status).toBe(1);
    expect(err.split('\n').at(-1)).toContain(`write "server::fixed_teamname_l='123'"`);
  });

  it('the summary names the place of the error, not that of an ignored setting before it', async () => {
    const { err } = await runAlone('sever::half_time=5', 'server::half_time=abc');
    expect(err.split('\n').at(-1)).toContain('argument 2 (server::half_time=abc)');
  });

  it('a misspelled module is reported and ignored [spec 01 §6.7]', async () => {
    const { err } = await runToEnd(['sever::half_time=5']);
    expect(err.join('\n')).toContain(
      "module 'sever' is unknown and ignored; did you mean server::half_time?",
    );
  });
});

it('texts of our own parameters need no quotes', async () => {
  const { err } = await runToEnd(['rcss::bind_address=127.0.0.1']);
  expect(err.filter((line) => line.includes('error'))).toEqual([]);
});

describe('end of a match (spec 02 §8)', () => {
  it('prints the last lines and results, and closes the logs', async () => {
    const { dir, out } = await runToEnd([]);
    const end = out.slice(out.indexOf('Hit CTRL-C to exit') + 1);
    expect(end.slice(0, 8)).toEqual([
      '',
      'Server Killed. Exiting...',
      '',
      'Saving Results:',
      '\tCSVSaver: saving...',
      '\tCSVSaver: ...disabled',
      '\tSTDOutSaver: saving...',
      '',
    ]);
    expect(end.at(-1)).toBe('Saving Results Complete');
    const names = readdirSync(join(dir, 'log'));
    expect(names.filter((name) => /^\d{14}-null-vs-null\.rc[gl]$/.test(name))).toHaveLength(2);
    const game = names.find((name) => name.endsWith('.rcg'))!;
    expect(readFileSync(join(dir, 'log', game), 'latin1')).toMatch(/\(result \d{12} null-vs-null\)/);
  });
});
