/** Explains wrong commands and options of programs in plain JavaScript, which no compiler has checked. */
import type { CoachCommand, PlayerCommand, TrainerCommand } from '@rcss/core';

/** What a field of a command may have. */
interface Allowed {
  readonly text: string;
  readonly matches: (value: unknown) => boolean;
}

/** The fields of each command of a role, by type. */
export type CommandFields<Command extends { readonly type: string } = { readonly type: string }> = {
  readonly [Type in Command['type']]: {
    readonly [Field in Exclude<keyof Extract<Command, { readonly type: Type }>, 'type'>]: Allowed;
  };
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value);

const NUMBER: Allowed = { text: 'a number', matches: isNumber };
const SWITCH: Allowed = { text: 'true or false', matches: (value) => typeof value === 'boolean' };
const TEXT: Allowed = { text: 'a text', matches: (value) => typeof value === 'string' };
const SIDE: Allowed = {
  text: "{ by: 'own', own: true or false }, { by: 'side', side } or { by: 'name', name }",
  matches: isSideRef,
};
const SIDE_OR_NULL: Allowed = {
  text: `${SIDE.text}, or null`,
  matches: (value) => value === null || isSideRef(value),
};
const PLACE: Allowed = {
  text: '{ x, y } with numbers, and angle, vx and vy if they are to change',
  matches: isPlace,
};
const OBJECT: Allowed = { text: 'an object', matches: isObject };

function oneOf(...values: readonly (string | null)[]): Allowed {
  return {
    text: values.map((value) => (value === null ? 'null' : `'${value}'`)).join(', '),
    matches: (value) => values.includes(value as string | null),
  };
}

function isSideRef(value: unknown): boolean {
  if (!isObject(value)) return false;
  const side = value as Readonly<Record<string, unknown>>;
  if (side['by'] === 'own') return typeof side['own'] === 'boolean';
  return (side['by'] === 'side' || side['by'] === 'name') && typeof side[side['by']] === 'string';
}

function isPlace(value: unknown): boolean {
  if (!isObject(value)) return false;
  const place = value as Readonly<Record<string, unknown>>;
  const isFree = (name: string) => place[name] === undefined || isNumber(place[name]);
  return isNumber(place['x']) && isNumber(place['y']) && ['angle', 'vx', 'vy'].every(isFree);
}

/** Fields of the commands of players. */
export const PLAYER_COMMAND_FIELDS: CommandFields<PlayerCommand> = {
  dash: { power: NUMBER, dir: NUMBER },
  dash_leg: { leg: oneOf('l', 'r'), power: NUMBER, dir: NUMBER },
  turn: { moment: NUMBER },
  turn_neck: { moment: NUMBER },
  kick: { power: NUMBER, dir: NUMBER },
  long_kick: { power: NUMBER, dir: NUMBER },
  tackle: { angle: NUMBER, foul: SWITCH },
  catch: { dir: NUMBER },
  move: { x: NUMBER, y: NUMBER },
  change_view: { width: oneOf('narrow', 'normal', 'wide'), quality: oneOf('high', 'low', null) },
  change_focus: { dist: NUMBER, dir: NUMBER },
  say: { message: TEXT },
  pointto: { dist: NUMBER, dir: NUMBER },
  pointto_off: {},
  attentionto: { side: SIDE, unum: NUMBER },
  attentionto_off: {},
  ear: { on: SWITCH, side: SIDE_OR_NULL, mode: oneOf('partial', 'complete', null) },
  clang: { min: NUMBER, max: NUMBER },
  sense_body: {},
  score: {},
  synch_see: {},
  gaussian_see: {},
  compression: { level: NUMBER },
  done: {},
  bye: {},
};

/** Fields of the commands of trainers. */
export const TRAINER_COMMAND_FIELDS: CommandFields<TrainerCommand> = {
  change_mode: { mode: TEXT },
  move_ball: { to: PLACE },
  move_player: { team: TEXT, unum: NUMBER, to: PLACE },
  start: {},
  recover: {},
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: SWITCH },
  ear: { on: SWITCH },
  say: { message: TEXT },
  change_player_type: { team: TEXT, unum: NUMBER, typeId: NUMBER },
  compression: { level: NUMBER },
  done: {},
};

/** Fields of the commands of online coaches. */
export const COACH_COMMAND_FIELDS: CommandFields<CoachCommand> = {
  check_ball: {},
  look: {},
  team_names: {},
  eye: { on: SWITCH },
  say: { text: TEXT },
  change_player_type: { unum: NUMBER, typeId: NUMBER },
  change_goalie: { unum: NUMBER },
  team_graphic: { tile: OBJECT },
  team_graphic_refused: { code: TEXT, locationWarning: SWITCH },
  compression: { level: NUMBER },
  done: {},
  bye: {},
};

/** Shows a value in an error. */
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (!isObject(value)) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/**
 * Checks a command whose text looks wrong.
 *
 * @throws {TypeError} if the command is not an object, or a field is missing or has a wrong value.
 * @throws {RangeError} if the type is unknown.
 */
export function checkCommand(command: unknown, fields: CommandFields): void {
  if (!isObject(command))
    throw new TypeError(
      `command: ${show(command)} is not a command; write an object such as { type: 'done' }`,
    );
  const given = command as Readonly<Record<string, unknown>>;
  const type = given['type'];
  const known: Readonly<Record<string, Readonly<Record<string, Allowed>>>> = fields;
  if (typeof type !== 'string' || !Object.hasOwn(known, type))
    throw new RangeError(`command: type ${show(type)} is unknown; allowed: ${Object.keys(known).join(', ')}`);
  for (const [name, { text, matches }] of Object.entries(known[type]!)) {
    if (matches(given[name])) continue;
    throw new TypeError(`command ${type}: ${name} is ${show(given[name])}; allowed: ${text}`);
  }
}

/** Options of which a connect request is composed. */
interface ConnectOptions {
  readonly team?: unknown;
  /** Name of a coach. */
  readonly name?: unknown;
  readonly version?: unknown;
  readonly reconnectAs?: unknown;
}

/** A name with other characters would make another request of the text. The server checks the rest. */
const NAME: Allowed = {
  text: 'a text without white space, parentheses and double quotes',
  matches: (value) => typeof value === 'string' && !/[\s()"\0]/.test(value),
};
const TEAM: Allowed = {
  text: `${NAME.text}, at least one character`,
  matches: (value) => value !== '' && NAME.matches(value),
};
const OPTIONS: Readonly<Record<keyof ConnectOptions, Allowed>> = {
  team: TEAM,
  name: NAME,
  version: { text: 'a protocol version such as 19', matches: Number.isFinite },
  reconnectAs: { text: 'a uniform number, 1 to 11', matches: Number.isInteger },
};

/**
 * Checks the options of a connect request that are given, and `team` of clients that belong to one.
 *
 * @throws {TypeError} if one of them has a wrong value.
 */
export function checkConnectOptions(options: ConnectOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const { text, matches } = OPTIONS[name as keyof ConnectOptions];
    if (!matches(value)) throw new TypeError(`${name}: ${show(value)} is not possible; allowed: ${text}`);
  }
}
