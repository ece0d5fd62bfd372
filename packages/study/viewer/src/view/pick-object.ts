import type { Picture, PicturePlayer } from '../scene.js';
import type { AutoSelect, ViewState } from './view-state.js';

/** Index that {@link findObjectAt} returns for the ball. */
export const BALL_INDEX = 22;
/** Radius in CSS pixels in which the ball is found. */
const BALL_REACH_PX = 7;

/** Returns the index of the player at a place on the screen, 22 for the ball, -1 for neither. `sx`, `sy`, `reach`: CSS pixels. */
export function findObjectAt(
  view: Pick<ViewState, 'camera' | 'scene' | 'options'>,
  sx: number,
  sy: number,
  reach = 0,
): number {
  const { camera, scene, options } = view;
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 22; i++) {
    const p = scene.players[i] as PicturePlayer;
    const meters = options.playerSize < 0.01 ? p.kickRadius : options.playerSize;
    const r = Math.max(meters * camera.scale, 9) + reach;
    const d = Math.hypot(camera.toScreenX(p.x, p.y) - sx, camera.toScreenY(p.x, p.y) - sy);
    if (d <= r && d < nearest) [nearest, best] = [d, i];
  }
  const ball = Math.hypot(
    camera.toScreenX(scene.ballX, scene.ballY) - sx,
    camera.toScreenY(scene.ballX, scene.ballY) - sy,
  );
  return ball <= BALL_REACH_PX && ball < nearest ? BALL_INDEX : best;
}

/** Returns the index of the player nearest to the ball, of all players or of a side; -1 without a player. */
export function findNearestToBall(scene: Picture, group: AutoSelect): number {
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 22; i++) {
    const p = scene.players[i] as PicturePlayer;
    if (!p.isPresent || (group !== 'all' && p.side !== group)) continue;
    const d = (p.x - scene.ballX) ** 2 + (p.y - scene.ballY) ** 2;
    if (d < nearest) [nearest, best] = [d, i];
  }
  return best;
}
