/**
 * Plays matches with a ball that leaves the ground between the team of version 20 and that of version 19, which knows the ground only, and
 * prints how they used the air: `tsx bench/height.ts FIRST COUNT [CYCLES]`. The sides change with the seed.
 */
import type { PlayerAgent } from '@rcss/agent';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import type { CreateTeam } from '@rcss/core/team-module';
import { createBaseTeam } from '../src/base-team.js';

const [first = 1, count = 1, until = 6000] = process.argv.slice(2).map(Number);
const total = { wins: 0, draws: 0, losses: 0, scored: 0, conceded: 0, lobGoals: 0 };
const kinds = new Map<string, number>();
const differences: number[] = [];
for (let seed = first; seed < first + count; seed++) {
  const agents: PlayerAgent[] = [];
  const high: CreateTeam = async (context) => {
    const team = await createBaseTeam({ version: 20 })(context);
    agents.push(...(team.players as readonly PlayerAgent[]));
    return team;
  };
  const flat = createBaseTeam();
  const isLeft = seed % 2 === 1;
  let lastKick = '';
  const game = await createLocalMatch({
    left: { name: 'High', create: isLeft ? high : flat },
    right: { name: 'Flat', create: isLeft ? flat : high },
    sinks: [
      {
        event: (event) => {
          const scorer = isLeft ? 'l' : 'r';
          if (event.type === 'referee' && event.text.startsWith(`goal_${scorer}_`) && lastKick === 'lob')
            total.lobGoals += 1;
        },
      },
    ],
    spec: createLocalSpec({ seed, server: { experimental_height: true, '2d_mode': false } }),
  });
  const { world } = game.match;
  const counted = new Map<PlayerAgent, number>();
  while (world.time < until && game.cycle()) {
    for (const agent of agents) {
      const { kind, body } = agent.lastAction;
      if (agent.world === null || counted.get(agent) === agent.world.cycle) continue;
      counted.set(agent, agent.world.cycle);
      if (body === null || !['kick', 'kick_loft', 'chest_trap'].includes(body.type)) continue;
      lastKick = kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  const [own, other] = isLeft ? [world.left.score, world.right.score] : [world.right.score, world.left.score];
  differences.push(own - other);
  total.scored += own;
  total.conceded += other;
  if (own > other) total.wins += 1;
  else if (own === other) total.draws += 1;
  else total.losses += 1;
  console.log(`seed ${seed}: ${own}-${other}`, game.complaints.slice(0, 2).join(' | '));
}
const mean = differences.reduce((sum, d) => sum + d, 0) / count;
const deviation = Math.sqrt(
  differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / Math.max(1, count - 1),
);
const passes = (kinds.get('pass') ?? 0) + (kinds.get('lofted_pass') ?? 0);
console.log(JSON.stringify({ ...total, ...Object.fromEntries(kinds) }));
console.log(
  `goal difference ${mean.toFixed(2)} ± ${((1.96 * deviation) / Math.sqrt(count)).toFixed(2)} (95 %), lofted passes ${(
    (100 * (kinds.get('lofted_pass') ?? 0)) / passes
  ).toFixed(1)} % of ${passes}`,
);
