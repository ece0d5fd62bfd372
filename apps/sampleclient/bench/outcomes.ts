/** Results of passes, dribbles and shots of the agents: `tsx bench/outcomes.ts SEEDS [UNTIL]`. */
import { InProcessMatch } from '../test/harness.js';

const until = Number(process.argv[3] ?? 3000);
const table = new Map<string, Map<string, number>>();
function note(act: string, outcome: string): void {
  const row = table.get(act) ?? new Map<string, number>();
  row.set(outcome, (row.get(outcome) ?? 0) + 1);
  table.set(act, row);
}
const acts = new Map<string, number>();
for (const seed of (process.argv[2] ?? '1').split(',').map(Number)) {
  const match = new InProcessMatch(seed);
  const { world } = match.match;
  let last: { act: string; side: string; unum: number } | null = null;
  const counts = new Map<unknown, number>();
  let mode = '';
  while (world.time < until && !match.over) {
    match.cycle();
    if (world.playMode !== mode) {
      mode = world.playMode;
      if (mode !== 'play_on' && last !== null) {
        const how = /goal_[lr]$/.test(mode)
          ? mode.endsWith(last.side)
            ? 'GOAL'
            : 'own goal'
          : mode.replace(/_[lr]$/, '') + (mode.endsWith(last.side) ? ' ours' : ' theirs');
        note(last.act, how);
        last = null;
      }
    }
    for (const { player, agent } of match.seats) {
      if (mode === 'play_on') acts.set(agent.lastAct, (acts.get(agent.lastAct) ?? 0) + 1);
      const n = player.kickCount + player.tackleCount * 1000;
      const before = counts.get(player) ?? 0;
      counts.set(player, n);
      if (n === before || before === undefined) continue;
      if (last !== null) {
        if (last.side !== player.side) note(last.act, 'lost');
        else note(last.act, last.unum === player.unum ? 'kept' : 'to mate');
      }
      last = { act: agent.lastAct, side: player.side, unum: player.unum };
    }
  }
}
for (const [act, row] of table) {
  console.log(
    act.padEnd(9),
    [...row]
      .sort((a, b) => b[1] - a[1])
      .map(([o, n]) => `${o} ${n}`)
      .join(', '),
  );
}
console.log([...acts].map(([a, n]) => `${a} ${n}`).join(', '));
