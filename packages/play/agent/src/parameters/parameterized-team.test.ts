import type { DebugRecord } from '@rcss/core/debug-channel';
import { expect, it } from 'vitest';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineParameters } from './parameter-table.js';
import { defineParameterizedTeam } from './parameterized-team.js';

const TABLE = defineParameters({ home: { x: { default: -10, min: -50, max: 0, unit: 'm' } } });
const createTeam = defineParameterizedTeam(TABLE, ({ home }) => ({
  play: (player) => player.goTo({ x: home.x, y: player.home.y }),
}));

/** X of all players of a team after some cycles. */
async function play(options: Record<string, unknown>): Promise<{ mean: number; records: DebugRecord[] }> {
  const records: DebugRecord[] = [];
  const match = await createLocalMatch({
    left: {
      name: 'Alpha',
      create: (context) => createTeam({ ...context, onDebug: (record) => void records.push(record) }),
      options,
    },
    spec: createLocalSpec({ seed: 1 }),
  });
  match.run({ cycles: 300 });
  const xs = match.players.filter(({ player }) => player.side === 'l').map(({ player }) => player.pos.x);
  return { mean: xs.reduce((sum, x) => sum + x, 0) / xs.length, records };
}

it('a team plays with the values of its options', async () => {
  const near = await play({ 'home.x': -5 });
  const far = await play({ home: { x: -45 } });
  expect(near.mean).toBeGreaterThan(far.mean + 10);
});

it('the first debug record has all values, also those that are defaults, as JSON that can be given again', async () => {
  const { records } = await play({});
  const found = records.flatMap(({ texts = [] }) =>
    texts.filter(({ text }) => text.startsWith('parameters ')),
  );
  expect(found).toEqual([{ text: 'parameters {"home":{"x":-10}}' }]);
  expect(records[0]!.texts).toContainEqual(found[0]);
});

it('a wrong option ends the start of the match with the name of the team', async () => {
  await expect(play({ home: { x: 3 } })).rejects.toThrow(
    'options of team Alpha: home.x: 3 is not a number from -50 to 0 m',
  );
});
