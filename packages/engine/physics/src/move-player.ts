import { type Player, sideSign } from '@rcss/core';
import { limitCoordinate } from '@rcss/core/math';
import type { RandomStream } from '@rcss/core/random';
import { bodyRadius } from './body.js';
import { resolveCollisions } from './collision.js';
import type { PhysicsContext } from './context.js';

/**
 * Outcome of a `(move X Y)`: executed; executed with the warning that it leads into the opponents' half; refused
 * because the goalie moved too often since the catch; or ignored, with the body command still free.
 */
export type MoveOutcome = 'ok' | 'warn_opponent_field' | 'too_many_moves' | 'ignored';

function countMove(player: Player): void {
  player.bodyUsed = true;
  player.leftLegUsed = true;
  player.rightLegUsed = true;
  player.moveCount += 1;
}

function placeInOwnFrame(player: Player, x: number, y: number): void {
  const sign = sideSign(player.side);
  player.pos.x = sign * limitCoordinate(x);
  player.pos.y = sign * limitCoordinate(y);
}

/**
 * Executes `(move X Y)`: meters in the player's own frame, mirrored for the right team (spec 05 §16),
 * limited to `MAX_COORDINATE` of `@rcss/core/math`. If the move
 * leads into the opponents' half, `warn` is called before anything moves, so that the warning precedes all effects of
 * the move.
 */
export function movePlayer(
  ctx: PhysicsContext,
  rng: RandomStream,
  player: Player,
  x: number,
  y: number,
  warn?: () => void,
): MoveOutcome {
  const { world, params } = ctx;
  if (player.bodyUsed) return 'ignored';
  const mode = world.playMode;
  if (mode === 'before_kick_off' || mode === 'goal_l' || mode === 'goal_r') {
    const wrongHalf =
      mode === 'before_kick_off' && params.server.forbid_kick_off_offside && x >= -bodyRadius(params, player);
    if (wrongHalf) warn?.();
    countMove(player);
    placeInOwnFrame(player, x, y);
    resolveCollisions(ctx, rng);
    return wrongHalf ? 'warn_opponent_field' : 'ok';
  }
  if ((mode === 'free_kick_l' || mode === 'free_kick_r') && world.catcher === player.index) {
    // A refused move uses the body command and is counted too (spec 05 §23 Q15).
    countMove(player);
    const most = params.server.goalie_max_moves;
    if (most >= 0 && player.goalieMoves >= most) return 'too_many_moves';
    placeInOwnFrame(player, x, y);
    player.goalieMoves += 1;
    return 'ok';
  }
  return 'ignored';
}
