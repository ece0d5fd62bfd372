import { createPlayerParams } from '@rcss/params';
import { expect, it } from 'vitest';
import { formatPlayerTypeSeed } from './start-server.js';

it('the seed of the player types is reported if any type is generated (spec 01 §3.2)', () => {
  expect(formatPlayerTypeSeed(createPlayerParams(), 12)).toBe(
    "Using simulator's random seed as Hetero Player Seed: 12",
  );
  expect(formatPlayerTypeSeed(createPlayerParams({ random_seed: 3 }), 12)).toBe(
    'Using given Hetero Player Seed: 3',
  );
  expect(formatPlayerTypeSeed(createPlayerParams({ player_types: 1 }), 12)).toBeUndefined();
});
