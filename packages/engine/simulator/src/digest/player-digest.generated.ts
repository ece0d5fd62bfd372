/**
 * A player's part of the digest of a match.
 *
 * Generated from packages/engine/core/scripts/player-fields.ts by `pnpm --filter @rcss/core player`; do not edit.
 */

import type { Player } from '@rcss/core';
import { mixBits, mixWord } from './hash.js';

/** Mixes a player into a hash; `bits` is working memory of `MIX_BYTES` bytes. */
export function mixPlayer(hash: number, bits: DataView, p: Player): number {
  let h = hash;
  h = mixWord(h, p.state);
  h = mixWord(h, p.typeId);
  h = mixWord(h, (p.enabled ? 1 : 0) | (p.goalie ? 2 : 0) | (p.cards << 2));
  bits.setFloat64(0, p.pos.x);
  bits.setFloat64(8, p.pos.y);
  bits.setFloat64(16, p.vel.x);
  bits.setFloat64(24, p.vel.y);
  bits.setFloat64(32, p.body);
  bits.setFloat64(40, p.neck);
  bits.setFloat64(48, p.bodyTarget);
  bits.setFloat64(56, p.neckTarget);
  bits.setFloat64(64, p.stamina);
  bits.setFloat64(72, p.effort);
  bits.setFloat64(80, p.recovery);
  bits.setFloat64(88, p.staminaCapacity);
  bits.setFloat64(96, p.focusDist);
  bits.setFloat64(104, p.focusDir);
  bits.setFloat64(112, p.armTarget.x);
  bits.setFloat64(120, p.armTarget.y);
  h = mixBits(h, bits, 16);
  h = mixWord(h, p.armAge);
  h = mixWord(h, p.tackleIdle);
  h = mixWord(h, p.foulCharged);
  h = mixWord(h, p.kickCount);
  h = mixWord(h, p.dashCount);
  h = mixWord(h, p.turnCount);
  h = mixWord(h, p.catchCount);
  h = mixWord(h, p.moveCount);
  h = mixWord(h, p.turnNeckCount);
  h = mixWord(h, p.changeViewCount);
  h = mixWord(h, p.sayCount);
  h = mixWord(h, p.tackleCount);
  h = mixWord(h, p.pointtoCount);
  h = mixWord(h, p.attentiontoCount);
  bits.setFloat64(0, p.viewAngle);
  h = mixBits(h, bits, 1);
  h = mixWord(h, p.attention);
  h = mixWord(h, p.changeFocusCount);
  return h;
}
