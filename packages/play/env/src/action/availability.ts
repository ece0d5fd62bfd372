import type { Player } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { isBallKickable, tackleProbability } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';

/** Kind of command by what it needs; `no-ball`: a player that can move and cannot kick. */
export type CommandAvailability = 'none' | 'move' | 'kick' | 'no-ball' | 'tackle' | 'catch';

/** Whether a command of a kind has an effect now. */
export function isAvailable(match: Match, player: Player, kind: CommandAvailability): boolean {
  if (kind === 'none') return true;
  if (!player.enabled || player.tackleIdle > 0 || player.foulCharged > 0) return false;
  switch (kind) {
    case 'move':
      return true;
    case 'kick':
      return isBallKickable(match.params, match.world.ball, player);
    case 'no-ball':
      return !isBallKickable(match.params, match.world.ball, player);
    case 'tackle':
      return isTacklePossible(match, player);
    case 'catch':
      return player.goalie && player.catchBan === 0 && isBallNear(match, player);
  }
}

function isTacklePossible({ world, params }: Match, player: Player): boolean {
  const { tackle_dist, tackle_back_dist, tackle_width, tackle_exponent, tackle_height } = params.server;
  if (world.ball.z > tackle_height) return false;
  const dx = world.ball.pos.x - player.pos.x;
  const dy = world.ball.pos.y - player.pos.y;
  const reach = Math.max(tackle_dist, tackle_back_dist) + tackle_width;
  // Beyond the sum of the reaches one of the two powers in the formula is at least 1; most balls are there.
  if (tackle_exponent > 0 && dx * dx + dy * dy > reach * reach) return false;
  return tackleProbability(params, player, world.ball.pos) > 0;
}

function isBallNear({ world, params }: Match, { pos }: Player): boolean {
  const { catchable_area_l, catchable_area_w, player_height } = params.server;
  return (
    world.ball.z <= player_height &&
    hypot(world.ball.pos.x - pos.x, world.ball.pos.y - pos.y) <= hypot(catchable_area_l, catchable_area_w / 2)
  );
}
