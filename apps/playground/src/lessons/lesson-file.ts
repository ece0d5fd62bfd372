/** Lessons as files: a head of lines `key: value`, and sections in Markdown. */
import { isPlayMode, type SideName } from '@rcss/core';
import type { Scene, SceneBall, ScenePlayer, ScenePoint } from '@rcss/core/match-document';
import { describeGoals, type Goal, listUnums, readGoal, readLessonNumber } from '../goal.js';
import type { Lesson, LessonOpponents } from './lesson.js';
import { type LessonSections, readSections } from './lesson-sections.js';

/** First line of the head of each lesson. */
const FORMAT = 'rcss-lesson-1';
const TEAMS: readonly LessonOpponents[] = ['chasers', 'wall', 'base'];
const MAX_CYCLES = 6000;
/** Conditions, and arrows, of a lesson. */
const MAX_LINES = 20;
/** A key that can be repeated has a number from its second line on, so that the head is YAML: `check`, `check 2`. */
const KEY = /^([a-z]+(?: [a-z]+)?)(?: (\d{1,2}))?$/;

/** A lesson that cannot be read. The message begins with its line. */
export class LessonFileError extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = 'LessonFileError';
    this.line = line;
  }
}

/** A value of the head with its place. */
interface HeadValue {
  readonly key: string;
  readonly number: number | null;
  readonly value: string;
  readonly line: number;
}

const quote = (value: string): string => JSON.stringify(value);

/**
 * Reads a lesson.
 *
 * @throws {LessonFileError} if it is wrong; the message has the line, the value and what is allowed
 */
export function parseLesson(text: string): Lesson {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0)
    throw new LessonFileError(1, 'the head is missing: lines "key: value" between two lines "---"');
  const head = lines.slice(1, end).flatMap((line, i) => readHeadLine(line, i + 2));
  const sections = readSections(lines, end + 1, (line, message) => {
    throw new LessonFileError(line, message);
  });
  return new LessonReader(head, end + 1).read(sections);
}

function readHeadLine(text: string, line: number): readonly HeadValue[] {
  if (text.trim() === '' || text.startsWith('#')) return [];
  const colon = text.indexOf(':');
  const [, key = '', number] = KEY.exec(text.slice(0, colon < 0 ? 0 : colon).trim()) ?? [];
  if (key === '') throw new LessonFileError(line, `${quote(text)} is not a line "key: value"`);
  const value = text.slice(colon + 1).trim();
  return [{ key, number: number === undefined ? null : Number(number), value, line }];
}

const KEYS = [
  'format',
  'id',
  'title',
  'cycles',
  'players',
  'opponents',
  'ball flies',
  'mode',
  'ball',
  'left',
  'right',
  'check',
  'arrow',
] as const;
/** Keys with a number; that of a player is required. */
const NUMBERED: ReadonlySet<string> = new Set(['left', 'right', 'check', 'arrow']);

class LessonReader {
  readonly #head: readonly HeadValue[];
  /** The line after the head, for what is missing in it. */
  readonly #end: number;

  constructor(head: readonly HeadValue[], end: number) {
    this.#head = head;
    this.#end = end;
    const seen = new Set<string>();
    for (const { key, number, line } of head) {
      if (!(KEYS as readonly string[]).includes(key) || (number !== null && !NUMBERED.has(key)))
        throw new LessonFileError(
          line,
          `${quote(number === null ? key : `${key} ${number}`)} is not a key; allowed: ${KEYS.join(', ')}`,
        );
      const name = `${key} ${number ?? ''}`;
      if (seen.has(name)) throw new LessonFileError(line, `the key ${quote(name.trim())} occurs twice`);
      seen.add(name);
    }
  }

  read({ text, task, hints, start, solution }: LessonSections): Lesson {
    this.#require('format', (value) => {
      if (value !== FORMAT) throw new Error(`format is ${quote(value)}; allowed: ${FORMAT}`);
    });
    const id = this.#require('id', (value) => {
      if (!/^[a-z\d][a-z\d-]{0,39}$/.test(value))
        throw new Error(`id is ${quote(value)}; allowed: 1 to 40 lowercase letters, digits and "-"`);
      return value;
    });
    const title = this.#require('title', (value) => {
      if (value === '' || value.length > 80)
        throw new Error(`title has ${value.length} characters; allowed: 1 to 80`);
      return value;
    });
    const cycles = this.#require('cycles', (value) => readCount('cycles', value, MAX_CYCLES));
    const opponents = this.#read('opponents', readOpponents) ?? null;
    const unums = this.#list('left').map(({ number }) => number ?? 0);
    const players =
      this.#read('players', (value) => readCount('players', value, 11)) ??
      (unums.length > 0 ? Math.max(...unums) : 11);
    const hasHeight = this.#read('ball flies', readYes) ?? false;
    const scene = this.#readScene(players, opponents?.count ?? 0, hasHeight);
    const goals = this.#readGoals(players);
    return {
      id,
      title,
      text,
      task,
      hints,
      start,
      solution,
      players,
      opponents,
      hasHeight,
      ...(scene === null ? {} : { scene }),
      cycles,
      goals,
      goalText: describeGoals(goals, cycles),
      arrows: this.#readList('arrow', readArrow),
    };
  }

  #list(key: string): readonly HeadValue[] {
    return this.#head.filter((entry) => entry.key === key);
  }

  #convert<T>({ value, line }: HeadValue, convert: (value: string) => T): T {
    try {
      return convert(value);
    } catch (error) {
      throw new LessonFileError(line, (error as Error).message);
    }
  }

  #read<T>(key: string, convert: (value: string) => T): T | undefined {
    const [entry] = this.#list(key);
    return entry === undefined ? undefined : this.#convert(entry, convert);
  }

  #require<T>(key: string, convert: (value: string) => T): T {
    if (this.#list(key).length === 0)
      throw new LessonFileError(this.#end, `the key ${quote(key)} is missing`);
    return this.#read(key, convert) as T;
  }

  #readList<T>(key: string, convert: (value: string) => T): readonly T[] {
    const entries = this.#list(key);
    const extra = entries[MAX_LINES];
    if (extra !== undefined)
      throw new LessonFileError(extra.line, `the key ${quote(key)} occurs more than ${MAX_LINES} times`);
    return entries.map((entry) => this.#convert(entry, convert));
  }

  #readGoals(players: number): readonly Goal[] {
    const goals = this.#readList('check', (value) => {
      const goal = readGoal(value);
      const absent = listUnums(goal).find((unum) => unum > players);
      if (absent !== undefined)
        throw new Error(
          `there is no player ${absent}: the team has ${players} players; see the key "players"`,
        );
      return goal;
    });
    if (goals.length === 0) throw new LessonFileError(this.#end, 'the key "check" is missing');
    return goals;
  }

  #readScene(players: number, opponents: number, hasHeight: boolean): Scene | null {
    const placed = [...this.#readPlayers('left', players), ...this.#readPlayers('right', opponents)];
    const playMode = this.#read('mode', (value) => {
      if (!isPlayMode(value))
        throw new Error(
          `mode is ${quote(value)}; allowed: a play mode such as play_on, kick_in_l, corner_kick_l`,
        );
      return value;
    });
    const ball = this.#read('ball', (value) => readBall(value, hasHeight));
    if (placed.length === 0 && playMode === undefined && ball === undefined) return null;
    return {
      playMode: playMode ?? 'play_on',
      ...(ball === undefined ? {} : { ball }),
      ...(placed.length === 0 ? {} : { players: placed }),
    };
  }

  #readPlayers(side: SideName, count: number): readonly ScenePlayer[] {
    return this.#list(side).map((entry) => {
      const { number, line } = entry;
      if (number === null || number < 1 || number > count) {
        const allowed = count === 0 ? `none, see the key "opponents"` : `${side} 1 to ${side} ${count}`;
        throw new LessonFileError(
          line,
          `${quote(`${side} ${number ?? ''}`.trim())} is not a player; allowed: ${allowed}`,
        );
      }
      return { side, unum: number, ...this.#convert(entry, readPlayerState) };
    });
  }
}

const readCount = (name: string, text: string, max: number): number =>
  readLessonNumber(text, { name, min: 1, max, isWhole: true });

function readYes(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new Error(`ball flies is ${quote(value)}; allowed: yes, no`);
  return value === 'yes';
}

function readOpponents(value: string): Lesson['opponents'] {
  if (value === 'none') return null;
  const [name = '', count = '', ...rest] = value.split(/\s+/);
  const team = TEAMS.find((one) => one === name);
  if (team === undefined || rest.length > 0)
    throw new Error(
      `opponents is ${quote(value)}; allowed: none, or one of ${TEAMS.join(', ')} and a number of players`,
    );
  return { team, count: readCount('the number of opponents', count, 11) };
}

/** Ranges of the numbers of the head, by their names in the forms. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  X: [-60, 60],
  Y: [-40, 40],
  METERS: [0, 30],
  SPEED: [-3, 3],
  DEGREES: [-180, 180],
  STAMINA: [0, 8000],
};

/**
 * Reads a value of a form such as `X Y [facing DEGREES]`: names of numbers, words, and parts that may be absent, which begin with a word. Returns the numbers in
 * the order of the form; undefined for those of an absent part.
 *
 * @param maxSpeed Greatest velocity in each direction, meters per cycle.
 */
function readForm(value: string, form: string, maxSpeed = 0): readonly (number | undefined)[] {
  const fail = () => new Error(`${quote(value)} is not of the form ${form}`);
  const words = value.split(/\s+/);
  const numbers: (number | undefined)[] = [];
  let skipped = 0;
  for (const [, bracket = '', token = '', closing = ''] of form.matchAll(/(\[?)([a-zA-Z]+)(\]*)/g)) {
    if (bracket !== '' && (skipped > 0 || words[0] !== token)) skipped += 1;
    if (token === token.toLowerCase()) {
      if (skipped === 0 && words.shift() !== token) throw fail();
    } else if (skipped > 0) numbers.push(undefined);
    else {
      const word = words.shift();
      if (word === undefined) throw fail();
      const [min, max] = RANGES[token] ?? [-maxSpeed, maxSpeed];
      numbers.push(readLessonNumber(word, { name: token, min, max }));
    }
    skipped = Math.max(0, skipped - closing.length);
  }
  if (words.length > 0) throw fail();
  return numbers;
}

function readBall(value: string, hasHeight: boolean): SceneBall {
  const form = 'X Y [moving VX VY] [height METERS [rising SPEED]]';
  const [x, y, vx, vy, height, rising] = readForm(value, form, 3);
  if (height !== undefined && !hasHeight)
    throw new Error(`${quote(value)} has a height; allowed only with "ball flies: yes"`);
  return {
    position: { x: x!, y: y! },
    ...(vx === undefined ? {} : { velocity: { x: vx, y: vy! } }),
    ...(height === undefined ? {} : { height }),
    ...(rising === undefined ? {} : { verticalSpeed: rising }),
  };
}

function readPlayerState(value: string): Omit<ScenePlayer, 'side' | 'unum'> {
  const form = 'X Y [facing DEGREES] [moving VX VY] [stamina STAMINA]';
  const [x, y, bodyAngle = 0, vx, vy, stamina] = readForm(value, form, 1);
  return {
    position: { x: x!, y: y! },
    bodyAngle,
    ...(vx === undefined ? {} : { velocity: { x: vx, y: vy! } }),
    ...(stamina === undefined ? {} : { stamina }),
  };
}

function readArrow(value: string): readonly [ScenePoint, ScenePoint] {
  const [x1, y1, x2, y2] = readForm(value, 'X Y to X Y');
  return [
    { x: x1!, y: y1! },
    { x: x2!, y: y2! },
  ];
}
