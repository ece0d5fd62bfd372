import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playLesson } from '../../test/play-lesson.js';
import { PageStorage } from '../page-storage.js';
import { LessonFileError, parseLesson } from './lesson-file.js';
import { listGoalForms } from './lesson-goals.js';
import { drawLesson } from './lesson-picture.js';
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
      goals: [{ kind: 'pass', from: 2, to: 3 }, { kind: 'keep-ball' }],
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

describe('the picture of a lesson', () => {
  it('shows each player, the ball, its motion and the places of conditions', () => {
    const svg = drawLesson(parseLesson(EXAMPLE));
    expect(svg.match(/class="left"/g)).toHaveLength(3);
    expect(svg.match(/class="right"/g)).toHaveLength(1);
    expect(svg).toContain('aria-label="The situation: 3 of your players, 1 opponents, the ball at -29.4, 0"');
    const intercept = LESSONS.find(({ id }) => id === 'intercept')!;
    expect(drawLesson(intercept)).toContain('class="motion"');
    const line = LESSONS.find(({ id }) => id === 'back-line')!;
    expect(drawLesson(line).match(/class="place"/g)).toHaveLength(4);
  });

  it('contains the ball and all players except a goalie that is far away', () => {
    for (const lesson of LESSONS) {
      const [x = 0, y = 0, width = 0, height = 0] = /viewBox="([^"]+)"/
        .exec(drawLesson(lesson))![1]!
        .split(' ')
        .map(Number);
      for (const [, px, py] of drawLesson(lesson).matchAll(/class="ball" cx="([^"]+)" cy="([^"]+)"/g)) {
        expect(Number(px)).toBeGreaterThan(x);
        expect(Number(px)).toBeLessThan(x + width);
        expect(Number(py)).toBeGreaterThan(y);
        expect(Number(py)).toBeLessThan(y + height);
      }
    }
  });
});
