import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { applyScene } from '@rcss/simulator/scene';
import { expect, it } from 'vitest';
import { createBaseTeam } from './base-team.js';

it('the coach substitutes the midfielders in the last third of the last half, when play is stopped', async () => {
  const side = (name: string) => ({ name, create: createBaseTeam() });
  const local = await createLocalMatch({
    left: side('Alpha'),
    right: side('Beta'),
    spec: createLocalSpec({ seed: 4 }),
  });
  const { match } = local;
  const listTypes = () => match.world.players.map(({ typeId }) => typeId);
  for (let n = 0; n < 10; n++) local.cycle();
  const first = listTypes();
  const stop = (time: number) => {
    const ball = { position: { x: 0, y: 34 } };
    expect(applyScene(match, { time, playMode: 'kick_in_l', ball })).toEqual({ ok: true });
    for (let n = 0; n < 20; n++) local.cycle();
  };
  stop(4900);
  expect(listTypes()).toEqual(first);
  stop(5010);
  const last = listTypes();
  const changed = last.flatMap((type, i) => (type === first[i] ? [] : [i + 1]));
  expect(changed).toEqual([6, 7, 8, 17, 18, 19]);
  for (const types of [last.slice(0, 11), last.slice(11)]) expect(new Set(types).size).toBe(11);
});

it('the coach does not substitute in a penalty shootout, with and without extra time', async () => {
  for (const nr_extra_halfs of [0, 2]) {
    const side = (name: string) => ({ name, create: createBaseTeam() });
    const local = await createLocalMatch({
      ...{ left: side('Alpha'), right: side('Beta') },
      spec: createLocalSpec({ seed: 4, server: { nr_extra_halfs, penalty_shoot_outs: true } }),
    });
    const { world } = local.match;
    for (let n = 0; n < 10; n++) local.cycle();
    const first = world.players.map(({ typeId }) => typeId);
    world.time = 6000 + nr_extra_halfs * 1000;
    world.playMode = 'penalty_setup_l';
    for (let n = 0; n < 10; n++) local.cycle();
    expect(world.time).toBeGreaterThanOrEqual(6000 + nr_extra_halfs * 1000);
    expect(world.players.map(({ typeId }) => typeId)).toEqual(first);
    expect(local.complaints).toEqual([]);
  }
});
