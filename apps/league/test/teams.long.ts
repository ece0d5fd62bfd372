// cspell:ignore cmdline

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SideName } from '@rcss/core';
import { type ResultLine, readResultFile } from '@rcss/league-runner/program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../dist/main.js');
const fixture = join(import.meta.dirname, 'team-fixture.mjs');
const isBuilt = existsSync(program);
if (!isBuilt) process.stderr.write(`skipped, not built: ${program}\n`);
const isLinux = process.platform === 'linux';

/** Name of each team, and its behavior. */
const TEAMS: Readonly<Record<string, string>> = {
  Good: 'good',
  NoStart: 'no-start',
  Crash: 'crash',
  Hang: 'hang',
  Memory: 'use-memory',
  Output: 'write-much',
  Flood: 'flood',
  Child: 'leave-child',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-teams-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function createStart(behavior: string): string {
  return `"${process.execPath}" "${fixture}" ${behavior} {host} {port} {team}`;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })));
}

/** Command lines of processes that contain a text. */
function findProcesses(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [line] : [];
      } catch {
        return [];
      }
    });
}

describe.skipIf(!isBuilt || !isLinux)('a run with teams that fail', () => {
  const results = new Map<string, ResultLine>();
  let ended: Ended;
  beforeAll(async () => {
    const document = join(folder, 'teams.yaml');
    const teams = Object.entries(TEAMS).map(([name, behavior]) => ({
      name,
      version: '1',
      start: createStart(behavior),
      limits: { memoryMb: 400, startTimeout: 20 },
    }));
    const content = {
      version: 1,
      teams,
      format: { type: 'gauntlet', challengers: ['Good'], matches: 1 },
      match: { clock: 'synchronous', stop: { cycles: 600 } },
      seeds: 1,
    };
    writeFileSync(document, JSON.stringify(content));
    ended = await run('run', document, '--quiet', '--parallel', '2', '--folder', join(folder, 'run'));
    for (const line of readResultFile(join(folder, 'run')).results)
      results.set(line.left === 'Good' ? line.right : line.left, line);
  }, 600_000);

  /** The result against a team, with the side that the team had. */
  function find(team: string): { line: ResultLine; side: SideName; message: string } {
    const line = results.get(team)!;
    const side = line.left === team ? 'left' : 'right';
    const message = line.problems.find((problem) => problem.side === side)?.message ?? '';
    return { line, side, message };
  }

  test('every match has a result', () => {
    expect(ended.status, ended.output).toBe(0);
    expect([...results.keys()].sort()).toEqual(
      Object.keys(TEAMS)
        .filter((name) => name !== 'Good')
        .sort(),
    );
  });

  test.each([
    ['NoStart', /connected no player \(exit status 3 after .*no license/s],
    ['Crash', /left the match at cycle \d+ \(exit status 4 .*segmentation fault|did not answer/s],
    ['Hang', /did not answer with \(done\)/],
    ['Memory', /used \d+ MB of memory; limits\.memoryMb allows 400 MB/],
    ['Output', /wrote more than 64 MB to its output/],
    // Its answers are among the datagrams beyond the limit.
    ['Flood', /did not answer with \(done\)/],
  ])('%s forfeits, with the reason', (team, reason) => {
    const { line, side, message } = find(team);
    expect(line.forfeit).toBe(side);
    expect(message).toMatch(reason);
  });

  test('a team that starts a process in the background plays to the end', () => {
    const { line } = find('Child');
    expect(line).toMatchObject({ end: '600 cycles were simulated', players: { left: 11, right: 11 } });
    expect(line.forfeit).toBeUndefined();
  });

  test('no process of a team is left', () => {
    expect(findProcesses(fixture)).toEqual([]);
    expect(findProcesses('sleep 1000 127.0.0.1')).toEqual([]);
  });
});

describe.skipIf(!isBuilt)('the check of a team', () => {
  async function check(
    team: string,
    ...args: readonly string[]
  ): Promise<Ended & { result: Record<string, unknown> }> {
    const ended = await run('check', team, '--json', '--folder', join(folder, 'check'), ...args);
    return { ...ended, result: JSON.parse(ended.output) as Record<string, unknown> };
  }

  function writeTeam(behavior: string): string {
    const path = join(folder, `${behavior}.yaml`);
    writeFileSync(path, JSON.stringify({ name: 'Reds', version: '1', start: createStart(behavior) }));
    return path;
  }

  test('measures a started team in real time', async () => {
    const { status, result, output } = await check(writeTeam('real-time'), '--cycles', '50');
    expect(status, output).toBe(0);
    expect(result).toMatchObject({ team: 'Reds', cycles: 50, failure: null, coachVersion: null });
    expect(result['players']).toHaveLength(11);
    expect(result['times']).toMatchObject({ medianMs: expect.any(Number) });
  });

  test('measures a started team in synchronous mode', async () => {
    const args = [writeTeam('good'), '--cycles', '200', '--clock', 'synchronous'] as const;
    let checked = await check(...args);
    // On a busy machine, the process of the team can pause for longer than its time for (done).
    for (let i = 0; i < 3 && checked.result['missedDoneCount'] !== 0; i++) checked = await check(...args);
    const { status, result, output } = checked;
    expect(status, output).toBe(0);
    expect(result).toMatchObject({ cycles: 200, missedDoneCount: 0 });
  });

  test('says why a team does not start, and fails', async () => {
    const { status, result } = await check(writeTeam('no-start'));
    expect(status).toBe(1);
    expect(result['failure']).toMatch(/^Reds connected no player \(exit status 3 .*no license/s);
  });

  test('measures a module as it would play against a program, or says how it fails', async () => {
    const chasers = await check('@rcss/agent/chasers', '--module', '--cycles', '120');
    expect(chasers.status, chasers.output).toBe(0);
    expect(chasers.result).toMatchObject({ cycles: 120, failure: null, missedDoneCount: 0, warnings: [] });
    expect(chasers.result['players']).toHaveLength(11);
    const module = join(folder, 'throw.mjs');
    writeFileSync(
      module,
      `export default ({ team }) => ({
        players: [{ init: '(init ' + team + ' (version 19))', receive() {}, decide() { throw new Error('no plan'); } }],
      });`,
    );
    const { status, result } = await check(module, '--module');
    expect(status).toBe(1);
    expect(result['failure']).toMatch(/^Module .*no plan/s);
  });

  test('ends a module that never returns', async () => {
    const module = join(folder, 'loop.mjs');
    writeFileSync(
      module,
      `export default ({ team }) => ({
        players: [{ init: '(init ' + team + ' (version 19))', receive() {}, decide() { for (;;); } }],
      });`,
    );
    const { status, result } = await check(module, '--module');
    expect(status).toBe(1);
    expect(result['failure']).toMatch(/^Module did not answer with \(done\): players 1 at cycle \d+/);
  });
});
