import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTeam } from '@rcss/agent';
import { runTeam } from '@rcss/agent/node';
import { afterAll, expect, it } from 'vitest';
import { createConfiguration } from '../../../packages/serve/match-server/src/config/configuration.js';
import { startServer } from '../../../packages/serve/match-server/src/lifecycle/start-server.js';
import { createTeam } from './create-team.js';

const CYCLES = 60;
const work = mkdtempSync(join(tmpdir(), 'create-rcss-team-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Starts a server that plays {@link CYCLES} cycles as fast as the eleven players of a team answer. */
function startSynchronousServer(): ReturnType<typeof startServer> {
  return startServer(
    createConfiguration({
      server: {
        auto_mode: true,
        synch_mode: true,
        connect_wait: 10,
        kick_off_wait: 10,
        game_over_wait: 1,
        random_seed: 3,
        port: 0,
        coach_port: 0,
        olcoach_port: 0,
        game_logging: false,
        text_logging: false,
        game_log_dir: work,
        text_log_dir: work,
      },
      rcss: { wait_for_clients: 11 },
    }),
    undefined,
    { stop: { cycles: CYCLES } },
  );
}

it('a team of the playground plays as a project over UDP, unchanged', async () => {
  const code = readFileSync(join(import.meta.dirname, '../../playground/src/teams/first-team.ts'), 'utf8');
  const folder = join(work, 'Foxes');
  const team = createTeam({ folder, code });
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  expect(readFileSync(join(folder, 'src/team.ts'), 'utf8')).toBe(code);
  const { default: create } = (await import(join(folder, 'src/team.ts'))) as {
    default: Parameters<typeof runTeam>[0];
  };

  const server = await startSynchronousServer();
  const leave = new AbortController();
  const { player: port, olcoach: coachPort } = server.ports;
  const playing = runTeam(create, { team, port, coachPort, signal: leave.signal });
  await server.finished;
  leave.abort();
  await playing;

  expect(server.fault).toBe(null);
  const { left, players } = server.match.world;
  expect(left.name).toBe('Foxes');
  expect(server.match.world.time).toBeGreaterThan(0);
  const own = players.filter(({ side }) => side === 'l');
  expect(own.every(({ assigned, dashedCount, turnCount }) => assigned && dashedCount + turnCount > 0)).toBe(
    true,
  );
});

it('players hear parts, and messages of a kind of their own, over UDP', async () => {
  const heard = new Map<string, number[]>();
  const create = defineTeam({
    messages: { press: { line: { min: -50, max: 50, bits: 10 } } },
    play(player) {
      const { world, heardParts } = player;
      for (const { part } of heardParts) {
        const { kind, name, values, ...numbers } = { name: '', values: {}, ...part };
        heard.set(kind === 'own' ? name : kind, Object.values(kind === 'own' ? values : numbers));
      }
      if (world.time % 2 === 0)
        player.say([
          { kind: 'own', name: 'press', values: { line: 10 } },
          { kind: 'stamina', value: world.self.stamina },
          { kind: 'request', x: 30, y: -10 },
        ]);
      else
        player.say([
          { kind: 'intercept', unum: world.unum, cycles: 5 },
          { kind: 'goalie', x: 50, y: 1 },
        ]);
      return player.isFirst ? player.intercept() : player.goTo(player.home);
    },
  });
  const server = await startSynchronousServer();
  const leave = new AbortController();
  const { player: port, olcoach: coachPort } = server.ports;
  const playing = runTeam(create, { team: 'Talkers', port, coachPort, signal: leave.signal });
  await server.finished;
  leave.abort();
  await playing;

  expect(server.fault).toBe(null);
  expect([...heard.keys()]).toEqual(
    expect.arrayContaining(['goalie', 'intercept', 'press', 'request', 'stamina']),
  );
  expect(heard.get('press')).toEqual([expect.closeTo(10, 0)]);
  expect(heard.get('request')).toEqual([expect.closeTo(30, 0), expect.closeTo(-10, 0)]);
  expect(heard.get('goalie')).toEqual([expect.closeTo(50, 0), expect.closeTo(1, 0)]);
  expect(heard.get('intercept')).toEqual([expect.any(Number), 5]);
  // A player that has run for some cycles is not rested, and not exhausted.
  expect(heard.get('stamina')![0]).toBeGreaterThan(1000);
});
