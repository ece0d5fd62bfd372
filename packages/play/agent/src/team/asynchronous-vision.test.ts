import { describe, expect, it } from 'vitest';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam } from './define-team.js';
import { PlayerAgent } from './player-client.js';

/** Runs the README's simplest team for some cycles; returns how often its players saw something, and their largest position error. */
async function play(asynchronousVision: boolean) {
  const create = defineTeam({
    play: (player) => player.intercept() ?? player.goTo(player.home),
    version: 17,
    asynchronousVision,
  });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 3 }),
  });
  let sights = 0;
  let total = 0;
  const errors: number[] = [];
  for (let n = 0; n < 120; n++) {
    match.cycle();
    for (const { client, player } of match.players) {
      const world = client instanceof PlayerAgent ? client.world : null;
      if (world === null || n < 60) continue;
      total += 1;
      if (world.sawThisCycle) sights += 1;
      errors.push(Math.hypot(world.self.pos.x - player.pos.x, world.self.pos.y - player.pos.y));
    }
  }
  errors.sort((a, b) => a - b);
  return { share: sights / total, error: errors[Math.floor(0.9 * errors.length)]! };
}

describe('asynchronous vision (spec 04 §3.2)', () => {
  it('players see in some cycles only and know their place nevertheless', async () => {
    const { share, error } = await play(true);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(1);
    expect(error).toBeLessThan(1);
  });

  it('without it, players see in almost every cycle', async () => {
    const { share } = await play(false);
    expect(share).toBeGreaterThan(0.95);
  });

  it('a protocol version that has no asynchronous vision is refused', () => {
    expect(() =>
      defineTeam({ play: () => null, asynchronousVision: true })({ team: 'A', seed: 1, options: {} }),
    ).toThrow(/asynchronousVision with protocol version 19.*12 to 17/);
  });
});
