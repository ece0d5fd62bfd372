import {
  type ClientRef,
  type CoachCommand,
  isPlayMode,
  type MonitorCommand,
  type MoveSpec,
  PLAYER_COUNT,
  type PlayerCommand,
  type PlayMode,
  type Side,
  type SideRef,
  type TeamGraphicTile,
  type TrainerCommand,
} from '@rcss/core';
import {
  COACH_COMMANDS,
  COMMAND_FIELDS,
  type CommandField,
  type CommandKind,
  type CommandRow,
  MONITOR_COMMANDS,
  PLAYER_COMMANDS,
  TRAINER_COMMANDS,
} from '@rcss/core/commands';
import type { Scene } from '@rcss/core/match-document';
import { exactJson, parseExactJson } from '../exact-json.js';
import type { Snapshot } from '../match-state.js';
import { type BinaryReader, type BinaryWriter, InvalidBytesError } from './byte-stream.js';

/** The encoding of one value in a recording. */
export interface ValueCodec<T> {
  write(sink: BinaryWriter, value: T): void;
  read(cursor: BinaryReader): T;
}

export const numberCodec: ValueCodec<number> = {
  write: (sink, value) => sink.writeNumber(value),
  read: (cursor) => cursor.readNumber(),
};

export const textCodec: ValueCodec<string> = {
  write: (sink, value) => sink.writeText(value),
  read: (cursor) => cursor.readText(),
};

/** An unsigned 32-bit integer. */
export const wordCodec: ValueCodec<number> = {
  write: (sink, value) => sink.writeWord(value),
  read: (cursor) => cursor.readWord(),
};

/** One of a list of values, stored by its index; the order must not change within a version of the format. */
export function enumField<T extends string | number | boolean | null>(...words: readonly T[]): ValueCodec<T> {
  return {
    write: (sink, value) => {
      const place = words.indexOf(value);
      if (place < 0)
        throw new Error(
          `a recording cannot contain ${JSON.stringify(value)}: one of ${JSON.stringify(words)} is allowed`,
        );
      sink.writeByte(place);
    },
    read: (cursor) => {
      const place = cursor.readByte();
      if (place >= words.length)
        throw new InvalidBytesError(
          `value number ${place} is out of range: 0–${words.length - 1} is allowed`,
        );
      return words[place] as T;
    },
  };
}

export const booleanCodec: ValueCodec<boolean> = enumField(false, true);
export const sideField: ValueCodec<Side> = enumField<Side>('l', 'r');

/** Creates a field of a value or of a constant that means its absence. */
export function orConstant<T, N>(field: ValueCodec<T>, nothing: N): ValueCodec<T | N> {
  return {
    write: (sink, value) => {
      sink.writeByte(value === nothing ? 0 : 1);
      if (value !== nothing) field.write(sink, value as T);
    },
    read: (cursor) => (booleanCodec.read(cursor) ? field.read(cursor) : nothing),
  };
}

/** The fields of an object of one shape, by name. When read, `undefined` values are omitted. */
export type Fields<T> = { readonly [K in keyof T]-?: ValueCodec<T[K]> };

export function objectCodec<T extends object>(fields: Fields<T>): ValueCodec<T> {
  const entries = Object.entries(fields) as [keyof T, ValueCodec<T[keyof T]>][];
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

function listField<T>(field: ValueCodec<T>): ValueCodec<readonly T[]> {
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
 * One of several shapes, distinguished by the property `tag`. The order of the table determines the stored
 * numbers: add new shapes at the end, and never remove one.
 */
export function variantField<Tag extends string, T extends Tagged<Tag>>(
  tag: Tag,
  table: { readonly [K in T[Tag]]: Fields<Omit<Extract<T, { readonly [P in Tag]: K }>, Tag>> },
): ValueCodec<T> {
  const names = Object.keys(table) as T[Tag][];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const shapes = names.map((name) => objectCodec(table[name] as Fields<object>));
  return {
    write: (sink, value) => {
      const number = numbers.get(value[tag] as T[Tag]);
      if (number === undefined)
        throw new Error(
          `a recording cannot contain ${tag} ${JSON.stringify(value[tag])}: one of ${names.join(', ')} is allowed`,
        );
      sink.writeByte(number);
      (shapes[number] as ValueCodec<object>).write(sink, value);
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
  };
}

const sideRefField: ValueCodec<SideRef> = variantField<'by', SideRef>('by', {
  side: { side: sideField },
  relative: { own: booleanCodec },
  name: { name: textCodec },
});

const optionalNumberField: ValueCodec<number | undefined> = orConstant(numberCodec, undefined);

const moveSpecField = objectCodec<MoveSpec>({
  x: numberCodec,
  y: numberCodec,
  angle: optionalNumberField as ValueCodec<number>,
  vx: optionalNumberField as ValueCodec<number>,
  vy: optionalNumberField as ValueCodec<number>,
});

const tileField = objectCodec<TeamGraphicTile>({
  x: numberCodec,
  y: numberCodec,
  width: numberCodec,
  height: numberCodec,
  colors: numberCodec,
  charsPerPixel: numberCodec,
  lines: listField(textCodec),
});

const playModeField: ValueCodec<PlayMode> = {
  write: (sink, mode) => sink.writeText(mode),
  read: (cursor) => {
    const mode = cursor.readText();
    if (!isPlayMode(mode)) throw new InvalidBytesError(`unknown play mode ${JSON.stringify(mode)}`);
    return mode;
  },
};

/** An object as JSON text, so that recordings stay readable when the object gets new fields. */
function jsonField<T extends object>(): ValueCodec<T> {
  return {
    write: (sink, value) => sink.writeText(exactJson(value)),
    read: (cursor) => {
      const text = cursor.readText();
      try {
        return parseExactJson(text) as T;
      } catch {
        throw new InvalidBytesError(`a value is not JSON: ${JSON.stringify(text.slice(0, 40))}`);
      }
    },
  };
}

export const sceneCodec: ValueCodec<Scene> = jsonField();
export const snapshotField: ValueCodec<Snapshot> = jsonField();

/** Index of a player, 0 to 21. */
export const playerIndexCodec: ValueCodec<number> = {
  write: (sink, value) => sink.writeNumber(value),
  read(cursor) {
    const index = cursor.readNumber();
    if (Number.isInteger(index) && index >= 0 && index < PLAYER_COUNT) return index;
    throw new InvalidBytesError(`player ${index} is out of range: 0–${PLAYER_COUNT - 1} is allowed`);
  },
};

export const clientRefField: ValueCodec<ClientRef> = variantField<'role', ClientRef>('role', {
  player: { index: playerIndexCodec },
  coach: { side: sideField },
  trainer: {},
  monitor: { id: numberCodec },
});

/** Encodings of the kinds of fields of commands; a kind without one does not compile. */
const COMMAND_FIELD_KINDS: { readonly [Kind in Exclude<CommandKind, 'word'>]: ValueCodec<unknown> } = {
  number: numberCodec,
  finite: numberCodec,
  integer: numberCodec,
  switch: booleanCodec,
  flag: booleanCodec,
  text: textCodec,
  name: textCodec,
  side: sideRefField,
  optionalSide: orConstant(sideRefField, null),
  place: moveSpecField,
  tile: tileField,
  playMode: playModeField,
};

/** Creates the encoding of the commands of a role from their table. */
function commandField<Command>(rows: Readonly<Record<string, CommandRow>>): ValueCodec<Command> {
  const shapes = Object.entries(rows).map(([type, { fields }]) => [
    type,
    Object.fromEntries(
      Object.entries(fields).map(([name, meaning]) => {
        const { kind, values = [] }: CommandField = COMMAND_FIELDS[meaning];
        return [name, kind === 'word' ? enumField(...values) : COMMAND_FIELD_KINDS[kind]];
      }),
    ),
  ]);
  return variantField('type', Object.fromEntries(shapes)) as ValueCodec<unknown> as ValueCodec<Command>;
}

export const playerCommandField: ValueCodec<PlayerCommand> = commandField(PLAYER_COMMANDS);
export const trainerCommandField: ValueCodec<TrainerCommand> = commandField(TRAINER_COMMANDS);
export const coachCommandField: ValueCodec<CoachCommand> = commandField(COACH_COMMANDS);
export const monitorCommandField: ValueCodec<MonitorCommand> = commandField(MONITOR_COMMANDS);
