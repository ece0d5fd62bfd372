import type { Mark } from '@rcss/frames';

/** First and last frame of a part of a match. */
export type FrameRange = readonly [first: number, last: number];

/** Frames before and after a goal that belong to its clip. */
const FRAMES_BEFORE_GOAL = 60;
const FRAMES_AFTER_GOAL = 20;

/** Returns the parts of a match around its goals, in order; parts that overlap are joined. */
export function findGoalRanges(marks: readonly Mark[], first: number, last: number): readonly FrameRange[] {
  const goals = marks.filter(({ kind }) => kind === 'goal');
  const around = goals.map(
    ({ index }): FrameRange => [index - FRAMES_BEFORE_GOAL, index + FRAMES_AFTER_GOAL],
  );
  return joinRanges(around, first, last);
}

/** Returns parts in order, within the frames `first` to `last`; parts that overlap are joined. */
export function joinRanges(parts: readonly FrameRange[], first: number, last: number): readonly FrameRange[] {
  const ranges: [number, number][] = [];
  for (const part of [...parts].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(first, part[0]);
    const to = Math.min(last, part[1]);
    const before = ranges.at(-1);
    if (before !== undefined && from <= before[1]) before[1] = Math.max(before[1], to);
    else if (from <= to) ranges.push([from, to]);
  }
  return ranges;
}

/**
 * Returns the positions between frames that the pictures of a clip show.
 *
 * @param framesPerPicture Frames of the match from one picture to the next, for example 0.4 for 25 pictures per second at normal
 *   speed.
 */
export function listPicturePositions(
  ranges: readonly FrameRange[],
  framesPerPicture: number,
): readonly number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from(
      { length: Math.floor((last - first) / framesPerPicture + 1e-9) + 1 },
      (_, i) => first + i * framesPerPicture,
    ),
  );
}
