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
import type { Scene } from '@rcss/core/match-document';
import type { Snapshot } from '../match-state.js';
import { type BinaryReader, type BinaryWriter, InvalidBytesError } from './byte-stream.js';
import { exactJson, parseExactJson } from './exact-json.js';

/** A field value that is not allowed. */
export interface FieldFault {
  /** Path of field names from the outer object to the value, for example `to.x`; empty for the value itself. */
  readonly path: string;
  readonly value: unknown;
  /** What the field allows. */
  readonly allowed: string;
}

/** Describes one value: its encoding in a recording, and its allowed range. */
export interface Field<T> {
  write(sink: BinaryWriter, value: T): void;
  read(cursor: BinaryReader): T;
  /** Returns the first fault of an external value, or null if it is valid. */
  findFault(value: unknown): FieldFault | null;
}

/**
 * Creates a field of a primitive value from its encoding, a predicate and a description of the allowed values.
 */
function primitiveField<T>(
  write: Field<T>['write'],
  read: Field<T>['read'],
  allowed: string,
  isAllowed: (value: unknown) => boolean,
): Field<T> {
  return {
    write,
    read,
    findFault: (value) => (isAllowed(value) ? null : { path: '', value, allowed }),
  };
}

const writeNumber = (sink: BinaryWriter, value: number) => sink.writeNumber(value);
const readNumber = (cursor: BinaryReader) => cursor.readNumber();

/**
 * A number other than NaN. Infinities are allowed: they can be sent over the network, and they are limited like
 * large numbers (spec 05 §9.6).
 */
export const numberField: Field<number> = primitiveField(
  writeNumber,
  readNumber,
  'a number other than NaN',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);

/** A finite number. */
export const finiteNumberField: Field<number> = primitiveField(
  writeNumber,
  readNumber,
  'a finite number',
  Number.isFinite,
);

/** An integer. */
export const integerField: Field<number> = primitiveField(
  writeNumber,
  readNumber,
  'a whole number',
  Number.isInteger,
);

export const textField: Field<string> = primitiveField(
  (sink, value) => sink.writeText(value),
  (cursor) => cursor.readText(),
  'a text',
  (value) => typeof value === 'string',
);

/** An unsigned 32-bit integer. */
export const wordField: Field<number> = primitiveField(
  (sink, value) => sink.writeWord(value),
  (cursor) => cursor.readWord(),
  'a whole number from 0 to 4294967295',
  (value) => Number.isInteger(value) && (value as number) >>> 0 === value,
);

/** One of a list of values, stored by its index; the order must not change within a version of the format. */
export function enumField<T extends string | number | boolean | null>(...words: readonly T[]): Field<T> {
  return primitiveField(
    (sink, value) => {
      const place = words.indexOf(value);
      if (place < 0)
        throw new Error(
          `a recording cannot contain ${JSON.stringify(value)}: one of ${JSON.stringify(words)} is allowed`,
        );
      sink.writeByte(place);
    },
    (cursor) => {
      const place = cursor.readByte();
      if (place >= words.length)
        throw new InvalidBytesError(
          `value number ${place} is out of range: 0–${words.length - 1} is allowed`,
        );
      return words[place] as T;
    },
    `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`,
    (value) => words.includes(value as T),
  );
}

export const booleanField: Field<boolean> = enumField(false, true);
export const sideField: Field<Side> = enumField<Side>('l', 'r');

/** Creates a field of a value or of a constant that means its absence. */
export function orConstant<T, N>(field: Field<T>, nothing: N): Field<T | N> {
  return {
    write: (sink, value) => {
      sink.writeByte(value === nothing ? 0 : 1);
      if (value !== nothing) field.write(sink, value as T);
    },
    read: (cursor) => (booleanField.read(cursor) ? field.read(cursor) : nothing),
    findFault: (value) => (value === nothing ? null : field.findFault(value)),
  };
}

/** The fields of an object of one shape, by name. When read, `undefined` values are omitted. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export function objectField<T extends object>(fields: Fields<T>): Field<T> {
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
    findFault: (value) => {
      if (typeof value !== 'object' || value === null) return { path: '', value, allowed: 'an object' };
      for (const [name, field] of entries) {
        const found = field.findFault((value as T)[name]);
        if (found !== null) return prefixPath(String(name), found);
      }
      return null;
    },
  };
}

/** Prefixes the path of a fault with the name of the containing field. */
function prefixPath(name: string, found: FieldFault): FieldFault {
  return { ...found, path: found.path === '' ? name : `${name}.${found.path}` };
}

function listField<T>(field: Field<T>): Field<readonly T[]> {
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
    findFault: (value) => {
      if (!Array.isArray(value)) return { path: '', value, allowed: 'a list' };
      for (let i = 0; i < value.length; i++) {
        const found = field.findFault(value[i]);
        if (found !== null) return prefixPath(String(i), found);
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
export function variantField<Tag extends string, T extends Tagged<Tag>>(
  tag: Tag,
  table: { readonly [K in T[Tag]]: Fields<Omit<Extract<T, { readonly [P in Tag]: K }>, Tag>> },
): Field<T> {
  const names = Object.keys(table) as T[Tag][];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const shapes = names.map((name) => objectField(table[name] as Fields<object>));
  return {
    write: (sink, value) => {
      const number = numbers.get(value[tag] as T[Tag]);
      if (number === undefined)
        throw new Error(
          `a recording cannot contain ${tag} ${JSON.stringify(value[tag])}: one of ${names.join(', ')} is allowed`,
        );
      sink.writeByte(number);
      (shapes[number] as Field<object>).write(sink, value);
    },
    read: (cursor) => {
      const number = cursor.readByte();
      const shape = shapes[number];
      if (shape === undefined)
        throw new InvalidBytesError(
          `${tag} number ${number} is out of range: 0–${shapes.length - 1} is allowed`,
        );
      return { [tag]: names[number], ...shape.read(cursor) } as unknown as T;
    },
    findFault: (value) => {
      if (typeof value !== 'object' || value === null) return { path: '', value, allowed: 'an object' };
      const kind = (value as T)[tag];
      const number = numbers.get(kind as T[Tag]);
      if (number === undefined) return { path: tag, value: kind, allowed: `one of ${names.join(', ')}` };
      return (shapes[number] as Field<object>).findFault(value);
    },
  };
}

const sideRefField: Field<SideRef> = variantField<'by', SideRef>('by', {
  side: { side: sideField },
  relative: { own: booleanField },
  name: { name: textField },
});

const optionalNumberField: Field<number | undefined> = orConstant(numberField, undefined);

const moveSpecField = objectField<MoveSpec>({
  x: numberField,
  y: numberField,
  angle: optionalNumberField as Field<number>,
  vx: optionalNumberField as Field<number>,
  vy: optionalNumberField as Field<number>,
});

const tileField = objectField<TeamGraphicTile>({
  x: integerField,
  y: integerField,
  width: integerField,
  height: integerField,
  colors: integerField,
  charsPerPixel: integerField,
  lines: listField(textField),
});

const playModeField: Field<PlayMode> = primitiveField(
  (sink, mode) => sink.writeText(mode),
  (cursor) => {
    const mode = cursor.readText();
    if (!isPlayMode(mode)) throw new InvalidBytesError(`unknown play mode ${JSON.stringify(mode)}`);
    return mode;
  },
  'a play mode',
  (value) => typeof value === 'string' && isPlayMode(value),
);

/** An object as JSON text, so that recordings stay readable when the object gets new fields. */
function jsonField<T extends object>(): Field<T> {
  return primitiveField<T>(
    (sink, value) => sink.writeText(exactJson(value)),
    (cursor) => {
      const text = cursor.readText();
      try {
        return parseExactJson(text) as T;
      } catch {
        throw new InvalidBytesError(`a value is not JSON: ${JSON.stringify(text.slice(0, 40))}`);
      }
    },
    'an object',
    (value) => typeof value === 'object' && value !== null,
  );
}

export const sceneField: Field<Scene> = jsonField();
export const snapshotField: Field<Snapshot> = jsonField();

export const clientRefField: Field<ClientRef> = variantField<'role', ClientRef>('role', {
  player: { index: integerField },
  coach: { side: sideField },
  trainer: {},
  monitor: { id: integerField },
});

export const playerCommandField: Field<PlayerCommand> = variantField<'type', PlayerCommand>('type', {
  dash: { power: numberField, dir: numberField },
  dash_leg: { leg: enumField<'l' | 'r'>('l', 'r'), power: numberField, dir: numberField },
  turn: { moment: numberField },
  turn_neck: { moment: numberField },
  kick: { power: numberField, dir: numberField },
  long_kick: { power: numberField, dir: numberField },
  tackle: { angle: numberField, foul: booleanField },
  catch: { dir: numberField },
  move: { x: numberField, y: numberField },
  change_view: {
    width: enumField<'narrow' | 'normal' | 'wide'>('narrow', 'normal', 'wide'),
    quality: enumField<'high' | 'low' | null>('high', 'low', null),
  },
  change_focus: { dist: numberField, dir: numberField },
  say: { message: textField },
  pointto: { dist: numberField, dir: numberField },
  pointto_off: {},
  attentionto: { side: sideRefField, unum: integerField },
  attentionto_off: {},
  ear: {
    on: booleanField,
    side: orConstant(sideRefField, null),
    mode: enumField<'partial' | 'complete' | null>('partial', 'complete', null),
  },
  clang: { min: integerField, max: integerField },
  sense_body: {},
  score: {},
  synch_see: {},
  gaussian_see: {},
  compression: { level: integerField },
  done: {},
  bye: {},
});

export const trainerCommandField: Field<TrainerCommand> = variantField<'type', TrainerCommand>('type', {
  change_mode: { mode: playModeField },
  move_ball: { to: moveSpecField },
  move_player: { team: textField, unum: integerField, to: moveSpecField },
  start: {},
  recover: {},
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: booleanField },
  ear: { on: booleanField },
  say: { message: textField },
  change_player_type: { team: textField, unum: integerField, typeId: integerField },
  compression: { level: integerField },
  done: {},
});

export const coachCommandField: Field<CoachCommand> = variantField<'type', CoachCommand>('type', {
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: booleanField },
  say: { text: textField },
  change_player_type: { unum: integerField, typeId: integerField },
  change_goalie: { unum: integerField },
  team_graphic: { tile: tileField },
  team_graphic_refused: {
    code: enumField<'illegal_command_form' | 'invalid_xpm_data'>('illegal_command_form', 'invalid_xpm_data'),
    locationWarning: booleanField,
  },
  compression: { level: integerField },
  done: {},
  bye: {},
});

export const monitorCommandField: Field<MonitorCommand> = variantField<'type', MonitorCommand>('type', {
  dispbye: {},
  dispstart: {},
  dispfoul: { x: finiteNumberField, y: finiteNumberField, side: integerField },
  dispplayer: {
    side: integerField,
    unum: integerField,
    x: finiteNumberField,
    y: finiteNumberField,
    angle: finiteNumberField,
  },
  dispdiscard: { side: integerField, unum: integerField },
  dispcard: { side: integerField, unum: integerField, card: enumField<'yellow' | 'red'>('yellow', 'red') },
  compression: { level: integerField },
});
