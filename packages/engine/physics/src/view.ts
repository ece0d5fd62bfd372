/** The commands change_view, change_focus and synch_see: width, quality, focus and timing of what a player sees (spec 05 §17.1, §17.2). */
import { type Player, type ViewQuality, type ViewWidth, viewAngle } from '@rcss/core';
import { clamp, rad, wrapAngle } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';

/** Greatest focus distance, meters (spec 05 §17.2). */
export const MAX_FOCUS_DIST = 40;

/**
 * Executes `(change_view W [Q])`. `quality` null is the one-argument form: the quality is `high`, and the focus
 * direction is limited to the new angle. The two-argument form does not limit it (spec 05 §17.1, §23 Q16). In
 * synchronous view `low` is ignored.
 */
export function changeView(
  params: MatchParams,
  player: Player,
  width: ViewWidth,
  quality: ViewQuality | null,
): void {
  if (player.synchSee && quality === 'low') return;
  player.viewWidth = width;
  player.viewQuality = quality ?? 'high';
  player.viewAngle = viewAngle(width, player.synchSee, params.server.visible_angle);
  if (quality === null) {
    player.focusDir = clamp(player.focusDir, -player.viewAngle / 2, player.viewAngle / 2);
  }
  player.changeViewCount += 1;
}

/** Executes `(change_focus DM DA)`: relative change in meters and degrees, any number per cycle (spec 05 §17.2). */
export function changeFocus(player: Player, dist: number, dir: number): void {
  player.focusDist = clamp(player.focusDist + dist, 0, MAX_FOCUS_DIST);
  const half = player.viewAngle / 2;
  const turned = wrapAngle(player.focusDir + rad(dir));
  // An infinite change has no direction and ends at the lower limit (spec 05 §9.6).
  player.focusDir = Number.isNaN(turned) ? -half : clamp(turned, -half, half);
  player.changeFocusCount += 1;
}

/** Switches permanently to synchronous view; the focus direction is not limited again (spec 05 §17.1, spec 04 §3.13). */
export function switchToSynchSee(params: MatchParams, player: Player): void {
  player.synchSee = true;
  player.viewQuality = 'high';
  player.viewAngle = viewAngle(player.viewWidth, true, params.server.visible_angle);
}
