/** Explains wrong commands and options of programs in plain JavaScript, which no compiler has checked. */
import type { PlayerCommandInput } from '@rcss/core';
import { type CommandRole, completePlayerCommand, findCommandFault } from '@rcss/core/commands';

/** What an option may have. */
interface Allowed {
  readonly text: string;
  readonly matches: (value: unknown) => boolean;
}

/** Shows a value in an error. */
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/**
 * Checks a command whose text looks wrong.
 *
 * @throws {TypeError} if the command is not an object, or a field is missing or has a wrong value.
 * @throws {RangeError} if the type is unknown.
 */
export function checkCommand(role: CommandRole, command: unknown): void {
  const complete = role === 'player' ? completePlayerCommand(command as PlayerCommandInput) : command;
  const fault = findCommandFault(role, complete);
  if (fault === null) return;
  const { path, value, allowed } = fault;
  if (path === '')
    throw new TypeError(`command: ${show(value)} is not a command; write an object such as { type: 'done' }`);
  if (path === 'type') throw new RangeError(`command: type ${show(value)} is unknown; allowed: ${allowed}`);
  const { type } = command as { readonly type: string };
  throw new TypeError(`command ${type}: ${path} is ${show(value)}; allowed: ${allowed}`);
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
