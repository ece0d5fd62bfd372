import type { Vec2 } from '@rcss/core';
import type { DebugPlayer, DebugRecord, DebugShape } from '@rcss/core/debug-channel';
import { toDegrees } from '../geometry.js';
import type { Action } from '../skills/action.js';
import { MAX_AGE } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import type { DebugDrawings } from './debug-pen.js';

/** Level of the texts and drawings about the chosen action. */
const ACTION_LEVEL = 1;
/** Level of where the player looks, points and listens. */
const LOOK_LEVEL = 5;
const LOOK_COLOR = 'cyan';
/** Greatest age of a ball position that is shown, cycles. */
const MAX_BALL_AGE = 100;

/**
 * Returns what a player believes and does as a record of the debug channel, in the field frame.
 *
 * @param drawings What the player's code drew; nothing by default.
 */
export function createDebugRecord(
  wm: WorldModel,
  action: Action,
  drawings: DebugDrawings = { shapes: [], texts: [] },
): DebugRecord {
  const sign = wm.side === 'l' ? 1 : -1;
  const turn = sign > 0 ? 0 : 180;
  const place = ({ x, y }: Readonly<Vec2>): { x: number; y: number } => ({ x: sign * x, y: sign * y });
  const motion = ({ x, y }: Readonly<Vec2>): { vx: number; vy: number } => ({ vx: sign * x, vy: sign * y });
  const players = [...wm.players.ownList, ...wm.players.opponentList]
    .filter(({ age }) => age <= MAX_AGE)
    .map(({ own, unum, pos, vel, age, goalie }): DebugPlayer => {
      const side = own === (wm.side === 'l') ? 'l' : 'r';
      return { ...place(pos), ...motion(vel), age, side, goalie, ...(unum === 0 ? {} : { unum }) };
    });
  const self = {
    ...place(wm.self.pos),
    ...motion(wm.self.vel),
    body: toDegrees(wm.self.body) + turn,
    neck: toDegrees(wm.self.neck),
  };
  const ball =
    wm.ball.age > MAX_BALL_AGE ? null : { ...place(wm.ball.pos), ...motion(wm.ball.vel), age: wm.ball.age };
  const shapes: DebugShape[] = [];
  if (action.target !== null) {
    const { x: x2, y: y2 } = place(action.target);
    const { x: x1, y: y1 } = action.passTo > 0 ? place(wm.ball.pos) : self;
    shapes.push({ kind: 'line', x1, y1, x2, y2, level: ACTION_LEVEL });
  }
  // The words are at different parts of the lines, which can have the same end.
  const addLook = (end: Readonly<Vec2> | 'off' | null | undefined, text: string, share: number): void => {
    if (typeof end !== 'object' || end === null) return;
    const { x: x1, y: y1 } = self;
    const { x: x2, y: y2 } = place(end);
    const style = { level: LOOK_LEVEL, color: LOOK_COLOR };
    const word = { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1), text };
    shapes.push({ kind: 'line', x1, y1, x2, y2, ...style }, { kind: 'label', ...word, ...style });
  };
  addLook(action.lookAt, 'looks', 0.4);
  addLook(action.changeFocus, 'focus', 0.6);
  addLook(action.pointTo, 'arm', 0.5);
  if (typeof action.attentionTo === 'object') {
    const { own = true, unum } = action.attentionTo;
    const speaker = players.find((p) => p.unum === unum && (p.side === wm.side) === own);
    if (speaker !== undefined) addLook(place(speaker), 'listens', 0.5);
  }
  const controls = describeControls(action);
  const receiver = action.passTo > 0 ? { unum: action.passTo } : {};
  const { time, stoppageTime, side, unum } = wm;
  return {
    ...{ time, stoppageTime, side, unum },
    beliefs: { self, ...(ball === null ? {} : { ball }), players },
    ...(action.target === null ? {} : { target: { point: place(action.target), ...receiver } }),
    shapes: [...shapes, ...drawings.shapes],
    texts: [
      { level: ACTION_LEVEL, text: `${action.kind}: ${action.reason}` },
      ...(controls === '' ? [] : [{ level: LOOK_LEVEL, text: controls }]),
      ...drawings.texts,
    ],
  };
}

/** Where the player looks, points and listens, as far as the action says it; places in the team frame, as in the code of the team. */
function describeControls({
  lookAt,
  changeFocus,
  turnNeck,
  changeView,
  pointTo,
  attentionTo,
}: Action): string {
  const name = ({ x, y }: Readonly<Vec2>): string => `(${x.toFixed(1)}, ${y.toFixed(1)})`;
  const parts: string[] = [];
  if (lookAt !== null) parts.push(`looks at ${name(lookAt)}`);
  if (turnNeck !== undefined) parts.push(`neck turns by ${turnNeck.toFixed(0)}°`);
  if (changeView !== undefined) parts.push(`view ${changeView}`);
  if (changeFocus !== undefined) parts.push(`focus at ${name(changeFocus)}`);
  if (pointTo !== undefined) parts.push(pointTo === 'off' ? 'arm down' : `arm to ${name(pointTo)}`);
  if (attentionTo === 'off') parts.push('listens to all');
  else if (attentionTo !== undefined)
    parts.push(`listens to ${attentionTo.own === false ? 'opponent ' : ''}${attentionTo.unum}`);
  return parts.join(', ');
}
