/** The commands of players, written (spec 03 §7). */
import type { PlayerCommand, SideRef } from '@rcss/core';

/**
 * A number in a form that the command language reads back as the same double: integers beyond 32 bits would wrap, so they
 * carry a fraction; infinities are written as numbers too large to hold (spec 05 §9.6). NaN cannot be written and becomes 0.
 */
export function commandNumber(value: number): string {
  if (Number.isNaN(value)) return '0';
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  if (value === Number.NEGATIVE_INFINITY) return '-1e999';
  if (value === (value | 0)) return value === 0 && 1 / value < 0 ? '-0.0' : `${value}`;
  const text = `${value}`;
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

const SAY_TEXT = /^[0-9A-Za-z().+\-*/?<>_ ]+$/;

/** Whether a player can say this text: at least one character, all of the set of spec 03 §6. The server's limit is shorter still. */
export function isSayText(message: string): boolean {
  return SAY_TEXT.test(message);
}

function sideText(side: SideRef): string {
  if (side.by === 'name') return side.name;
  if (side.by === 'side') return side.side;
  return side.own ? 'our' : 'opp';
}

/**
 * Text of one command, without a final NUL. Several texts can be put into one datagram one behind the other. What the language
 * cannot express is written all the same and refused by the server: a message that is no `isSayText`, a team name that is a
 * keyword or has other characters than letters, digits, `-` and `_` (spec 03 §6).
 */
export function encodePlayerCommand(command: PlayerCommand): string {
  const n = commandNumber;
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
      return `(attentionto ${sideText(command.side)} ${command.unum | 0})`;
    case 'attentionto_off':
      return '(attentionto off)';
    case 'ear': {
      const side = command.side === null ? '' : ` ${sideText(command.side)}`;
      const mode = command.mode === null ? '' : ` ${command.mode}`;
      return `(ear (${command.on ? 'on' : 'off'}${side}${mode}))`;
    }
    case 'clang':
      return `(clang (ver ${command.min | 0} ${command.max | 0}))`;
    case 'compression':
      return `(compression ${command.level | 0})`;
    case 'sense_body':
    case 'score':
    case 'synch_see':
    case 'gaussian_see':
    case 'done':
    case 'bye':
      return `(${command.type})`;
  }
}
