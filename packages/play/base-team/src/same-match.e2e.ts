import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalMatch } from '@rcss/agent/local';
import { runTeam } from '@rcss/agent/node';
import type { World } from '@rcss/core';
import { expect, it } from 'vitest';
import { createConfiguration } from '../../../serve/match-server/src/config/configuration.js';
import { launchServer } from '../../../serve/match-server/src/lifecycle/start-server.js';
import { repeatAfterPause } from '../../../serve/match-server/test/harness.js';
import { countMissedDone } from '../../../serve/match-server/test/scripted-match.js';
import baseTeam from './base-team.js';

const SEED = 11;
const CYCLES = 60;
const SERVER = { auto_mode: true, synch_mode: true, connect_wait: 10, kick_off_wait: 10, game_over_wait: 1 };

/** Motion and stamina of everything on the pitch, exact. */
function listStates({ ball, players }: World): readonly (readonly number[])[] {
  return [
    [ball.pos.x, ball.pos.y, ball.vel.x, ball.vel.y],
    ...players.map(({ pos, vel, body, neck, stamina }) => [pos.x, pos.y, vel.x, vel.y, body, neck, stamina]),
  ];
}

it('a match of modules has the same states as one of programs over UDP on a reproducible server (spec 02 §3.1)', async () => {
  let states: readonly (readonly number[])[] = [];
  const local = await createLocalMatch({
    left: { name: 'Alpha', create: baseTeam },
    right: { name: 'Beta', create: baseTeam },
    seed: SEED,
    server: SERVER,
    sinks: [
      {
        frame: ({ world }) => {
          states = listStates(world);
        },
      },
    ],
  });
  local.run({ cycles: CYCLES });

  await repeatAfterPause(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-same-match-'));
    const { server, handle } = await launchServer(
      createConfiguration({
        server: {
          ...SERVER,
          random_seed: SEED,
          port: 0,
          coach_port: 0,
          olcoach_port: 0,
          game_logging: false,
          text_logging: false,
          game_log_dir: folder,
          text_log_dir: folder,
        },
        rcss: { reproducible: true, wait_for_clients: 24 },
      }),
      { out: () => {}, err: () => {} },
      undefined,
      { stop: { cycles: CYCLES } },
    );
    const leave = new AbortController();
    const { player: port, olcoach: coachPort } = handle.ports;
    const play = (team: string, seed: number) =>
      runTeam(baseTeam, { team, seed, port, coachPort, signal: leave.signal });
    const left = play('Alpha', 2 * SEED);
    while (server.match.world.players.filter(({ assigned }) => assigned).length < 11)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const right = play('Beta', 2 * SEED + 1);
    await handle.finished;
    leave.abort();
    await Promise.all([left, right]);

    if (countMissedDone(server) > 0) return false;
    expect(handle.fault).toBe(null);
    expect(server.match.steps).toBe(local.match.steps);
    expect(listStates(server.match.world)).toEqual(states);
    return true;
  });
});
