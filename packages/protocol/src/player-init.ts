import { err, type Failure, ok, type Result } from '@rcss/core';
import { DEFAULT_PLAYER_VERSION } from '@rcss/core/versions';
import { readInt32, readStrtod } from '@rcss/sexp';

/** Request of an unknown sender on the players' port (spec 02 §2.4). */
export type PlayerConnect =
  /**
   * Init request (spec 03 §2.1). `version` is any number, also out of range or NaN; admission checks it with
   * `isPlayerVersion`.
   */
  | { readonly kind: 'init'; readonly team: string; readonly version: number; readonly goalie: boolean }
  /**
   * Reconnect request (spec 03 §3). A malformed one has `malformed` true, team '' and number -1. It is answered
   * with `illegal_command_form`; then the server looks for the player as usual, which fails. Both happen only if
   * the play mode allows a reconnect.
   */
  | { readonly kind: 'reconnect'; readonly team: string; readonly unum: number; readonly malformed: boolean };

const INIT = '(init ';
const RECONNECT = '(reconnect ';
const VERSION = '(version ';
const GOALIE = '(goalie)';
const MAX_TEAM_NAME = 15;
const MAX_RECONNECT_WORD = 127;

/** Equivalent of C `isspace`. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function skipSpace(text: string, pos: number): number {
  let i = pos;
  while (i < text.length && isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** Returns whether a team name may contain the character: '+' to '_' and the lower-case letters (spec 03 §2.1). */
function isNameChar(code: number): boolean {
  return (code >= 0x2b && code <= 0x5f) || (code >= 0x61 && code <= 0x7a);
}

function refuse(
  code: string,
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return err({ code, message, offset });
}

/**
 * Decodes the text of a datagram from an unknown sender to the players' port (see `connectText`). The `code` of a
 * failure is the text after `error` in the reply (spec 03 §2.2, §2.4). Monitors use the same port: call
 * `decodeMonitorInit` first, because here their requests are `unknown_command`.
 */
export function decodePlayerConnect(text: string): Result<PlayerConnect> {
  if (text.startsWith(INIT)) return decodeInit(text);
  if (text.startsWith(RECONNECT)) return ok(decodeReconnect(text));
  return refuse('unknown_command', 'neither (init ...) nor (reconnect ...)', 0);
}

/** Decodes an init request (spec 03 §2.2, steps 2 to 6). */
function decodeInit(text: string): Result<PlayerConnect> {
  const begin = skipSpace(text, INIT.length);
  let pos = begin;
  while (pos < text.length && pos - begin < MAX_TEAM_NAME && isNameChar(text.charCodeAt(pos))) pos++;
  if (pos === begin) return refuse('illegal_teamname', 'no team name', begin);
  const team = text.slice(begin, pos);
  pos = skipSpace(text, pos);
  if (text[pos] !== '(' && text[pos] !== ')') {
    return refuse('illegal_teamname_or_too_long_teamname', 'the team name does not end', pos);
  }
  const open = text.indexOf('(', pos);
  pos = open < 0 ? text.length : open;

  let version = DEFAULT_PLAYER_VERSION;
  let goalie = false;
  while (pos < text.length && text[pos] !== ')') {
    if (text.startsWith(VERSION, pos)) {
      const begin = pos + VERSION.length;
      const number = readStrtod(text, begin);
      const close = skipSpace(text, number.end);
      if (number.end === begin || text[close] !== ')') return malformed('bad version', begin);
      version = number.value;
      pos = close + 1;
    } else if (text.startsWith(GOALIE, pos)) {
      goalie = true;
      pos += GOALIE.length;
    } else return malformed('unknown option', pos);
    const next = text.charCodeAt(pos);
    if (next !== 0x28 && next !== 0x29 && !isSpace(next)) return malformed('the option does not end', pos);
    pos = skipSpace(text, pos);
  }
  return ok({ kind: 'init', team, version, goalie });
}

function malformed(message: string, offset: number): { readonly ok: false; readonly error: Failure } {
  return refuse('illegal_command_form', message, offset);
}

/** Decodes a reconnect request (spec 03 §3 step 2). */
function decodeReconnect(text: string): PlayerConnect {
  const begin = skipSpace(text, RECONNECT.length);
  let end = begin;
  while (end < text.length && end - begin < MAX_RECONNECT_WORD && !isSpace(text.charCodeAt(end))) end++;
  const unum = readInt32(text, end);
  if (end === begin || unum.end === end) return { kind: 'reconnect', team: '', unum: -1, malformed: true };
  return { kind: 'reconnect', team: text.slice(begin, end), unum: unum.value, malformed: false };
}

/** Encodes an init request of a player, without the final NUL (spec 03 §2.1). */
export function encodePlayerInit(init: {
  readonly team: string;
  readonly version: number;
  readonly goalie: boolean;
}): string {
  return `(init ${init.team} (version ${init.version})${init.goalie ? ' (goalie)' : ''})`;
}

/** Encodes a reconnect request of a player, without the final NUL (spec 03 §3). */
export function encodePlayerReconnect(team: string, unum: number): string {
  return `(reconnect ${team} ${unum})`;
}
