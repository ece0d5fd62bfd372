import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { digest } from '@rcss/simulator';
import { expect, it } from 'vitest';

/** The base team, reached by text only, as teams that are not made with `@rcss/agent`. */
const withTextOnly: CreateTeam = async (context) => {
  const { players, ...others } = await baseTeam(context);
  const wrap = (client: TeamClient): TeamClient => ({
    init: client.init,
    receive: (message) => client.receive(message),
    decide: () => client.decide(),
  });
  return { ...others, players: players.map(wrap) };
};

/** Plays a whole match; returns the digests after each 100 steps and at the end. */
async function play(create: CreateTeam): Promise<number[]> {
  const local = await createLocalMatch({
    left: { name: 'Alpha', create },
    right: { name: 'Beta', create },
    spec: createLocalSpec({ seed: 2 }),
  });
  for (const { receiveDecoded } of local.players) expect(receiveDecoded === null).toBe(create !== baseTeam);
  const digests: number[] = [];
  while (local.cycle()) if (local.match.steps % 100 === 0) digests.push(digest(local.match));
  expect(local.complaints).toEqual([]);
  expect(local.match.world.time).toBeGreaterThanOrEqual(6000);
  return [...digests, digest(local.match)];
}

it('messages without text do not change a whole match, extra time and penalties included', async () => {
  expect(await play(baseTeam)).toEqual(await play(withTextOnly));
});
