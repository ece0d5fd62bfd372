/** Texts on the message boards of monitors and game logs (spec 10 §8, §9; spec 09 §2.5, §2.9). */
import type { Side, TeamGraphicTile } from '@rcss/core';
import type { HeardSpeaker } from '../coach-messages/hear.js';
import { MAX_BOARD_TEXT } from './binary.js';
import { jsonString } from './json.js';

/** Board of everything that the server tells monitors, and of received commands in logs (spec 10 §8). */
export const BOARD_SERVER = 1;
export const BOARD_CLIENTS = 2;

/** Most characters of what trainer and coaches say (spec 10 §8). */
const MAX_COACH_TEXT = 2010;

/** `(referee CALL)` for a call of the referee. */
export function monitorRefereeText(call: string): string {
  return `(referee ${call})`.slice(0, MAX_BOARD_TEXT);
}

/**
 * What somebody said, as monitors and logs have it: `((player TEAM UNUM) TEXT)`, `(referee TEXT)` for the trainer, `(online_coach_left TEXT)`; coach
 * language, told by `language`, has its receive time before it. `team` is the real name.
 */
export function monitorSayText(
  speaker:
    | Exclude<HeardSpeaker, { readonly by: 'coach' }>
    | { readonly by: 'coach'; readonly side: Side; readonly language: boolean },
  message: string,
  receivedAt: number,
): string {
  switch (speaker.by) {
    case 'player':
      return `((player ${speaker.team} ${speaker.unum}) ${message})`.slice(0, MAX_BOARD_TEXT);
    case 'referee':
      return monitorRefereeText(message);
    case 'trainer':
      return `(referee ${message.slice(0, MAX_COACH_TEXT)})`;
    case 'coach': {
      const who = speaker.side === 'l' ? 'online_coach_left' : 'online_coach_right';
      const time = speaker.language ? `${receivedAt} ` : '';
      return `(${who} ${time}${message.slice(0, MAX_COACH_TEXT)})`;
    }
  }
}

/** A substitution. */
export function monitorChangePlayerTypeText(side: Side, unum: number, typeId: number): string {
  return `(change_player_type ${side} ${unum} ${typeId})`;
}

/** A new goalie. */
export function monitorChangeGoalieText(side: Side, unum: number): string {
  return `(change_player_type ${side} ${unum} goalie)`;
}

/** The header of a tile, written anew with single blanks, and its lines with blanks for tabs. */
function tileLines(tile: TeamGraphicTile): string[] {
  const header = `${tile.width} ${tile.height} ${tile.colors} ${tile.charsPerPixel}`;
  return [header, ...tile.lines.map((line) => line.replace(/\t/g, ' '))];
}

/** A tile as a text: one parenthesis too few, backslashes doubled (spec 10 §9). Not cut. */
export function teamGraphicText(side: Side, tile: TeamGraphicTile): string {
  const lines = tileLines(tile).map((line) => ` "${line.replace(/\\/g, '\\\\')}"`);
  return `(team_graphic_${side} (${tile.x} ${tile.y}${lines.join('')})`;
}

/** A tile as a JSON element, without NUL or newline. */
export function teamGraphicJson(side: Side, tile: TeamGraphicTile): string {
  const lines = tileLines(tile).map(jsonString).join(',');
  return `{"team_graphic":{"side":"${side}","x":${tile.x},"y":${tile.y},"xpm":[${lines}]}}`;
}

/** A tile as a monitor or a reader of logs has it. */
export interface TeamGraphic {
  readonly side: Side;
  readonly tile: TeamGraphicTile;
}

/** The tile of a message text, or null when it is another message. The number of closing parentheses does not matter (spec 09 §13.1). */
export function readTeamGraphicText(text: string): TeamGraphic | null {
  const head = /^\(team_graphic_([lr]) \((\d+) (\d+) /.exec(text);
  if (head === null) return null;
  const lines = [...text.slice(head[0].length).matchAll(/"([^"]*)"/g)].map((match) =>
    match[1]!.replace(/\\\\/g, '\\'),
  );
  const tile = tileOf(Number(head[2]), Number(head[3]), lines);
  return tile === null ? null : { side: head[1] === 'l' ? 'l' : 'r', tile };
}

/** A tile from its lines, the header first; null when they do not fit the header. */
export function tileOf(x: number, y: number, lines: readonly string[]): TeamGraphicTile | null {
  const numbers = (lines[0] ?? '').trim().split(/\s+/).map(Number);
  const [width = -1, height = -1, colors = -1, charsPerPixel = -1] = numbers;
  if (![x, y, width, height, colors, charsPerPixel].every((n) => Number.isInteger(n) && n >= 0)) return null;
  if (lines.length < 1 + colors + height) return null;
  return { x, y, width, height, colors, charsPerPixel, lines: lines.slice(1, 1 + colors + height) };
}
