import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { runAutoMode } from './auto-mode.js';
import { step } from './step.js';

/** Steps with the automatic mode until `done` returns true; returns the number of steps. */
function until(fixture: TestMatch, done: () => boolean): number {
  let steps = 0;
  while (!done()) {
    if (steps++ > 1000) throw new Error('never');
    step(fixture.match);
    runAutoMode(fixture.match);
  }
  return steps;
}

const LINES = ['Waiting for players to connect', 'Waiting to kick off', 'Waiting after end of match'];
const lines = (fixture: TestMatch) =>
  fixture.events.flatMap((e) => (e.type === 'console' && LINES.includes(e.text) ? [e.text] : []));

describe('automatic mode (spec 02 §7.4)', () => {
  it('does nothing if server::auto_mode is off', () => {
    const fixture = new TestMatch({ connect_wait: 0 });
    step(fixture.match);
    expect(runAutoMode(fixture.match)).toBe(false);
    expect(fixture.match.world.playMode).toBe('before_kick_off');
  });

  it('the example: kick_off_l at 0,40, half_time at 10,0, kick_off_r at 10,2 (spec 06 §24.16)', () => {
    const fixture = new TestMatch({ auto_mode: true, kick_off_wait: 3, connect_wait: 40, half_time: 1 });
    fixture.connectTeam('A', 1).connectTeam('B', 1);
    const { world } = fixture.match;
    expect(until(fixture, () => world.playMode !== 'before_kick_off')).toBe(40);
    expect([world.playMode, world.time, world.stoppageTime]).toEqual(['kick_off_l', 0, 40]);
    until(fixture, () => world.playMode === 'before_kick_off');
    expect([world.time, world.stoppageTime]).toEqual([10, 0]);
    until(fixture, () => world.playMode !== 'before_kick_off');
    expect([world.playMode, world.time, world.stoppageTime]).toEqual(['kick_off_r', 10, 2]);
    expect(lines(fixture)).toEqual([LINES[0], LINES[1]]);
  });

  it('kicks off kick_off_wait cycles after player 22 connected', () => {
    const fixture = new TestMatch({ auto_mode: true, kick_off_wait: 5, connect_wait: 100 });
    until(fixture, () => fixture.match.steps === 10);
    fixture.connectTeam('A', 11).connectTeam('B', 11);
    expect(until(fixture, () => fixture.match.world.playMode === 'kick_off_l')).toBe(5);
    expect(lines(fixture)).toEqual([LINES[0], LINES[1]]);
  });

  it('with kick_off_wait 0, kicks off in the first step', () => {
    for (const wait of [{ connect_wait: 0 }, { kick_off_wait: 0 }]) {
      const fixture = new TestMatch({ auto_mode: true, ...wait });
      expect(until(fixture, () => fixture.match.world.playMode === 'kick_off_l')).toBe(1);
    }
  });

  it('ends the match game_over_wait steps after its end; another mode restarts the wait', () => {
    const fixture = new TestMatch({ auto_mode: true, game_over_wait: 3 });
    const { match } = fixture;
    match.world.playMode = 'time_over';
    expect([runAutoMode(match), runAutoMode(match)]).toEqual([false, false]);
    match.world.playMode = 'play_on';
    expect(runAutoMode(match)).toBe(false);
    match.world.playMode = 'time_over';
    expect([1, 2, 3].map(() => runAutoMode(match))).toEqual([false, false, true]);
    expect(lines(fixture)).toEqual([LINES[2], LINES[2]]);
  });

  it('does not kick off in a match that goes straight to penalties (quirk)', () => {
    const fixture = new TestMatch({
      auto_mode: true,
      connect_wait: 1,
      nr_normal_halfs: 0,
      nr_extra_halfs: 0,
    });
    for (let i = 0; i < 5; i++) {
      step(fixture.match);
      runAutoMode(fixture.match);
    }
    expect(fixture.match.world.playMode).toBe('before_kick_off');
  });
});
