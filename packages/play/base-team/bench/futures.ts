/**
 * Processor time of 100 continuations of 100 cycles of a state, by what decides for the 22 players:
 *   tsx --conditions=@rcss/source bench/futures.ts
 */
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import type { CreateTeam } from '@rcss/core/team-module';
import { applyPlayerCommand, createMatch, reseed, restore, snapshot, step } from '@rcss/simulator';
import baseTeam from '../src/base-team.js';
import { playFutures } from '../src/futures.js';

const CYCLES = 100;
const COMMANDS = ['(turn 20)', '(dash 60)', '(dash 60)'];

/** A team whose players repeat commands and read nothing. */
const lightTeam: CreateTeam = ({ team }) => ({
  players: Array.from({ length: 11 }, (_, i) => {
    let cycle = i;
    return {
      init: `(init ${team} (version 19)${i === 0 ? ' (goalie)' : ''})`,
      receive() {},
      decide: () => COMMANDS[cycle++ % COMMANDS.length]!,
    };
  }),
});

const from = await createLocalMatch({
  left: { name: 'Left', create: baseTeam },
  right: { name: 'Right', create: baseTeam },
  spec: createLocalSpec({ seed: 3 }),
});
while (from.match.world.time < 100) from.cycle();
const { params } = from.match;
const state = snapshot(from.match);

async function measure(name: string, count: number, play: () => unknown): Promise<void> {
  const start = process.cpuUsage();
  await play();
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  console.log(
    `${name}: ${((seconds / count) * 100).toFixed(2)} s for 100 continuations, ${((seconds / count / CYCLES) * 1e6).toFixed(0)} us per cycle`,
  );
}

function playEngine(count: number): void {
  for (let seed = 1; seed <= count; seed++) {
    const match = createMatch({ params, seed });
    restore(match, reseed(state, params, seed));
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      for (const { index } of match.world.players)
        if (cycle % 3 === 0) applyPlayerCommand(match, index, { type: 'turn', moment: 20 });
        else applyPlayerCommand(match, index, { type: 'dash', power: 60, dir: 0 });
      step(match);
    }
  }
}

playEngine(20);
await measure('engine, repeated commands', 200, () => playEngine(200));
const light = { params, cycles: CYCLES, left: lightTeam, right: lightTeam };
await playFutures(state, { ...light, count: 5 });
await measure('engine, sensors and messages, repeated commands', 30, () =>
  playFutures(state, { ...light, count: 30 }),
);
await playFutures(state, { params, cycles: CYCLES, count: 2 });
await measure('base teams', 10, () => playFutures(state, { params, cycles: CYCLES, count: 10 }));
