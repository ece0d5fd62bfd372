import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { documentBounds, PLAYER_PARAM_ROWS, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTeams, executeAction, randomAction } from '../test/arbitrary-play.js';
import { createMatch, type Match } from './index.js';
import { snapshot } from './snapshot.js';
import { formatSnapshot } from './snapshot-text.js';

/** Numbers of the world that are not finite, as paths. */
function findUnboundNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => findUnboundNumbers(inner, `${path}.${key}`));
}

const ACTIONS = fc.sample(fc.array(randomAction, { minLength: 60, maxLength: 60 }), {
  numRuns: 1,
  seed: 11,
})[0]!;

function play(server: object, player: object): Match {
  const params = createMatchParams(createServerParams(server), createPlayerParams(player), 1);
  const match = createMatch({ params, seed: 1 });
  connectTeams(match);
  for (const action of ACTIONS) executeAction(match, action);
  return match;
}

const CASES = [
  ...SERVER_PARAM_ROWS.map((row) => ({ module: 'server' as const, row })),
  ...PLAYER_PARAM_ROWS.map((row) => ({ module: 'player' as const, row })),
].flatMap(({ module, row }) =>
  (documentBounds(row)?.bounds ?? []).map((value) => ({ module, name: row.name, value })),
);

describe('a match with a parameter at a bound of documents has finite numbers only', () => {
  it.each(CASES)('$module::$name=$value', ({ module, name, value }) => {
    const set = { [name]: value };
    const match = module === 'server' ? play(set, {}) : play({}, set);
    expect(findUnboundNumbers(match.world, 'world')).toEqual([]);
    expect(formatSnapshot(snapshot(match)).length).toBeLessThan(10_000_000);
  });

  it('any mixture of bounds', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(CASES, { minLength: 2, maxLength: 40 }), (chosen) => {
        const set: Record<'server' | 'player', Record<string, number>> = { server: {}, player: {} };
        for (const { module, name, value } of chosen) set[module][name] = value;
        expect(findUnboundNumbers(play(set.server, set.player).world, 'world')).toEqual([]);
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  it('values outside of the bounds are found', () => {
    expect(findUnboundNumbers(play({ wind_rand: 1e308, wind_force: 1e308 }, {}).world, 'world')).not.toEqual(
      [],
    );
  });
});
