import { expect, it } from 'vitest';
import { connectPlayer } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';

it('two teams play a match while another room is reset 1,000 times', async () => {
  const host = createTestHost();
  const { id: match } = await host.create({
    document: {
      version: 1,
      seed: 3,
      clock: 'synchronous',
      parameters: {
        server: {
          half_time: 5,
          nr_normal_halfs: 2,
          nr_extra_halfs: 0,
          penalty_shoot_outs: false,
          auto_mode: true,
        },
        rcss: { wait_for_clients: 4 },
      },
    },
    start: true,
  });
  const { id: other } = await host.create({
    document: { ...STEPPED, initial: { playMode: 'play_on', ball: { velocity: { x: 2, y: 0 } } } },
  });
  const teams = ['Foxes', 'Foxes', 'Herons', 'Herons'];
  const { ports } = await host.read(match);
  for (const team of teams) await connectPlayer({ ports } as never, team, { answersThink: true });
  let resets = 0;
  while (resets < 1000) {
    await host.reset(other, {});
    resets += 1;
    if (resets % 10 === 0) await host.step(other, 1);
  }
  await host.rooms.get(match)!.closed;
  expect(await host.read(match)).toMatchObject({ phase: 'closed', time: 100, end: { condition: 'rules' } });
  expect(await host.read(other)).toMatchObject({ steps: 1 });
});
