import type { Player } from '@rcss/core';
import type { Match } from './match.js';

const scratch = new DataView(new ArrayBuffer(8));

/** FNV-1a, a word of 32 bits at a time; the turn lets high bits reach low ones. */
function mix(hash: number, word: number): number {
  const h = Math.imul(hash ^ word, 0x01000193);
  return (h << 13) | (h >>> 19);
}

function real(hash: number, value: number): number {
  scratch.setFloat64(0, value);
  return mix(mix(hash, scratch.getInt32(0)), scratch.getInt32(4));
}

function text(hash: number, value: string): number {
  let h = mix(hash, value.length);
  for (let i = 0; i < value.length; i++) h = mix(h, value.charCodeAt(i));
  return h;
}

/**
 * A number of 32 bits that stands for the course of a match: the exact bits of clock, mode, scores, ball, players and
 * of the streams of chance that move them. Two runs with equal digests in every step went the same way. What only
 * concerns sensing (hearing, see counters, the sensors' chance) is left out: another look changes no digest.
 */
export function digest(match: Match): number {
  const { world, chance } = match;
  let h = mix(mix(0x811c9dc5, world.time), world.stoppageTime);
  h = text(h, world.playMode);
  h = mix(h, world.catcher);
  for (let t = 0; t < 2; t++) {
    const team = t === 0 ? world.left : world.right;
    h = mix(mix(mix(text(h, team.name), team.score), team.penaltyTaken), team.penaltyScored);
  }
  const { ball } = world;
  h = real(real(h, ball.pos.x), ball.pos.y);
  h = real(real(h, ball.vel.x), ball.vel.y);
  h = real(real(h, ball.accel.x), ball.accel.y);
  for (let i = 0; i < world.players.length; i++) h = body(h, world.players[i] as Player);
  const { c, s0 } = chance.physics.state();
  h = real(mix(h, c), s0);
  return real(h, chance.referee.state().s0) >>> 0;
}

function body(hash: number, p: Player): number {
  let h = mix(mix(mix(hash, p.state), p.typeId), (p.enabled ? 1 : 0) | (p.goalie ? 2 : 0) | (p.cards << 2));
  h = real(real(h, p.pos.x), p.pos.y);
  h = real(real(h, p.vel.x), p.vel.y);
  h = real(real(h, p.body), p.neck);
  h = real(real(h, p.bodyTarget), p.neckTarget);
  h = real(real(h, p.stamina), p.effort);
  h = real(real(h, p.recovery), p.staminaCapacity);
  h = real(real(h, p.focusDist), p.focusDir);
  h = real(real(h, p.armTarget.x), p.armTarget.y);
  h = mix(mix(mix(h, p.armAge), p.tackleIdle), p.foulCharged);
  h = mix(mix(mix(mix(h, p.kickCount), p.dashCount), p.turnCount), p.catchCount);
  h = mix(mix(mix(mix(h, p.moveCount), p.turnNeckCount), p.changeViewCount), p.sayCount);
  h = mix(mix(mix(h, p.tackleCount), p.pointtoCount), p.attentiontoCount);
  return mix(mix(real(h, p.viewAngle), p.attention), p.changeFocusCount);
}
