import type { MatchDocument, MatchTeam } from '@rcss/core/match-document';
import { expect, test } from 'vitest';
import { createFixtureSpec, createProgramValues } from './fixture-spec.js';

function createValues(rcss: Record<string, number>, left = {}, right = {}) {
  return createProgramValues(rcss, { clientCount: 22, connectTimeout: 90, limits: { left, right } });
}

test('the clock waits for all players, and for coaches as the files of the teams say', () => {
  const values = createValues({}, { coachTimeout: 10 }, {});
  expect(values).toMatchObject({ wait_for_clients: 22, connect_timeout: 90, coach_timeout_l: 10 });
  expect(values).not.toHaveProperty('coach_timeout_r');
});

test('a document can replace for which clients the clock waits, and for how long', () => {
  const rcss = { wait_for_clients: 24, connect_timeout: 300, coach_timeout_l: 1, coach_timeout_r: 0 };
  expect(createValues(rcss, { coachTimeout: 10 }, { coachTimeout: 20 })).toMatchObject(rcss);
});

function createSpec(left: MatchTeam, document: Partial<MatchDocument> = {}) {
  const teams = { left, right: { name: 'B', module: 'b' } };
  return createFixtureSpec({ version: 1, seed: 5, teams, ...document }, 'final');
}

test('the spec has the rules of a league, the seed of the document, and named files', () => {
  const parameters = { server: { half_time: 10 }, rcss: { corrections: 'foul' } };
  const spec = createSpec({ name: 'A', start: 'demo' }, { parameters, clock: 'synchronous' });
  expect(spec).toMatchObject({ seed: 5, clock: 'synchronous', keep: { gameLog: 'final', recording: false } });
  expect(spec.rules.server).toMatchObject({
    ...{ half_time: 10, corrections: 'foul', auto_mode: true, nr_extra_halfs: 0, synch_mode: true },
    ...{ kick_off_wait: 50, connect_wait: 100, game_over_wait: 2 },
  });
  const recording = { recording: '../x.rec', gameLog: false };
  expect(createSpec({ name: 'A', start: 'demo' }, { seed: 3, recording })).toMatchObject({
    seed: 3,
    clock: 'real-time',
    keep: { gameLog: false, textLog: 'final', recording: 'x.rec' },
  });
});

test('two modules play by no clock, whatever the document says', () => {
  const spec = createSpec({ name: 'A', module: 'a' });
  expect([spec.clock, spec.rules.server.synch_mode]).toEqual(['synchronous', true]);
});
