import { ok, type PlayerConnect, type Result } from '@rcss/core';
import { DEFAULT_PLAYER_VERSION } from '@rcss/core/versions';
import { readInt32, readStrtod } from '@rcss/sexp/numbers';
import { isBlank, refuse, refuseForm, skipBlanks } from './command-scanner.js';

const INIT = '(init ';
const RECONNECT = '(reconnect ';
const VERSION = '(version ';
const GOALIE = '(goalie)';
const MAX_TEAM_NAME_LENGTH = 15;
const MAX_RECONNECT_NAME_LENGTH = 127;

/** Returns whether a team name may contain the character: '+' to '_' and the lower-case letters (spec 03 §2.1). */
function isNameChar(code: number): boolean {
  return (code >= 0x2b && code <= 0x5f) || (code >= 0x61 && code <= 0x7a);
}

/**
 * Decodes the text of a datagram from an unknown sender to the players' port (see `readConnectText`). The `code` of a
 * failure is the text after `error` in the reply (spec 03 §2.2, §2.4). Monitors use the same port: call
 * `decodeMonitorInit` first, because here their requests are `unknown_command`.
 */
export function decodePlayerConnect(text: string): Result<PlayerConnect> {
  if (text.startsWith(INIT)) return decodeInit(text);
  if (text.startsWith(RECONNECT)) return ok(decodeReconnect(text));
  return refuse('unknown_command', "expected '(init ' or '(reconnect '", 0);
}

/** Decodes an init request (spec 03 §2.2, steps 2 to 6). */
function decodeInit(text: string): Result<PlayerConnect> {
  const begin = skipBlanks(text, INIT.length);
  let pos = begin;
  while (pos < text.length && pos - begin < MAX_TEAM_NAME_LENGTH && isNameChar(text.charCodeAt(pos))) pos++;
  if (pos === begin)
    return refuse(
      'illegal_teamname',
      `expected a team name (1 to ${MAX_TEAM_NAME_LENGTH} letters, digits or + , - . / _)`,
      begin,
    );
  const team = text.slice(begin, pos);
  pos = skipBlanks(text, pos);
  if (text[pos] !== '(' && text[pos] !== ')') {
    return refuse(
      'illegal_teamname_or_too_long_teamname',
      `expected '(' or ')' after the team name (at most ${MAX_TEAM_NAME_LENGTH} characters)`,
      pos,
    );
  }
  const open = text.indexOf('(', pos);
  pos = open < 0 ? text.length : open;

  let version = DEFAULT_PLAYER_VERSION;
  let goalie = false;
  while (pos < text.length && text[pos] !== ')') {
    if (text.startsWith(VERSION, pos)) {
      const begin = pos + VERSION.length;
      const number = readStrtod(text, begin);
      const close = skipBlanks(text, number.end);
      if (number.end === begin || text[close] !== ')')
        return refuseForm("expected a number and ')' after '(version '", begin);
      version = number.value;
      pos = close + 1;
    } else if (text.startsWith(GOALIE, pos)) {
      goalie = true;
      pos += GOALIE.length;
    } else return refuseForm("expected '(version N)' or '(goalie)'", pos);
    const next = text.charCodeAt(pos);
    if (next !== 0x28 && next !== 0x29 && !isBlank(next))
      return refuseForm('expected a blank or a parenthesis after the option', pos);
    pos = skipBlanks(text, pos);
  }
  return ok({ kind: 'init', team, version, goalie });
}

/** Decodes a reconnect request (spec 03 §3 step 2). */
function decodeReconnect(text: string): PlayerConnect {
  const begin = skipBlanks(text, RECONNECT.length);
  let end = begin;
  while (end < text.length && end - begin < MAX_RECONNECT_NAME_LENGTH && !isBlank(text.charCodeAt(end)))
    end++;
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
