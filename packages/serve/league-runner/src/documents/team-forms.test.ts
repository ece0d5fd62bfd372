import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBatch } from '@rcss/env';
import { CommandLineError } from '@rcss/kit/command-line';
import { chooseStart, chooseTeam } from '@rcss/kit/match-runner';
import { planRoom } from '@rcss/match-server/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTeam } from './load-teams.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss-team-forms-é-'));
beforeAll(() => {
  mkdirSync(join(folder, 'reds'));
  writeFileSync(join(folder, 'reds/start.sh'), '#!/bin/sh\n');
  chmodSync(join(folder, 'reds/start.sh'), 0o755);
  const { observationLayout, choices } = createBatch({ scenario: '3v3', action: { type: 'macro' } });
  const weights = choices.map(() => observationLayout.map(() => 0));
  const layers = [{ weights, bias: choices.map(() => 0) }];
  const form = { format: 'rcss-policy', version: 1, scenario: '3v3', observation: {} };
  writeFileSync(join(folder, '3v3.json'), JSON.stringify({ ...form, action: { type: 'macro' }, layers }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each way to play, which throws a {@link CommandLineError} for a team that it refuses. */
const WAYS: Readonly<Record<string, (start: string) => void>> = {
  'rcss match': (start) => void chooseTeam(start, folder),
  league(start) {
    const { team } = loadTeam({ name: 'Reds', start }, folder);
    if ('start' in team) chooseStart(team);
  },
  'room and --check-config'(start) {
    const plan = planRoom(
      { version: 1, teams: { left: { name: 'Reds', start } } },
      {
        clientAddress: '127.0.0.1',
        folder,
        allowsStart: true,
        restrictsReferees: false,
        limits: { max_clients: 1, max_datagrams_per_cycle: 1, max_init_per_second: 1, max_work_per_cycle: 1 },
      },
    );
    if (!plan.ok) throw new CommandLineError(plan.error.map(({ message }) => message).join('\n'));
  },
};

/** Team, and the words with which it is refused; null: it plays. `FOLDER` is the folder of the files. */
const FORMS: readonly (readonly [start: string, refusal: string | null])[] = [
  ['demo', null],
  ['chaser', null],
  ['policy:FOLDER/3v3.json', null],
  ['FOLDER/reds', null],
  ['FOLDER/reds/start.sh', null],
  ['FOLDER/reds/start.sh {host} {port} {team} {players}', null],
  [
    'policy:FOLDER/none.json',
    "no such file: 'FOLDER/none.json'. Allowed after policy: is the file of a policy",
  ],
  ['FOLDER/none/start.sh', "no such file: 'FOLDER/none/start.sh'. Allowed: a start script, a folder with"],
  ['FOLDER/3v3.json/start.sh', "no such file: 'FOLDER/3v3.json/start.sh'. Allowed: a start script"],
  ['./run {hots}', "unknown placeholder {hots} in './run {hots}'; allowed: {host} {port}"],
];

test.each(
  FORMS.flatMap(([start, refusal]) => Object.keys(WAYS).map((way) => [start, way, refusal] as const)),
)('%s plays in or is refused by every way to play with the same words: %s', (start, way, refusal) => {
  const fill = (text: string) => text.replaceAll('FOLDER', folder);
  const play = () => WAYS[way]!(fill(start));
  if (refusal === null) expect(play).not.toThrow();
  else expect(play).toThrow(fill(refusal));
});
