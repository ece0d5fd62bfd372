import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedTeam } from '@rcss/core/match-document';
import { createBatch } from '@rcss/env';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import type { RoomError } from './room-error.js';

const SCRIPT =
  '#!/bin/sh\necho "$PWD|$*|$RCSS_TEAM|$RCSS_SIDE|$RCSS_PLAYERS|$KIND" > called.tmp\nmv called.tmp called\n';

/** A team in a folder of its own. */
function createTeamFolder(): string {
  const folder = createFolder();
  writeFileSync(join(folder, 'start.sh'), SCRIPT);
  chmodSync(join(folder, 'start.sh'), 0o755);
  return folder;
}

/** A policy of a scenario with three players that always does the same. */
function writePolicy(folder: string): string {
  const action = { type: 'macro' } as const;
  const { observationLayout, choices } = createBatch({ scenario: '3v3', action });
  const weights = choices.map(() => new Array<number>(observationLayout.length).fill(0));
  const layers = [{ weights, bias: choices.map(() => 0) }];
  const file = join(folder, '3v3.json');
  const document = { format: 'rcss-policy', version: 1, scenario: '3v3', observation: {}, action, layers };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Starts a match with a team; returns the line about its start with names of files instead of paths. */
async function start(
  team: Omit<StartedTeam, 'name'>,
): Promise<{ line: string; port: number; coach: number }> {
  let line = '';
  const host = createTestHost({
    allowsStart: true,
    createConsole: () => ({ out: (text) => (line ||= text), err: () => {} }),
  });
  const { id } = await host.create({ document: { ...STEPPED, teams: { left: { name: 'Reds', ...team } } } });
  const { ports } = await host.step(id, 1);
  return { line, port: ports.player, coach: ports.olcoach };
}

describe('teams that a room starts (docs/use/organizer/rooms.md)', () => {
  it.each<[string, (folder: string) => Omit<StartedTeam, 'name'>, string]>([
    ['a folder', (folder) => ({ start: folder }), '127.0.0.1 PORT COACH Reds'],
    ['a start script', (folder) => ({ start: join(folder, 'start.sh') }), '127.0.0.1 PORT COACH Reds'],
    [
      'a start script of its directory',
      (folder) => ({ start: './start.sh', directory: folder }),
      '127.0.0.1 PORT COACH Reds',
    ],
    [
      'a program with arguments',
      (folder) => ({ start: 'sh start.sh --fast', directory: folder }),
      '--fast 127.0.0.1 PORT COACH Reds',
    ],
    [
      'a command with placeholders',
      (directory) => ({ start: './start.sh {team} {players} {coach_port}', directory, players: 4 }),
      'Reds 4 COACH',
    ],
  ])('%s is called with its address', async (_what, createTeam, args) => {
    const folder = createTeamFolder();
    const team = createTeam(folder);
    const { port, coach } = await start({ ...team, environment: { KIND: "it's" } });
    await expect.poll(() => existsSync(join(folder, 'called'))).toBe(true);
    const called = args.replace('PORT', `${port}`).replace('COACH', `${coach}`);
    expect(readFileSync(join(folder, 'called'), 'utf8').trim()).toBe(
      `${folder}|${called}|Reds|left|${team.players ?? 11}|it's`,
    );
  });

  it('demo, chaser and policies are the built-in program with the options of a match', async () => {
    const read = async (team: Omit<StartedTeam, 'name'>) => {
      const { line, port, coach } = await start(team);
      const options = /rcss-team\.js' (.*)"$/.exec(line)?.[1] ?? line;
      return options.replaceAll("'", '').replace(`${port}`, 'PORT').replace(`${coach}`, 'COACH');
    };
    const address = '--host 127.0.0.1 --port PORT --team Reds';
    expect(await read({ start: 'demo', players: 4 })).toBe(`team ${address} --coach-port COACH --players 4`);
    expect(await read({ start: 'chaser' })).toBe(`chaser ${address} --players 11`);
    const policy = writePolicy(createFolder());
    expect(await read({ start: `policy:${policy}` })).toBe(
      `team ${address} --coach-port COACH --policy ${policy}`,
    );
  });

  it('a team that this machine cannot start is refused with the path of its field', async () => {
    const host = createTestHost({ allowsStart: true });
    const folder = createTeamFolder();
    chmodSync(join(folder, 'start.sh'), 0o644);
    const refuse = async (team: object) => {
      const document = { ...STEPPED, teams: { right: { name: 'Reds', ...team } as StartedTeam } };
      const error = (await host.create({ document }).catch((e: unknown) => e)) as RoomError;
      // Paths are those of the document: the folder of the server is not named.
      expect(JSON.stringify(error.toProblem())).not.toContain(process.cwd());
      return error.problems.map(
        ({ path, message }) => `${path.slice('document.teams.right.'.length)}: ${message}`,
      );
    };
    expect(await refuse({ start: folder })).toEqual([
      expect.stringMatching(/^start: .*right\.start: .*start\.sh is not executable; run: chmod \+x/),
    ]);
    expect(await refuse({ start: `${folder}/start.sh {port}` })).toEqual([
      expect.stringMatching(/start\.sh is not executable/),
    ]);
    expect(await refuse({ start: './missing.sh' })).toEqual([
      expect.stringMatching(/no such file: 'missing\.sh'/),
    ]);
    expect(await refuse({ start: './run {port}', directory: 'none' })).toEqual([
      expect.stringMatching(/the folder none does not exist/),
    ]);
    expect(await refuse({ start: 'demo2' })).toEqual([expect.stringMatching(/demo2/)]);
    expect(await refuse({ start: 'no-such-program-rcss {port}' })).toEqual([
      expect.stringMatching(/there is no program 'no-such-program-rcss' in PATH/),
    ]);
    expect(await refuse({ start: './run {prt}' })).toEqual([
      expect.stringMatching(/unknown placeholder \{prt\}/),
    ]);
    expect(await refuse({ start: 'policy:none.json' })).toEqual([
      expect.stringMatching(/team Reds: no such file: .*none\.json'. Allowed after policy:/),
    ]);
    expect(await refuse({ start: `policy:${writePolicy(folder)}`, players: 5 })).toEqual([
      expect.stringMatching(/players: 5, but the scenario of .*3v3\.json has 3 players on its side/),
    ]);
    expect(await refuse({ module: './none.mjs' })).toEqual([
      expect.stringMatching(/^module: .*module '\.\/none\.mjs' was not found/),
    ]);
  });
});
