import type { Player } from '@rcss/core';
import { createSeeObservation } from '@rcss/core/observation';
import { describe, expect, it } from 'vitest';
import { Stadium } from '../test/stadium.js';
import { createPlayerObservation, observe } from './observe.js';
import { deliverHearing, lookAround, senseBodies } from './senses.js';

describe('phases of observation (spec 02 §3.1)', () => {
  it('phase 3: senseBodies calls back once per player on the field, in random order; then clears the collision marks of the player', () => {
    const stadium = new Stadium().team('A', 11).team('B', 10);
    stadium.player('l', 4).enabled = false;
    const firsts = new Set<number>();
    for (let i = 0; i < 40; i++) {
      stadium.player('l', 1).collidedWithBall = true;
      const met: Player[] = [];
      let marked = false;
      senseBodies(stadium.match, (player) => {
        met.push(player);
        if (player.index === 0) marked = player.collidedWithBall;
      });
      expect(marked).toBe(true);
      expect(stadium.player('l', 1).collidedWithBall).toBe(false);
      expect(met.map((p) => p.index).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 21 }, (_, k) => k).filter((k) => k !== 3),
      );
      firsts.add(met[0]!.index);
    }
    expect(firsts.size).toBeGreaterThan(10);
  });

  it('audio is delivered once, after all sense_body observations (spec 04 §5.5)', () => {
    const stadium = new Stadium().team('A', 2);
    stadium.tell('l', 1, '(say hi)');
    stadium.events = [];
    senseBodies(stadium.match, () => expect(stadium.events).toEqual([]));
    expect(
      stadium
        .take('hear')
        .map((e) => e.heard.kind)
        .sort(),
    ).toEqual(['complete', 'self']);
    deliverHearing(stadium.match);
    expect(stadium.take('hear')).toEqual([]);
  });

  it('a player of version 8 or later receives the trainer’s message after the next sense_body, with the new time (spec 07 §11.3)', () => {
    const stadium = new Stadium({ coach: true }).team('A', 1, { version: 7 }).team('B', 1, { version: 15 });
    stadium.mode('play_on');
    stadium.match.world.time = 3;
    stadium.events = [];
    stadium.asTrainer({ type: 'say', message: 'now' });
    expect(stadium.take('hear')).toMatchObject([{ time: 3, listener: 0 }]);
    stadium.steps(1);
    senseBodies(stadium.match, () => {});
    expect(stadium.take('hear')).toMatchObject([{ time: 4, listener: 11 }]);
  });

  it('phases 4 and 5: view mode and counter determine whose see is due (spec 04 §3.2)', () => {
    const stadium = new Stadium().team('A', 2, { version: 17 }).team('B', 2, { version: 19 });
    stadium.tell('r', 1, '(change_view narrow)');
    stadium.tell('r', 2, '(change_view wide)');
    const due = (synchronous: boolean) => {
      const indices: number[] = [];
      lookAround(stadium.match, synchronous, createSeeObservation(), (player, seen) => {
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
    const stadium = new Stadium().team('A', 2);
    stadium.tell('l', 2, '(move -10 0)');
    const buffer = createPlayerObservation();
    expect(observe(stadium.match, 1, buffer)).toBe(buffer);
    expect(buffer.see.observer).toBe(1);
    expect(buffer.see.objects.slice(0, buffer.see.count).some((o) => o.kind === 'ball')).toBe(true);
    expect(buffer.body.stamina).toBe(8000);
    expect(observe(stadium.match, 0).see.observer).toBe(0);
    expect(() => observe(stadium.match, 22)).toThrow(RangeError);
  });
});
