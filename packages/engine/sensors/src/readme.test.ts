import { createWorld } from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import { createSeeObservation } from '@rcss/core/observation';
import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createSensorContext, fillSee } from './index.js';

describe('README', () => {
  it('the example has the values that the README states', () => {
    const params = createMatchParams(createServerParams(), createPlayerParams(), 1);
    const world = createWorld();
    const player = world.players[0]!;
    Object.assign(player, { enabled: true, assigned: true, version: 19 });
    player.pos.x = -10;
    player.pos.y = 0;

    const sensors = createSensorContext(world, params);
    const out = fillSee(sensors, createRandomStream(1, 'sensors'), player, createSeeObservation());
    const flag = out.objects[0]!;
    expect(LANDMARKS[flag.index]!.name).toBe('f c');
    expect(flag.dist).toBe(10);
  });
});
