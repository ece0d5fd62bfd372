import type { Player } from '@rcss/core';
import { mixReal, mixText, mixWord } from './hash.js';
import type { Match } from './match.js';
import { mixPlayer } from './player-digest.generated.js';

/**
 * A number of 32 bits for the course of a match so far: the exact bits of clock, mode, scores, ball, players and of the
 * random streams that move them. Two runs with equal digests in every step went the same way.
 *
 * Two kinds of state are left out. Sensing alone (hearing, see counters, the sensors' stream) does not act on bodies.
 * State that acts only with a later command, such as `bodyUsed` or `catchBan`, shows in the digest of the step in which
 * it acts. `packages/core/scripts/player-fields.ts` says for each field of a player to which kind it belongs. Recordings
 * hold digests, so what the digest covers does not change.
 */
export function digest(match: Match): number {
  const { world, chance } = match;
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
  for (let i = 0; i < world.players.length; i++) h = mixPlayer(h, bits, world.players[i] as Player);
  const { c, s0 } = chance.physics.state();
  h = mixReal(mixWord(h, c), bits, s0);
  return mixReal(h, bits, chance.referee.state().s0) >>> 0;
}
