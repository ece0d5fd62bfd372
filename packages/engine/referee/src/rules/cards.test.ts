import { describe, expect, it } from 'vitest';
import { clearStates, createTestMatch, player, positionOf } from '../../test/harness.js';
import { giveCard } from './cards.js';

describe('cards (spec 06 §13.4)', () => {
  it('the second yellow card is a red card, also without rules (V79, spec 06 §24.48)', () => {
    const m = createTestMatch({ server: { coach: true } });
    giveCard(m.ctx, player(m, 'l2'), 'yellow');
    clearStates(m);
    expect(player(m, 'l2').state).toBe(0x40001);
    expect(player(m, 'l2').cards).toBe(1);
    giveCard(m.ctx, player(m, 'l2'), 'yellow');
    expect(m.calls).toEqual(['0 yellow_card_l_2', '0 yellow_card_l_2', '0 red_card_l_2']);
    expect(player(m, 'l2').state).toBe(0x80000);
    expect(player(m, 'l2').enabled).toBe(false);
    expect(positionOf(m, 'l2')).toEqual([-6, -37]);
  });

  it('players off the field get no card', () => {
    const m = createTestMatch();
    giveCard(m.ctx, player(m, 'l9'), 'yellow');
    giveCard(m.ctx, player(m, 'r9'), 'red');
    expect(m.calls).toEqual([]);
  });
});
