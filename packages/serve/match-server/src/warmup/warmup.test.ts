import { SHOWN_COUNTS } from '@rcss/core';
import { digest } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import {
  connectPlayer,
  connectTrainer,
  type Settings,
  startTestServer,
  type TestServer,
  waitUntil,
} from '../../test/harness.js';
import { openWarmup, type Warmup } from './warmup.js';

/** The command counts of a player (spec 04 §2). */
const COUNTERS = [...SHOWN_COUNTS, 'focusCount'] as const;

/** A quiet server, and a warm-up for it that the test runs. */
async function playWarmup(
  cycles: number,
  settings: Settings = {},
): Promise<{ server: TestServer; warmup: Warmup }> {
  const server = await startTestServer({
    ...settings,
    server: { synch_mode: true, ...settings.server },
    rcss: { warmup: cycles, ...settings.rcss },
  });
  const warmup = await openWarmup(server.server);
  if (warmup === null) throw new Error('no warm-up');
  return { server, warmup };
}

describe('the warm-up of a real-time server before its match (spec 02 §4)', () => {
  it('kicks the ball into the air and traps it if the match has heights (spec 12)', async () => {
    const heights = await Promise.all(
      [false, true].map(async (isHigh) => {
        const { warmup } = await playWarmup(400, {
          server: { '2d_mode': !isHigh },
          rcss: { experimental_height: isHigh },
        });
        const { match } = warmup.server;
        let highest = 0;
        const { listener } = match;
        match.listener = (event) => {
          highest = Math.max(highest, match.world.ball.z);
          listener(event);
        };
        warmup.play(Number.POSITIVE_INFINITY);
        return highest;
      }),
    );
    expect(heights).toEqual([0, expect.any(Number)]);
    expect(heights[1]).toBeGreaterThan(1);
  });

  it('is a match that executes every kind of command and changes its play mode', async () => {
    const { warmup } = await playWarmup(800);
    const { server: stage } = warmup;
    const modes = new Set<string>();
    const listener = stage.match.listener;
    stage.match.listener = (event) => {
      modes.add(stage.match.world.playMode);
      listener(event);
    };
    expect(warmup.play(Number.POSITIVE_INFINITY)).toBe(true);
    expect(warmup.play(Number.POSITIVE_INFINITY)).toBe(false);
    const { steps, world } = stage.match;
    expect(steps).toBe(800);
    expect(world.time).toBeGreaterThan(400);
    expect(modes.size).toBeGreaterThan(4);
    const unused = COUNTERS.filter((name) => world.players.every((player) => player[name] === 0));
    expect(unused).toEqual([]);
    expect(stage.telemetry.players.every(({ bodyCommandCount: bodyCommands }) => bodyCommands > 100)).toBe(
      true,
    );
  }, 120_000);

  it('does not change the real match and starts no scripts', async () => {
    const { server, warmup } = await playWarmup(60, { server: { team_l_start: 'exit 0' } });
    const { match } = server.server;
    const before = { digest: digest(match), steps: match.steps, files: server.files() };
    const lines = server.out.length;
    warmup.play(Number.POSITIVE_INFINITY);
    expect(warmup.server.match.steps).toBe(60);
    expect(match.steps).toBe(before.steps);
    expect(digest(match)).toBe(before.digest);
    expect(match.world.players.some(({ enabled }) => enabled)).toBe(false);
    expect(server.files()).toEqual(before.files);
    expect(server.out.slice(lines).join()).not.toContain('connected');
    expect(warmup.server.teams.left).toBeNull();
  });

  it('is run in short slices', async () => {
    const { warmup } = await playWarmup(1000);
    warmup.play(performance.now() - 1);
    expect(warmup.server.match.steps).toBe(0);
    while (warmup.server.match.steps === 0) warmup.play(performance.now() + 1);
    expect(warmup.server.match.steps).toBeLessThan(1000);
    warmup.close();
    expect(warmup.play(Number.POSITIVE_INFINITY)).toBe(false);
  });

  it('a fault is reported and ends the warm-up, not the server', async () => {
    const { server, warmup } = await playWarmup(1000);
    warmup.server.match.listener = () => {
      throw new Error('a fault');
    };
    warmup.play(Number.POSITIVE_INFINITY);
    expect(warmup.play(Number.POSITIVE_INFINITY)).toBe(false);
    expect(server.err.join('\n')).toMatch(/the warm-up ends: Error: a fault/);
    expect(server.server.run.ending).toBeNull();
  });

  it('does not exist with 0 cycles', async () => {
    const server = await startTestServer({ server: { synch_mode: true } });
    expect(await openWarmup(server.server)).toBeNull();
  });

  it('clients are served during the warm-up, and the match starts when they request it', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true }, rcss: { warmup: 100_000 } });
    const client = await connectPlayer(server);
    const coach = await connectTrainer(server);
    await client.next('(sense_body 0 ');
    coach.send('(start)');
    await client.next(/^\(sense_body 3 /);
    await waitUntil(() => server.server.match.world.time >= 5);
    await server.end();
    expect(server.read(server.files().find((name) => name.endsWith('.rcl'))!)).not.toContain('Recv A_');
  });
});
