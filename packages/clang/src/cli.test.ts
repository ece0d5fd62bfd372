import { describe, expect, it } from 'vitest';
import { runCli } from './cli.js';

function run(
  argv: string[],
  files: Record<string, string> = {},
): { status: number; out: string; err: string } {
  let out = '';
  let err = '';
  const status = runCli(argv, {
    read: (file) => files[file] ?? null,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { status, out, err };
}

describe('08: rcss-clang', () => {
  it('check reports errors with their places and warnings over all messages', () => {
    const text =
      '(say (define (definer "R" (null))))\n(say (info (1 (true)\n (do our {1} (pos "Q")))))\n(say (rule (onn r1)))\n';
    expect(run(['check', 'plan'], { plan: text })).toEqual({
      status: 1,
      out: '3 message(s), 1 error(s), 2 warning(s)\n',
      err: [
        "plan:4:13: error: expected 'on' or 'off', found 'onn'",
        'plan:1:14: warning: nobody uses the region R [unused-definition]',
        'plan:3:19: warning: nothing defines the region Q [unknown-name]',
        '',
      ].join('\n'),
    });
    expect(run(['check', '--no-warnings'], { '-': '(rule (on r1))' })).toEqual({
      status: 0,
      out: '1 message(s), 0 error(s), 0 warning(s)\n',
      err: '',
    });
  });

  it('format lays out', () => {
    const text =
      '(say(define(definerule r1 direc((playm bko)(do our{7}(pos(pt -20 20)))(do our{1 2 3 4 5 6 7 8 9 10 11}(hold))))))';
    expect(run(['format', '--width', '36', '-'], { '-': text }).out).toBe(
      [
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
      ].join('\n'),
    );
    expect(run(['format', '--say'], { '-': '(rule (on r1))' }).out).toBe('(say (rule (on r1)))\n');
    expect(run(['format'], { '-': '(rule)' })).toMatchObject({
      status: 1,
      err: "<stdin>:1:6: error: expected switch, found ')'\n",
    });
  });

  it('json and from-json are inverse', () => {
    const text = '(say (define (definer "R" (pt -0.0 1e999))))\n(say (rule (on all)))\n';
    const json = run(['json'], { '-': text });
    expect(json.status).toBe(0);
    expect(json.out.split('\n')[1]).toBe(
      '{"kind":"rule","switches":[{"kind":"switch","on":true,"ids":{"kind":"all"}}]}',
    );
    expect(run(['from-json'], { '-': json.out })).toEqual({ status: 0, out: text, err: '' });
    expect(
      run(['from-json'], { '-': '{"kind":"delete","ids":{"kind":"ids","ids":["pass"]}}\nnope' }),
    ).toMatchObject({
      status: 1,
      err: expect.stringMatching(
        /^<stdin>:1:1: error: \$\.ids\.ids\[0\]: .*\n<stdin>:2:1: error: this is no JSON\n$/,
      ),
    });
  });

  it('heard, unheard and versions', () => {
    const files = { '-': '(say (info (1 (true) (do our {1 2} (hold) (shoot)))))' };
    const { out } = run(['heard'], files);
    expect(out).toBe('(info (1 (true) (do our {2 1} (hold)(shoot))))\n');
    expect(run(['unheard'], { '-': out }).out).toBe(
      '(say (info (1 (true) (do our {2 1} (hold) (shoot)))))\n',
    );
    expect(run(['versions'], files).out).toBe('7 and 8\n');
  });

  it('wrong use', () => {
    expect(run([]).status).toBe(2);
    expect(run(['--help']).out).toContain('usage: rcss-clang');
    expect(run(['chek']).err).toContain('unknown command chek');
    expect(run(['constructor']).status).toBe(2);
    expect(run(['check', 'nowhere'])).toMatchObject({ status: 2, err: 'rcss-clang: cannot read nowhere\n' });
    expect(run(['format', '--width', 'x']).err).toContain('--width needs an integer');
    expect(run(['format', '--depth']).err).toContain('unknown option --depth');
    expect(run(['check', '--max-freeform=3'], { '-': '(freeform "abcd")' }).err).toContain('at most 3');
  });
});
