import { compileTeam } from '@rcss/team-frames/compile';
import type { Fixture } from '@rcss/tournament/formats';
import { describe, expect, it } from 'vitest';
import { localHost } from '../../test/play-lesson.js';
import { LESSONS } from '../lessons/lessons.js';
import { runMatch } from '../run-match.js';
import { checkResult, type PlayToEnd } from './check-result.js';
import {
  type ClassOutcome,
  createClassTournament,
  describeClassMatch,
  describeWinner,
  playTournament,
} from './class-tournament.js';
import { formatResult, type LessonResult, nameResultFile, parseResult } from './result-file.js';
import { readFolder } from './result-folder.js';

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

describe('the tournament', () => {
  const goals: Readonly<Record<string, number>> = { A: 3, B: 1, C: 9, D: 2, E: 0 };
  const playByGoals = async ({ left, right }: Fixture): Promise<ClassOutcome> => {
    const score = { left: goals[left]!, right: goals[right]! };
    if (left !== 'C' && right !== 'C') return score;
    return { ...score, forfeit: left === 'C' ? 'left' : 'right', problem: 'C: error' };
  };

  it('plays each pair once, reports each result, and ranks; a team that fails forfeits', async () => {
    const current = createClassTournament(['A', 'B', 'C'], 'league');
    const counts: number[] = [];
    await playTournament(current, 1, playByGoals, () => counts.push(current.tournament.progress().recorded));
    expect(counts).toEqual([1, 2, 3]);
    const [table] = current.tournament.tables();
    expect(table!.standings.map(({ team, points, games }) => [team, points, games])).toEqual([
      ['A', 6, 2],
      ['B', 3, 2],
      ['C', 0, 2],
    ]);
    expect(current.tournament.matches().map((match) => describeClassMatch(match, current))).toContain(
      'A – C 3\u00a0:\u00a00 (C: error)',
    );
    expect(describeWinner(current)).toBe('A won.');
  });

  it.each(['cup', 'knockout', 'league'] as const)(
    'a class of thirty plays a %s to its end, never more matches at a time than slots',
    async (format) => {
      const teams = Array.from({ length: 30 }, (_, i) => `Student ${i + 1}`);
      const current = createClassTournament(teams, format);
      let [running, most] = [0, 0];
      const play = async ({ left, right }: Fixture) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return { left: 30 - teams.indexOf(left), right: 30 - teams.indexOf(right) };
      };
      await playTournament(current, 4, play, () => {});
      expect(most).toBe(4);
      expect(describeWinner(current)).toBe('Student 1 won.');
      expect(current.tournament.tables()).toHaveLength({ cup: 6, knockout: 0, league: 1 }[format]);
      expect(current.tournament.progress().recorded).toBe({ cup: 72, knockout: 30, league: 435 }[format]);
    },
  );

  it.each([2, 3, 4, 5, 7])('%i teams play each form', async (count) => {
    for (const format of ['league', 'cup', 'knockout'] as const) {
      const current = createClassTournament(['A', 'B', 'D', 'E', 'F', 'G', 'H'].slice(0, count), format);
      await playTournament(
        current,
        4,
        async () => ({ left: 1, right: 1 }),
        () => {},
      );
      const end = format === 'league' ? /^[A-H](, [A-H])*,? and [A-H] share place 1\.$/ : /^[A-H] won\./;
      expect([format, describeWinner(current)]).toEqual([format, expect.stringMatching(end)]);
    }
  });

  it('ends when a match is stopped, and when one fails', async () => {
    const current = createClassTournament(['A', 'B', 'C', 'D'], 'league');
    let count = 0;
    const play = async () => (++count > 2 ? null : { left: 0, right: 0 });
    await playTournament(current, 1, play, () => {});
    expect([count, current.tournament.progress()]).toEqual([3, { recorded: 2, total: 6 }]);
    expect(describeWinner(current)).toBe('');
    const broken = playTournament(
      current,
      1,
      () => Promise.reject(new Error('broken')),
      () => {},
    );
    await expect(broken).rejects.toThrow('broken');
  });
});

it('a folder gives its new and changed results and lessons', async () => {
  const files = new Map<string, File>();
  const add = (name: string, text: string, lastModified: number) =>
    files.set(name, new File([text], name, { lastModified }));
  const folder = {
    name: 'answers',
    async *values() {
      yield { name: 'sub.json' } as FileSystemDirectoryHandle;
      for (const [name, file] of files)
        yield { name, getFile: async () => file } as unknown as FileSystemFileHandle;
    },
  };
  const seen = new Map<string, number>();
  const read = async () => (await readFolder(folder, seen)).map(({ name }) => name);
  add('Ada.json', '{}', 1);
  add('notes.txt', 'x', 1);
  add('Ben.json', '', 1);
  expect(await read()).toEqual(['Ada.json']);
  expect(await read()).toEqual([]);
  add('Ada.json', '{"a":1}', 2);
  add('Ben.json', '{}', 2);
  expect(await read()).toEqual(['Ada.json', 'Ben.json']);
});
