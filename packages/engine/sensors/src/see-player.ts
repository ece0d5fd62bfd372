import type { Player } from '@rcss/core';
import { PI, sqrt, wrapAngle } from '@rcss/core/math';
import type { SeenObject } from '@rcss/core/observation';
import { bernoulliUnlessCertain, normal } from '@rcss/core/random';
import { noisyDistance, skipUnseenDraws } from './see-noise.js';
import { armDirection, isPointing } from './shown-player.js';
import { addSeen, fillMotion, isOutOfSight, relativeDirection, type View, wholeDegrees } from './view.js';

/** Standard deviation of a pointing direction seen from nearby, radians: 1.25 degrees (spec 04 §3.10). */
const POINT_DEVIATION = (1.25 * PI) / 180;

/** Adds another enabled player to the message (spec 04 §3.9 - §3.11). */
export function seePlayer(view: View, player: Player): void {
  const { x, y } = player.pos;
  const dx = x - view.x;
  const dy = y - view.y;
  const d = sqrt(dx * dx + dy * dy);
  if (isOutOfSight(view, dx, dy, d)) {
    skipUnseenDraws(view);
    return;
  }
  const angle = relativeDirection(view, dx, dy);
  const visible = Math.abs(angle) < view.half && d < view.type.player_max_observation_length;
  if (!visible && !(d <= view.visibleDistance)) {
    skipUnseenDraws(view);
    return;
  }
  const dir = wholeDegrees(view, angle);
  if (!visible) {
    const close = addSeen(view, 'player', player.index, 'close', dir);
    if (view.high) close.dist = noisyDistance(view, x, y, d, false);
    return;
  }
  // In low quality the distance is not reported, but it still determines the identity (spec 04 §3.14).
  const dist = noisyDistance(view, x, y, d, false);
  const object = addSeen(view, 'player', player.index, 'player', dir);
  object.dist = dist;
  if (bernoulliUnlessCertain(view.rng, teamUnknownProbability(view, dist))) return;
  object.detail = bernoulliUnlessCertain(view.rng, unumUnknownProbability(view, dist)) ? 'team' : 'full';
  const full = object.detail === 'full';
  if (full) object.goalie = isMarkedGoalie(view, player);
  if (!view.high) return;
  if (full) {
    fillMotion(view, object, player.pos, player.vel, d);
    object.bodyDir = wholeDegrees(view, wrapAngle(player.body - view.body - view.neck));
    object.headDir = wholeDegrees(view, wrapAngle(player.neck + player.body - view.body - view.neck));
  }
  if (view.features.armAndTackle) fillGestures(view, player, d, object);
}

/** Probability that the team stays unknown (spec 04 §3.9). */
function teamUnknownProbability(view: View, dist: number): number {
  if (!view.features.typeVisibility) return (dist - 40) / (60 - 40);
  const { team_far_length: far, team_too_far_length: tooFar } = view.type;
  return (dist - far) / (tooFar - far);
}

/** Probability that the uniform number stays unknown (spec 04 §3.9). */
function unumUnknownProbability(view: View, dist: number): number {
  if (!view.features.typeVisibility) return (dist - 20) / (40 - 20);
  const { unum_far_length: far, unum_too_far_length: tooFar } = view.type;
  return (dist - far) / (tooFar - far);
}

/** Whether the observer sees the goalie mark. If a coach appointed the goalie later, only team mates see the mark (spec 03 §10.2). */
function isMarkedGoalie(view: View, player: Player): boolean {
  if (!player.goalie || !view.features.goalieMark) return false;
  return !player.goalieAppointed || player.side === view.observer.side;
}

/** Fills in the pointing arm and the mark of a tackle or a kick (spec 04 §3.10, §3.11). */
function fillGestures(view: View, player: Player, d: number, object: SeenObject): void {
  if (isPointing(player, view.params)) {
    const arm = armDirection(player);
    const x = d / view.type.team_too_far_length;
    const deviation = POINT_DEVIATION + (PI - POINT_DEVIATION) * (x * x * x * x);
    object.hasPointDir = true;
    object.pointDir = wholeDegrees(view, wrapAngle(normal(view.rng, arm - view.body - view.neck, deviation)));
  }
  if (player.tackleIdle > 0) object.flag = 't';
  else if (player.kickedCount >= 0 && view.features.kickFlag) object.flag = 'k';
}
