import type { Player, World } from '@rcss/core';
import { toRoundedDegrees } from '@rcss/core/math';
import type { GlobalObservation, GlobalPlayer } from '@rcss/core/observation';
import type { MatchParams } from '@rcss/params';
import { armDirection, cardLetter, fillBall, isPointing } from './shown-player.js';

/**
 * Fills `out` with the view of trainer and online coaches: all objects, without noise (spec 07 §12). Returns `out`. The
 * view is the same for all of them; names, rounding and the additions of each version are applied by the encoder.
 */
export function fillGlobalView(world: World, params: MatchParams, out: GlobalObservation): GlobalObservation {
  out.time = world.time;
  fillBall(world, out);
  out.count = 0;
  for (const player of world.players) {
    if (!player.enabled) continue;
    fillPlayer(params, player, out.players[out.count] as GlobalPlayer);
    out.count += 1;
  }
  return out;
}

function fillPlayer(params: MatchParams, player: Player, out: GlobalPlayer): void {
  const { pos } = player;
  out.side = player.side;
  out.unum = player.unum;
  out.goalie = player.goalie;
  out.goalieAppointed = player.goalieAppointed;
  out.x = pos.x;
  out.y = pos.y;
  out.vx = player.vel.x;
  out.vy = player.vel.y;
  out.body = player.body;
  out.neck = player.neck;
  out.hasPoint = isPointing(player, params);
  out.pointDir = out.hasPoint ? toRoundedDegrees(armDirection(player)) + 0 : 0;
  out.tackling = player.tackleIdle > 0;
  out.kicked = player.kickedCount >= 0;
  out.foulCharged = player.foulCharged > 0;
  out.card = cardLetter(player);
}
