import { type Player, PlayerState } from '@rcss/core';
import { cos, direction, PI, sin, wrapAngle } from '@rcss/core/math';
import { bernoulli } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import { playerTypeOrDefault, type RefereeContext } from '../context.js';

/** Result of the foul detection for a tackle. Red takes precedence over yellow, and yellow over charge (spec 06 §13.1). */
export type FoulVerdict = 'none' | 'charge' | 'yellow' | 'red';

/** Returns whether the ball is in the kickable distance of the player, by the player's own type. */
function isKickable(ctx: RefereeContext, player: Player): boolean {
  const type = playerTypeOrDefault(ctx, player);
  const reach = type.player_size + ctx.params.server.ball_size + type.kickable_margin;
  return vec2.distanceSquared(player.pos, ctx.world.ball.pos) <= reach * reach;
}

/**
 * Returns whether a player has dashed in this cycle or in the previous one. Quirk: in this cycle, only a dash counts that has arrived before
 * the tackle. The correction `foul` counts the previous cycle only.
 */
function countsAsDashing({ params }: RefereeContext, { dashedCount }: Player): boolean {
  return params.corrections?.foul === true ? dashedCount === 0 || dashedCount === 2 : dashedCount >= 0;
}

/**
 * Checks a successful tackle for a foul (spec 06 §13.1, spec 05 §14). If the command requested an intentional
 * foul, all opponents at the ball are unable to act for `server::foul_cycles` cycles, even if no foul is detected.
 */
export function detectFoul(ctx: RefereeContext, tackler: Player, intentional: boolean): FoulVerdict {
  const { world, params, rng } = ctx;
  const type = playerTypeOrDefault(ctx, tackler);
  const dx = world.ball.pos.x - tackler.pos.x;
  const dy = world.ball.pos.y - tackler.pos.y;
  const angle = direction(dx, dy);
  const c = cos(-angle);
  const s = sin(-angle);
  let charge = false;
  let yellow = false;
  let red = false;
  for (const other of world.players) {
    if (!other.enabled || other.side === tackler.side || !isKickable(ctx, other)) continue;
    let hit = false;
    if (intentional) {
      other.foulCharged = params.server.foul_cycles;
      other.bodyUsed = true;
      other.state |= PlayerState.FOUL_CHARGED;
      hit = bernoulli(rng, type.foul_detect_probability);
      if (hit) charge = true;
    }
    if (!countsAsDashing(ctx, other)) continue;
    const ox = other.pos.x - tackler.pos.x;
    const oy = other.pos.y - tackler.pos.y;
    if (ox * ox + oy * oy > dx * dx + dy * dy) continue;
    const along = ox * c - oy * s;
    const aside = ox * s + oy * c;
    if (along < 0 || Math.abs(aside) > playerTypeOrDefault(ctx, other).player_size + type.player_size)
      continue;
    if (Math.abs(wrapAngle(other.body - angle)) > PI / 2) continue;
    if (intentional) {
      if (!hit) continue;
      yellow = true;
      if (bernoulli(rng, params.server.red_card_probability)) {
        yellow = false;
        red = true;
      }
    } else if (bernoulli(rng, type.foul_detect_probability)) {
      charge = true;
      if (bernoulli(rng, params.server.red_card_probability)) yellow = true;
    }
  }
  return red ? 'red' : yellow ? 'yellow' : charge ? 'charge' : 'none';
}
