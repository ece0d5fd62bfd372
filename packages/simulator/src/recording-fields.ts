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

/** How one value stands in a recording. */
export interface Field<T> {
  write(sink: ByteSink, value: T): void;
  read(cursor: ByteCursor): T;
}

export const num: Field<number> = {
  write: (sink, value) => sink.number(value),
  read: (cursor) => cursor.number(),
};

export const text: Field<string> = {
  write: (sink, value) => sink.text(value),
  read: (cursor) => cursor.text(),
};

export const word: Field<number> = {
  write: (sink, value) => sink.word(value),
  read: (cursor) => cursor.word(),
};

/** One of a list of words, by its place; places must never change within a version of the format. */
export function oneOf<T extends string | number | boolean | null>(...words: readonly T[]): Field<T> {
  return {
    write: (sink, value) => {
      const place = words.indexOf(value);
      if (place < 0) throw new Error(`a recording cannot hold ${String(value)}`);
      sink.byte(place);
    },
    read: (cursor) => {
      const place = cursor.byte();
      if (place >= words.length) throw new BadBytes(`there is no word ${place}`);
      return words[place] as T;
    },
  };
}

export const flag: Field<boolean> = oneOf(false, true);
export const side: Field<Side> = oneOf<Side>('l', 'r');

/** A value or one that stands for its absence. */
export function orElse<T, N>(field: Field<T>, nothing: N): Field<T | N> {
  return {
    write: (sink, value) => {
      sink.byte(value === nothing ? 0 : 1);
      if (value !== nothing) field.write(sink, value as T);
    },
    read: (cursor) => (flag.read(cursor) ? field.read(cursor) : nothing),
  };
}

/** The fields of an object of one shape, by name. `undefined` ones are left out of what is read. */
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
  };
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
  };
}

type Tagged<Tag extends string> = { readonly [K in Tag]: string };

/**
 * One of several shapes, told apart by a property. The table's order gives their numbers: new shapes go to its end,
 * none is ever taken out.
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
  x: num,
  y: num,
  width: num,
  height: num,
  colors: num,
  charsPerPixel: num,
  lines: listOf(text),
});

const playMode: Field<PlayMode> = {
  write: (sink, mode) => sink.text(mode),
  read: (cursor) => {
    const mode = cursor.text();
    if (!isPlayMode(mode)) throw new BadBytes(`there is no play mode ${mode}`);
    return mode;
  },
};

export const clientRef: Field<ClientRef> = variants<'role', ClientRef>('role', {
  player: { index: num },
  coach: { side },
  trainer: {},
  monitor: { id: num },
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
  attentionto: { side: sideRef, unum: num },
  attentionto_off: {},
  ear: {
    on: flag,
    side: orElse(sideRef, null),
    mode: oneOf<'partial' | 'complete' | null>('partial', 'complete', null),
  },
  clang: { min: num, max: num },
  sense_body: {},
  score: {},
  synch_see: {},
  gaussian_see: {},
  compression: { level: num },
  done: {},
  bye: {},
});

export const trainerCommand: Field<TrainerCommand> = variants<'type', TrainerCommand>('type', {
  change_mode: { mode: playMode },
  move_ball: { to: moveSpec },
  move_player: { team: text, unum: num, to: moveSpec },
  start: {},
  recover: {},
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: flag },
  ear: { on: flag },
  say: { message: text },
  change_player_type: { team: text, unum: num, typeId: num },
  compression: { level: num },
  done: {},
});

export const coachCommand: Field<CoachCommand> = variants<'type', CoachCommand>('type', {
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: flag },
  say: { text },
  change_player_type: { unum: num, typeId: num },
  change_goalie: { unum: num },
  team_graphic: { tile },
  team_graphic_refused: {
    code: oneOf<'illegal_command_form' | 'invalid_xpm_data'>('illegal_command_form', 'invalid_xpm_data'),
    locationWarning: flag,
  },
  compression: { level: num },
  done: {},
  bye: {},
});

export const monitorCommand: Field<MonitorCommand> = variants<'type', MonitorCommand>('type', {
  dispbye: {},
  dispstart: {},
  dispfoul: { x: num, y: num, side: num },
  dispplayer: { side: num, unum: num, x: num, y: num, angle: num },
  dispdiscard: { side: num, unum: num },
  dispcard: { side: num, unum: num, card: oneOf<'yellow' | 'red'>('yellow', 'red') },
  compression: { level: num },
});
