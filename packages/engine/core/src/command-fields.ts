/**
 * What the arguments of commands can be: one row per meaning, with the kind of its values, unit and meaning. The rows of
 * `command-table.ts` name them.
 */
import type { MoveSpec, SideRef, TeamGraphicTile } from './command-values.js';
import { isPlayMode, type PlayMode } from './play-mode.js';

/** Values of each kind of field. */
interface KindValues {
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
export type CommandKind = keyof KindValues | 'word';

/** A row of {@link COMMAND_FIELDS}. */
export interface CommandField {
  readonly kind: CommandKind;
  /** The words of the kind `word`. */
  readonly values?: readonly (string | null)[];
  /** Unit; '' for none. */
  readonly unit: string;
  /** Meaning, in one sentence. */
  readonly doc: string;
}

/** Meanings of the fields of commands. The order of the values of a word is part of the format of recordings. */
// biome-ignore format: one row per meaning
export const COMMAND_FIELDS = {
  power: { kind: 'number', unit: '', doc: 'Power, before it is limited to server::minpower to maxpower.' },
  bodyDir: { kind: 'number', unit: '°', doc: 'Direction relative to the body; positive is clockwise.' },
  moment: { kind: 'number', unit: '°', doc: 'Angle, before it is limited to server::minmoment to maxmoment.' },
  neckMoment: { kind: 'number', unit: '°', doc: 'Angle, before it is limited to server::minneckmoment to maxneckmoment.' },
  leg: { kind: 'word', values: ['l', 'r'], unit: '', doc: 'Leg: l is left, r is right.' },
  tackleAngle: { kind: 'number', unit: '°', doc: 'Direction relative to the body; below version 12 the power.' },
  foul: { kind: 'flag', unit: '', doc: 'Whether the player intends a foul.' },
  ownX: { kind: 'number', unit: 'm', doc: 'Position along the pitch; negative is the own half.' },
  ownY: { kind: 'number', unit: 'm', doc: 'Position across the pitch, mirrored for the right team.' },
  viewWidth: { kind: 'word', values: ['narrow', 'normal', 'wide'], unit: '', doc: 'View width: narrow, normal or wide.' },
  viewQuality: { kind: 'word', values: ['high', 'low', null], unit: '', doc: 'View quality: high or low. Without it, the quality is high and the focus direction is limited to the new width.' },
  focusDist: { kind: 'number', unit: 'm', doc: 'Change of its distance.' },
  focusDir: { kind: 'number', unit: '°', doc: 'Change of its direction.' },
  message: { kind: 'text', unit: '', doc: 'Contents: letters, digits, blanks and ( ) . + - * / ? < > _.' },
  trainerMessage: { kind: 'text', unit: '', doc: 'Contents with the closing parenthesis, which the server removes.' },
  coachMessage: { kind: 'text', unit: '', doc: 'Contents; from version 7 on the whole datagram, a message of the coach language.' },
  armDist: { kind: 'number', unit: 'm', doc: 'Distance of the place.' },
  armDir: { kind: 'number', unit: '°', doc: 'Direction of the place relative to the face direction.' },
  side: { kind: 'side', unit: '', doc: 'Team of the player.' },
  earSide: { kind: 'optionalSide', unit: '', doc: 'Team whose players are meant; both if absent.' },
  unum: { kind: 'integer', unit: '', doc: 'Uniform number, 1 to 11.' },
  on: { kind: 'switch', unit: '', doc: 'Whether it is turned on.' },
  earMode: { kind: 'word', values: ['partial', 'complete', null], unit: '', doc: 'partial or complete; both if absent.' },
  minVersion: { kind: 'integer', unit: '', doc: 'Lowest version.' },
  maxVersion: { kind: 'integer', unit: '', doc: 'Highest version.' },
  level: { kind: 'integer', unit: '', doc: 'Level of zlib, 0 to 9; negative turns compression off.' },
  team: { kind: 'name', unit: '', doc: 'Name of the team.' },
  typeId: { kind: 'integer', unit: '', doc: 'Id of the player type; 0 is the default type.' },
  playMode: { kind: 'playMode', unit: '', doc: 'Play mode.' },
  place: { kind: 'place', unit: '', doc: 'Place and motion afterwards.' },
  tile: { kind: 'tile', unit: '', doc: 'Tile of the banner.' },
  tileError: { kind: 'word', values: ['illegal_command_form', 'invalid_xpm_data'], unit: '', doc: 'Text after error in the reply.' },
  tileWarning: { kind: 'switch', unit: '', doc: 'Whether a warning about the position is sent before.' },
  ballSide: { kind: 'integer', unit: '', doc: '0 drops the ball; 1 gives a free kick to the left team, -1 to the right team.' },
  signedSide: { kind: 'integer', unit: '', doc: 'Side: 1 is left, -1 is right.' },
  sixteenthX: { kind: 'finite', unit: '1/16 m', doc: 'Position along the pitch.' },
  sixteenthY: { kind: 'finite', unit: '1/16 m', doc: 'Position across the pitch.' },
  bodyAngle: { kind: 'finite', unit: '°', doc: 'Direction of the body; 0 is to the right goal, positive is clockwise.' },
  card: { kind: 'word', values: ['yellow', 'red'], unit: '', doc: 'Card: yellow or red.' },
} as const;

/** Name of a row of {@link COMMAND_FIELDS}. */
export type CommandFieldName = keyof typeof COMMAND_FIELDS;

/** Value of a field of a command. */
export type CommandFieldValue<Name extends CommandFieldName> = (typeof COMMAND_FIELDS)[Name] extends {
  readonly values: readonly (infer Value)[];
}
  ? Value
  : (typeof COMMAND_FIELDS)[Name]['kind'] extends infer Kind extends keyof KindValues
    ? KindValues[Kind]
    : never;

/** A field value that is not allowed. */
export interface FieldFault {
  /** Path of field names from the outer object to the value, for example `to.x`; empty for the value itself. */
  readonly path: string;
  readonly value: unknown;
  /** What the field allows. */
  readonly allowed: string;
}

type Check = (value: unknown) => FieldFault | null;

/** Checks a primitive value. */
function primitive(allowed: string, isAllowed: (value: unknown) => boolean): Check {
  return (value) => (isAllowed(value) ? null : { path: '', value, allowed });
}

const checkNumber = primitive(
  'a number other than NaN',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);
const checkInteger = primitive('a whole number', Number.isInteger);
const checkText = primitive('a text', (value) => typeof value === 'string');
const checkBoolean = checkWord([false, true]);

function checkWord(values: readonly unknown[]): Check {
  return primitive(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (value) =>
    values.includes(value),
  );
}

const absentOr =
  (check: Check, absent: null | undefined): Check =>
  (value) =>
    value === absent ? null : check(value);

/** Checks the fields of an object in their order. */
function checkObject(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields);
  return (value) => {
    if (typeof value !== 'object' || value === null) return { path: '', value, allowed: 'an object' };
    for (const [name, check] of entries) {
      const fault = check((value as Readonly<Record<string, unknown>>)[name]);
      if (fault !== null) return nest(name, fault);
    }
    return null;
  };
}

function checkList(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', value, allowed: 'a list' };
    for (let i = 0; i < value.length; i++) {
      const fault = check(value[i]);
      if (fault !== null) return nest(String(i), fault);
    }
    return null;
  };
}

/** Checks one of several shapes that the property `tag` distinguishes. */
function checkVariant(
  tag: string,
  shapes: Readonly<Record<string, Readonly<Record<string, Check>>>>,
  allowed = 'an object',
): Check {
  const checks = new Map(Object.entries(shapes).map(([name, fields]) => [name, checkObject(fields)]));
  return (value) => {
    if (typeof value !== 'object' || value === null) return { path: '', value, allowed };
    const name = (value as Readonly<Record<string, unknown>>)[tag];
    const check = checks.get(name as string);
    if (check !== undefined) return check(value);
    return { path: tag, value: name, allowed: `one of ${[...checks.keys()].join(', ')}` };
  };
}

function nest(name: string, fault: FieldFault): FieldFault {
  return { ...fault, path: fault.path === '' ? name : `${name}.${fault.path}` };
}

const checkSide = checkVariant(
  'by',
  {
    side: { side: checkWord(['l', 'r']) },
    relative: { own: checkBoolean },
    name: { name: checkText },
  },
  "an object { by: 'side', side: 'l' }, { by: 'relative', own: true } or { by: 'name', name: 'Alpha' }",
);
const checkOptionalNumber = absentOr(checkNumber, undefined);

const CHECKS: { readonly [Kind in keyof KindValues]: Check } = {
  number: checkNumber,
  finite: primitive('a finite number', Number.isFinite),
  integer: checkInteger,
  switch: checkBoolean,
  flag: checkBoolean,
  text: checkText,
  name: checkText,
  side: checkSide,
  optionalSide: absentOr(checkSide, null),
  place: checkObject({
    x: checkNumber,
    y: checkNumber,
    angle: checkOptionalNumber,
    vx: checkOptionalNumber,
    vy: checkOptionalNumber,
  }),
  tile: checkObject({
    x: checkInteger,
    y: checkInteger,
    width: checkInteger,
    height: checkInteger,
    colors: checkInteger,
    charsPerPixel: checkInteger,
    lines: checkList(checkText),
  }),
  playMode: primitive('a play mode', (value) => typeof value === 'string' && isPlayMode(value)),
};

/** Creates the check of commands of one role. It returns the first fault of a value from outside, or null for a valid command. */
export function createCommandCheck(
  rows: Readonly<Record<string, { readonly fields: Readonly<Record<string, CommandFieldName>> }>>,
): Check {
  const checks = Object.entries(rows).map(([type, { fields }]): [string, Record<string, Check>] => [
    type,
    Object.fromEntries(
      Object.entries(fields).map(([name, meaning]) => {
        const field: CommandField = COMMAND_FIELDS[meaning];
        return [name, field.kind === 'word' ? checkWord(field.values ?? []) : CHECKS[field.kind]];
      }),
    ),
  ]);
  return checkVariant('type', Object.fromEntries(checks));
}
