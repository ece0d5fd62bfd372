/**
 * Measures what a process in Python costs per cycle of eleven players: `tsx bench/process-overhead.ts [CYCLES]`, with `PYTHONPATH` set to the
 * sources of the package `rcss`. The players get the messages of a match in process. Prints milliseconds from the last message of a cycle to
 * the commands of all players, so with the work of the agent: without a process, with decisions that return nothing, and with skills.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentTeam } from '@rcss/core/team-module';
import { startCommand } from '../src/node/start-command.js';
import { createProcessTeam } from '../src/process/process-team.js';
import { defineTeam } from '../src/team/define-team.js';
import type { PlayerAgent } from '../src/team/player-client.js';
import { recordTeam } from '../test/recorded-team.js';

const cycles = Number(process.argv[2] ?? 600);
const context = { team: 'Alpha', seed: 6, options: {} };
const definition = defineTeam({
  play: (p) => p.shoot() ?? p.passTo() ?? (p.isFirst ? p.intercept() : null) ?? p.goTo(p.home),
});
const recorded = await recordTeam(definition, cycles);

/** Prints percentiles of the times of the cycles in which at least ten players decide in open play. */
async function measure(name: string, { players }: AgentTeam): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < recorded[0]!.length; n++) {
    players.forEach((client, i) => {
      for (const message of recorded[i]![n]?.messages ?? []) client.receive(message);
    });
    const startedAt = performance.now();
    await Promise.all(players.map((client) => (client as PlayerAgent).decideLater?.() ?? client.decide()));
    const modes = players.filter((client) => (client as PlayerAgent).world?.playOn === true);
    if (modes.length >= 10) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${times.length} cycles)`);
}

const folder = mkdtempSync(join(tmpdir(), 'rcss-process-overhead-'));
async function measurePython(name: string, body: string): Promise<void> {
  const file = join(folder, 'team.py');
  writeFileSync(
    file,
    `from rcss import team\n\n\n@team.player\ndef decide(me, world):\n    ${body}\n\n\nteam.run()\n`,
  );
  const team = createProcessTeam({ start: startCommand(`python3 "${file}"`), now: () => performance.now() });
  try {
    await measure(name, await team.create(context));
    const { p50Ms, p99Ms, late } = team.report();
    console.log(`  of a decision: p50 ${p50Ms?.toFixed(2)} ms, p99 ${p99Ms?.toFixed(2)} ms, late ${late}`);
  } finally {
    team.close();
  }
}

try {
  await measure('no process, nothing decided', await defineTeam({ play: () => null })(context));
  await measure('no process, skills in TypeScript', await definition(context));
  await measurePython('Python, returns None', 'return None');
  await measurePython('Python, goes home: one request', 'return me.go_to(me.home)');
  await measurePython(
    'Python, the same skills',
    'return me.shoot() or me.pass_to() or (me.intercept() if me.is_first else None) or me.go_to(me.home)',
  );
} finally {
  rmSync(folder, { recursive: true });
}
