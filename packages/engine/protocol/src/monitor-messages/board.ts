/** Texts of the message boards of monitors and game logs (spec 10 §8, §9; spec 09 §2.5, §2.9). */
import type { HeardSpeaker, Side, TeamGraphicTile } from '@rcss/core';
import { formatJsonString } from '@rcss/sexp';
import { MAX_BOARD_TEXT_LENGTH } from './binary.js';

/** Board of all messages from the server to monitors (spec 10 §8). */
export const BOARD_SERVER = 1;
/** Board of the commands of clients in game logs (spec 10 §8). */
export const BOARD_CLIENTS = 2;

/** Largest number of characters of a message of trainer or coach (spec 10 §8). */
const MAX_COACH_TEXT_LENGTH = 2010;

/** Returns `(referee CALL)` for a call of the referee. */
export function formatMonitorReferee(call: string): string {
  return `(referee ${call})`.slice(0, MAX_BOARD_TEXT_LENGTH);
}

/**
 * Returns a say message in the form for monitors and logs: `((player TEAM UNUM) TEXT)`, `(referee TEXT)` for the
 * trainer, `(online_coach_left TEXT)`. If the message is in the coach language (`language`), the cycle of receipt
 * (`receivedAt`) precedes the text. `team` is the real name.
 */
export function formatMonitorSay(
  speaker:
    | Exclude<HeardSpeaker, { readonly by: 'coach' }>
    | { readonly by: 'coach'; readonly side: Side; readonly language: boolean },
  message: string,
  receivedAt: number,
): string {
  switch (speaker.by) {
    case 'player':
      return `((player ${speaker.team} ${speaker.unum}) ${message})`.slice(0, MAX_BOARD_TEXT_LENGTH);
    case 'referee':
      return formatMonitorReferee(message);
    case 'trainer':
      return `(referee ${message.slice(0, MAX_COACH_TEXT_LENGTH)})`;
    case 'coach': {
      const who = speaker.side === 'l' ? 'online_coach_left' : 'online_coach_right';
      const time = speaker.language ? `${receivedAt} ` : '';
      return `(${who} ${time}${message.slice(0, MAX_COACH_TEXT_LENGTH)})`;
    }
  }
}

/** Returns the text of a substitution: `(change_player_type SIDE UNUM TYPE)`. */
export function formatMonitorChangePlayerType(side: Side, unum: number, typeId: number): string {
  return `(change_player_type ${side} ${unum} ${typeId})`;
}

/** Returns the text of a change of the goalie: `(change_player_type SIDE UNUM goalie)`. */
export function formatMonitorChangeGoalie(side: Side, unum: number): string {
  return `(change_player_type ${side} ${unum} goalie)`;
}

/** Returns the header of a tile, formatted with single blanks, and its lines with tabs replaced by blanks. */
function formatTileLines(tile: TeamGraphicTile): string[] {
  const header = `${tile.width} ${tile.height} ${tile.colors} ${tile.charsPerPixel}`;
  return [header, ...tile.lines.map((line) => line.replace(/\t/g, ' '))];
}

/** Returns a tile as text (spec 10 §9). One closing parenthesis is missing, and every backslash is doubled. The text is not cut. */
export function formatTeamGraphicText(side: Side, tile: TeamGraphicTile): string {
  const lines = formatTileLines(tile).map((line) => ` "${line.replace(/\\/g, '\\\\')}"`);
  return `(team_graphic_${side} (${tile.x} ${tile.y}${lines.join('')})`;
}

/** Returns a tile as a JSON element, without NUL or newline. */
export function formatTeamGraphicJson(side: Side, tile: TeamGraphicTile): string {
  const lines = formatTileLines(tile).map(formatJsonString).join(',');
  return `{"team_graphic":{"side":"${side}","x":${tile.x},"y":${tile.y},"xpm":[${lines}]}}`;
}

/** A decoded tile of a team graphic. */
export interface TeamGraphic {
  /** Side whose banner contains the tile. */
  readonly side: Side;
  /** Position in the banner, size and lines. */
  readonly tile: TeamGraphicTile;
}

/**
 * Returns the tile of a message text, or null if it is another message. Any number of closing parentheses is
 * accepted (spec 09 §13.1).
 */
export function readTeamGraphicText(text: string): TeamGraphic | null {
  const head = /^\(team_graphic_([lr]) \((\d+) (\d+) /.exec(text);
  if (head === null) return null;
  const lines = [...text.slice(head[0].length).matchAll(/"([^"]*)"/g)].map((match) =>
    match[1]!.replace(/\\\\/g, '\\'),
  );
  const tile = createTile(Number(head[2]), Number(head[3]), lines);
  return tile === null ? null : { side: head[1] === 'l' ? 'l' : 'r', tile };
}

/** Returns the tile with these lines, of which the first is the header; null if the lines do not match the header. */
export function createTile(x: number, y: number, lines: readonly string[]): TeamGraphicTile | null {
  const numbers = (lines[0] ?? '').trim().split(/\s+/).map(Number);
  const [width = -1, height = -1, colors = -1, charsPerPixel = -1] = numbers;
  if (![x, y, width, height, colors, charsPerPixel].every((n) => Number.isInteger(n) && n >= 0)) return null;
  if (lines.length < 1 + colors + height) return null;
  return { x, y, width, height, colors, charsPerPixel, lines: lines.slice(1, 1 + colors + height) };
}
