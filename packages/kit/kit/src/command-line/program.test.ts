import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CommandLineError,
  createIntegerParser,
  createProgram,
  describeVerb,
  EXIT,
  escapeControls,
  escapeText,
  formatJson,
  refuseOptions,
  runProgram,
  waitForSignal,
} from './index.js';

function captured() {
  const text = { out: '', err: '' };
  return {
    text,
    out(part: string) {
      text.out += part;
    },
    err(part: string) {
      text.err += part;
    },
  };
}

function sample(action: (options: { seed: number }) => void = () => {}) {
  const program = createProgram({
    name: 'rcss-sample',
    description: 'Does nothing.',
    version: '1.2.3',
    examples: [['rcss-sample play --seed 4', 'plays with seed 4']],
  });
  program.command('play').option('--seed <n>', 'random seed', createIntegerParser(0, 9), 1).action(action);
  return program;
}

test('--help prints verbs, examples and exit codes, and exits with 0', async () => {
  const output = captured();
  expect(await runProgram(sample(), ['--help'], output)).toBe(EXIT.ok);
  expect(output.text.out).toContain('play');
  expect(output.text.out).toContain('rcss-sample play --seed 4  plays with seed 4');
  expect(output.text.out).toMatch(/help \[command\] +print the help of a verb/);
  expect(output.text.out).toContain('2  wrong command line');
});

test('--help breaks long lines at the width of the terminal, and leaves out defaults that say nothing', async () => {
  const program = sample();
  describeVerb(program.commands[0]!, [['--seed 4', `plays ${'again and '.repeat(12)}again`]], {
    0: 'won '.repeat(40).trim(),
  });
  program.commands[0]!.option('--json', 'as JSON', false)
    .option('-o, --output <file>', 'write to a file', '-')
    .option('--level <n>', 'level (default: that of the document)', '3');
  const output = captured();
  await runProgram(program, ['play', '--help'], output);
  expect(output.text.out.split('\n').filter((line) => line.length > 110)).toEqual([]);
  expect(output.text.out).toContain('  rcss-sample play --seed 4\n      plays again and');
  expect(output.text.out).toContain('random seed (default: 1)');
  expect(output.text.out).toMatch(/ {2}as JSON\n/);
  expect(output.text.out).toMatch(/ {2}write to a file\n/);
  expect(output.text.out).not.toContain('default: 3');
});

test('a file that the system refuses is an error of one line, with exit code 1', async () => {
  const output = captured();
  const program = createProgram({ name: 'rcss-sample', description: 'Reads.', version: '1', examples: [] });
  program.action(() => {
    readFileSync('/nonexistent/file');
  });
  expect(await runProgram(program, [], output)).toBe(EXIT.failed);
  expect(output.text.err).toBe("rcss-sample: ENOENT: no such file or directory, open '/nonexistent/file'\n");
});

test('--help shows the name under which the program was started', async () => {
  const output = captured();
  await runProgram(sample().name('rcss sample'), ['--help'], output);
  expect(output.text.out).toContain('rcss sample play --seed 4  plays with seed 4');
});

test('--help of a verb shows its examples under the name of the program, and its exit codes', async () => {
  const output = captured();
  const program = sample().name('rcss sample');
  describeVerb(program.commands[0]!, [['--seed 4', 'plays with seed 4']], { 0: 'won', 1: 'lost' });
  expect(await runProgram(program, ['play', '--help'], output)).toBe(EXIT.ok);
  expect(output.text.out).toContain('Examples:\n  rcss sample play --seed 4  plays with seed 4');
  expect(output.text.out).toContain('Exit codes:\n    0  won\n    1  lost');
});

test('an option of the classic program is refused with its replacement, with and without a value', async () => {
  for (const argv of [['--server-host', 'x'], ['--server-host=x'], ['--server-host']]) {
    const output = captured();
    const program = refuseOptions(sample(), { '--server-host [value]': 'use --server HOST:PORT' });
    expect(await runProgram(program, argv, output)).toBe(EXIT.usage);
    expect(output.text.err).toContain("'--server-host'");
    expect(output.text.err).toContain('use --server HOST:PORT');
    await runProgram(program, ['--help'], output);
    expect(output.text.out).not.toContain('--server-host');
  }
});

test('waiting for a signal ends with the first signal and leaves no listener', async () => {
  const source = new EventEmitter();
  const waiting = waitForSignal(undefined, source);
  source.emit('SIGHUP', 'SIGHUP');
  expect(await waiting).toBe('SIGHUP');
  expect(await waitForSignal(AbortSignal.abort(), source)).toBeNull();
  expect(source.eventNames()).toEqual([]);
});

test('--version prints the version of the package and exits with 0', async () => {
  const output = captured();
  expect(await runProgram(sample(), ['--version'], output)).toBe(EXIT.ok);
  expect(output.text.out).toBe('1.2.3\n');
});

test('an unknown option of a verb names the nearest option and exits with 2', async () => {
  const output = captured();
  expect(await runProgram(sample(), ['play', '--sead', '4'], output)).toBe(EXIT.usage);
  expect(output.text.err).toContain("unknown option '--sead'");
  expect(output.text.err).toContain('--seed');
  expect(output.text.err).toContain('rcss-sample play --help');
});

test('a value out of range is reported with the option, the value and the range', async () => {
  const output = captured();
  expect(await runProgram(sample(), ['play', '--seed', '10'], output)).toBe(EXIT.usage);
  expect(output.text.err).toContain(
    "'--seed <n>' argument '10' is invalid. Allowed: a whole number from 0 to 9.",
  );
});

test('an error of the user is printed without a stack trace and sets the exit code', async () => {
  const output = captured();
  const program = sample(() => {
    throw new CommandLineError('match.rcg: \u001b[2Jnot a game log', EXIT.failed);
  });
  expect(await runProgram(program, ['play'], output)).toBe(EXIT.failed);
  expect(output.text.err).toBe('rcss-sample: match.rcg: \\x1b[2Jnot a game log\n');
});

test('a fault of the program is thrown', async () => {
  const program = sample(() => {
    throw new TypeError('fault');
  });
  await expect(runProgram(program, ['play'], captured())).rejects.toThrow('fault');
});

test('control characters become visible escapes', () => {
  expect(escapeControls('a\nb\u001b[31mc\u009bd')).toBe('a\\nb\\x1b[31mc\\x9bd');
  expect(escapeControls('\u00fc \u65e5\u672c')).toBe('\u00fc \u65e5\u672c');
});

test('characters that change the direction of text become visible escapes', () => {
  expect(escapeControls('a\u202eb\u2066c\u2028d\u200fe\u061cf')).toBe(
    'a\\u202eb\\u2066c\\u2028d\\u200fe\\u061cf',
  );
});

test('a text of several lines keeps its line feeds and tabs', () => {
  expect(escapeText('a\n\tb\r\u001b[2J\u202e')).toBe('a\n\tb\\r\\x1b[2J\\u202e');
});

test('JSON without control characters has the same meaning', () => {
  const value = { name: '\u001b[31m\u009b\u202e\u007f' };
  const json = formatJson(value, null, 2);
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(json)).toEqual(value);
});

test('a wrong argument is printed without its control characters', async () => {
  const output = captured();
  await runProgram(
    sample(() => {}),
    ['play', '--sed\u001b[2J'],
    output,
  );
  expect(output.text.err).toContain('--sed\\x1b[2J');
  expect(output.text.err).not.toContain('\u001b');
});
