/**
 * What the arguments of commands can be: one row per meaning, with the kind of its values. The rows of `command-table.ts` name
 * them; `command-field-docs.ts` has their units and sentences, so that pages which only send commands need not load them.
 */
import type { MoveSpec, SideRef, TeamGraphicTile } from './command-values.js';
import type { PlayMode } from './play-mode.js';

/** Values of each kind of field. */
export interface KindValues {
  readonly number: number;
  readonly finite: number;
  readonly integer: number;
  readonly switch: boolean;
  readonly flag: boolean;
  readonly text: string;
  readonly name: string;
  readonly side: SideRef;
  readonly optionalSide: SideRef | null;
  readonly place: MoveSpec;
  readonly tile: TeamGraphicTile;
  readonly playMode: PlayMode;
}

/**
 * Kind of the values of a field:
 *
 * - `number`: without NaN. Infinities are allowed: they can be sent, and they are limited like large numbers (spec 05 §9.6).
 * - `finite`: a finite number that is a whole number on the wire; `integer`: a whole number.
 * - `switch`: `on` or `off`; `flag`: also `true` or `false`.
 * - `text`: a message; `name`: the name of a team.
 * - `word`: one of the values of the row; null means that the word is absent.
 * - `side`, `optionalSide`, `place`, `tile`, `playMode`: as the types say.
 */
export type CommandKind =
  | 'number'
  | 'finite'
  | 'integer'
  | 'switch'
  | 'flag'
  | 'text'
  | 'name'
  | 'side'
  | 'optionalSide'
  | 'place'
  | 'tile'
  | 'playMode'
  | 'word';

/** A row of {@link COMMAND_FIELDS}. */
export interface CommandField {
  readonly kind: CommandKind;
  /** The words of the kind `word`. */
  readonly values?: readonly (string | null)[];
}

/** Meanings of the fields of commands. The order of the values of a word is part of the format of recordings. */
// biome-ignore format: one row per meaning
export const COMMAND_FIELDS = {
  power: { kind: 'number' },
  bodyDir: { kind: 'number' },
  loft: { kind: 'number' },
  moment: { kind: 'number' },
  neckMoment: { kind: 'number' },
  leg: { kind: 'word', values: ['l', 'r'] },
  tackleAngle: { kind: 'number' },
  foul: { kind: 'flag' },
  ownX: { kind: 'number' },
  ownY: { kind: 'number' },
  viewWidth: { kind: 'word', values: ['narrow', 'normal', 'wide'] },
  viewQuality: { kind: 'word', values: ['high', 'low', null] },
  focusDist: { kind: 'number' },
  focusDir: { kind: 'number' },
  message: { kind: 'text' },
  trainerMessage: { kind: 'text' },
  coachMessage: { kind: 'text' },
  armDist: { kind: 'number' },
  armDir: { kind: 'number' },
  side: { kind: 'side' },
  earSide: { kind: 'optionalSide' },
  unum: { kind: 'integer' },
  on: { kind: 'switch' },
  earMode: { kind: 'word', values: ['partial', 'complete', null] },
  minVersion: { kind: 'integer' },
  maxVersion: { kind: 'integer' },
  level: { kind: 'integer' },
  team: { kind: 'name' },
  typeId: { kind: 'integer' },
  playMode: { kind: 'playMode' },
  place: { kind: 'place' },
  tile: { kind: 'tile' },
  tileError: { kind: 'word', values: ['illegal_command_form', 'invalid_xpm_data'] },
  tileWarning: { kind: 'switch' },
  ballSide: { kind: 'integer' },
  signedSide: { kind: 'integer' },
  sixteenthX: { kind: 'finite' },
  sixteenthY: { kind: 'finite' },
  bodyAngle: { kind: 'finite' },
  card: { kind: 'word', values: ['yellow', 'red'] },
} as const;

/** Name of a row of {@link COMMAND_FIELDS}. */
export type CommandFieldName = keyof typeof COMMAND_FIELDS;

export type CommandFieldValue<Name extends CommandFieldName> = (typeof COMMAND_FIELDS)[Name] extends {
  readonly values: readonly (infer Value)[];
}
  ? Value
  : (typeof COMMAND_FIELDS)[Name]['kind'] extends infer Kind extends keyof KindValues
    ? KindValues[Kind]
    : never;
