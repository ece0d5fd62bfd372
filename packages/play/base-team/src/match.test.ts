import { describe, expect, it } from 'vitest';
import { createBaseMatch } from '../test/statistics.js';

describe('a match between two copies of the team', () => {
  it('kicks off and plays: the ball moves, passes arrive, all field players run, no command is refused (spec 02 §7)', async () => {
    const { game, statistics: s, cycle } = await createBaseMatch(5);
    const { world } = game.match;
    let farthest = 0;
    const start = new Map<unknown, { readonly x: number; readonly y: number }>();
    const moved = new Set<unknown>();
    while (world.time < 150 && cycle()) {
      farthest = Math.max(farthest, Math.hypot(world.ball.pos.x, world.ball.pos.y));
      for (const { player } of game.players) {
        if (player.goalie) continue;
        if (world.time === 10) start.set(player, { ...player.pos });
        const from = start.get(player);
        if (from !== undefined && Math.hypot(player.pos.x - from.x, player.pos.y - from.y) > 1)
          moved.add(player);
      }
    }
    expect(s.calls.get('kick_off_l')).toBeGreaterThanOrEqual(1);
    expect(s.calls.get('play_on')).toBeGreaterThanOrEqual(1);
    expect(farthest).toBeGreaterThan(8);
    expect(s.passes.l + s.passes.r).toBeGreaterThan(1);
    expect(moved.size).toBe(20);
    expect(s.playOn / s.cycles).toBeGreaterThan(0.4);
    expect(game.complaints).toEqual([]);
    expect([...s.calls.keys()].filter((call) => /free_kick_fault|back_pass|catch_fault/.test(call))).toEqual(
      [],
    );
  }, 120_000);
});
