import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { replayMessages } from '@rcss/match-server/program';
import { readRecording } from '@rcss/simulator/recording';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordPrograms, TURNER } from '../../../../packages/serve/match-server/test/record-programs.js';
import { recordModules, WALKERS } from '../../test/record-modules.js';
import { run } from '../../test/run.js';
import { playRecordingFutures, type RecordingFutures } from '../what-if/play-recording.js';

const CYCLES = 40;
let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-what-if-'));
  path = await recordPrograms(folder, CYCLES);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(cycle: number, ...args: string[]): Promise<RecordingFutures> {
  const teams = ['--left-start', TURNER, '--right-start', TURNER];
  const { code, out, err } = await run([
    'whatif',
    path,
    String(cycle),
    ...teams,
    '--limit',
    '20',
    '--json',
    ...args,
  ]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

/** Commands of a player of the left team in a cycle of the recording. */
function readCommands(unum: number, cycle: number): string {
  const opened = readRecording(gunzipSync(readFileSync(path)));
  if (!opened.ok) throw new Error(opened.error.message);
  let commands = '';
  replayMessages(
    opened.value,
    (index) => index === unum - 1,
    ({ time, messages = [] }) => {
      for (const { direction, text } of time === cycle ? messages : [])
        if (direction === 'sent') commands += text;
    },
  );
  return commands;
}

/** The processes whose environment has a text, without this one. */
function listProcesses(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const has = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`RCSS_TEST_PLACE=${text}`);
      return has && pid !== String(process.pid);
    } catch {
      return false;
    }
  });
}

describe('whatif of a recording', () => {
  it.each([0, 1, 17])(
    'the programs play the recorded match from cycle %i on if nothing is changed',
    async (cycle) => {
      const { futures, left, right, goals } = await ask(
        cycle,
        '--count',
        '1',
        '--cycles',
        '1000',
        '--past-goals',
      );
      expect([left, right]).toEqual(['Alpha', 'Beta']);
      expect(futures).toHaveLength(1);
      expect(futures[0]).toMatchObject({
        seed: null,
        differsFrom: null,
        time: CYCLES,
        others: { l: 0, r: 0 },
      });
      expect(goals.none.share).toBe(1);
    },
  );

  it('another command, seed, parameter or version gives another match from there on, and the recorded command the same', async () => {
    const from = async (...args: string[]) =>
      (await ask(15, '--count', '1', '--cycles', '4', ...args)).futures[0]!;
    expect((await from('--change', `l3 ${readCommands(3, 15)}`)).differsFrom).toBeNull();
    const changed = await from('--change', 'l3 (turn 90)');
    expect(changed).toMatchObject({ differsFrom: 16, time: 19, others: { l: 0, r: 0 } });
    expect((await from('--seed', '9')).differsFrom).toBe(16);
    expect((await from('--set', 'server::maxmoment=1')).differsFrom).toBe(16);
    const version = await from('--left-start', `env TURNER_FACTOR=2 ${TURNER}`);
    expect(version.differsFrom).toBe(16);
    expect(version.others.l).toBeGreaterThan(14);
    expect(version.others.r).toBe(0);
    const file = join(folder, 'team.json');
    writeFileSync(file, JSON.stringify({ name: 'A', start: TURNER, environment: { TURNER_FACTOR: '2' } }));
    expect(await from('--left-start', file)).toMatchObject({ digest: version.digest });
    writeFileSync(file, JSON.stringify({ name: 'A', remote: true }));
    await expect(from('--left-start', file)).rejects.toThrow('it connects by itself (remote)');
  });

  it('modules play on in the places of modules, and another command gives another match', async () => {
    const modules = await recordModules(join(folder, 'modules'), 60);
    const play = async (...args: string[]) => {
      const teams = ['--left-start', WALKERS, '--right-start', WALKERS];
      const { code, out, err } = await run([
        ...['whatif', modules, '30', ...teams, '--count', '1', '--cycles', '20', '--json', ...args],
      ]);
      if (code !== 0) throw new Error(err);
      return (JSON.parse(out) as RecordingFutures).futures[0]!;
    };
    expect(await play()).toMatchObject({ time: 50, differsFrom: null, others: { l: 0, r: 0 } });
    expect(await play('--change', 'l3 (turn 90)')).toMatchObject({ time: 50, differsFrom: 31 });
    await expect(play('--left-start', 'module:./missing.mjs')).rejects.toThrow(
      "module './missing.mjs' was not found",
    );
  });

  it('Ctrl-C ends it also if a module has an endless loop: nothing waits for a signal', async () => {
    const modules = await recordModules(join(folder, 'modules'), 10);
    const module = join(folder, 'looping.mjs');
    const handlers = "process.listenerCount('SIGINT') + ' handlers'";
    writeFileSync(module, `throw new Error(${handlers});`);
    const teams = ['--left-start', `module:${module}`, '--right-start', WALKERS];
    const { err } = await run(['whatif', modules, '5', ...teams, '--count', '1']);
    expect(err).toContain(`${process.listenerCount('SIGINT')} handlers`);
  });

  it.each(['', 'TURNER_CLOSES=1'])(
    'a player that connects again after the cycle plays on with another socket: %s',
    async (closes) => {
      const team = `env TURNER_RECONNECT=20 ${closes} ${TURNER}`;
      const { futures } = await ask(15, '--count', '1', '--cycles', '10', '--left-start', team);
      expect(futures[0]).toMatchObject({ time: 25, others: { l: 0, r: 0 }, differsFrom: 20 });
    },
  );

  it('a player that ends after the cycle and does not return ends the future', async () => {
    const died = ask(15, '--count', '1', '--left-start', `env TURNER_DIE=20 ${TURNER}`, '--limit', '1');
    await expect(died).rejects.toThrow('player l2, cycle 20: the program did not answer');
  });

  it('the parameters of the examples can be changed', async () => {
    const page = readFileSync(
      new URL('../../../../docs/use/team/repeat-a-match.md', import.meta.url),
      'utf8',
    );
    const { out } = await run(['whatif', '--help']);
    const examples = `${page}${out}`.match(/server::\w+_rand=0/g) ?? [];
    expect(examples).toHaveLength(2);
    for (const example of examples)
      expect((await ask(15, '--count', '1', '--cycles', '2', '--set', example)).futures).toHaveLength(1);
  });

  it('futures have the seeds one after the other, intervals, and files of their own that begin as the match', async () => {
    const logs = join(folder, 'futures');
    const report = await ask(10, '--count', '3', '--cycles', '5', '--seed', '4', '--logs', logs);
    expect(report.futures.map(({ seed }) => seed)).toEqual([4, 5, 6]);
    expect(new Set(report.futures.map(({ digest }) => digest)).size).toBe(3);
    expect(report.goals.none).toMatchObject({ share: 1, high: 1 });
    expect(report.goals.none.low).toBeGreaterThan(0.3);
    expect(report.difference.mean).toBe(0);
    const played = await run(['result', report.futures[1]!.log!]);
    expect(played.out).toContain('Alpha');
    const text = await run([
      'whatif',
      '--left-start',
      TURNER,
      '--right-start',
      TURNER,
      '--count',
      '1',
      '--cycles',
      '2',
      path,
      '5',
    ]);
    expect(text.out).toMatch(/^Alpha against Beta from cycle 5 on, 1 futures of 2 cycles/);
    expect(text.out).toContain('as in the match: 0:0 at 7, the recorded match');
  });

  it('futures side by side are those that are played one after the other', async () => {
    const play = async (...args: string[]) =>
      (await ask(15, '--count', '3', '--cycles', '4', ...args)).futures.map(({ seed, digest }) => [
        seed,
        digest,
      ]);
    expect(await play('--jobs', '3')).toEqual(await play());
  });

  it.skipIf(process.platform !== 'linux')('a signal ends all programs and removes all folders', async () => {
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    vi.stubEnv('TMPDIR', temporary);
    vi.stubEnv('RCSS_TEST_PLACE', temporary);
    const work = new AbortController();
    const { futures, isPartial } = await playRecordingFutures({
      ...{ path, cycle: 15, teams: { l: TURNER, r: TURNER }, count: 6, jobs: 2, cycles: 4, seed: 1 },
      ...{ endsWithGoal: true, set: [], limit: 20, signal: work.signal },
      onProgress: () => work.abort(),
    });
    vi.unstubAllEnvs();
    expect(isPartial).toBe(true);
    expect(futures.length).toBeLessThan(3);
    expect(readdirSync(temporary)).toEqual([]);
    expect(listProcesses(temporary)).toEqual([]);
  });

  it('refuses a cycle after the end, wrong changes and parameters, and missing teams', async () => {
    await expect(ask(500, '--count', '1')).rejects.toThrow(
      `the recording ends at cycle ${CYCLES}, before cycle 500`,
    );
    await expect(ask(5, '--change', 'l3 (turn')).rejects.toThrow(
      "--change 'l3 (turn': allowed: a player with its commands",
    );
    await expect(ask(5, '--change', 'l3 (bye)')).rejects.toThrow('(bye) is not one');
    await expect(ask(5, '--set', 'player::x=1')).rejects.toThrow('allowed: server::NAME=VALUE');
    await expect(ask(5, '--set', 'server::half_time=1')).rejects.toThrow(
      'server::half_time cannot be changed during a match',
    );
    await expect(ask(5, '--set', 'server::kick_rand=0')).rejects.toThrow(
      'server::kick_rand cannot be changed during a match: the player types are computed from it',
    );
    await expect(ask(5, '--set', 'server::nothing=1')).rejects.toThrow(
      'server::nothing is not a known parameter',
    );
    const { code, err } = await run(['whatif', path, '5']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('a recording needs a cycle, --left-start and --right-start'),
    ]);
  });
});
