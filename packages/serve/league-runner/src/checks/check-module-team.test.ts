import { expect, test } from 'vitest';
import { findCheckProblems, type TeamMeasurement } from '../jobs/team-check.js';
import type { MatchProgressListener } from '../matches/play-programs.js';
import { checkModuleTeam } from './check-module-team.js';

const LISTENER: MatchProgressListener = { opened: () => {}, started: () => {}, progressed: () => {} };

function check(module: string): Promise<TeamMeasurement> {
  const team = { name: 'Reds', version: '1', team: { name: 'Reds', module }, limits: {} };
  const request = { team, cycles: 20, clock: 'synchronous' } as const;
  return checkModuleTeam(request, LISTENER, new AbortController().signal);
}

function createModule(players: string): string {
  return `data:text/javascript,${encodeURIComponent(`export default ({ team }) => ({ players: ${players} });`)}`;
}

test('a module plays alone from its kickoff; players, version and computing time are measured', async () => {
  const measured = await check(import.meta.resolve('@rcss/agent/chasers'));
  expect(measured.players.map(({ unum }) => unum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(measured).toMatchObject({ cycles: 20, failure: null, warnings: [] });
  const { medianMs, p95Ms, maxMs } = measured.times!;
  expect(medianMs).toBeGreaterThan(0);
  expect(p95Ms).toBeGreaterThanOrEqual(medianMs);
  expect(maxMs).toBeGreaterThanOrEqual(p95Ms);
});

test('what a module does wrong is found: missing players, wrong commands, cycles without a command', async () => {
  const measured = await check(
    createModule(`[
      { init: '(init ' + team + ' (version 18))', receive() {}, decide: () => '(jump 10)' },
      { init: '(init ' + team + ' (version 19))', receive() {}, decide: () => '' },
    ]`),
  );
  expect(measured).toMatchObject({ cycles: 20, missedCount: 20 });
  const team = { name: 'Reds', version: '1', team: { name: 'Reds', module: 'x' }, limits: {} };
  const messages = findCheckProblems({ team, clock: 'synchronous' }, measured).map(({ message }) => message);
  expect(messages).toContain('2 of 11 players connected');
  expect(messages).toContain('players have different protocol versions: 18, 19');
  expect(messages.some((message) => message.includes('illegal_command_form'))).toBe(true);
});

test('a module whose code throws an error fails with the player and the message', async () => {
  const measured = await check(
    createModule(
      `[{ init: '(init ' + team + ' (version 19))', receive() {}, decide() { throw new Error('no plan'); } }]`,
    ),
  );
  expect(measured.failure).toBe('player 1 of Reds failed in decide: no plan');
  const missing = await check('file:///no/such/module.js');
  expect(missing.failure).toMatch(/^Reds has a module that cannot be loaded/);
  expect(missing.startSeconds).toBeNull();
});
