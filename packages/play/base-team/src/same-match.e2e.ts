import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalMatch } from '@rcss/agent/local';
import { runTeam } from '@rcss/agent/node';
import type { MatchDocument } from '@rcss/core/match-document';
import { createDocumentSpec, type MatchSpec, readMatchSpec } from '@rcss/simulator';
import { readRecording } from '@rcss/simulator/recording';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMatchConfiguration } from '../../../serve/match-server/src/config/match-configuration.js';
import { launchServer } from '../../../serve/match-server/src/lifecycle/start-server.js';
import { recordMatch } from '../../../serve/match-server/src/logs/record-match.js';
import { repeatAfterPause } from '../../../serve/match-server/test/harness.js';
import { countMissedDone } from '../../../serve/match-server/test/scripted-match.js';
import baseTeam from './base-team.js';

const SERVER = { auto_mode: true, connect_wait: 10, kick_off_wait: 10, game_over_wait: 1 };
const CYCLES = 60;

/** Any match: seed, rules, player types, corrections, situation, stop conditions. */
const drawnSpec: fc.Arbitrary<MatchSpec> = fc
  .record({
    seed: fc.nat(2 ** 31 - 2),
    half_time: fc.constantFrom(1, 300),
    stamina_max: fc.constantFrom(2000, 8000),
    ball_decay: fc.constantFrom(0.9, 0.94),
    random_seed: fc.constantFrom(-1, 5),
    corrections: fc.constantFrom('', 'foul,shootout'),
    initial: fc.constantFrom(undefined, {
      playMode: 'play_on' as const,
      ball: { velocity: { x: 1, y: 0.5 } },
    }),
  })
  .map(({ seed, half_time, stamina_max, ball_decay, random_seed, corrections, initial }) => {
    const document: MatchDocument = {
      version: 1,
      seed,
      clock: 'synchronous',
      parameters: {
        server: { ...SERVER, half_time, stamina_max, ball_decay },
        player: { random_seed },
        rcss: { corrections },
      },
      stop: { cycles: CYCLES },
      recording: { gameLog: false, textLog: false },
      ...(initial !== undefined && { initial }),
    };
    const read = readMatchSpec(JSON.parse(JSON.stringify(createDocumentSpec(document))));
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  });

/**
 * Returns the digest of each step of a recording. Digests of ends are not compared: the clients of a server do not decide on the last step, modules
 * do.
 */
function readDigests(path: string): number[] {
  const reader = readRecording(readFileSync(path));
  if (!reader.ok) throw new Error(reader.error.message);
  const digests: number[] = [];
  for (let entry = reader.value.nextEntry(); entry !== null; entry = reader.value.nextEntry())
    if (entry.do === 'step') digests.push(entry.digest);
  return digests;
}

async function playWithModules(spec: MatchSpec, folder: string): Promise<number[]> {
  const files = recordMatch({ folder, recording: 'modules.rec' });
  const teams = { left: { name: 'Alpha', create: baseTeam }, right: { name: 'Beta', create: baseTeam } };
  const local = await createLocalMatch({ ...teams, spec, sinks: [files] });
  local.run();
  await files.close();
  return readDigests(join(folder, 'modules.rec'));
}

/** Plays a spec with clients over UDP; null if one of them was late, as on a busy machine. */
async function playOverSockets(spec: MatchSpec, folder: string): Promise<number[] | null> {
  const rcss = {
    reproducible: true,
    wait_for_clients: 24,
    record: join(folder, 'sockets.rec'),
    overwrite: true,
  };
  const { server, handle } = await launchServer(
    createMatchConfiguration(spec, { folder, port: 0, rcss }),
    { out: () => {}, err: () => {} },
    undefined,
    spec,
  );
  const leave = new AbortController();
  const { player: port, olcoach: coachPort } = handle.ports;
  const play = (team: string, seed: number) =>
    runTeam(baseTeam, { team, seed, port, coachPort, signal: leave.signal });
  const left = play('Alpha', 2 * spec.seed);
  while (server.match.world.players.filter(({ assigned }) => assigned).length < 11)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const right = play('Beta', 2 * spec.seed + 1);
  await handle.finished;
  leave.abort();
  await Promise.all([left, right]);
  if (handle.fault !== null) throw handle.fault;
  return countMissedDone(server) > 0 ? null : readDigests(rcss.record);
}

it('any spec gives the same digest of each step with modules in this process and with clients over UDP (spec 02 §3.1)', async () => {
  await fc.assert(
    fc.asyncProperty(drawnSpec, async (spec) => {
      const folder = mkdtempSync(join(tmpdir(), 'rcss-same-match-'));
      const expected = await playWithModules(spec, folder);
      expect(expected.length).toBeGreaterThan(20);
      await repeatAfterPause(async () => {
        const found = await playOverSockets(spec, folder);
        if (found !== null) expect(found).toEqual(expected);
        return found !== null;
      });
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 3 },
  );
});
