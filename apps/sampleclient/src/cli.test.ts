// cspell:ignore keper
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { program } from './cli.js';

afterEach(() => void vi.restoreAllMocks());

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const capture = (key: 'out' | 'err') => (chunk: unknown) => {
    text[key] += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(capture('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(capture('err'));
  const code = await program.run(argv);
  return { code, ...text };
}

test.each([
  [['--help'], 'rcss-team team 10.0.0.7 6000 6002 Alpha'],
  [['team', '--help'], '--coach-port <port>'],
  [['client', '--help'], 'rcss-team client -server 127.0.0.1 -port 6001'],
  [['chaser', '--help'], '(choices: loop, sequence'],
])('%j exits with 0 and shows options and examples', async (argv, text) => {
  const { code, out } = await run(...argv);
  expect(code).toBe(0);
  expect(out).toContain(text);
});

test('trainer prints the parameters that a server needs for a scenario, as its arguments', async () => {
  const { code, out } = await run('trainer', '1v1-keeper', '--server-parameters');
  expect(code).toBe(0);
  expect(out.trim().split(' ')).toEqual([
    ...['use_offside', 'back_passes', 'free_kick_faults', 'forbid_kick_off_offside'].map(
      (name) => `server::${name}=off`,
    ),
    'server::half_time=-1',
    'server::auto_mode=off',
    'server::coach_w_referee=on',
  ]);
  const page = join(import.meta.dirname, '../../../docs/use/researcher/policies-in-matches.md');
  expect(readFileSync(page, 'utf8')).toContain(`\n${out.trim()}\n`);
});

test.each([
  [['trainer', '1v1-keper', '--server-parameters'], 'scenario: "1v1-keper" is not one of '],
  [['teem'], 'Did you mean team?'],
  [['team', '--coatch'], 'Did you mean --coach?'],
  [
    ['team', '127.0.0.1', '99999'],
    "'99999' is invalid for argument 'port'. Allowed: a whole number from 1 to 65535.",
  ],
  [['team', '--team', 'a b'], 'Allowed: 1 to 15 of the characters'],
  [['chaser', '--planner', 'lop'], 'Allowed choices are loop, sequence.'],
  [
    ['client', 'hosta', '--server', 'hostb'],
    "host is given twice: 'hosta' as argument 1 and 'hostb' as an option",
  ],
  [['team', '--set', 'line=1'], '--options and --set need --decide COMMAND or --module MODULE'],
])('%j is a wrong command line: exit code 2, and the message says what is allowed', async (argv, text) => {
  const { code, err } = await run(...argv);
  expect(code).toBe(2);
  expect(err).toContain(text);
});

test.each(['team', 'client', 'chaser'])('%s reports an unknown host and exits with 1', async (verb) => {
  const { code, err } = await run(verb, 'no-such-host.invalid', '6000');
  expect(code).toBe(1);
  expect(err).toMatch(/^rcss-team: host 'no-such-host.invalid': .*; give the name of a reachable machine/);
});

test.each([
  ['team', ['Alpha'], '(init Alpha (version 19) (goalie))\0'],
  ['chaser', ['Beta'], '(init Beta (version 19))\0'],
])('%s takes HOST PORT COACH_PORT TEAM as start scripts get them', async (verb, name, init) => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const received = new Promise<string>((resolve) => {
    socket.on('message', (bytes, from) => {
      socket.send('(error no_more_team_or_player_or_goalie)\0', from.port, from.address);
      resolve(bytes.toString());
    });
  });
  const { code, err } = await run(verb, '127.0.0.1', String(socket.address().port), '6002', ...name);
  socket.close();
  expect(await received).toBe(init);
  expect(code).toBe(1);
  expect(err).toContain('no_more_team_or_player_or_goalie');
});

test('team gives options to a module, whose refusal is one line, also with its own copy of the agent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-team-options-'));
  const module = join(folder, 'team.mjs');
  writeFileSync(
    module,
    `class TeamParameterError extends Error {
      name = 'TeamParameterError';
    }
    export default ({ team, options }) => {
      throw new TeamParameterError('options of team ' + team + ': ' + JSON.stringify(options));
    };`,
  );
  const file = join(folder, 'deep.yaml');
  writeFileSync(file, 'defense: { line: -30 }\n');
  const args = ['team', '--team', 'Alpha', '--module', module, '--options'];
  const played = await run(...args, file, '--set', 'style=risky');
  const unreadable = await run(...args, join(folder, 'none.yaml'));
  rmSync(folder, { recursive: true });
  expect(played).toEqual({
    code: 1,
    out: '',
    err: 'rcss-team: options of team Alpha: {"defense":{"line":-30},"style":"risky"}\n',
  });
  expect(unreadable).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^rcss-team: options file .*: ENOENT.*\n$/),
  });
});
