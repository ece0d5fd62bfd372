import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, startTestServer } from '../../test/harness.js';

const SETTINGS = {
  synch_mode: true,
  auto_mode: true,
  half_time: 1,
  nr_extra_halfs: 0,
  penalty_shoot_outs: false,
  connect_wait: 2,
  kick_off_wait: 1,
  game_over_wait: 1,
} as const;

it('a server writes its world, referee and coaches at the given cycles, each once', async () => {
  const folder = createFolder();
  const server = await startTestServer({
    server: SETTINGS,
    rcss: { world_dump_cycles: '0:1,3,99', world_dump_file: join(folder, 'deep', 'world.json') },
  });
  await server.finished;
  expect(readdirSync(join(folder, 'deep')).sort()).toEqual(['world-0-1.json', 'world-3.json']);
  const dump = JSON.parse(readFileSync(join(folder, 'deep', 'world-3.json'), 'utf8'));
  expect(dump).toMatchObject({
    format: 'rcss-world',
    version: 1,
    world: { time: 3, stoppageTime: 0, playMode: 'kick_off_l', left: { score: 0 } },
    referee: { offside: { lastSide: 'n' } },
  });
  expect(dump.world.players).toHaveLength(22);
  expect(dump.world.players[0].stamina).toBeTypeOf('number');
  expect(server.err.filter((line) => line.startsWith('The world at cycle'))).toHaveLength(2);
});

it('a file that cannot be written is reported, and the match goes on', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), '');
  const server = await startTestServer({
    server: SETTINGS,
    rcss: { world_dump_cycles: '3', world_dump_file: join(folder, 'file', 'world.json') },
  });
  await server.finished;
  expect(server.err).toContainEqual(
    expect.stringMatching(/^Error: could not write the world to ".*world-3\.json": /),
  );
  expect(server.ending).toBe('Game Over. Exiting...');
});
