import {
  type ClientRef,
  type CoachCommand,
  isPlayMode,
  type MonitorCommand,
  type MoveSpec,
  type PlayerCommand,
  type PlayMode,
  type Side,
  type SideRef,
  type TeamGraphicTile,
  type TrainerCommand,
} from '@rcss/core';
import { BadBytes, type ByteCursor, type ByteSink } from './byte-sink.js';

/** A field value that is not allowed. */
export interface Fault {
  /** Path of field names from the outer object to the value, for example `to.x`; empty for the value itself. */
  readonly path: string;
  readonly value: unknown;
  /** What the field allows. */
  readonly allowed: string;
}

/** Describes one value: its encoding in a recording, and its allowed range. */
export interface Field<T> {
  write(sink: ByteSink, value: T): void;
  read(cursor: ByteCursor): T;
  /** Returns the first fault of an external value, or null if it is valid. */
  fault(value: unknown): Fault | null;
}

/**
 * Creates a field of a primitive value from its encoding, a predicate and a description of the allowed values.
 */
function plain<T>(
  write: Field<T>['write'],
  read: Field<T>['read'],
  allowed: string,
  isAllowed: (value: unknown) => boolean,
): Field<T> {
  return {
    write,
    read,
    fault: (value) => (isAllowed(value) ? null : { path: '', value, allowed }),
  };
}

const writeNumber = (sink: ByteSink, value: number) => sink.number(value);
const readNumber = (cursor: ByteCursor) => cursor.number();

/**
 * A number other than NaN. Infinities are allowed: they can be sent over the network, and they are limited like
 * large numbers (spec 05 §9.6).
 */
export const num: Field<number> = plain(
  writeNumber,
  readNumber,
  'a number other than NaN',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);

/** An integer. */
export const int: Field<number> = plain(writeNumber, readNumber, 'a whole number', Number.isInteger);

export const text: Field<string> = plain(
  (sink, value) => sink.text(value),
  (cursor) => cursor.text(),
  'a text',
  (value) => typeof value === 'string',
);

/** An unsigned 32-bit integer. */
export const word: Field<number> = plain(
  (sink, value) => sink.word(value),
  (cursor) => cursor.word(),
  'a whole number from 0 to 4294967295',
  (value) => Number.isInteger(value) && (value as number) >>> 0 === value,
);

/** One of a list of values, stored by its index; the order must not change within a version of the format. */
export function oneOf<T extends string | number | boolean | null>(...words: readonly T[]): Field<T> {
  return plain(
    (sink, value) => {
      const place = words.indexOf(value);
      if (place < 0) throw new Error(`a recording cannot hold ${String(value)}`);
      sink.byte(place);
    },
    (cursor) => {
      const place = cursor.byte();
      if (place >= words.length) throw new BadBytes(`there is no word ${place}`);
      return words[place] as T;
    },
    `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`,
    (value) => words.includes(value as T),
  );
}

export const flag: Field<boolean> = oneOf(false, true);
export const side: Field<Side> = oneOf<Side>('l', 'r');

/** Creates a field of a value or of a constant that means its absence. */
export function orElse<T, N>(field: Field<T>, nothing: N): Field<T | N> {
  return {
    write: (sink, value) => {
      sink.byte(value === nothing ? 0 : 1);
      if (value !== nothing) field.write(sink, value as T);
    },
    read: (cursor) => (flag.read(cursor) ? field.read(cursor) : nothing),
    fault: (value) => (value === nothing ? null : field.fault(value)),
  };
}

/** The fields of an object of one shape, by name. When read, `undefined` values are omitted. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export function object<T extends object>(fields: Fields<T>): Field<T> {
  const entries = Object.entries(fields) as [keyof T, Field<T[keyof T]>][];
  return {
    write: (sink, value) => {
      for (const [name, field] of entries) field.write(sink, value[name]);
    },
    read: (cursor) => {
      const out: Partial<T> = {};
      for (const [name, field] of entries) {
        const value = field.read(cursor);
        if (value !== undefined) out[name] = value;
      }
      return out as T;
    },
    fault: (value) => {
      if (typeof value !== 'object' || value === null) return { path: '', value, allowed: 'an object' };
      for (const [name, field] of entries) {
        const found = field.fault((value as T)[name]);
        if (found !== null) return inside(String(name), found);
      }
      return null;
    },
  };
}

/** Prefixes the path of a fault with the name of the containing field. */
function inside(name: string, found: Fault): Fault {
  return { ...found, path: found.path === '' ? name : `${name}.${found.path}` };
}

function listOf<T>(field: Field<T>): Field<readonly T[]> {
  return {
    write: (sink, values) => {
      sink.count(values.length);
      for (const value of values) field.write(sink, value);
    },
    read: (cursor) => {
      const count = cursor.count();
      const out: T[] = [];
      for (let i = 0; i < count; i++) out.push(field.read(cursor));
      return out;
    },
    fault: (value) => {
      if (!Array.isArray(value)) return { path: '', value, allowed: 'a list' };
      for (let i = 0; i < value.length; i++) {
        const found = field.fault(value[i]);
        if (found !== null) return inside(String(i), found);
      }
      return null;
    },
  };
}

type Tagged<Tag extends string> = { readonly [K in Tag]: string };

/**
 * One of several shapes, distinguished by the property `tag`. The order of the table determines the stored
 * numbers: add new shapes at the end, and never remove one.
 */
export function variants<Tag extends string, T extends Tagged<Tag>>(
  tag: Tag,
  table: { readonly [K in T[Tag]]: Fields<Omit<Extract<T, { readonly [P in Tag]: K }>, Tag>> },
): Field<T> {
  const names = Object.keys(table) as T[Tag][];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const shapes = names.map((name) => object(table[name] as Fields<object>));
  return {
    write: (sink, value) => {
      const number = numbers.get(value[tag] as T[Tag]);
      if (number === undefined) throw new Error(`a recording cannot hold ${String(value[tag])}`);
      sink.byte(number);
      (shapes[number] as Field<object>).write(sink, value);
    },
    read: (cursor) => {
      const number = cursor.byte();
      const shape = shapes[number];
      if (shape === undefined) throw new BadBytes(`there is no ${tag} with the number ${number}`);
      return { [tag]: names[number], ...shape.read(cursor) } as unknown as T;
    },
    fault: (value) => {
      if (typeof value !== 'object' || value === null) return { path: '', value, allowed: 'an object' };
      const kind = (value as T)[tag];
      const number = numbers.get(kind as T[Tag]);
      if (number === undefined) return { path: tag, value: kind, allowed: `one of ${names.join(', ')}` };
      return (shapes[number] as Field<object>).fault(value);
    },
  };
}

const sideRef: Field<SideRef> = variants<'by', SideRef>('by', {
  side: { side },
  relative: { own: flag },
  name: { name: text },
});

const maybe: Field<number | undefined> = orElse(num, undefined);

const moveSpec = object<MoveSpec>({
  x: num,
  y: num,
  angle: maybe as Field<number>,
  vx: maybe as Field<number>,
  vy: maybe as Field<number>,
});

const tile = object<TeamGraphicTile>({
  x: int,
  y: int,
  width: int,
  height: int,
  colors: int,
  charsPerPixel: int,
  lines: listOf(text),
});

const playMode: Field<PlayMode> = plain(
  (sink, mode) => sink.text(mode),
  (cursor) => {
    const mode = cursor.text();
    if (!isPlayMode(mode)) throw new BadBytes(`there is no play mode ${mode}`);
    return mode;
  },
  'a play mode',
  (value) => typeof value === 'string' && isPlayMode(value),
);

export const clientRef: Field<ClientRef> = variants<'role', ClientRef>('role', {
  player: { index: int },
  coach: { side },
  trainer: {},
  monitor: { id: int },
});

export const playerCommand: Field<PlayerCommand> = variants<'type', PlayerCommand>('type', {
  dash: { power: num, dir: num },
  dash_leg: { leg: oneOf<'l' | 'r'>('l', 'r'), power: num, dir: num },
  turn: { moment: num },
  turn_neck: { moment: num },
  kick: { power: num, dir: num },
  long_kick: { power: num, dir: num },
  tackle: { angle: num, foul: flag },
  catch: { dir: num },
  move: { x: num, y: num },
  change_view: {
    width: oneOf<'narrow' | 'normal' | 'wide'>('narrow', 'normal', 'wide'),
    quality: oneOf<'high' | 'low' | null>('high', 'low', null),
  },
  change_focus: { dist: num, dir: num },
  say: { message: text },
  pointto: { dist: num, dir: num },
  pointto_off: {},
  attentionto: { side: sideRef, unum: int },
  attentionto_off: {},
  ear: {
    on: flag,
    side: orElse(sideRef, null),
    mode: oneOf<'partial' | 'complete' | null>('partial', 'complete', null),
  },
  clang: { min: int, max: int },
  sense_body: {},
  score: {},
  synch_see: {},
  gaussian_see: {},
  compression: { level: int },
  done: {},
  bye: {},
});

export const trainerCommand: Field<TrainerCommand> = variants<'type', TrainerCommand>('type', {
  change_mode: { mode: playMode },
  move_ball: { to: moveSpec },
  move_player: { team: text, unum: int, to: moveSpec },
  start: {},
  recover: {},
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: flag },
  ear: { on: flag },
  say: { message: text },
  change_player_type: { team: text, unum: int, typeId: int },
  compression: { level: int },
  done: {},
});

export const coachCommand: Field<CoachCommand> = variants<'type', CoachCommand>('type', {
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: flag },
  say: { text },
  change_player_type: { unum: int, typeId: int },
  change_goalie: { unum: int },
  team_graphic: { tile },
  team_graphic_refused: {
    code: oneOf<'illegal_command_form' | 'invalid_xpm_data'>('illegal_command_form', 'invalid_xpm_data'),
    locationWarning: flag,
  },
  compression: { level: int },
  done: {},
  bye: {},
});

export const monitorCommand: Field<MonitorCommand> = variants<'type', MonitorCommand>('type', {
  dispbye: {},
  dispstart: {},
  dispfoul: { x: num, y: num, side: int },
  dispplayer: { side: int, unum: int, x: num, y: num, angle: num },
  dispdiscard: { side: int, unum: int },
  dispcard: { side: int, unum: int, card: oneOf<'yellow' | 'red'>('yellow', 'red') },
  compression: { level: int },
});
