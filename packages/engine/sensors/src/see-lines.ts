import { cos, PI, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { quantizedDistance } from './log-grid.js';
import { addSeen, type View, wholeDegrees } from './view.js';

/**
 * Adds the lines that the view ray hits: at most one from strictly inside the pitch, at most two from elsewhere
 * (spec 04 §3.12). View width, focus and Gaussian noise have no effect on lines.
 */
export function seeLines(view: View): void {
  const { x, y, out } = view;
  const inside = Math.abs(x) < PITCH_HALF_LENGTH && Math.abs(y) < PITCH_HALF_WIDTH;
  const last = out.count + (inside ? 1 : 2);
  seeGoalLine(view, 0, -PITCH_HALF_LENGTH, x >= -PITCH_HALF_LENGTH ? PI : 0);
  if (out.count === last) return;
  seeGoalLine(view, 1, PITCH_HALF_LENGTH, x <= PITCH_HALF_LENGTH ? 0 : PI);
  if (out.count === last) return;
  seeTouchLine(view, 2, -PITCH_HALF_WIDTH, y >= -PITCH_HALF_WIDTH ? -PI / 2 : PI / 2);
  if (out.count === last) return;
  seeTouchLine(view, 3, PITCH_HALF_WIDTH, y <= PITCH_HALF_WIDTH ? PI / 2 : -PI / 2);
}

/** Adds the goal line at x = `lineX` if it is seen; `towards` is the direction of the normal towards the line. */
function seeGoalLine(view: View, index: number, lineX: number, towards: number): void {
  const s = wrapAngle(towards - view.body - view.neck);
  if (!(Math.abs(s) < PI / 2)) return;
  const h = lineX - view.x;
  if (!(Math.abs(view.y + (h * view.faceY) / view.faceX) <= PITCH_HALF_WIDTH)) return;
  addLine(view, index, h, s);
}

/** Adds the touch line at y = `lineY` if it is seen; `towards` is the direction of the normal towards the line. */
function seeTouchLine(view: View, index: number, lineY: number, towards: number): void {
  const s = wrapAngle(towards - view.body - view.neck);
  if (!(Math.abs(s) < PI / 2)) return;
  const h = lineY - view.y;
  if (!(Math.abs(view.x + (h * view.faceX) / view.faceY) <= PITCH_HALF_LENGTH)) return;
  addLine(view, index, h, s);
}

/** Adds a line at the distance h along its normal; s is the direction of the normal relative to the face, radians. */
function addLine(view: View, index: number, h: number, s: number): void {
  const dir = wholeDegrees(view, s > 0 ? s - PI / 2 : s + PI / 2);
  addSeen(view, 'line', index, 'named', dir).dist = quantizedDistance(view.fixed, Math.abs(h / cos(s)));
}
