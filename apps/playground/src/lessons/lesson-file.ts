/** Lessons as files: a head of lines `key: value`, and sections in Markdown. */
import { isPlayMode, type SideName } from '@rcss/core';
import type { Scene, SceneBall, ScenePlayer, ScenePoint } from '@rcss/core/match-document';
import type { Goal } from '../goal.js';
import type { Lesson, LessonOpponents } from './lesson.js';
import { readGoal } from './lesson-goals.js';
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
    const cycles = this.#require('cycles', (value) => readNumber('cycles', value, 1, MAX_CYCLES, true));
    const opponents = this.#read('opponents', readOpponents) ?? null;
    const unums = this.#list('left').map(({ number }) => number ?? 0);
    const players =
      this.#read('players', (value) => readNumber('players', value, 1, 11, true)) ??
      (unums.length > 0 ? Math.max(...unums) : 11);
    const hasHeight = this.#read('ball flies', readYes) ?? false;
    const scene = this.#readScene(players, opponents?.count ?? 0, hasHeight);
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
      goals: this.#readGoals(players),
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

function listUnums(goal: Goal): readonly number[] {
  switch (goal.kind) {
    case 'pass':
      return [goal.from, goal.to];
    case 'fast-types':
      return goal.players;
    case 'reach':
      return goal.unum === null ? [] : [goal.unum];
    default:
      return 'unum' in goal ? [goal.unum] : [];
  }
}

function readNumber(name: string, text: string, min: number, max: number, isWhole = false): number {
  const value = Number(text);
  if (
    text === '' ||
    Number.isNaN(value) ||
    value < min ||
    value > max ||
    (isWhole && !Number.isInteger(value))
  )
    throw new Error(
      `${name} is ${quote(text)}; allowed: ${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`,
    );
  return value;
}

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
  return { team, count: readNumber('the number of opponents', count, 1, 11, true) };
}

/** Words of a value, which are taken from its beginning. */
class Words {
  readonly #words: string[];
  readonly #form: string;
  readonly #value: string;

  constructor(value: string, form: string) {
    this.#words = value.split(/\s+/);
    this.#form = form;
    this.#value = value;
  }

  fail(): Error {
    return new Error(`${quote(this.#value)} is not of the form ${this.#form}`);
  }

  takeNumber(name: string, min: number, max: number): number {
    const word = this.#words.shift();
    if (word === undefined) throw this.fail();
    return readNumber(name, word, min, max);
  }

  takePoint(): ScenePoint {
    return { x: this.takeNumber('X', -60, 60), y: this.takeNumber('Y', -40, 40) };
  }

  takeVelocity(max: number): ScenePoint {
    return { x: this.takeNumber('VX', -max, max), y: this.takeNumber('VY', -max, max) };
  }

  /** Takes a word if it is the next one. */
  takeWord(word: string): boolean {
    if (this.#words[0] !== word) return false;
    this.#words.shift();
    return true;
  }

  end(): void {
    if (this.#words.length > 0) throw this.fail();
  }
}

function readBall(value: string, hasHeight: boolean): SceneBall {
  const words = new Words(value, 'X Y [moving VX VY] [height METERS [rising SPEED]]');
  const position = words.takePoint();
  const velocity = words.takeWord('moving') ? words.takeVelocity(3) : undefined;
  const isHigh = words.takeWord('height');
  if (isHigh && !hasHeight)
    throw new Error(`${quote(value)} has a height; allowed only with "ball flies: yes"`);
  const height = isHigh ? words.takeNumber('height', 0, 30) : undefined;
  const verticalSpeed = isHigh && words.takeWord('rising') ? words.takeNumber('rising', -3, 3) : undefined;
  words.end();
  return {
    position,
    ...(velocity === undefined ? {} : { velocity }),
    ...(height === undefined ? {} : { height }),
    ...(verticalSpeed === undefined ? {} : { verticalSpeed }),
  };
}

function readPlayerState(value: string): Omit<ScenePlayer, 'side' | 'unum'> {
  const words = new Words(value, 'X Y [facing DEGREES] [moving VX VY] [stamina STAMINA]');
  const position = words.takePoint();
  const bodyAngle = words.takeWord('facing') ? words.takeNumber('facing', -180, 180) : 0;
  const velocity = words.takeWord('moving') ? words.takeVelocity(1) : undefined;
  const stamina = words.takeWord('stamina') ? words.takeNumber('stamina', 0, 8000) : undefined;
  words.end();
  return {
    position,
    bodyAngle,
    ...(velocity === undefined ? {} : { velocity }),
    ...(stamina === undefined ? {} : { stamina }),
  };
}

function readArrow(value: string): readonly [ScenePoint, ScenePoint] {
  const words = new Words(value, 'X Y to X Y');
  const from = words.takePoint();
  if (!words.takeWord('to')) throw words.fail();
  const to = words.takePoint();
  words.end();
  return [from, to];
}
