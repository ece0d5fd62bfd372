/** Formats shows as lines of text (spec 11 §6.1). */
import { type Frame, type FramePlayer, type FrameTeam, PLAYER_COUNT, PlayerState } from '@rcss/core';
import { rint } from '@rcss/core/math';
import type { TextBlock } from './text-block.js';

/** Rounds to 16.16 fixed point, as the original program does with the numbers of players (not of the ball). */
function roundToFixedPoint(value: number): number {
  return (rint(Math.fround(value) * 65536) + 0) / 65536;
}

const RADIAN = Math.PI / 180;

function roundDegrees(value: number): number {
  return roundToFixedPoint(value * RADIAN) / RADIAN;
}

function wrapAngle(angle: number): number {
  return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle;
}

export interface TextActionCounts {
  turn: number;
  dash: number;
  move: number;
  say: number;
  turnNeck: number;
  changeView: number;
}

/** Returns the body action of the cycle: the first one that applies. */
function findBodyAction(p: FramePlayer, last: TextActionCounts): string {
  const { state } = p;
  if (p.turnCount > last.turn) return ' (turn)';
  if (p.dashCount > last.dash) return ' (dash)';
  if (state & PlayerState.KICK_FAULT) return ' (kick fault)';
  if (state & PlayerState.KICK) return ' (kick)';
  if (state & PlayerState.TACKLE_FAULT) return ' (tackle fault)';
  if (state & PlayerState.TACKLE) return ' (tackle)';
  if (state & PlayerState.CATCH_FAULT) return ' (catch fault)';
  if (state & PlayerState.CATCH) return ' (catch)';
  return p.moveCount > last.move ? ' (move)' : ' (none)';
}

function writeActions(block: TextBlock, p: FramePlayer, last: TextActionCounts): void {
  block.ascii(findBodyAction(p, last));
  if (p.sayCount > last.say) block.ascii(' (say)');
  if (p.turnNeckCount > last.turnNeck) block.ascii(' (turn_neck)');
  if (p.changeViewCount > last.changeView) block.ascii(' (change_view)');
  last.turn = p.turnCount;
  last.dash = p.dashCount;
  last.move = p.moveCount;
  last.say = p.sayCount;
  last.turnNeck = p.turnNeckCount;
  last.changeView = p.changeViewCount;
}

const SPACE = 0x20;

function writePlayer(block: TextBlock, p: FramePlayer, last: TextActionCounts, hasDetails: boolean): void {
  const body = roundDegrees(p.body);
  const head = wrapAngle(body + roundDegrees(p.neck));
  block.ascii('(player ').ascii(p.side).byte(SPACE).int(p.unum);
  if (p.state & PlayerState.GOALIE) block.ascii(' g');
  block.ascii(' (position ').g6(roundToFixedPoint(p.x)).byte(SPACE).g6(roundToFixedPoint(p.y));
  block.byte(SPACE).g6(roundToFixedPoint(p.vx)).byte(SPACE).g6(roundToFixedPoint(p.vy));
  block.byte(SPACE).g6(body).byte(SPACE).g6(head);
  block
    .ascii(') (stamina ')
    .g6(hasDetails ? roundToFixedPoint(p.stamina) : 0)
    .byte(0x29);
  writeActions(block, p, last);
  block.byte(0x29);
}

/** State of the text lines of a log: the action counts of the last show. */
export interface TextLines {
  /** Whether the log stores stamina; versions 1 and 2 do not, and 0 is printed. */
  readonly hasDetails: boolean;
  readonly lastCounts: readonly TextActionCounts[];
}

export function createTextLines(hasDetails: boolean): TextLines {
  return {
    hasDetails,
    lastCounts: Array.from({ length: PLAYER_COUNT }, () => ({
      turn: 0,
      dash: 0,
      move: 0,
      say: 0,
      turnNeck: 0,
      changeView: 0,
    })),
  };
}

/** Writes the line of a show. The actions of a player are those whose counts differ from the show before. */
export function writeShowLine(block: TextBlock, { hasDetails, lastCounts }: TextLines, frame: Frame): void {
  const { time, playMode, left, right, ballX, ballY, ballVx, ballVy } = frame;
  block.text(`(Info (state ${time} ${playMode} ${left.score} ${right.score}) (ball `);
  block.g6(ballX).byte(SPACE).g6(ballY).byte(SPACE).g6(ballVx).byte(SPACE).g6(ballVy).ascii(')');
  for (const [i, p] of frame.players.entries()) writePlayer(block, p, lastCounts[i]!, hasDetails);
  block.ascii(')\n');
}

/** Formats the last line: names and scores. */
export function formatResultLine(left: Readonly<FrameTeam>, right: Readonly<FrameTeam>): string {
  return `(Result "${left.name || 'null'}" "${right.name || 'null'}" ${left.score} ${right.score})`;
}
