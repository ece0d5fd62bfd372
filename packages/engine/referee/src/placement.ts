import { isShootoutMode, type PlayMode, type Side, type SideOrNeutral, sideSign } from '@rcss/core';
import { isInDisc, isInRect, projectToBorder, projectToCircle } from '@rcss/core/geometry';
import {
  CENTER_CIRCLE_RADIUS,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
  PITCH_WITH_MARGIN,
} from '@rcss/core/pitch';
import { uniform } from '@rcss/core/random';
import { playerTypeOrDefault, type RefereeContext } from './context.js';
import { setPlayMode } from './play-mode-change.js';
import { playModeKind } from './play-mode-kind.js';

/** Places the ball at rest on the ground at (x, y) and clears its acceleration; `side` may touch it next (spec 06 §5.1). */
export function placeBallForSide(ctx: RefereeContext, side: SideOrNeutral, x: number, y: number): void {
  const { ball } = ctx.world;
  ball.pos.x = x;
  ball.pos.y = y;
  ball.vel.x = 0;
  ball.vel.y = 0;
  ball.accel.x = 0;
  ball.accel.y = 0;
  ball.z = 0;
  ball.vz = 0;
  ball.az = 0;
  ctx.world.kickOffSide = side;
}

/** Places the ball and sets the play mode; a shootout ignores play_on and drop_ball (spec 06 §5.1). */
export function placeBallInMode(
  ctx: RefereeContext,
  mode: PlayMode,
  side: SideOrNeutral,
  x: number,
  y: number,
): void {
  placeBallForSide(ctx, side, x, y);
  if ((mode === 'play_on' || mode === 'drop_ball') && isShootoutMode(ctx.world.playMode)) return;
  setPlayMode(ctx, mode);
}

/** Moves enabled players outside the field and its margin back to the border; velocity stays (spec 06 §5.5). */
export function keepPlayersInField(ctx: RefereeContext): void {
  for (const player of ctx.world.players) {
    if (player.enabled && !isInRect(PITCH_WITH_MARGIN, player.pos)) {
      projectToBorder(player.pos, PITCH_WITH_MARGIN, player.pos);
    }
  }
}

/**
 * Moves enabled players to their own half, and the side that does not kick off out of the center circle;
 * velocity stays (spec 06 §5.4). The players do not depend on each other, so their order has no effect.
 */
export function movePlayersToOwnHalf(ctx: RefereeContext): void {
  const { world, params, rng } = ctx;
  const toHalfwayLine = params.server.forbid_kick_off_offside && playModeKind(world.playMode) === 'kick_off';
  for (const player of world.players) {
    if (!player.enabled) continue;
    const sign = sideSign(player.side);
    const size = playerTypeOrDefault(ctx, player).player_size;
    if (player.pos.x * sign > 0) {
      if (toHalfwayLine) {
        player.pos.x = -sign * size;
      } else {
        player.pos.x = sign > 0 ? uniform(rng, -PITCH_HALF_LENGTH, 0) : uniform(rng, 0, PITCH_HALF_LENGTH);
        player.pos.y = uniform(rng, -PITCH_HALF_WIDTH, PITCH_HALF_WIDTH);
      }
    }
    const radius = CENTER_CIRCLE_RADIUS + size;
    if (player.side !== world.kickOffSide && isInDisc(0, 0, radius, player.pos)) {
      projectToCircle(player.pos, 0, 0, radius, player.pos);
    }
  }
}

/** Moves opponents out of the penalty area in a goal kick of `side`; velocity stays (spec 06 §5.7). */
export function clearPenaltyArea(ctx: RefereeContext, side: Side): void {
  const area = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const player of ctx.world.players) {
    if (!player.enabled || player.side === side) continue;
    const size = playerTypeOrDefault(ctx, player).player_size;
    const front = PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH - size;
    const back = PITCH_HALF_LENGTH + size;
    area.left = side === 'l' ? -back : front;
    area.right = side === 'l' ? -front : back;
    area.bottom = PENALTY_AREA_WIDTH / 2 + size;
    area.top = -area.bottom;
    if (!isInRect(area, player.pos)) continue;
    projectToBorder(player.pos, area, player.pos);
    if (side === 'l' ? player.pos.x <= -PITCH_HALF_LENGTH : player.pos.x >= PITCH_HALF_LENGTH) {
      player.pos.x = side === 'l' ? -front : front;
    }
  }
}
