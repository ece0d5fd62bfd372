/** Encoder of the commands of players (spec 03 §7). */
import type { PlayerCommand, SideRef } from '@rcss/core';

/**
 * Returns a number in a form that the command language decodes to the same double. Integers beyond 32 bits would
 * wrap, so they get a fraction. Infinities are written as numbers too large for a double (spec 05 §9.6). NaN cannot
 * be written and becomes 0.
 */
export function formatCommandNumber(value: number): string {
  if (Number.isNaN(value)) return '0';
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  if (value === Number.NEGATIVE_INFINITY) return '-1e999';
  if (value === (value | 0)) return value === 0 && 1 / value < 0 ? '-0.0' : `${value}`;
  const text = `${value}`;
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

const SAY_TEXT = /^[0-9A-Za-z().+\-*/?<>_ ]+$/;

/**
 * Returns whether a player can say this text: it has at least one character, and all its characters are in the set
 * of spec 03 §6. The server also limits the length.
 */
export function isSayText(message: string): boolean {
  return SAY_TEXT.test(message);
}

function formatSide(side: SideRef): string {
  if (side.by === 'name') return side.name;
  if (side.by === 'side') return side.side;
  return side.own ? 'our' : 'opp';
}

/**
 * Encodes one command, without a final NUL. Several texts can be concatenated to one datagram. Values that the
 * language cannot express are written unchanged and refused by the server: a message for which `isSayText` is
 * false, or a team name that is a keyword or contains characters other than letters, digits, `-` and `_`
 * (spec 03 §6).
 */
export function encodePlayerCommand(command: PlayerCommand): string {
  const n = formatCommandNumber;
  switch (command.type) {
    case 'dash':
      return command.dir === 0
        ? `(dash ${n(command.power)})`
        : `(dash ${n(command.power)} ${n(command.dir)})`;
    case 'dash_leg':
      return `(dash (${command.leg} ${n(command.power)} ${n(command.dir)}))`;
    case 'turn':
    case 'turn_neck':
      return `(${command.type} ${n(command.moment)})`;
    case 'kick':
    case 'long_kick':
      return `(${command.type} ${n(command.power)} ${n(command.dir)})`;
    case 'tackle':
      return command.foul ? `(tackle ${n(command.angle)} on)` : `(tackle ${n(command.angle)})`;
    case 'catch':
      return `(catch ${n(command.dir)})`;
    case 'move':
      return `(move ${n(command.x)} ${n(command.y)})`;
    case 'change_view':
      return command.quality === null
        ? `(change_view ${command.width})`
        : `(change_view ${command.width} ${command.quality})`;
    case 'change_focus':
    case 'pointto':
      return `(${command.type} ${n(command.dist)} ${n(command.dir)})`;
    case 'say':
      return `(say "${command.message}")`;
    case 'pointto_off':
      return '(pointto off)';
    case 'attentionto':
      return `(attentionto ${formatSide(command.side)} ${Math.trunc(command.unum)})`;
    case 'attentionto_off':
      return '(attentionto off)';
    case 'ear': {
      const side = command.side === null ? '' : ` ${formatSide(command.side)}`;
      const mode = command.mode === null ? '' : ` ${command.mode}`;
      return `(ear (${command.on ? 'on' : 'off'}${side}${mode}))`;
    }
    case 'clang':
      return `(clang (ver ${Math.trunc(command.min)} ${Math.trunc(command.max)}))`;
    case 'compression':
      return `(compression ${Math.trunc(command.level)})`;
    case 'sense_body':
    case 'score':
    case 'synch_see':
    case 'gaussian_see':
    case 'done':
    case 'bye':
      return `(${command.type})`;
  }
}
