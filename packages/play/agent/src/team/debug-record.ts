import type { DebugPlayer, DebugRecord, DebugShape } from '@rcss/core/debug-channel';
import { type Point, toDegrees } from '../geometry.js';
import type { Action } from '../skills/action.js';
import { MAX_AGE } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import type { DebugDrawings } from './debug-pen.js';

/** Level of the texts and drawings about the chosen action. */
const ACTION_LEVEL = 1;
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
  const place = ({ x, y }: Readonly<Point>): { x: number; y: number } => ({ x: sign * x, y: sign * y });
  const motion = ({ x, y }: Readonly<Point>): { vx: number; vy: number } => ({ vx: sign * x, vy: sign * y });
  const players: DebugPlayer[] = [];
  for (const list of [wm.players.ownList, wm.players.opponentList]) {
    for (const p of list) {
      if (p.age > MAX_AGE) continue;
      const side = p.own === (wm.side === 'l') ? 'l' : 'r';
      const base = { ...place(p.pos), ...motion(p.vel), age: p.age, side, goalie: p.goalie } as const;
      players.push(p.unum === 0 ? base : { ...base, unum: p.unum });
    }
  }
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
  return {
    time: wm.time,
    stoppageTime: wm.stoppageTime,
    side: wm.side,
    unum: wm.unum,
    beliefs: { self, ...(ball === null ? {} : { ball }), players },
    ...(action.target === null
      ? {}
      : {
          target: { point: place(action.target), ...(action.passTo > 0 ? { unum: action.passTo } : {}) },
        }),
    shapes: [...shapes, ...drawings.shapes],
    texts: [{ level: ACTION_LEVEL, text: `${action.kind}: ${action.reason}` }, ...drawings.texts],
  };
}
