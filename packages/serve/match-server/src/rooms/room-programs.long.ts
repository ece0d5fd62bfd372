import type { MatchTeam } from '@rcss/core/match-document';
import { expect, it } from 'vitest';
import { createTestHost, STEPPED } from '../../test/rooms.js';

const PLAYERS = 4;
const RESETS = 1000;

/** The demonstration team. */
const createTeam = (name: string): MatchTeam => ({ name, start: 'demo', players: PLAYERS });

it(`two teams that a room starts as programs finish a match while another room is reset ${RESETS} times`, async () => {
  const host = createTestHost({ allowsStart: true, connectTimeoutMs: 300_000 });
  const server = {
    half_time: 40,
    nr_normal_halfs: 2,
    nr_extra_halfs: 0,
    penalty_shoot_outs: false,
    auto_mode: true,
  };
  const { id: match } = await host.create({
    document: {
      version: 1,
      seed: 3,
      clock: 'synchronous',
      parameters: { server, rcss: { wait_for_clients: 2 * PLAYERS } },
      teams: { left: createTeam('Foxes'), right: createTeam('Herons') },
    },
    start: true,
  });
  const statuses: string[] = [];
  await host.subscribe(match, (event) => {
    if (event.type === 'team' && event.program.status !== 'starting')
      statuses.push(`${event.side} ${event.program.status}`);
  });
  const room = host.rooms.get(match)!;
  await expect.poll(() => room.readState().time, { timeout: 300_000, interval: 20 }).toBeGreaterThan(0);
  const { id: other } = await host.create({ document: STEPPED });
  let resets = 0;
  // The last state before the end of the match, which can come before the last reset.
  let during = room.readState();
  while (resets < RESETS) {
    await host.reset(other, { document: { version: 1, name: `reset ${resets}`, seed: resets } });
    resets += 1;
    await host.step(other, 1);
    const state = room.readState();
    if (state.phase === 'running' && state.time < 2 * 10 * server.half_time) during = state;
  }
  await room.closed;
  expect(during).toMatchObject({ phase: 'running', clients: { players: 2 * PLAYERS } });
  expect(await host.read(match)).toMatchObject({ phase: 'closed', time: 800, end: { condition: 'rules' } });
  expect(statuses.sort()).toEqual(['left connected', 'right connected']);
  expect(await host.read(other)).toMatchObject({ name: `reset ${RESETS - 1}`, steps: 1 });
});
