import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createChasers from '@rcss/agent/chasers';
import { afterAll, expect, it } from 'vitest';
import { type BatchOptions, createBatch } from '../index.js';
import { resolveTeams } from './teams.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss-teams-'));
const modulePath = join(folder, 'team.mjs');
writeFileSync(
  modulePath,
  `export default ({ team }) => ({
    players: Array.from({ length: 3 }, () => ({ init: \`(init \${team} (version 19))\`, receive() {}, decide: () => '(turn 30)' })),
  });`,
);
writeFileSync(join(folder, 'empty.mjs'), 'export const a = 1;');
afterAll(() => rmSync(folder, { recursive: true }));

const resolve = (right: unknown) =>
  resolveTeams({ scenario: '3v3', others: { right } } as BatchOptions, { chasers: createChasers });

it('a team is a name that the engine knows, or the path of a module', async () => {
  const options = await resolve([
    { type: 'team', team: 'chasers' },
    { type: 'team', team: modulePath, name: 'turners' },
  ]);
  const batch = createBatch(options);
  expect(batch.otherNames.right).toEqual(['chasers', 'turners']);
  const turners = createBatch(await resolve({ type: 'team', team: modulePath }));
  turners.reset(1);
  for (let n = 0; n < 5; n++) turners.step();
  expect(
    turners
      .match(0)
      .world.players.slice(11, 14)
      .map(({ turnCount }) => turnCount),
  ).toEqual([5, 5, 5]);
});

it('a team that does not exist is refused with its place and the known names', async () => {
  await expect(resolve({ type: 'team', team: 'nothing' })).rejects.toThrow(
    'others.right.team: "nothing" is not one of chasers, and not a path',
  );
  await expect(resolve([{ type: 'team', team: 7 }])).rejects.toThrow(
    'others.right[0].team: 7 is not a name or a path of a team module',
  );
  await expect(resolve({ type: 'team', team: join(folder, 'none.mjs') })).rejects.toThrow('cannot be loaded');
  await expect(resolve({ type: 'team', team: join(folder, 'empty.mjs') })).rejects.toThrow(
    'has no default export that creates a team',
  );
});
