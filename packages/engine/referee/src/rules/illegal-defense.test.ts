import { describe, expect, it } from 'vitest';
import {
  ballAt,
  clearStates,
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  player,
  run,
  step,
} from '../../test/harness.js';

function siege(server: Parameters<typeof createTestMatch>[0] = { server: { illegal_defense_number: 2 } }) {
  const m = createTestMatch(server);
  mode(m, 'play_on');
  moveBall(m, -20, 0);
  place(m, 'r1', -19.5, 0, 180);
  place(m, 'l1', -50, 0);
  place(m, 'l2', -48, 5);
  run(m, 1);
  kick(m, 'r1', 1);
  return m;
}

describe('illegal defense (spec 06 §14)', () => {
  it('illegal defense is called after illegal_defense_duration cycles (V71, spec 06 §24.52)', () => {
    const m = siege();
    expect(player(m, 'l1').state).toBe(0x1);
    step(m);
    expect(player(m, 'l1').state).toBe(0x100001);
    clearStates(m);
    run(m, 54);
    expect(formatShows(m)).toBe(
      'play_on 1.0..20.0 x20 | illegal_defense_l 21.0..21.30 x31 | free_kick_r 22.0..26.0 x5',
    );
    expect(formatCalls(m)).toBe('0 play_on | 21 illegal_defense_l free_kick_r');
    expect(ballAt(m)).toEqual([-41.5, 0]);
  });

  it('the count begins at the first evaluation after the kick', () => {
    const m = createTestMatch({ server: { illegal_defense_number: 2 } });
    mode(m, 'play_on');
    m.world.time = 5;
    moveBall(m, -20, 0);
    place(m, 'r1', -19.5, 0, 180);
    place(m, 'l1', -50, 0);
    place(m, 'l2', -48, 5);
    kick(m, 'r1', 1);
    run(m, 19);
    expect(m.world.playMode).toBe('play_on');
    run(m, 1);
    expect(m.world.playMode).toBe('illegal_defense_l');
  });

  it.each([
    [[0], 'n'],
    [[0, 0], 'n'],
    [[0, 1], 'r'],
    [[1], 'r'],
  ] as const)(
    'kicks of the right side at the times %j give the offensive side %s (spec 06 §14.1)',
    (times, side) => {
      const m = createTestMatch({ server: { illegal_defense_number: 2 }, left: 2, right: 1 });
      mode(m, 'play_on');
      moveBall(m, -20, 0);
      place(m, 'r1', -19.5, 0, 180);
      for (const time of times) {
        while (m.world.time < time) run(m, 1);
        kick(m, 'r1', 1);
      }
      expect(m.ctx.state.illegalDefense.kickSide).toBe(side);
    },
  );

  it('the count restarts if a defender leaves; a side with the last kick does not offend (spec 06 §24.52)', () => {
    const m = siege();
    run(m, 15);
    place(m, 'l1', -30, 0);
    step(m);
    expect(player(m, 'l2').state).toBe(0x1);
    place(m, 'l1', -50, 0);
    run(m, 19);
    expect(m.calls).toEqual(['0 play_on']);
    const own = siege();
    place(own, 'l1', -19.7, 0.5, 180);
    kick(own, 'l1', 0);
    expect(own.ctx.state.illegalDefense.kickSide).toBe('n');
    run(own, 30);
    expect(own.calls).toEqual(['0 play_on']);
  });

  it('without the rule, the mode set by a trainer never ends; with it, the mode takes 30 shows each time (spec 06 §18.2, §24.61)', () => {
    const off = siege({});
    mode(off, 'illegal_defense_l');
    run(off, 100);
    expect(off.world.playMode).toBe('illegal_defense_l');
    const on = siege();
    for (let i = 0; i < 2; i++) {
      mode(on, 'illegal_defense_l');
      run(on, 30);
      expect(on.world.playMode).toBe('illegal_defense_l');
      run(on, 1);
      expect(on.world.playMode).toBe('free_kick_r');
    }
  });
});
