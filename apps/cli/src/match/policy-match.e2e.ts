import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBatch } from '@rcss/env';
import { findScenario } from '@rcss/env/scenarios';
import { listTrainerParams } from '@rcss/env/team';
import { createConfiguration, startServer } from '@rcss/match-server';
import { PolicyFileError, runPolicyTeam, runScenario } from '@rcss/sampleclient';
import { expect, test } from 'vitest';

/** Shoots if it can, otherwise goes to the ball. */
function createShooter(): object {
  const options = { observation: { type: 'egocentric' }, action: { type: 'macro' } } as const;
  const { observationLayout, choices } = createBatch({ scenario: 'empty-goal', ...options });
  const rank = ['shoot', 'go to ball', 'face ball'];
  return {
    format: 'rcss-policy',
    version: 1,
    scenario: 'empty-goal',
    ...options,
    layers: [
      {
        weights: choices.map(() => new Array<number>(observationLayout.length).fill(0)),
        bias: choices.map((choice) => (rank.includes(choice) ? 3 - rank.indexOf(choice) : 0)),
      },
    ],
  };
}

test('a policy plays episodes of its scenario over UDP with a trainer, and its goals are counted', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rcss-policy-'));
  const file = join(dir, 'shooter.json');
  writeFileSync(file, JSON.stringify(createShooter()));
  const server = await startServer(
    createConfiguration({
      server: {
        port: 0,
        coach_port: 0,
        olcoach_port: 0,
        synch_mode: true,
        half_time: -1,
        auto_mode: false,
        coach_w_referee: true,
        random_seed: 3,
        game_logging: false,
        text_logging: false,
      },
      rcss: { wait_for_clients: 1 },
    }),
    { out: () => {}, err: () => {} },
  );
  const { player, coach } = server.ports;
  const leave = new AbortController();
  try {
    await expect(runPolicyTeam(file, { team: 'Learned', port: player, players: 4 })).rejects.toThrow(
      new PolicyFileError(`--players 4: ${file} plays scenario empty-goal with 1 players on the left side`),
    );
    const team = runPolicyTeam(file, { team: 'Learned', port: player, signal: leave.signal });
    const { report, isComplete } = await runScenario({
      scenario: 'empty-goal',
      ...{ episodes: 5, seed: 3, host: '127.0.0.1', port: coach },
    });
    expect(isComplete).toBe(true);
    expect(report).toMatchObject({ episodes: 5, goalsRight: 0, problems: [] });
    expect(report.goalsLeft).toBeGreaterThanOrEqual(2);
    expect(report).toMatchObject({ left: 'Learned', right: '' });
    leave.abort();
    await team;
  } finally {
    server.stop();
    await server.finished;
    rmSync(dir, { recursive: true });
  }
});

test('a policy leaves a server that puts it on a side, or gives it a number, that it does not play', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rcss-policy-'));
  const file = join(dir, 'shooter.json');
  writeFileSync(file, JSON.stringify(createShooter()));
  const ports = { port: 0, coach_port: 0, olcoach_port: 0, game_logging: false, text_logging: false };
  const configuration = createConfiguration({
    server: { ...ports, ...listTrainerParams(findScenario('empty-goal')), synch_mode: true },
    rcss: { wait_for_clients: 2 },
  });
  const server = await startServer(configuration, { out: () => {}, err: () => {} });
  const { player: port } = server.ports;
  const leave = new AbortController();
  try {
    const first = runPolicyTeam(file, { team: 'First', port, signal: leave.signal });
    await expect.poll(() => server.match.world.left.name).toBe('First');
    await expect(runPolicyTeam(file, { team: 'Learned', port })).rejects.toThrow(
      `right = Learned: the server put the team on the right side, and ${file} plays the left side of scenario empty-goal`,
    );
    // Of the tests, which fail otherwise.
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    await expect(runPolicyTeam(file, { team: 'First', port })).rejects.toThrow(
      new PolicyFileError('player 2: scenario empty-goal has 1 players on this side; connect 1'),
    );
    for (const listener of listeners) process.on('uncaughtException', listener);
    leave.abort();
    await first;
  } finally {
    server.stop();
    await server.finished;
    rmSync(dir, { recursive: true });
  }
});
