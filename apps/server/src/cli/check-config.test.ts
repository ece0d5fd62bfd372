import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryFiles } from '@rcss/match-server/program';
import { expect, test } from 'vitest';
import { createFolder } from '../../../../packages/serve/match-server/test/harness.js';
import { runServerProgram } from './run-server.js';

const VERSION = "server::version = '19.0.0'\n";

async function run(
  argv: readonly string[],
  content: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const files = createMemoryFiles(content);
  const exitCode = await runServerProgram({
    argv,
    env: { RCSS_CONF_DIR: '/conf', PATH: '/bin:/usr/bin', ...env },
    files,
    console: { out: (line) => out.push(line), err: (line) => err.push(line) },
    onSignal: () => {},
    raisePriority: () => null,
  });
  return { exitCode, out, err, files };
}

test('prints changed settings with their default and where they come from, and exits with 0', async () => {
  const { exitCode, out, err } = await run(['--check-config', 'server::half_time=60', 'rcss::warmup=0'], {
    '/conf/server.conf': `${VERSION}\nserver::half_time = 100\nserver::stamina_max = 8000\n`,
  });
  expect(err).toEqual([]);
  expect(exitCode).toBe(0);
  expect(out.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    '/conf/server.conf: read',
    '/conf/player.conf: does not exist',
    '/conf/CSVSaver.conf: does not exist',
    '/conf/MySQLSaver.conf: does not exist',
    '',
    'parameter | value | default | from',
    'rcss::warmup | 0 | 1000 | argument 2',
    'server::half_time | 60 | 300 | argument 1, replaces 100 of /conf/server.conf:3',
    '',
    'The configuration is valid.',
  ]);
});

test('--all also prints settings that have their defaults', async () => {
  const { out } = await run(['--check-config', '--all']);
  expect(out.length).toBeGreaterThan(250);
  expect(out.some((line) => /^server::port +6000 +6000 +default$/.test(line))).toBe(true);
  expect((await run(['--check-config'])).out).toContain('All parameters have their defaults.');
});

test('writes no file', async () => {
  const { files } = await run(['--check-config']);
  expect([...files.files.keys()]).toEqual([]);
  expect([...files.directories]).toEqual([]);
});

test('reports all errors of all sources with file, line, value and what is allowed, and exits with 2', async () => {
  const { exitCode, err, out } = await run(
    ['--check-config', 'server::port=99999', 'player::nosuch=1', 'rcss::log_level=loud'],
    {
      '/conf/server.conf': `${VERSION}\nserver::half_time = 'long'\n\nserver::synch_mode = on\ninclude = other.conf\n`,
      '/conf/player.conf': 'player::player_types = 18\n',
      '/conf/CSVSaver.conf': `CSVSaver::version = '19.0.0'\nCSVSaver::save on\n`,
    },
  );
  expect(exitCode).toBe(2);
  expect(err).toEqual([
    "/conf/server.conf:3: error: server::half_time: value 'long': 'server' has no string parameter (long) called 'half_time'; server::half_time takes an integer",
    "/conf/server.conf:6: error: include 'other.conf': file not found (/conf/other.conf)",
    "/conf/player.conf: error: player::version is missing, '19.0.0' is needed; set it, or remove the file so that the server writes a new one",
    "/conf/CSVSaver.conf:2: error: 'CSVSaver::' is not understood: '=' expected at 'on'; settings are written module::name=value",
    "argument 2: error: player::nosuch: value '1': 'player' has no parameter called 'nosuch'",
    'argument 1: error: server::port: 99999 is out of range (0–65535)',
    "argument 3: error: rcss::log_level: 'loud' is unknown (allowed: silent, error, warn, info, debug)",
  ]);
  expect(out.at(-1)).toBe('The configuration is not valid; no match would start.');
});

test('--json prints files, settings and problems as JSON', async () => {
  const { out, exitCode } = await run(['--check-config', '--json', 'server::half_time=60', 'serer::port=1']);
  const check = JSON.parse(out.join('\n'));
  expect(exitCode).toBe(0);
  expect(check).toMatchObject({
    format: 'rcss-configuration',
    version: 1,
    ok: true,
    settings: [
      {
        module: 'server',
        name: 'half_time',
        value: 60,
        default: 300,
        isChanged: true,
        origin: { kind: 'argument', index: 1 },
        replaced: [],
      },
    ],
    problems: [{ severity: 'warning', origin: { kind: 'argument', index: 2 } }],
  });
  expect(check.problems[0].message).toContain('did you mean server::port?');
});

test('no output contains tokens and passwords', async () => {
  const token = 'this-is-a-long-token';
  for (const format of [[], ['--json']]) {
    const { out, err, exitCode } = await run(
      ['--check-config', ...format, 'MySQLSaver::password=this-is-a-password', 'rcss::http_port=0'],
      {},
      { RCSS_HTTP_TOKEN: token },
    );
    expect(exitCode).toBe(0);
    const text = [...out, ...err].join('\n');
    expect(text).toContain('(hidden)');
    expect(text).toContain('RCSS_HTTP_TOKEN');
    expect(text).not.toContain(token);
    expect(text).not.toContain('this-is-a-password');
  }
});

test('checks start scripts, folders and ports', async () => {
  const dir = createFolder();
  const script = join(dir, 'start.sh');
  writeFileSync(script, '#!/bin/sh\n');
  const argv = [
    '--check-config',
    `server::team_l_start=${script}`,
    'server::team_r_start=no-such-program-rcss',
    `server::coach_msg_file=${dir}/none`,
    `server::game_log_dir=${script}/log`,
    `server::text_log_dir=${dir}/new/log`,
    'server::coach_port=6000',
  ];
  const first = await run(argv);
  expect(first.exitCode).toBe(2);
  expect(first.err).toEqual([
    `argument 1: error: server::team_l_start: ${script} is not executable; run: chmod +x '${script}'`,
    "argument 2: error: server::team_r_start: there is no program 'no-such-program-rcss' in PATH",
    `argument 3: error: server::coach_msg_file: file '${dir}/none' cannot be read (ENOENT)`,
    `argument 4: error: server::game_log_dir: '${script}' is not a folder`,
    'argument 6: error: server::coach_port: 6000 is also server::port',
  ]);
  chmodSync(script, 0o755);
  const second = await run([
    '--check-config',
    `server::team_l_start=${script}`,
    'server::team_r_start=sh',
    `server::text_log_dir=${dir}/new/log`,
  ]);
  expect(second).toMatchObject({ exitCode: 0, err: [] });
});

test('a command of shell syntax is left to the shell', async () => {
  const { err } = await run(['--check-config', 'server::team_l_start=', '"$HOME/start.sh left"']);
  expect(err).toEqual([]);
});

test('an unknown option is refused with the help to read', async () => {
  const { exitCode, err } = await run(['--check-config', '--verbose']);
  expect(exitCode).toBe(2);
  expect(err.join('\n')).toContain('rcss-server serve --help');
});

test.each([
  [
    '300.1.1.1',
    "rcss::bind_address: '300.1.1.1' is not an address; give an IPv4 or IPv6 address of this machine",
  ],
  ['no-such-host.invalid', "rcss::bind_address: 'no-such-host.invalid' cannot be used: "],
  ['203.0.113.1', "rcss::bind_address: '203.0.113.1' cannot be used: it is not an address of this machine"],
])('refuses rcss::bind_address=%s', async (address, message) => {
  const { exitCode, err } = await run(['--check-config', `rcss::bind_address=${address}`]);
  expect(err).toEqual([expect.stringContaining(`argument 1: error: ${message}`)]);
  expect(exitCode).toBe(2);
});

test('accepts a name of this machine as rcss::bind_address', async () => {
  expect(await run(['--check-config', 'rcss::bind_address=localhost'])).toMatchObject({
    exitCode: 0,
    err: [],
  });
});
