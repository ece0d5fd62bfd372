import type { Player } from '@rcss/core';
import { hasHeight } from '@rcss/params';
import type { Match } from '../match.js';
import { mixReal, mixText, mixWord } from './hash.js';
import { mixPlayer } from './player-digest.generated.js';

/**
 * Returns a 32-bit hash of the state of a match: the exact bits of clock, play mode, scores, ball, players and
 * of the random streams that affect them. If two runs have equal digests in every step, their courses are the
 * same.
 *
 * Two kinds of state are left out. Sensing state (hearing, see counters, the sensors' stream) does not affect
 * players or the ball. State that acts only with a later command, such as `bodyUsed` or `catchBan`, affects the
 * digest of the step in which it acts. The height of the ball is covered in matches with height. `packages/engine/core/scripts/player-fields.ts` lists the kind of each field of
 * a player. Recordings contain digests, so what the digest covers must not change.
 */
export function digest(match: Match): number {
  const { world, random: chance } = match;
  const { bits } = match.scratch;
  const { ball } = world;
  let h = mixWord(mixWord(0x811c9dc5, world.time), world.stoppageTime);
  h = mixText(h, world.playMode);
  h = mixWord(h, world.catcher);
  for (let t = 0; t < 2; t++) {
    const team = t === 0 ? world.left : world.right;
    h = mixWord(mixWord(mixWord(mixText(h, team.name), team.score), team.penaltyTaken), team.penaltyScored);
  }
  h = mixReal(mixReal(h, bits, ball.pos.x), bits, ball.pos.y);
  h = mixReal(mixReal(h, bits, ball.vel.x), bits, ball.vel.y);
  h = mixReal(mixReal(h, bits, ball.accel.x), bits, ball.accel.y);
  if (hasHeight(match.params.server)) {
    h = mixReal(mixReal(mixReal(h, bits, ball.z), bits, ball.vz), bits, ball.az);
  }
  for (let i = 0; i < world.players.length; i++) h = mixPlayer(h, bits, world.players[i] as Player);
  const { c, s0 } = chance.physics.state();
  h = mixReal(mixWord(h, c), bits, s0);
  return mixReal(h, bits, chance.referee.state().s0) >>> 0;
}
