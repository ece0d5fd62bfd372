import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playLesson } from '../../test/play-lesson.js';
import { describeGoals, listGoalForms } from '../goal.js';
import { PageStorage } from '../page-storage.js';
import { createLessonMatch } from './lesson.js';
import { LessonFileError, parseLesson } from './lesson-file.js';
import { createLessonScene, listLessonShapes } from './lesson-scene.js';
import { LESSONS } from './lessons.js';
import { LessonList } from './opened-lessons.js';

const PAGE = readFileSync(new URL('../../../../docs/use/teacher/lesson-files.md', import.meta.url), 'utf8');
/** The complete example of the page about lesson files. */
const EXAMPLE = /^````md\n([\s\S]*?)^````$/m.exec(PAGE)?.[1] ?? '';

describe('the example of the page', () => {
  const lesson = parseLesson(EXAMPLE);

  it('has a situation, conditions, hints and code', () => {
    expect(lesson).toMatchObject({
      id: 'first-touch',
      players: 3,
      opponents: { team: 'chasers', count: 1 },
      goals: [
        { kind: 'pass', values: [2, 3] },
        { kind: 'keep-ball', values: [] },
      ],
      hints: [expect.any(String), expect.any(String)],
    });
    expect(lesson.scene?.players).toHaveLength(4);
  });

  it.each([1, 2, 3])('its first code fails and its solution passes with seed %i', async (seed) => {
    expect((await playLesson(lesson, lesson.start, seed)).goal?.isPassed).toBe(false);
    expect((await playLesson(lesson, lesson.solution, seed)).goal?.isPassed).toBe(true);
  });

  it('the page names each condition', () => {
    for (const form of listGoalForms()) expect(PAGE).toContain(`\`${form}\``);
  });
});

describe('a wrong lesson', () => {
  const replace = (from: string, to: string): string => {
    expect(EXAMPLE).toContain(from);
    return EXAMPLE.replace(from, to);
  };
  const lineOf = (text: string) => EXAMPLE.slice(0, EXAMPLE.indexOf(text)).split('\n').length;

  it.each([
    ['cycles: 120', 'cycles: many', 'cycles is "many"; allowed: a whole number from 1 to 6000'],
    [
      'check: pass 2 3',
      'check: pas 2 3',
      '"pas" is not a condition; allowed: reach [PLAYER], pass FROM TO, ',
    ],
    ['check: pass 2 3', 'check: pass 2', '"pass 2" has 1 numbers; allowed: pass FROM TO'],
    ['check: pass 2 3', 'check: pass 2 12', 'TO is "12"; allowed: a whole number from 1 to 11'],
    ['check: pass 2 3', 'check: pass 2 7', 'there is no player 7: the team has 3 players'],
    ['ball: -29.4 0', 'ball: -29.4', '"-29.4" is not of the form X Y [moving VX VY]'],
    [
      'ball: -29.4 0',
      'ball: -29.4 0 height 3',
      '"-29.4 0 height 3" has a height; allowed only with "ball flies: yes"',
    ],
    ['left 2: -30 0', 'left 2: -30 90', 'Y is "90"; allowed: a number from -40 to 40'],
    ['right 1:', 'right 4:', '"right 4" is not a player; allowed: right 1 to right 1'],
    [
      'opponents: chasers 1',
      'opponents: strong 1',
      'opponents is "strong 1"; allowed: none, or one of chasers, wall, base',
    ],
    ['cycles: 120', 'color: red', '"color" is not a key; allowed: format, id, title'],
    ['cycles: 120', 'cycles 120', '"cycles 120" is not a line "key: value"'],
    ['id: first-touch', 'id: First', 'id is "First"; allowed: 1 to 40 lowercase letters'],
    ['format: rcss-lesson-1', 'format: 2', 'format is "2"; allowed: rcss-lesson-1'],
    ['## Hints', '## Tips', 'the section "Tips" is unknown; allowed: Task, Hints, Start, Solution'],
  ])('%s → %s has an error with line, value and what is allowed', (from, to, message) => {
    const text = replace(from, to);
    expect(() => parseLesson(text)).toThrow(`line ${lineOf(from)}: ${message}`);
    expect(() => parseLesson(text)).toThrow(LessonFileError);
  });

  it('what is missing is named', () => {
    expect(() => parseLesson('')).toThrow('line 1: the head is missing');
    expect(() => parseLesson(replace('cycles: 120\n', ''))).toThrow('the key "cycles" is missing');
    expect(() => parseLesson(EXAMPLE.replace(/## Start[^#]*/, ''))).toThrow(
      'the section "## Start" is missing',
    );
    expect(() => parseLesson(`${EXAMPLE}\n\`\`\`\n`)).toThrow('the code has no end');
  });
});

describe('opened lessons', () => {
  const createStorage = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
  };

  it('are kept in the storage with their texts, one for each id', () => {
    const storage = createStorage();
    const list = new LessonList(new PageStorage(storage));
    list.open(EXAMPLE);
    list.open(EXAMPLE.replace(/^title: .*$/m, 'title: Again'));
    const again = new LessonList(new PageStorage(storage));
    expect(again.all.map(({ id }) => id)).toEqual([...LESSONS.map(({ id }) => id), 'first-touch']);
    expect(again.find('first-touch')?.title).toBe('Again');
    expect(again.findText('first-touch')).toContain('title: Again');
    expect(again.findText('chase')).toBeUndefined();
  });

  it('do not replace lessons of the page', () => {
    const text = EXAMPLE.replace('id: first-touch', 'id: chase');
    expect(() => new LessonList(new PageStorage(null)).open(text)).toThrow(
      'the id "chase" belongs to the lesson "Chase the ball"',
    );
  });

  it('a damaged storage gives the lessons of the page', () => {
    for (const text of ['{', '[1, "---"]', '{}'])
      expect(new LessonList(new PageStorage({ getItem: () => text, setItem() {} })).all).toEqual(LESSONS);
  });
});

describe('a lesson on the field', () => {
  it('has each player, the ball, its motion and the places of conditions', () => {
    const scene = createLessonScene(parseLesson(EXAMPLE));
    expect(scene.players?.map(({ side, unum }) => `${side} ${unum}`).sort()).toEqual([
      'left 1',
      'left 2',
      'left 3',
      'right 1',
    ]);
    const intercept = LESSONS.find(({ id }) => id === 'intercept')!;
    const { position, velocity } = intercept.scene!.ball!;
    expect(listLessonShapes(intercept)).toContainEqual(
      expect.objectContaining({ kind: 'arrow', x1: position!.x, x2: position!.x + 5 * velocity!.x }),
    );
    const line = LESSONS.find(({ id }) => id === 'back-line')!;
    expect(listLessonShapes(line).filter(({ kind }) => kind === 'circle')).toHaveLength(4);
  });

  it('own players without a place are where they are before the kickoff', () => {
    const free = LESSONS.find(({ scene, players }) => scene?.players === undefined && players === 11)!;
    expect(createLessonScene(free).players).toHaveLength(11);
  });

  it('the teams before a match have their names in it; chasers have no goalie', () => {
    const lesson = parseLesson(EXAMPLE);
    const { left, right } = createLessonMatch(lesson, '');
    expect(createLessonScene(lesson).teams).toEqual({ left: left.name, right: right?.name });
    expect(createLessonScene(lesson).players?.filter(({ goalie }) => goalie)).toMatchObject([
      { side: 'left' },
    ]);
  });

  it('has its goal as a sentence', () => {
    expect(
      describeGoals(
        [
          { kind: 'pass', values: [2, 3] },
          { kind: 'reach', values: [] },
        ],
        90,
      ),
    ).toBe('Goal: player 2 passes to player 3, and a field player gets the ball first, within 90 cycles.');
    for (const { goals, cycles } of LESSONS)
      expect(describeGoals(goals, cycles)).not.toMatch(/undefined|null/);
  });
});
