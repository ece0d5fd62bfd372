/** Formats shows as lines of text (spec 11 §6.1). */
import { type Frame, type FramePlayer, type FrameTeam, PLAYER_COUNT, PlayerState } from '@rcss/core';
import { rint } from '@rcss/core/math';
import { formatG6 } from '@rcss/sexp/numbers';

/** Rounds to 16.16 fixed point, as the original program does with the numbers of players (not of the ball). */
function roundToFixedPoint(value: number): number {
  return (rint(Math.fround(value) * 65536) + 0) / 65536;
}

function formatFixedPoint(value: number): string {
  return formatG6(roundToFixedPoint(value));
}

const RADIAN = Math.PI / 180;

function roundDegrees(value: number): number {
  return roundToFixedPoint(value * RADIAN) / RADIAN;
}

function wrapAngle(angle: number): number {
  return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle;
}

export interface ActionCounts {
  turn: number;
  dash: number;
  move: number;
  say: number;
  turnNeck: number;
  changeView: number;
}

/** Returns the body action of the cycle: the first one that applies. */
function findBodyAction(p: FramePlayer, last: ActionCounts): string {
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

function formatActions(p: FramePlayer, last: ActionCounts): string {
  let text = findBodyAction(p, last);
  if (p.sayCount > last.say) text += ' (say)';
  if (p.turnNeckCount > last.turnNeck) text += ' (turn_neck)';
  if (p.changeViewCount > last.changeView) text += ' (change_view)';
  last.turn = p.turnCount;
  last.dash = p.dashCount;
  last.move = p.moveCount;
  last.say = p.sayCount;
  last.turnNeck = p.turnNeckCount;
  last.changeView = p.changeViewCount;
  return text;
}

function formatPlayer(p: FramePlayer, last: ActionCounts, details: boolean): string {
  const body = roundDegrees(p.body);
  const head = wrapAngle(body + roundDegrees(p.neck));
  const goalie = p.state & PlayerState.GOALIE ? ' g' : '';
  const place = `${formatFixedPoint(p.x)} ${formatFixedPoint(p.y)} ${formatFixedPoint(p.vx)} ${formatFixedPoint(p.vy)}`;
  const stamina = details ? formatFixedPoint(p.stamina) : '0';
  return (
    `(player ${p.side} ${p.unum}${goalie} (position ${place} ${formatG6(body)} ${formatG6(head)})` +
    ` (stamina ${stamina})${formatActions(p, last)})`
  );
}

/** State of the text lines of a log: the action counts of the last show. */
export interface TextLines {
  /** Whether the log stores stamina; versions 1 and 2 do not, and 0 is printed. */
  readonly hasDetails: boolean;
  readonly lastCounts: readonly ActionCounts[];
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

/** Formats the line of a show. The actions of a player are those whose counts differ from the show before. */
export function formatShowLine({ hasDetails, lastCounts }: TextLines, frame: Frame): string {
  const { time, playMode, left, right, ballX, ballY, ballVx, ballVy } = frame;
  let line =
    `(Info (state ${time} ${playMode} ${left.score} ${right.score})` +
    ` (ball ${formatG6(ballX)} ${formatG6(ballY)} ${formatG6(ballVx)} ${formatG6(ballVy)})`;
  for (const [i, p] of frame.players.entries()) line += formatPlayer(p, lastCounts[i]!, hasDetails);
  return `${line})`;
}

/** Formats the last line: names and scores. */
export function formatResultLine(left: Readonly<FrameTeam>, right: Readonly<FrameTeam>): string {
  return `(Result "${left.name || 'null'}" "${right.name || 'null'}" ${left.score} ${right.score})`;
}
