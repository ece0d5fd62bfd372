import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBatch } from '@rcss/env';
import { createProgram } from '@rcss/kit/command-line';
import { afterAll, expect, test } from 'vitest';
import { addMatchOptions, readMatchPlan } from './options.js';
import { findTeamSizes, type MatchSizes } from './policy-teams.js';

const dir = mkdtempSync(join(tmpdir(), 'rcss-sizes-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Writes a policy without knowledge for a scenario; returns its file. */
function writePolicy(scenario: string): string {
  const { observationLayout, choices } = createBatch({ scenario, action: { type: 'macro' } });
  const weights = choices.map(() => new Array<number>(observationLayout.length).fill(0));
  const layers = [{ weights, bias: choices.map(() => 0) }];
  const file = join(dir, `${scenario}.json`);
  const action = { type: 'macro' };
  writeFileSync(
    file,
    JSON.stringify({ format: 'rcss-policy', version: 1, scenario, observation: {}, action, layers }),
  );
  return file;
}

function find(...argv: readonly string[]): Promise<MatchSizes> {
  const command = createProgram({ name: 'x', description: '', version: '', examples: [] });
  addMatchOptions(command, 'match').parse([...argv], { from: 'user' });
  return findTeamSizes(readMatchPlan(command, 'match', import.meta.dirname));
}

test('teams have eleven players, as many as --players says, or as many as the scenario of a policy', async () => {
  const policy = writePolicy('hfo-2v3');
  expect(await find()).toEqual({ left: 11, right: 11 });
  expect(await find('--players', '5')).toEqual({ left: 5, right: 5 });
  expect(await find('--left', `policy:${policy}`)).toEqual({ left: 2, right: 3 });
  expect(await find('--right', `policy:${policy}`)).toEqual({ left: 3, right: 2 });
});

test('a policy with another number of players or another scenario is refused', async () => {
  const policy = writePolicy('3v3');
  const plays = `${policy} plays the left side of scenario 3v3 with 3 players`;
  await expect(find('--left', `policy:${policy}`, '--players', '11')).rejects.toThrow(
    `--players 11: ${plays}`,
  );
  await expect(find('--left', `policy:${policy}`, '--scenario', '5v5')).rejects.toThrow(
    `--left: ${plays}; it cannot play the left side of 5v5`,
  );
  await expect(find('--right', `policy:${policy}`, '--scenario', '3v3')).rejects.toThrow(
    `--right: ${plays}; it cannot play the right side of 3v3`,
  );
  writeFileSync(policy, '{"format": "rcss-policy"');
  await expect(find('--left', `policy:${policy}`)).rejects.toThrow(
    `${policy}: is not a policy document in JSON`,
  );
});
