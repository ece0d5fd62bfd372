import { type Player, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  ballAt,
  clearStates,
  createTestMatch,
  dash,
  formatCalls,
  formatShows,
  mode,
  moveBall,
  place,
  player,
  positionOf,
  run,
  step,
  type TestMatch,
  tackle,
} from '../../test/harness.js';
import { detectFoul } from './foul-detection.js';

/**
 * Places l1 at (x, y), the ball 0.62 m in front of it, and r1 between them, at the ball (vectors V60 to V66).
 */
function duel(x = 0, y = 0, server: Parameters<typeof createTestMatch>[0] = {}): TestMatch {
  const m = createTestMatch({
    ...server,
    server: { foul_detect_probability: 1, ...server.server },
  });
  mode(m, 'play_on');
  moveBall(m, x + 0.62, y);
  place(m, 'l1', x, y, 0);
  place(m, 'r1', x + 0.45, y + 0.42, 0);
  return m;
}

function fight(m: TestMatch, dashes: boolean, foul: boolean): TestMatch {
  run(m, 2, { 1: () => dashes && dash(m, 'r1', 0) });
  tackle(m, 'l1', foul);
  return m;
}

describe('fouls (spec 06 §13)', () => {
  it('an intentional foul on a dashing player gives a yellow card (V60, spec 06 §24.11, §24.48)', () => {
    const m = fight(duel(), true, true);
    step(m);
    expect(player(m, 'l1').state & 0x40000).toBe(0x40000);
    expect(player(m, 'r1').state).toBe(0x20001);
    clearStates(m);
    run(m, 33);
    expect(player(m, 'r1').state).toBe(0x1);
    expect(formatShows(m)).toBe(
      'play_on 1.0..2.0 x2 | foul_charge_l 2.1..2.30 x30 | free_kick_r 3.0..6.0 x4',
    );
    expect(formatCalls(m)).toBe('0 play_on | 2 foul_charge_l yellow_card_l_1 free_kick_r');
    expect(ballAt(m)).toEqual([0, 0]);
    expect(m.world.left.fouls).toBe(1);
  });

  it('an intentional tackle or a dashing opponent gives foul_charge; without both, no foul is called (V61, V62, V63, spec 06 §24.47)', () => {
    expect(formatCalls(fight(duel(), false, true))).toBe('0 play_on | 2 foul_charge_l');
    expect(formatCalls(fight(duel(), true, false))).toBe('0 play_on | 2 foul_charge_l');
    expect(formatCalls(fight(duel(), false, false))).toBe('0 play_on');
  });

  it('a red card needs intent; without intent the card is yellow (quirk 18) (V64, spec 06 §24.48, §24.50)', () => {
    const red = fight(duel(0, 0, { server: { red_card_probability: 1 } }), true, true);
    expect(formatCalls(red)).toBe('0 play_on | 2 foul_charge_l red_card_l_1');
    step(red);
    expect(positionOf(red, 'l1')).toEqual([-3, -37]);
    expect(player(red, 'l1').state).toBe(0x80000);
    expect(player(red, 'l1').cards).toBe(2);
    const yellow = fight(duel(0, 0, { server: { red_card_probability: 1 } }), true, false);
    expect(formatCalls(yellow)).toBe('0 play_on | 2 foul_charge_l yellow_card_l_1');
  });

  it.each([
    [-50, 2, [-47, 2], 'indirect_free_kick_r'],
    [-45, 5, [-45, 5], 'indirect_free_kick_r'],
    [45, 5, [36, 20.16], 'free_kick_r'],
    [0, 0, [0, 0], 'free_kick_r'],
  ] as const)(
    'a foul at (%f, %f) moves the ball to %j (V65, V66, spec 06 §13.2, §24.49)',
    (x, y, spot, kick) => {
      const m = fight(duel(x, y), true, true);
      expect(ballAt(m)[0]).toBeCloseTo(spot[0], 8);
      expect(ballAt(m)[1]).toBeCloseTo(spot[1], 8);
      run(m, 31);
      expect(m.calls.at(-1)).toBe(`2 ${kick}`);
    },
  );

  it.each([
    [undefined, ['none', 'charge', 'charge', 'charge']],
    [{ shootout: true, foul: false }, ['none', 'charge', 'charge', 'charge']],
    // A dash of this cycle may arrive before or after the tackle.
    [{ shootout: false, foul: true }, ['none', 'charge', 'none', 'charge']],
  ])('with the corrections %j, dashes count by their cycle (spec 06 §13.1)', (corrections, verdicts) => {
    // Without a dash; in the previous cycle; in this one; in both.
    const found = [-1, 0, 1, 2].map((dashedCount) => {
      const m = duel(0, 0, { ...(corrections && { corrections }) });
      player(m, 'r1').dashedCount = dashedCount;
      return detectFoul(m.ctx, player(m, 'l1') as Player, false);
    });
    expect(found).toEqual(verdicts);
  });

  it('in a set play, play_on is announced before the foul (spec 06 §13.2)', () => {
    const m = duel();
    mode(m, 'free_kick_l');
    place(m, 'r1', 0.45, 0.42, 0);
    dash(m, 'r1', 0);
    tackle(m, 'l1', true);
    expect(formatCalls(m)).toMatch(/play_on foul_charge_l yellow_card_l_1$/);
  });

  it('an opponent beyond the ball, at the back or beside the tackler, or facing back is not fouled (spec 06 §13.1, §24.47, spec 05 §24.37)', () => {
    const verdict = (x: number, y: number, degrees: number) => {
      const m = duel();
      place(m, 'r1', x, y, degrees);
      dash(m, 'r1', 0);
      return detectFoul(m.ctx, player(m, 'l1') as Player, false);
    };
    expect(verdict(0.45, 0.42, 0)).toBe('charge');
    expect(verdict(0.7, 0.1, 0)).toBe('none');
    expect(verdict(-0.1, 0.4, 0)).toBe('none');
    expect(verdict(0.1, 0.605, 0)).toBe('none');
    expect(verdict(0.45, 0.42, 89)).toBe('charge');
    expect(verdict(0.45, 0.42, 91)).toBe('none');
  });

  it('a charged opponent cannot act, whether or not a foul is detected (spec 06 §13.1, §24.47)', () => {
    const m = duel(0, 0, { server: { foul_detect_probability: 0 } });
    expect(detectFoul(m.ctx, player(m, 'l1') as Player, true)).toBe('none');
    const victim = player(m, 'r1');
    expect(victim.foulCharged).toBe(5);
    expect(victim.bodyUsed).toBe(true);
    expect(victim.state & PlayerState.FOUL_CHARGED).toBe(PlayerState.FOUL_CHARGED);
  });

  it('a dash counts in its own cycle and the following one (spec 06 §13.1, §24.47, spec 05 §24.37)', () => {
    const after = (steps: number) => {
      const m = duel();
      dash(m, 'r1', 0);
      run(m, steps);
      tackle(m, 'l1');
      return m.world.playMode;
    };
    expect(after(0)).toBe('foul_charge_l');
    expect(after(1)).toBe('foul_charge_l');
    expect(after(2)).toBe('play_on');
  });

  it('keepaway has no fouls', () => {
    const m = duel(0, 0, { server: { keepaway: true } });
    place(m, 'l1', 0, 0, 0);
    place(m, 'r1', 0.45, 0.42, 0);
    moveBall(m, 0.62, 0);
    dash(m, 'r1', 0);
    tackle(m, 'l1', true);
    expect(m.calls).toEqual(['0 play_on']);
  });

  it('a foul mode set by a trainer ends after 30 shows each time (spec 06 §18.2, §24.61)', () => {
    for (const name of ['foul_charge_l', 'foul_push_r', 'free_kick_fault_l'] as const) {
      const m = createTestMatch();
      for (let i = 0; i < 2; i++) {
        mode(m, name);
        run(m, 30);
        expect(m.world.playMode).toBe(name);
        run(m, 1);
        expect(m.world.playMode).toMatch(/^free_kick_[lr]$/);
      }
    }
  });
});
