import { PassThrough } from 'node:stream';
import { type Io, OutputClosedError } from '@rcss/log-service/streams';
import { expect, it } from 'vitest';
import { createTempFolder, findSample, run } from '../test/run.js';
import { createLogCommand, program, runLogCommand as runWithName } from './cli.js';

const verbs = (await program.createCommand()).commands.map((verb) => verb.name());

it('every verb prints its options and an example with --help and exits with 0', async () => {
  expect(verbs).toContain('validate');
  for (const verb of verbs) {
    const { code, out, err } = await run([verb, '--help']);
    expect([verb, code, err]).toEqual([verb, 0, '']);
    expect(out).toContain(`Usage: rcss-log ${verb}`);
    expect(out).toContain(`Examples:\n  rcss-log ${verb} `);
  }
});

it('--help names all verbs and the exit codes; --version prints the version of the package', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const verb of verbs) expect(out).toMatch(new RegExp(`^ {2}${verb} `, 'm'));
  expect(out).toContain('Exit codes:');
  expect(await run(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

it('an unknown verb or option suggests the nearest one and exits with 2', async () => {
  expect(await run(['valdate', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('validate') });
  const { code, err } = await run(['play', '--monitor-prot', '0', 'x']);
  expect([code, err]).toEqual([2, expect.stringContaining('--monitor-port')]);
});

it('a wrong value is reported with the option, the value and what is allowed', async () => {
  for (const [args, ...parts] of [
    [['play', '-p', '99999', 'x'], '--monitor-port', '99999', '0 to 65535'],
    [['play', '--auto-quit-mode', 'maybe', 'x'], '--auto-quit-mode', 'maybe', 'on or off'],
    [['convert', '-v', '9', '-o', '-', 'x'], '--version', "'9'", '1 to 7 or json'],
    [['stats', '--object', 'l12', 'x'], '--object', "'l12'", 'l1 to l11'],
    [['json', '--only', 'shows', 'x'], '--only', "'shows'", 'playmode'],
    [['index', '--every', '0', 'x'], '--every', "'0'", '1 to'],
  ] as const) {
    const { code, err } = await run(args);
    expect([args[0], code]).toEqual([args[0], 2]);
    for (const part of parts) expect(err).toContain(part);
  }
});

it('options of the original log player without a counterpart are refused with what to use instead', async () => {
  const { code, err } = await run(['play', '--server-host', '10.0.0.1', 'x']);
  expect([code, err]).toEqual([2, expect.stringContaining('rcss-monitor --server HOST:PORT')]);
  expect((await run(['play', '--show-stamina', 'on', 'x'])).err).toContain('--web');
});

it('the program ends with 0 if the reader of its output needs no more', async () => {
  const io: Io = {
    stdin: new PassThrough(),
    isErrTerminal: false,
    out: () => Promise.reject(new OutputClosedError()),
    err: () => {},
  };
  const { runLogCommand: runOn } = await import('./cli.js');
  expect(await runOn(['text', findSample('sample-v6')], io)).toBe(0);
});

it('the command tree can be built without running it, and its verbs have summaries for completion', async () => {
  const quiet: Io = { stdin: new PassThrough(), isErrTerminal: false, out: async () => {}, err: () => {} };
  for (const verb of (await createLogCommand(quiet)).commands) expect(verb.description()).not.toBe('');
});

it('a program of some verbs has only these', async () => {
  const quiet: Io = { stdin: new PassThrough(), isErrTerminal: false, out: async () => {}, err: () => {} };
  const { commands } = await createLogCommand(quiet, ['table', 'index']);
  expect(commands.map((verb) => verb.name())).toEqual(['table', 'index']);
});

it('a file that cannot be written is named', async () => {
  const { code, err } = await run(['text', '-o', `${createTempFolder()}/no/dir`, findSample('sample-v6')]);
  expect([code, err]).toEqual([1, expect.stringContaining('cannot be created')]);
});

it('control characters of a log are escaped on the terminal', async () => {
  const log = Buffer.from(
    'ULG6\n(playmode 0 play_on)\n(team 1 \x1b]0;title\x07 b 1 0)\n(\x1b[2J 1)\n',
    'latin1',
  );
  const stats = await run(['stats', '-'], log);
  const result = await run(['result', '-'], log);
  for (const text of [stats.out, stats.err, result.out, result.err]) {
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
  expect(result.out).toContain('\\x1b]0;title\\x07');
});

it('JSON is valid and has no control characters, whatever the names of a log have', async () => {
  const log = Buffer.from('ULG6\n(playmode 0 play_on)\n(team 1 \x9b2Ja\x7f b 1 0)\n', 'latin1');
  for (const args of [
    ['json', '-'],
    ['stats', '--json', '-'],
    ['result', '--json', '-'],
  ]) {
    const { out } = await run(args, log);
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const lines = args[0] === 'json' ? out.trim().split('\n') : [out];
    expect(JSON.stringify(lines.map((line) => JSON.parse(line)))).toContain('\u009b2Ja\u007f');
  }
});

it('begins errors of single logs with the name that the program has', async () => {
  let text = '';
  const err = (part: string): void => {
    text += part;
  };
  const io: Io = { stdin: process.stdin, isErrTerminal: false, out: async () => {}, err };
  expect(await runWithName(['stats', '/no/such.rcg'], io, 'rcss log')).toBe(1);
  expect(text).toBe('rcss log: /no/such.rcg: no such file\n');
});

it('reports a log that cannot be played in one line', async () => {
  const { code, err } = await run(['play', '-p', '0', '/no/such.rcg']);
  expect([code, err]).toEqual([1, 'rcss-log: /no/such.rcg: no such file\n']);
});
