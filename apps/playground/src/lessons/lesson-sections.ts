/** The sections of a lesson, as they are written in its file. */
export interface LessonSections {
  /** Text before the task, in the Markdown of lessons; '' if there is none. */
  readonly text: string;
  /** What the team must do, and where to look in the code. */
  readonly task: string;
  /** Shown one after the other. */
  readonly hints: readonly string[];
  /** Code to begin with, and code that meets the conditions; '' if there is none. */
  readonly start: string;
  readonly solution: string;
}

const HEADINGS = ['Task', 'Hints', 'Start', 'Solution'] as const;
type Heading = (typeof HEADINGS)[number];

/** A section: the line of its heading, from 1, and its lines. */
interface Section {
  readonly line: number;
  readonly lines: readonly string[];
}

/** Reports what is wrong at a line. */
type Fail = (line: number, message: string) => never;

/**
 * Reads the sections of a lesson.
 *
 * @param from Index of the first line after the head.
 * @param fail Throws the error for a line.
 */
export function readSections(lines: readonly string[], from: number, fail: Fail): LessonSections {
  const sections = divide(lines, from, fail);
  const find = (heading: Heading): Section =>
    sections.get(heading) ?? fail(lines.length, `the section "## ${heading}" is missing`);
  const task = joinLines(find('Task').lines);
  if (task === '') fail(find('Task').line, 'the section "## Task" is empty');
  const hints = sections.get('Hints');
  const solution = sections.get('Solution');
  return {
    text: joinLines(sections.get('')!.lines),
    task,
    hints: hints === undefined ? [] : readHints(hints, fail),
    start: readCode(find('Start'), fail),
    solution: solution === undefined ? '' : readCode(solution, fail),
  };
}

const joinLines = (lines: readonly string[]): string => lines.join('\n').trim();

function divide(lines: readonly string[], from: number, fail: Fail): Map<Heading | '', Section> {
  const sections = new Map<Heading | '', Section>();
  let current: string[] = [];
  let fenceLine = 0;
  sections.set('', { line: from, lines: current });
  for (const [index, text] of lines.slice(from).entries()) {
    const line = from + index + 1;
    if (text.startsWith('```')) fenceLine = fenceLine === 0 ? line : 0;
    const [, name] = fenceLine === 0 ? (/^## +(.*?) *$/.exec(text) ?? []) : [];
    if (name === undefined) {
      current.push(text);
      continue;
    }
    const heading = HEADINGS.find((one) => one === name);
    if (heading === undefined)
      return fail(line, `the section ${JSON.stringify(name)} is unknown; allowed: ${HEADINGS.join(', ')}`);
    if (sections.has(heading)) fail(line, `the section "## ${heading}" occurs twice`);
    current = [];
    sections.set(heading, { line, lines: current });
  }
  if (fenceLine > 0) fail(fenceLine, 'the code has no end; end it with a line ```');
  return sections;
}

function readHints({ line, lines }: Section, fail: Fail): readonly string[] {
  const hints: string[] = [];
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '') continue;
    if (text.startsWith('- ')) hints.push(text.slice(2).trim());
    else if (/^ +\S/.test(text) && hints.length > 0) hints.push(`${hints.pop()} ${text.trim()}`);
    else fail(line + i + 1, `${JSON.stringify(text)} is not a hint; each begins with "- "`);
  }
  return hints;
}

function readCode({ line, lines }: Section, fail: Fail): string {
  const first = lines.findIndex((text) => text.startsWith('```'));
  const last = lines.findIndex((text, i) => i > first && text.startsWith('```'));
  if (first < 0 || last < 0) return fail(line, 'the section has no code; put it between lines ```ts and ```');
  const extra = lines.findIndex((text, i) => (i < first || i > last) && text.trim() !== '');
  if (extra >= 0) fail(line + extra + 1, 'the section has text beside its code; allowed: one block of code');
  return `${lines.slice(first + 1, last).join('\n')}\n`;
}
