import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '@rcss/kit/command-line';
import { openNamedTeam } from '@rcss/league-runner/program';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../test/is-running.js';
import { addMatchOptions, readMatchPlan } from './options.js';
import { playQuickMatch } from './play-match.js';
import { findTeamSizes } from './policy-teams.js';
import type { MatchReport } from './report.js';

const talk = join(import.meta.dirname, '../../test/teams/talk.mjs');
const canBeStatic =
  process.platform === 'linux' &&
  spawnSync('cc', ['-x', 'c', '-', '-static', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' })
    .status === 0;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss match é-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** Path of the first output file of a match; undefined if there is none. */
function findLog(folder: string, name: string): string | undefined {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((entry) => entry.endsWith(`-${name}.log`));
  return file === undefined ? undefined : join(folder, file);
}

/** A start script in the test's folder. */
function script(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A start script that plays, with variables for the team. */
function player(name: string, variables = ''): string {
  return script(name, `${variables} exec "${process.execPath}" "${talk}" "$@"`);
}

async function play(
  ...argv: readonly string[]
): Promise<{ report: MatchReport; text: string; exitCode: number }> {
  const command = createProgram({ name: 'x', description: '', version: '', examples: [] });
  const args = [...argv, '--json', '--synchronous', '--half-time', '1', '--logs', join(dir, 'logs')];
  addMatchOptions(command, 'match').parse(args, { from: 'user' });
  let stdout = '';
  let text = '';
  const plan = readMatchPlan(command, 'match', dir, openNamedTeam);
  const streams = {
    stdout: { write: (part: string) => (stdout += part) },
    stderr: { write: (part: string) => (text += part) },
  };
  const exitCode = await playQuickMatch(plan, streams, await findTeamSizes(plan));
  return { report: JSON.parse(stdout) as MatchReport, text, exitCode };
}

describe.skipIf(process.platform === 'win32')('a match of start scripts', () => {
  test('is played to its end; each team has a log and the arguments of the convention', async () => {
    const { report, exitCode } = await play(
      '--left',
      player('hawks.sh'),
      '--right',
      player('crows.sh'),
      '--seed',
      '7',
    );
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({
      left: { name: 'hawks', score: 0, players: 11 },
      right: { name: 'crows', players: 11 },
      complete: true,
      playMode: 'time_over',
      cycles: 20,
      seed: 7,
      problems: [],
      exitCode: 0,
    });
    expect(Number.isInteger(report.digest)).toBe(true);
    const log = readFileSync(report.right.log!, 'utf8');
    expect(log).toMatch(/ 127\.0\.0\.1 \d+ crows right\n11 players\n/);
    expect(log.startsWith(dir)).toBe(true);
    expect(existsSync(report.gameLog!)).toBe(true);
  });

  test('a player that leaves during the match is a problem of the match, with the last output of its team', async () => {
    const left = player('leaver.sh', 'FAKE_LEAVE=7 FAKE_LEAVER=3');
    const right = player('crows.sh');
    const half = ['--set', 'server::half_time=10'];
    const { report, exitCode } = await play('--left', left, '--right', right, ...half);
    expect([report.cycles, exitCode, report.forfeit]).toEqual([200, 0, null]);
    expect(report.problems).toEqual([
      expect.stringMatching(
        /^The left team lost players that did not return: player 3 at cycle \d+\.\n[\s\S]*\n +11 players$/,
      ),
    ]);
  });

  test('a team file has the name, options, variables and templates of the team', async () => {
    const text = 'cat "$RCSS_FILES/player.conf"; echo "$MOOD, $RCSS_OPTIONS"; exec';
    script('start.sh', `${text} "${process.execPath}" "${talk}" "$@"`);
    writeFileSync(join(dir, 'player.conf'), 'line : {line}\n');
    const fields = { start: './start.sh', environment: { MOOD: 'calm' }, options: { line: -10 } };
    const team = { name: 'Hawks', ...fields, templates: ['player.conf'], limits: { coachTimeout: 0 } };
    const file = join(dir, 'team.json');
    writeFileSync(file, JSON.stringify(team));
    const { report, exitCode } = await play('--left', file, '--right', file);
    expect([report.left, report.right, exitCode]).toMatchObject([
      { name: 'Hawks', players: 11 },
      { name: 'Hawks2', players: 11 },
      0,
    ]);
    for (const { log } of [report.left, report.right])
      expect(readFileSync(log!, 'utf8')).toMatch(/^line : -10\ncalm, \{"line":-10\}\n/);
  });

  test('a missed (done) is a problem of its team, and the match has no digest', async () => {
    const [left, right] = [player('late.sh', 'FAKE_MISS=15'), player('crows.sh')];
    const settings = [
      '--set',
      'rcss::synch_timeout=100',
      'rcss::coach_timeout_l=0',
      'rcss::coach_timeout_r=0',
    ];
    const { report, exitCode } = await play('--left', left, '--right', right, ...settings);
    expect([report.left, report.right, report.digest, exitCode]).toMatchObject([
      { missedDone: 1 },
      { missedDone: 0 },
      null,
      0,
    ]);
    expect(report.problems).toEqual([
      'The left team did not send (done) in time 1 times: the match may not repeat.',
    ]);
  });

  test('a team that exceeds limits.missedDone of its team file gives up the match', async () => {
    const fields = { start: player('late.sh', 'FAKE_MISS=2'), limits: { coachTimeout: 0, missedDone: 2 } };
    const file = join(dir, 'late.json');
    writeFileSync(file, JSON.stringify({ name: 'Late', ...fields }));
    const settings = ['--set', 'rcss::synch_timeout=200', 'server::half_time=10'];
    const { report } = await play('--left', player('crows.sh'), '--right', file, ...settings);
    expect(report.forfeit).toEqual({
      side: 'right',
      cause: expect.stringMatching(
        /^The right team did not answer with \(done\): player 1 in \d+ cycles; limits\.missedDone allows 2\.$/,
      ),
    });
    expect([report.left.missedDone, report.complete]).toEqual([0, false]);
  });

  test.runIf(canBeStatic)(
    'a program that runs without the box of its team is named, and the match has no digest',
    async () => {
      const source = join(import.meta.dirname, '../../../../packages/serve/league-runner/test/sources.c');
      execFileSync('cc', ['-static', '-pthread', '-o', join(dir, 'program'), source], { stdio: 'pipe' });
      script('static.sh', 'exec ./program none "$1" "$2" "$4"');
      const fields = { start: './static.sh', players: 3, limits: { coachTimeout: 0 }, repeatable: 'box' };
      const file = join(dir, 'static.json');
      writeFileSync(file, JSON.stringify({ name: 'Hawks', ...fields }));
      const { report } = await play('--left', file, '--right', player('crows.sh'));
      expect(report).toMatchObject({ digest: null, complete: true });
      expect(report.problems[0]).toMatch(
        /^The left team has repeatable: box, but .*program \(linked statically\) ran without it/,
      );
    },
  );

  test('teams get the seed of the match', async () => {
    const left = script('left.sh', 'echo "the seed is $RCSS_SEED"; exit 3');
    const { report } = await play('--left', left, '--seed', '4711');
    expect(report.problems[0]).toContain('the seed is 4711');
  });

  test('a team that connects as a monitor cannot act as the referee, and its command is in the result', async () => {
    const { report, exitCode } = await play(
      '--left',
      player('hawks.sh'),
      '--right',
      player('crows.sh', "FAKE_REFEREE='(dispdiscard 1 3)'"),
    );
    expect([exitCode, report.complete]).toEqual([0, true]);
    expect(report.refereeCommands).toMatchObject([
      { role: 'monitor', command: '(dispdiscard 1 3)', executed: false },
    ]);
    expect(report.left.players).toBe(11);
  });

  test.each([
    ['server::half_time=-1', '--set: server::half_time: -1 is a half without an end (allowed: 1 or more)'],
    ['server::half_time=0', '--set: server::half_time: 0 is a half without an end'],
    ['server::nr_normal_halfs=0', '--set: server::nr_normal_halfs: 0 leaves a match of 0 cycles'],
    ['server::auto_mode=off', '--set: server::auto_mode: off leaves the kick-off to a person'],
  ])('%s, with which the match would wait for ever, is refused', async (setting, message) => {
    await expect(play('--left', player('hawks.sh'), '--set', setting)).rejects.toThrow(message);
  });

  test('a start script that fails is reported with command, status and the end of its output', async () => {
    const broken = script('broken.sh', 'echo "cannot read config" >&2; exit 3');
    const { report, text, exitCode } = await play('--left', player('hawks.sh'), '--right', broken);
    expect(exitCode).toBe(1);
    expect(report.complete).toBe(false);
    expect(text).toContain('The right team did not connect: 0 of 11 players.');
    expect(text).toContain(`started: '${broken}' 127.0.0.1 `);
    expect(text).toMatch(/state: {3}exit status 3 after/);
    expect(text).toContain('    cannot read config');
  });

  test('a start script that refuses its arguments is reported with the command that it needs', async () => {
    const usage = script('usage.sh', 'echo "invalid option \\"$1\\"."; seq 30; exit 1');
    const { text } = await play('--left', usage, '--right', player('crows.sh'));
    expect(text).toMatch(/state: {3}exit status 1 after .*"\.\/start\.sh -h \{host\} -p \{port\} -P/);
  });

  test('a team that never connects is reported after its time limit, and is ended', async () => {
    const silent = script('silent.sh', 'echo $$; exec sleep 1000');
    const { report, text, exitCode } = await play('--left', silent, '--connect-timeout', '1');
    expect(exitCode).toBe(1);
    expect(text).toContain('The left team did not connect in 1 s (--connect-timeout): 0 of 11 players.');
    expect(text).toContain('state:   still running');
    const pid = Number(readFileSync(report.left.log!, 'utf8'));
    expect(isRunning(pid)).toBe(false);
  });

  test('a team that ignores SIGTERM and runs in the background has ended after the match', async () => {
    const stubborn = script(
      'stubborn.sh',
      `FAKE_STUBBORN=1 "${process.execPath}" "${talk}" "$@" & echo "pid $!"`,
    );
    const { report, exitCode } = await play('--left', stubborn, '--right', player('crows.sh'));
    expect(exitCode).toBe(0);
    const pid = Number(/pid (\d+)/.exec(readFileSync(report.left.log!, 'utf8'))![1]);
    expect(isRunning(pid)).toBe(false);
  });

  test('a team that leaves ends the match, with the cycle in the report', async () => {
    const leaving = player('leaving.sh', 'FAKE_LEAVE=5');
    const { text, exitCode } = await play('--left', player('hawks.sh'), '--right', leaving);
    expect(exitCode).toBe(1);
    expect(text).toMatch(/All players of the right team left the match at cycle \d+\./);
  });

  test('an interrupt ends server and teams, completes the logs, and exits with 130', async () => {
    const main = join(import.meta.dirname, '..', 'main.ts');
    const logs = join(dir, 'logs');
    const teams = ['--left', player('hawks.sh'), '--right', player('crows.sh')];
    const child = spawn(
      process.execPath,
      [
        '--conditions=@rcss/source',
        '--import',
        'tsx',
        main,
        'match',
        ...teams,
        '--real-time',
        '--logs',
        logs,
      ],
      { cwd: join(import.meta.dirname, '..', '..'), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
    });
    // The log of the right team exists if the left team has connected and the right one was started.
    const poll = setInterval(() => {
      if (findLog(logs, 'right-crows') === undefined) return;
      clearInterval(poll);
      child.kill('SIGINT');
    }, 50);
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    expect(exitCode).toBe(130);
    expect(output).toContain('Not finished: hawks 0 : 0 ');
    expect(readFileSync(findLog(logs, 'server')!, 'utf8')).toContain('Server Killed. Exiting...');
  });
});
