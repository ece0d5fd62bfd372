import { describe, expect, it } from 'vitest';
import { InProcessMatch } from '../../test/harness.js';

describe('a match between two copies of the team', () => {
  it('kicks off and plays: the ball moves, passes arrive, all players run, no command is refused (spec 02 §7)', () => {
    const match = new InProcessMatch(5);
    const { world } = match.match;
    let farthest = 0;
    const start = new Map(match.seats.map(({ player }) => [player, { x: 0, y: 0 }]));
    const moved = new Set<unknown>();
    while (world.time < 400 && !match.over) {
      match.cycle();
      farthest = Math.max(farthest, Math.hypot(world.ball.pos.x, world.ball.pos.y));
      for (const { player } of match.seats) {
        const from = start.get(player)!;
        if (world.time === 10) Object.assign(from, { x: player.pos.x, y: player.pos.y });
        if (world.time > 10 && Math.hypot(player.pos.x - from.x, player.pos.y - from.y) > 1)
          moved.add(player);
      }
    }
    const s = match.run(400);
    expect(s.calls.get('kick_off_l')).toBeGreaterThanOrEqual(1);
    expect(s.calls.get('play_on')).toBeGreaterThanOrEqual(1);
    expect(farthest).toBeGreaterThan(15);
    expect(s.passes.l + s.passes.r).toBeGreaterThan(3);
    expect(moved.size).toBe(22);
    expect(s.playOn / s.cycles).toBeGreaterThan(0.4);
    expect(s.complaints).toEqual([]);
    expect([...s.calls.keys()].filter((call) => /free_kick_fault|back_pass|catch_fault/.test(call))).toEqual(
      [],
    );
  });

  it('the same seed gives the same match', () => {
    const play = (): string => {
      const match = new InProcessMatch(9);
      match.run(60);
      return JSON.stringify([match.match.world.ball, match.statistics.kicks]);
    };
    expect(play()).toBe(play());
  });
});
