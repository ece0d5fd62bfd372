import type { Match } from './match.js';

const scratch = new DataView(new ArrayBuffer(8));

/**
 * A number of 32 bits that stands for the physical state of a match (FNV-1a over the exact bits of clock, mode,
 * scores, ball and players): two runs with equal digests in every step went the same way.
 */
export function digest(match: Match): number {
  const { world } = match;
  let hash = 0x811c9dc5;
  const word = (value: number) => {
    hash = Math.imul(hash ^ (value & 0xff), 0x01000193);
    hash = Math.imul(hash ^ ((value >>> 8) & 0xff), 0x01000193);
    hash = Math.imul(hash ^ ((value >>> 16) & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (value >>> 24), 0x01000193);
  };
  const real = (value: number) => {
    scratch.setFloat64(0, value);
    word(scratch.getUint32(0));
    word(scratch.getUint32(4));
  };
  word(world.time);
  word(world.stoppageTime);
  for (let i = 0; i < world.playMode.length; i++) word(world.playMode.charCodeAt(i));
  word(world.left.score);
  word(world.right.score);
  const { ball } = world;
  real(ball.pos.x);
  real(ball.pos.y);
  real(ball.vel.x);
  real(ball.vel.y);
  for (const player of world.players) {
    word(player.state);
    word(player.typeId);
    real(player.pos.x);
    real(player.pos.y);
    real(player.vel.x);
    real(player.vel.y);
    real(player.body);
    real(player.neck);
    real(player.stamina);
    real(player.effort);
    real(player.recovery);
    real(player.staminaCapacity);
  }
  return hash >>> 0;
}
