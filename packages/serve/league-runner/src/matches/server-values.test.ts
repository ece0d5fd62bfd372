import type { MatchDocument } from '@rcss/core/match-document';
import { expect, test } from 'vitest';
import { createServerValues } from './server-values.js';

function createValues(rcss: Record<string, number>, left = {}, right = {}) {
  const document: MatchDocument = { version: 1, parameters: { rcss } };
  return createServerValues(document, '/logs', {
    clientCount: 22,
    connectTimeout: 90,
    limits: { left, right },
  }).rcss;
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
