import { createLessonMatch, type Lesson } from '../lessons/lesson.js';
import { parseLesson } from '../lessons/lesson-file.js';
import type { EngineResult, MatchSettings } from '../messages.js';
import type { LessonResult } from './result-file.js';

/** Time for the decisions of a team in one cycle, ms. */
export const LIMIT_MS = 3_000;
/** Seeds beside that of the student: code that fits one seed only is seen. */
const OTHER_SEEDS = [11, 12] as const;

/** What the class view found when it ran the code of a result again. */
export interface CheckedResult {
  readonly isPassed: boolean;
  /** Conditions that are met with the seed of the student, of all. */
  readonly passedCount: number;
  readonly checkCount: number;
  /** Matches with other seeds that pass, of all. */
  readonly otherPassed: number;
  readonly otherCount: number;
  /** What is remarkable: differences from the file, a lesson that the teacher has not opened, an error. '' if there is nothing. */
  readonly note: string;
}

/**
 * Plays a match to its end.
 *
 * @throws {Error} if the code fails
 */
export type PlayToEnd = (settings: MatchSettings) => Promise<EngineResult>;

/**
 * Runs the code of a result again: with its seed, and with two others. What the file claims does not count.
 *
 * @param findLesson Returns a lesson that the teacher has; one that only the file has is used with a note.
 * @param compile Returns JavaScript; throws if the code is wrong.
 */
export async function checkResult(
  result: LessonResult,
  findLesson: (id: string) => Lesson | undefined,
  compile: (source: string) => string,
  play: PlayToEnd,
): Promise<CheckedResult> {
  const none = { isPassed: false, passedCount: 0, checkCount: 0, otherPassed: 0, otherCount: 0 };
  try {
    const code = compile(result.code);
    if (result.lesson === '') return { ...none, note: 'a team, for the tournament' };
    const own = findLesson(result.lesson);
    if (own === undefined && result.lessonFile === undefined)
      return { ...none, note: `there is no lesson ${JSON.stringify(result.lesson)}: open its file first` };
    const lesson = own ?? parseLesson(result.lessonFile ?? '');
    const settings = { ...createLessonMatch(lesson, code), limitMs: LIMIT_MS };
    const { goal, digest } = await play({ ...settings, seed: result.seed });
    let otherPassed = 0;
    for (const seed of OTHER_SEEDS)
      if ((await play({ ...settings, seed })).goal?.isPassed === true) otherPassed += 1;
    const checks = goal?.checks ?? [];
    const claimed = result.checks.map(({ isPassed }) => isPassed).join();
    const notes = [
      ...(own === undefined ? ['the lesson is that of the file: open yours'] : []),
      ...(claimed === checks.map(({ isPassed }) => isPassed).join()
        ? []
        : ['the file claims another result']),
      ...(result.digest === digest ? [] : ['the match differs from that of the file']),
      ...(goal?.isPassed === false ? [goal.text] : []),
    ];
    return {
      isPassed: goal?.isPassed === true,
      passedCount: checks.filter(({ isPassed }) => isPassed).length,
      checkCount: checks.length,
      otherPassed,
      otherCount: OTHER_SEEDS.length,
      note: notes.join('; '),
    };
  } catch (error) {
    return { ...none, note: (error as Error).message };
  }
}
