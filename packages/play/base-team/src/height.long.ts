import type { PlayerAgent } from '@rcss/agent';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import type { CreateTeam } from '@rcss/core/team-module';
import { expect, it } from 'vitest';
import { createBaseTeam } from './base-team.js';

it('with heights, the team uses the air, and a team of version 19 plays against it without an error', async () => {
  const agents: PlayerAgent[] = [];
  const high: CreateTeam = async (context) => {
    const team = await createBaseTeam({ version: 20 })(context);
    agents.push(...(team.players as readonly PlayerAgent[]));
    return team;
  };
  const game = await createLocalMatch({
    left: { name: 'High', create: high },
    right: { name: 'Flat', create: createBaseTeam() },
    spec: createLocalSpec({ seed: 3, server: { experimental_height: true, '2d_mode': false } }),
  });
  const kinds = new Set<string>();
  let highest = 0;
  while (game.match.world.time < 1500 && game.cycle()) {
    for (const { lastAction } of agents) kinds.add(lastAction.kind);
    highest = Math.max(highest, game.match.world.ball.z);
  }
  expect(game.complaints).toEqual([]);
  expect(kinds).toContain('lofted_pass');
  expect(kinds).toContain('chest_trap');
  expect(highest).toBeGreaterThan(game.match.params.server.player_height);
}, 300_000);
