/**
 * Plays a whole match of two teams in a synchronous room, while a program resets another room of the same process:
 * `node --conditions=@rcss/source --import tsx packages/serve/match-server/bench/measure-match-beside-resets.ts COMMAND [cycles] [resets]`. The command starts
 * a team: `{host}`, `{port}`, `{coach_port}` (of online coaches) and `{team}` are replaced. The server is the built one (`pnpm build`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchDocument } from '@rcss/core/match-document';
import { readMemory, readProcessorMs, startRoomServer } from './room-server-process.js';

const POLL_INTERVAL_MS = 200;
const CYCLES_PER_SECOND = 10;
const PLAYERS = 22;
/** Cycles that the other room plays after each reset. */
const CYCLES_PER_RESET = 5;
const [command, cycles = '6000', resets = '1000'] = process.argv.slice(2);
if (command === undefined) throw new Error('the command that starts a team is missing');
const cycleCount = Number(cycles);
const resetCount = Number(resets);

const match: MatchDocument = {
  version: 1,
  seed: 1,
  clock: 'synchronous',
  parameters: {
    server: {
      half_time: cycleCount / 2 / CYCLES_PER_SECOND,
      nr_normal_halfs: 2,
      nr_extra_halfs: 0,
      penalty_shoot_outs: false,
      auto_mode: true,
      kick_off_wait: 10,
    },
    rcss: { wait_for_clients: PLAYERS },
  },
  teams: { left: { name: 'Left', start: command }, right: { name: 'Right', start: command } },
  recording: { gameLog: true, result: true },
};
const other: MatchDocument = {
  version: 1,
  seed: 2,
  clock: 'stepped',
  initial: { playMode: 'play_on', ball: { velocity: { x: 2, y: 0 } } },
};

const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
const { process: server, client } = await startRoomServer(folder, {
  workers: 0,
  priority: 0,
  allowStart: true,
});
try {
  const { id } = await client.create({ document: match, start: true });
  let state = await client.read(id);
  while (state.time === 0) {
    await sleep(POLL_INTERVAL_MS);
    state = await client.read(id);
    if (state.phase !== 'running') throw new Error(`the match has not started: ${JSON.stringify(state)}`);
  }
  console.log(`kickoff with ${state.clients.players} players and ${state.clients.coaches} coaches`);
  const begin = performance.now();
  const processorBegin = readProcessorMs(server.pid!);
  const stepsBegin = state.steps;
  const { id: otherId } = await client.create({ document: other });
  const times: number[] = [];
  let resetsDuringMatch = 0;
  // The resets are spread over the match.
  for (let done = 0; state.phase === 'running' || done < resetCount; ) {
    if (done < resetCount && (state.phase !== 'running' || done * cycleCount <= state.time * resetCount)) {
      const start = performance.now();
      await client.reset(otherId, {});
      times.push(performance.now() - start);
      await client.step(otherId, CYCLES_PER_RESET);
      done += 1;
      if (state.phase === 'running') resetsDuringMatch += 1;
    } else await sleep(POLL_INTERVAL_MS / 10);
    state = await client.read(id);
  }
  const wallMs = performance.now() - begin;
  const processorMs = readProcessorMs(server.pid!) - processorBegin;
  const steps = state.steps - stepsBegin;
  times.sort((a, b) => a - b);
  console.log(
    `match: ${state.phase} at cycle ${state.time} (${JSON.stringify(state.end)}), ${state.score.left}:${state.score.right}, fault ${state.fault}`,
  );
  console.log(
    `${steps} steps in ${(wallMs / 1000).toFixed(1)} s: ${((1000 * steps) / wallMs).toFixed(0)} per second, ${(processorMs / steps).toFixed(2)} ms of processor time of the server per step`,
  );
  console.log(
    `${resetsDuringMatch} of ${times.length} resets during the match; time over HTTP: median ${times[times.length >> 1]!.toFixed(1)}, p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(1)} ms`,
  );
  const memory = await readMemory(server);
  console.log(
    `memory of the server: ${memory.rss.toFixed(0)} MB resident, ${memory.heap.toFixed(0)} MB of the heap`,
  );
} finally {
  server.kill('SIGINT');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
