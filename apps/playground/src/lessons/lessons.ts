import type { Lesson } from './lesson.js';
import { parseLesson } from './lesson-file.js';

/** Texts of the files, by their paths, which begin with a number. */
const FILES = import.meta.glob<string>('./files/*.md', { query: '?raw', import: 'default', eager: true });

/** The lessons of the page in the order of their difficulty. */
export const LESSONS: readonly Lesson[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, text]) => parseLesson(text));
