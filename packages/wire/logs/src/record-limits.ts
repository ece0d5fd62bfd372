/** Limits of the numbers in text and JSON logs. Binary logs are limited by the widths of their fields (spec 09 §13.5). */
import { type Frame, type FramePlayer, type FrameTeam, SHOWN_COUNTS } from '@rcss/core';
import type { DrawShape } from './record.js';

/** Largest coordinate of ball and players, m. Far more than the field, and small enough to be computed with. */
const MAX_COORDINATE = 1e6;
/** Largest body angle, degrees. A converted binary log can have 32,768 radians, which are 1.9 million degrees. */
const MAX_BODY_ANGLE = 1e7;
/** Largest absolute value of the other numbers of a show: velocities, angles, stamina, counts, type, state. */
const MAX_VALUE = 2 ** 32;
/** Largest time, cycles, and number of a message board. */
const MAX_INTEGER = 2 ** 31 - 1;
/** Largest score and count of penalties: the binary versions store 16 bits. */
const MAX_SCORE = 0xffff;

/** Numbers of a player that {@link MAX_VALUE} limits. */
const VALUE_NAMES = [
  'typeId',
  'state',
  'vx',
  'vy',
  'neck',
  'viewWidth',
  'focusDist',
  'focusDir',
  'stamina',
  'effort',
  'recovery',
  'capacity',
  'attentionUnum',
  ...SHOWN_COUNTS,
] as const satisfies readonly (keyof FramePlayer)[];

/** Returns why the numbers of a show are not possible; null if they are. */
export function describeBadShow(frame: Frame): string | null {
  const { ballX, ballY, ballZ, ballVx, ballVy, players } = frame;
  const badTime = describeBadTime(frame.time, frame.stoppageTime);
  if (badTime !== null) return `a show with ${badTime}`;
  if (!isWithin(ballX, MAX_COORDINATE) || !isWithin(ballY, MAX_COORDINATE))
    return `a show with the ball at ${ballX}, ${ballY}. ${describeLimit(MAX_COORDINATE)}`;
  if (!isWithin(ballVx, MAX_COORDINATE) || !isWithin(ballVy, MAX_COORDINATE))
    return `a show with the ball velocity ${ballVx}, ${ballVy}. ${describeLimit(MAX_COORDINATE)}`;
  if (!isWithin(ballZ, MAX_COORDINATE))
    return `a show with the ball at height ${ballZ}. ${describeLimit(MAX_COORDINATE)}`;
  for (let i = 0; i < players.length; i++) {
    const bad = describeBadPlayer(players[i]!);
    if (bad !== null) return `a show with a player ${bad}`;
  }
  return null;
}

function describeBadPlayer(player: FramePlayer): string | null {
  const { x, y, body, hasPoint, pointX, pointY } = player;
  if (!isWithin(x, MAX_COORDINATE) || !isWithin(y, MAX_COORDINATE))
    return `at ${x}, ${y}. ${describeLimit(MAX_COORDINATE)}`;
  if (!isWithin(body, MAX_BODY_ANGLE)) return `with body angle ${body}. ${describeLimit(MAX_BODY_ANGLE)}`;
  if (hasPoint && (!isWithin(pointX, MAX_COORDINATE) || !isWithin(pointY, MAX_COORDINATE)))
    return `who points to ${pointX}, ${pointY}. ${describeLimit(MAX_COORDINATE)}`;
  // One comparison for all of them; false for NaN as well.
  if (sumValues(player) <= MAX_VALUE) return null;
  const name = VALUE_NAMES.find((key) => !isWithin(player[key], MAX_VALUE));
  return name === undefined ? null : `with ${name} ${player[name]}. ${describeLimit(MAX_VALUE)}`;
}

/** Sum of the absolute numbers of {@link VALUE_NAMES}. Written out, because every show of a log passes through here. */
function sumValues(p: FramePlayer): number {
  const { abs } = Math;
  return (
    abs(p.typeId) +
    abs(p.state) +
    abs(p.vx) +
    abs(p.vy) +
    abs(p.neck) +
    abs(p.viewWidth) +
    abs(p.focusDist) +
    abs(p.focusDir) +
    abs(p.stamina) +
    abs(p.effort) +
    abs(p.recovery) +
    abs(p.capacity) +
    abs(p.attentionUnum) +
    abs(p.kickCount) +
    abs(p.dashCount) +
    abs(p.turnCount) +
    abs(p.catchCount) +
    abs(p.moveCount) +
    abs(p.turnNeckCount) +
    abs(p.changeViewCount) +
    abs(p.sayCount) +
    abs(p.tackleCount) +
    abs(p.pointtoCount) +
    abs(p.attentiontoCount) +
    abs(p.changeFocusCount)
  );
}

/** Returns why the scores and counts of penalties of teams are not possible; null if they are. */
export function describeBadScores(...teams: readonly Readonly<Partial<FrameTeam>>[]): string | null {
  for (const { score = 0, penaltyScored = 0, penaltyMissed = 0 } of teams) {
    for (const count of [score, penaltyScored, penaltyMissed]) {
      if (count < 0 || count > MAX_SCORE || !Number.isInteger(count))
        return `a team with the score or penalty count ${count}. Allowed: 0 to ${MAX_SCORE}`;
    }
  }
  return null;
}

/** Returns why a time and a time of stoppage, cycles, are not possible; null if they are. */
export function describeBadTime(time: number, stoppageTime: number): string | null {
  if (!isInteger(time)) return `the time ${time}. ${ALLOWED_INTEGER}`;
  return isInteger(stoppageTime) ? null : `the stoppage time ${stoppageTime}. ${ALLOWED_INTEGER}`;
}

/** Returns why the number of a message board is not possible; null if it is. */
export function describeBadBoard(board: number): string | null {
  return isInteger(board) ? null : `the message board ${board}. ${ALLOWED_INTEGER}`;
}

/** Returns why the numbers of a drawn shape are not possible; null if they are. */
export function describeBadShape(shape: DrawShape): string | null {
  for (const [name, value] of Object.entries(shape)) {
    if (typeof value === 'number' && !isWithin(value, MAX_COORDINATE))
      return `a ${shape.kind} with ${name} ${value}. ${describeLimit(MAX_COORDINATE)}`;
  }
  return null;
}

const ALLOWED_INTEGER = `Allowed: whole numbers from -${MAX_INTEGER} to ${MAX_INTEGER}`;

function isInteger(value: number): boolean {
  return Number.isInteger(value) && isWithin(value, MAX_INTEGER);
}

function describeLimit(limit: number): string {
  return `Allowed: -${limit} to ${limit}`;
}

/** False for NaN as well. */
function isWithin(value: number, limit: number): boolean {
  return value >= -limit && value <= limit;
}
