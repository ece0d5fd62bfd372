import { describe, expect, it } from 'vitest';
import { localHost } from '../../test/play-lesson.js';
import { compileTeam } from '../compile.js';
import { LESSONS } from '../lessons/lessons.js';
import { runMatch } from '../run-match.js';
import { checkResult, type PlayToEnd } from './check-result.js';
import { formatResult, type LessonResult, nameResultFile, parseResult } from './result-file.js';
import { playRoundRobin, type TournamentState } from './round-robin.js';

const chase = LESSONS.find(({ id }) => id === 'chase')!;

const play: PlayToEnd = async (settings) => (await runMatch(settings, localHost))!;
const compile = (source: string): string => {
  const compiled = compileTeam(source);
  if (!compiled.ok) throw new Error(`line ${compiled.line}: ${compiled.message}`);
  return compiled.code;
};
const check = (result: LessonResult, lessons = LESSONS) =>
  checkResult(result, (id) => lessons.find((lesson) => lesson.id === id), compile, play);

/** Plays a lesson as the page of a student and returns its result. */
async function createResult(code: string): Promise<LessonResult> {
  const { createLessonMatch } = await import('../lessons/lesson.js');
  const end = await play({ ...createLessonMatch(chase, compile(code)), seed: 4, limitMs: 1e6 });
  const checks = end.goal!.checks;
  return { name: 'Ada Ng', lesson: 'chase', code, seed: 4, checks, digest: end.digest };
}

describe('the file of a result', () => {
  it('is read as it was written, and has the names of student and lesson', async () => {
    const result = await createResult(chase.solution);
    expect(parseResult(formatResult(result))).toEqual(result);
    expect(nameResultFile(result)).toBe('Ada-Ng-chase.json');
    expect(nameResultFile({ ...result, name: '../x', lesson: '' })).toBe('-x-team.json');
  });

  it.each([
    ['{', 'the file is not JSON'],
    ['null', 'format is undefined; allowed: "rcss-result-1"'],
    ['{"format":"rcss-result-1","seed":-1}', 'seed is -1; allowed: 0 to 2147483648'],
    ['{"format":"rcss-result-1","seed":1,"checks":3}', 'checks is 3; allowed: a list'],
    ['{"format":"rcss-result-1","seed":1,"checks":[],"name":""}', 'name has 0 characters; allowed: 1 to 60'],
    ['{"format":"rcss-result-1","seed":1,"checks":[],"name":5}', 'name is 5; allowed: a text'],
  ])('%s is refused', (text, message) => {
    expect(() => parseResult(text)).toThrow(message);
  });
});

describe('a result that is run again', () => {
  it('passes without a note if the file is honest', async () => {
    expect(await check(await createResult(chase.solution))).toEqual({
      isPassed: true,
      passedCount: 1,
      checkCount: 1,
      otherPassed: 2,
      otherCount: 2,
      note: '',
    });
  });

  it('a forged result does not pass, and is noted', async () => {
    const honest = await createResult(chase.start);
    const forged = { ...honest, checks: [{ isPassed: true, text: 'yes' }] };
    const checked = await check(forged);
    expect(checked).toMatchObject({ isPassed: false, passedCount: 0, otherPassed: 0 });
    expect(checked.note).toContain('the file claims another result');
    const other = await check({ ...(await createResult(chase.solution)), code: chase.start });
    expect(other).toMatchObject({ isPassed: false });
    expect(other.note).toContain('the match differs from that of the file');
  });

  it('the lesson of the teacher counts, not that of the file', async () => {
    const lessonFile = '---\nformat: rcss-lesson-1\n---\n';
    const result = { ...(await createResult(chase.start)), lessonFile };
    expect(await check(result)).toMatchObject({ isPassed: false, checkCount: 1 });
    const unknown = { ...result, lesson: 'own' };
    expect((await check(unknown)).note).toContain('the section "## Task" is missing');
    const { lessonFile: _, ...without } = unknown;
    expect((await check(without)).note).toBe('there is no lesson "own": open its file first');
  });

  it('code that does not compile or fails is noted', async () => {
    const result = await createResult(chase.start);
    expect((await check({ ...result, code: 'const a = (;' })).note).toMatch(/^line 1: /);
    const thrown = chase.start.replace('return player.scan();', 'throw new Error("no");');
    expect((await check({ ...result, code: thrown })).note).toContain('no');
  });
});

describe('the round robin', () => {
  it('plays each pair once, reports progress, and ranks; a team that fails forfeits', async () => {
    const states: TournamentState[] = [];
    const goals: Record<string, number> = { A: 3, B: 1, C: 9 };
    await playRoundRobin(
      ['A', 'B', 'C'],
      async (left, right) =>
        [left, right].includes('C')
          ? {
              left: goals[left]!,
              right: goals[right]!,
              forfeit: left === 'C' ? 'left' : 'right',
              problem: 'C: error',
            }
          : { left: goals[left]!, right: goals[right]! },
      (state) => states.push(state),
    );
    expect(states.map(({ matches, total }) => `${matches.length}/${total}`)).toEqual([
      '0/3',
      '1/3',
      '2/3',
      '3/3',
    ]);
    const { standings, matches } = states.at(-1)!;
    expect(standings.map(({ team, points, games }) => [team, points, games])).toEqual([
      ['A', 6, 2],
      ['B', 3, 2],
      ['C', 0, 2],
    ]);
    expect(matches.filter(({ problem }) => problem === 'C: error')).toHaveLength(2);
  });

  it('ends when a match is stopped', async () => {
    const states: TournamentState[] = [];
    let count = 0;
    await playRoundRobin(
      ['A', 'B', 'C', 'D'],
      async () => (++count > 2 ? null : { left: 0, right: 0 }),
      (state) => states.push(state),
    );
    expect([count, states.at(-1)!.matches.length, states.at(-1)!.total]).toEqual([3, 2, 6]);
  });
});
