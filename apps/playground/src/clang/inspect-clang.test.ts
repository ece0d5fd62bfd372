import { describe, expect, it } from 'vitest';
import { inspectClang } from './inspect-clang.js';

const PLAN = `(say (define (definerule Press direc ((and (time > 20) (bowner our {7 9})) (do our {10} (mark {1}))))))
(say (rule (on Press)))
`;

describe('a text of the coach language', () => {
  it('without errors is formatted, and shown as players receive it', () => {
    const report = inspectClang(PLAN);
    expect(report.problems).toEqual([]);
    expect(report.messageCount).toBe(2);
    expect(report.heard?.split('\n')[1]).toBe('(rule (on Press))');
    // The formatted text means the same.
    expect(inspectClang(report.formatted!)).toMatchObject({ problems: [], heard: report.heard });
  });

  it('with an error in its second message has the line and a caret under the place', () => {
    const report = inspectClang('(say (rule (on A)))\n  (say (rule (onn B)))\n');
    const [problem] = report.problems;
    expect(problem).toMatchObject({ severity: 'error', place: { line: 2 } });
    const [line, caret] = problem!.excerpt.split('\n') as [string, string];
    expect(line.slice(caret.indexOf('^'))).toMatch(/^onn/);
    expect([report.formatted, report.heard]).toEqual([null, null]);
  });

  it('with a name that nothing defines has a warning at the name', () => {
    const { problems, formatted } = inspectClang('(say (rule (on Wing)))');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'warning', place: { line: 1 } });
    expect(problems[0]!.message).toContain('Wing');
    expect(formatted).not.toBeNull();
  });

  it('that is empty has neither messages nor problems', () => {
    expect(inspectClang(' \n')).toMatchObject({ problems: [], messageCount: 0, formatted: '', heard: '' });
  });
});
