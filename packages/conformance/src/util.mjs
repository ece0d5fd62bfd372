// Helpers of the driver's modules.

import { setTimeout as sleepFor } from 'node:timers/promises';

export const sleep = (ms) => sleepFor(ms);

/** One pass of the event loop, so that sockets that are ready get read. */
export const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Shell-like pattern (`*`, `?`, `{a,b}`) to a regular expression; `*` crosses slashes. */
export function globToRegExp(glob) {
  let out = '';
  let depth = 0;
  for (const ch of glob) {
    if (ch === '*') out += '.*';
    else if (ch === '?') out += '.';
    else if (ch === '{') {
      out += '(?:';
      depth += 1;
    } else if (ch === '}' && depth > 0) {
      out += ')';
      depth -= 1;
    } else if (ch === ',' && depth > 0) out += '|';
    else out += ch.replace(/[.+^$()|[\]\\]/g, '\\$&');
  }
  return new RegExp(`^${out}$`);
}

/** Splits a command line into words; single and double quotes group, no other shell syntax. */
export function splitCommand(line) {
  const words = [];
  let word = null;
  let quote = null;
  for (const ch of line) {
    if (quote) {
      if (ch === quote) quote = null;
      else word += ch;
    } else if (ch === '"' || ch === "'") {
      quote = ch;
      word ??= '';
    } else if (/\s/.test(ch)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + ch;
    }
  }
  if (quote) throw new Error(`--server: the quote ${quote} is not closed in: ${line}`);
  if (word !== null) words.push(word);
  return words;
}

export function toArray(value) {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A failure of the test bench itself (overload, lost timing), not of the server: the run is repeated. */
export class BenchError extends Error {}

/** A required action that the server did not do. */
export class ServerError extends Error {}

/** The server process did not start. */
export class StartError extends Error {}
