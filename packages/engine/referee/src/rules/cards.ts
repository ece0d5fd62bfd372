import { type Player, PlayerState } from '@rcss/core';
import type { RefereeContext } from '../context.js';

/**
 * Shows a card to an enabled player; the second yellow card also sends the player off (spec 06 §13.4). Does
 * nothing for a player that is not enabled. Works without rules too.
 */
export function giveCard(ctx: RefereeContext, player: Player, card: 'yellow' | 'red'): void {
  if (!player.enabled) return;
  if (card === 'yellow') {
    ctx.host.announce(`yellow_card_${player.side}_${player.unum}`);
    if (player.cards < 1) {
      player.cards = 1;
      player.state |= PlayerState.YELLOW_CARD;
      return;
    }
  }
  ctx.host.announce(`red_card_${player.side}_${player.unum}`);
  ctx.host.sendOff(player);
  player.cards = 2;
  player.state = (player.state & ~PlayerState.YELLOW_CARD) | PlayerState.RED_CARD;
}
