/** Checks of commands from outside, by the tables: of programs without types, of recordings, of clients in process. */
import {
  COMMAND_FIELDS,
  type CommandField,
  type CommandFieldName,
  type KindValues,
} from './command-fields.js';
import {
  COACH_COMMANDS,
  type CommandRole,
  MONITOR_COMMANDS,
  PLAYER_COMMANDS,
  TRAINER_COMMANDS,
} from './command-table.js';
import { isPlayMode } from './play-mode.js';

/** A field value that is not allowed. */
export interface FieldFault {
  /** Path of field names from the outer object to the value, for example `to.x`; empty for the value itself. */
  readonly path: string;
  readonly value: unknown;
  /** What the field allows. */
  readonly allowed: string;
}

type Check = (value: unknown) => FieldFault | null;

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

/** Checks one of several shapes with different values of the property `tag`. */
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

const KIND_CHECKS: { readonly [Kind in keyof KindValues]: Check } = {
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
function createCommandCheck(
  rows: Readonly<Record<string, { readonly fields: Readonly<Record<string, CommandFieldName>> }>>,
): Check {
  const checks = Object.entries(rows).map(([type, { fields }]): [string, Record<string, Check>] => [
    type,
    Object.fromEntries(
      Object.entries(fields).map(([name, meaning]) => {
        const field: CommandField = COMMAND_FIELDS[meaning];
        return [name, field.kind === 'word' ? checkWord(field.values ?? []) : KIND_CHECKS[field.kind]];
      }),
    ),
  ]);
  return checkVariant('type', Object.fromEntries(checks));
}

const CHECKS = {
  player: createCommandCheck(PLAYER_COMMANDS),
  trainer: createCommandCheck(TRAINER_COMMANDS),
  coach: createCommandCheck(COACH_COMMANDS),
  monitor: createCommandCheck(MONITOR_COMMANDS),
};

/** Returns the first fault of a value that should be a command of the role, or null for a valid command. */
export function findCommandFault(role: CommandRole, command: unknown): FieldFault | null {
  return CHECKS[role](command);
}
