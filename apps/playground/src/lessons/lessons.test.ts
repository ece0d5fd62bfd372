import { describe, expect, it } from 'vitest';
import { playLesson } from '../../test/play-lesson.js';
import { LESSONS } from './lessons.js';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** With some seeds, code without a solution has luck. */
const START_SEEDS = [1, 2, 3, 4, 5];

it('each lesson has an id and a title of its own, a text, hints and a solution', () => {
  for (const key of ['id', 'title'] as const)
    expect(new Set(LESSONS.map((lesson) => lesson[key])).size).toBe(LESSONS.length);
  for (const { text, hints, solution } of LESSONS)
    expect([text !== '', hints.length > 0, solution !== '']).toEqual([true, true, true]);
});

describe.each(LESSONS)('lesson $id', (lesson) => {
  it.each(SEEDS)('its solution reaches the goal with seed %i', async (seed) => {
    expect((await playLesson(lesson, lesson.solution, seed)).goal).toMatchObject({ isPassed: true });
  });

  it.each(START_SEEDS)('its first code does not with seed %i', async (seed) => {
    expect((await playLesson(lesson, lesson.start, seed)).goal).toMatchObject({ isPassed: false });
  });
});
