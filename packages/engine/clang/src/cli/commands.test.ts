import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runProgram } from '@rcss/kit/command-line';
import AjvDraft04 from 'ajv-draft-04';
import { describe, expect, test } from 'vitest';
import { createClangCommand } from './commands.js';

/** Runs the program on files in memory; `-` is the standard input. */
async function run(argv: string[], files: Record<string, string> = {}) {
  const text = { out: '', err: '' };
  const stored: Record<string, string> = { ...files };
  const io = {
    read(file: string) {
      const found = stored[file];
      if (found === undefined) throw new Error('no such file');
      return found;
    },
    write(file: string, content: string) {
      if (file.startsWith('/readonly/')) throw new Error('permission denied');
      stored[file] = content;
    },
    out(part: string) {
      text.out += part;
    },
    err(part: string) {
      text.err += part;
    },
  };
  const code = await runProgram(createClangCommand(io, '1.2.3'), argv, io);
  return { code, ...text, files: stored };
}

const PLAN =
  '(say (define (definer "R" (null))))\n(say (info (1 (true)\n (do our {1} (pos "Q")))))\n(say (rule (onn r1)))\n';

describe('check', () => {
  test('reports errors and warnings over all messages with the source line and a mark', async () => {
    expect(await run(['check', 'plan'], { plan: PLAN })).toMatchObject({
      code: 1,
      out: '3 message(s), 1 error(s), 2 warning(s)\n',
      err: [
        'plan:1:14: warning: the region R is not used [unused-definition]',
        '    1 | (say (define (definer "R" (null))))',
        '      |              ^~~~~~~~~~~~~~~~~~~~',
        'plan:3:19: warning: the region Q is not defined [unknown-name]',
        '    3 |  (do our {1} (pos "Q")))))',
        '      |                   ^~~',
        "plan:4:13: error: expected 'on' or 'off', found 'onn' [syntax]",
        '    4 | (say (rule (onn r1)))',
        '      |             ^~~',
        '',
      ].join('\n'),
    });
  });

  test('--no-warnings leaves the errors', async () => {
    expect(await run(['check', '--no-warnings'], { '-': '(rule (on r1))' })).toMatchObject({
      code: 0,
      out: '1 message(s), 0 error(s), 0 warning(s)\n',
      err: '',
    });
  });

  test('a long line is cut around the mark', async () => {
    const line = `(say (define ${'(definer "R" (null)) '.repeat(20)}(other)))`;
    const { err } = await run(['check', '--no-warnings'], { '-': line });
    const [, excerpt, mark] = err.split('\n');
    expect(excerpt!.length).toBeLessThan(90);
    expect(excerpt!.slice(mark!.indexOf('^'))).toMatch(/^other\)/);
    expect(mark!.trimEnd()).toMatch(/\^~~~~$/);
  });

  test('control characters of the source do not reach the terminal', async () => {
    const { err } = await run(['check'], { '-': '(rule (on \u001b[2J))' });
    expect(err).not.toContain('\u001b');
    expect(err).toContain('(rule (on ·[2J))');
  });

  test('--max-errors caps the reports and says how many are hidden', async () => {
    const files = { '-': '(rule (onn r1))\n'.repeat(30) };
    expect((await run(['check'], files)).err.match(/error:/g)).toHaveLength(20);
    const capped = await run(['check', '--max-errors', '3'], files);
    expect(capped.err.match(/error:/g)).toHaveLength(3);
    expect(capped.err).toMatch(/\n27 more; --max-errors 0 shows all\n$/);
    expect(capped.out).toContain('30 error(s)');
    expect((await run(['check', '--max-errors', '0'], files)).err.match(/error:/g)).toHaveLength(30);
  });

  test('--json prints all reports for programs', async () => {
    const { code, out, err } = await run(['check', '--json', 'plan'], { plan: PLAN });
    expect([code, err]).toEqual([1, '']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ messages: 3, errors: 1, warnings: 2 });
    expect(report.diagnostics[2]).toEqual({
      file: 'plan',
      line: 4,
      column: 13,
      endLine: 4,
      endColumn: 16,
      offset: PLAN.indexOf('onn'),
      length: 3,
      severity: 'error',
      code: 'syntax',
      message: "expected 'on' or 'off', found 'onn'",
    });
  });

  test('--sarif prints a log that is valid by the SARIF 2.1.0 schema', async () => {
    const { code, out } = await run(['check', '--sarif', 'my plans/a.clang'], { 'my plans/a.clang': PLAN });
    expect(code).toBe(1);
    const log = JSON.parse(out);
    const require = createRequire(import.meta.url);
    const folder = require.resolve('@microsoft/jest-sarif').replace(/lib[\\/]index\.js$/, '');
    const schema = JSON.parse(readFileSync(`${folder}lib/schemas/sarif-2.1.0-rtm.5.json`, 'utf8'));
    const ajv = new AjvDraft04({
      strict: false,
      validateFormats: false,
      unicodeRegExp: false,
      allErrors: true,
    });
    const validate = ajv.compile(schema);
    validate(log);
    expect(validate.errors).toBe(null);
    expect(log.runs[0].results.map((result: { ruleId: string }) => result.ruleId)).toEqual([
      'unused-definition',
      'unknown-name',
      'syntax',
    ]);
    const { rules } = log.runs[0].tool.driver;
    for (const { ruleId, ruleIndex } of log.runs[0].results) expect(rules[ruleIndex].id).toBe(ruleId);
    const { physicalLocation } = log.runs[0].results[2].locations[0];
    expect(physicalLocation.artifactLocation.uri).toBe('my%20plans/a.clang');
    expect(physicalLocation.region).toMatchObject({ startLine: 4, startColumn: 13, endColumn: 16 });
    validate({ ...log, version: 3 });
    expect(validate.errors).not.toBe(null);
  });

  test('--json and --sarif exclude each other', async () => {
    const { code, err } = await run(['check', '--json', '--sarif'], { '-': '' });
    expect(code).toBe(2);
    expect(err).toContain("option '--json' cannot be used with option '--sarif'");
  });
});

describe('format', () => {
  const text =
    '(say(define(definerule r1 direc((playm bko)(do our{7}(pos(pt -20 20)))(do our{1 2 3 4 5 6 7 8 9 10 11}(hold))))))';
  const laidOut = [
    '(say',
    '  (define',
    '    (definerule r1 direc',
    '      ((playm bko)',
    '        (do our {7}',
    '          (pos (pt -20 20)))',
    '        (do our',
    '          {1 2 3 4 5 6 7 8 9 10 11}',
    '          (hold))))))',
    '',
  ].join('\n');

  test('prints the layout', async () => {
    expect((await run(['format', '--width', '36', '-'], { '-': text })).out).toBe(laidOut);
    expect((await run(['format', '--say'], { '-': '(rule (on r1))' })).out).toBe('(say (rule (on r1)))\n');
    expect(await run(['format'], { '-': '(rule)' })).toMatchObject({
      code: 1,
      err: "<stdin>:1:6: error: expected switch, found ')' [syntax]\n    1 | (rule)\n      |      ^\n",
    });
  });

  test('--write replaces files, prints the names of those that change, and leaves files with errors', async () => {
    const { code, out, files } = await run(['format', '--width', '36', '--write', 'a', 'b', 'c'], {
      a: text,
      b: laidOut,
      c: '(rule (on r1))  (rule)',
    });
    expect(code).toBe(1);
    expect(out).toBe('a\n');
    expect(files).toEqual({ a: laidOut, b: laidOut, c: '(rule (on r1))  (rule)' });
  });

  test('--write needs files that can be written', async () => {
    expect(await run(['format', '--write'], { '-': text })).toMatchObject({
      code: 2,
      err: 'rcss-clang: --write needs files; the standard input cannot be replaced\n',
    });
    expect(await run(['format', '--write', '/readonly/a'], { '/readonly/a': text })).toMatchObject({
      code: 2,
      err: 'rcss-clang: cannot write /readonly/a: permission denied\n',
    });
  });
});

test('json and from-json are inverse', async () => {
  const text = '(say (define (definer "R" (pt -0.0 1e999))))\n(say (rule (on all)))\n';
  const json = await run(['json'], { '-': text });
  expect(json.code).toBe(0);
  expect(json.out.split('\n')[1]).toBe(
    '{"kind":"rule","switches":[{"kind":"switch","on":true,"ids":{"kind":"all"}}]}',
  );
  expect(await run(['from-json'], { '-': json.out })).toMatchObject({ code: 0, out: text, err: '' });
});

test('from-json reports the path of a wrong value, and text that is not JSON', async () => {
  const { code, err } = await run(['from-json'], {
    '-': '{"kind":"delete","ids":{"kind":"ids","ids":["pass"]}}\nnope',
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^<stdin>:1:1: error: \$\.ids\.ids\[0\]: /);
  expect(err).toMatch(/^<stdin>:2:1: error: not JSON: /m);
});

test('heard prints what players hear, and unheard converts it back', async () => {
  const { out } = await run(['heard'], { '-': '(say (info (1 (true) (do our {1 2} (hold) (shoot)))))' });
  expect(out).toBe('(info (1 (true) (do our {2 1} (hold)(shoot))))\n');
  expect((await run(['unheard'], { '-': out })).out).toBe(
    '(say (info (1 (true) (do our {2 1} (hold) (shoot)))))\n',
  );
  expect((await run(['unheard'], { '-': '(info (1 (true)))' })).code).toBe(1);
});

test('versions prints file and line of each message', async () => {
  const files = {
    a: '(say (info (1 (true) (do our {1 2} (hold)))))\n\n(say (freeform "x"))',
    b: '(rule (on r1))',
  };
  expect((await run(['versions', 'a', 'b'], files)).out).toBe('a:1: 7 and 8\na:3: 7 or 8\nb:1: 8\n');
});

describe('command line', () => {
  test.each([['--help'], ['check', '--help'], ['format', '--help'], ['versions', '--help']])(
    '%s %s exits with 0',
    async (...argv) => {
      const { code, out } = await run(argv.filter((arg) => arg !== undefined));
      expect(code).toBe(0);
      expect(out).toContain('Usage: rcss-clang');
    },
  );

  test.each([
    [['chek'], 'Did you mean check?'],
    [['constructor'], "unknown command 'constructor'"],
    [['check', 'nowhere'], 'rcss-clang: cannot read nowhere: no such file\n'],
    [['format', '--width', 'x'], "'--width <n>' argument 'x' is invalid. Allowed: a whole number"],
    [['format', '--indend', '3'], 'Did you mean --indent?'],
  ])('%j is a wrong command line: exit code 2', async (argv, text) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toContain(text);
  });

  test('--max-freeform changes the limit of freeform texts', async () => {
    const files = { '-': '(freeform "abcd")' };
    expect((await run(['check', '--max-freeform', '3'], files)).err).toContain('at most 3');
    expect((await run(['check', '--max-freeform', '-1'], files)).code).toBe(0);
  });
});
