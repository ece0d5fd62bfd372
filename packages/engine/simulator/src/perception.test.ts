import type { Player } from '@rcss/core';
import { createSeeObservation } from '@rcss/core/observation';
import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { createPlayerObservation, observe } from './observe.js';
import { runAudio, runSenseBody, runVision } from './perception.js';

describe('phases of observation (spec 02 §3.1)', () => {
  it('phase 3: senseBodies calls back once per player on the field, in random order; then clears the collision marks of the player', () => {
    const fixture = new TestMatch().connectTeam('A', 11).connectTeam('B', 10);
    fixture.player('l', 4).enabled = false;
    const firsts = new Set<number>();
    for (let i = 0; i < 40; i++) {
      fixture.player('l', 1).collidedWithBall = true;
      const met: Player[] = [];
      let marked = false;
      runSenseBody(fixture.match, (player) => {
        met.push(player);
        if (player.index === 0) marked = player.collidedWithBall;
      });
      expect(marked).toBe(true);
      expect(fixture.player('l', 1).collidedWithBall).toBe(false);
      expect(met.map((p) => p.index).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 21 }, (_, k) => k).filter((k) => k !== 3),
      );
      firsts.add(met[0]!.index);
    }
    expect(firsts.size).toBeGreaterThan(10);
  });

  it('audio is delivered once, after all sense_body observations (spec 04 §5.5)', () => {
    const fixture = new TestMatch().connectTeam('A', 2);
    fixture.playerCommand('l', 1, '(say hi)');
    fixture.events = [];
    runSenseBody(fixture.match, () => expect(fixture.events).toEqual([]));
    expect(
      fixture
        .takeEvents('hear')
        .map((e) => e.heard.kind)
        .sort(),
    ).toEqual(['complete', 'self']);
    runAudio(fixture.match);
    expect(fixture.takeEvents('hear')).toEqual([]);
  });

  it('a player of version 8 or later receives the trainer’s message after the next sense_body, with the new time (spec 07 §11.3)', () => {
    const fixture = new TestMatch({ coach: true })
      .connectTeam('A', 1, { version: 7 })
      .connectTeam('B', 1, { version: 15 });
    fixture.setMode('play_on');
    fixture.match.world.time = 3;
    fixture.events = [];
    fixture.trainerCommand({ type: 'say', message: 'now' });
    expect(fixture.takeEvents('hear')).toMatchObject([{ time: 3, listener: 0 }]);
    fixture.runSteps(1);
    runSenseBody(fixture.match, () => {});
    expect(fixture.takeEvents('hear')).toMatchObject([{ time: 4, listener: 11 }]);
  });

  it('phases 4 and 5: view mode and counter determine whose see is due (spec 04 §3.2)', () => {
    const fixture = new TestMatch().connectTeam('A', 2, { version: 17 }).connectTeam('B', 2, { version: 19 });
    fixture.playerCommand('r', 1, '(change_view narrow)');
    fixture.playerCommand('r', 2, '(change_view wide)');
    const due = (synchronous: boolean) => {
      const indices: number[] = [];
      runVision(fixture.match, synchronous, createSeeObservation(), (player, seen) => {
        expect(seen.observer).toBe(player.index);
        indices.push(player.index);
      });
      return indices.sort((a, b) => a - b);
    };
    expect([1, 2, 3].map(() => due(true))).toEqual([[11], [11], [11, 12]]);
    expect([1, 2, 3, 4].map(() => due(false))).toEqual([[], [], [], [0, 1]]);
  });
});

describe('observe', () => {
  it('fills the given buffer with the observation of the given player', () => {
    const fixture = new TestMatch().connectTeam('A', 2);
    fixture.playerCommand('l', 2, '(move -10 0)');
    const buffer = createPlayerObservation();
    expect(observe(fixture.match, 1, buffer)).toBe(buffer);
    expect(buffer.see.observer).toBe(1);
    expect(buffer.see.objects.slice(0, buffer.see.count).some((o) => o.kind === 'ball')).toBe(true);
    expect(buffer.body.stamina).toBe(8000);
    expect(observe(fixture.match, 0).see.observer).toBe(0);
    expect(() => observe(fixture.match, 22)).toThrow(RangeError);
  });
});
