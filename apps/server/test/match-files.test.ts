import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '@rcss/kit/command-line';
import { describe, expect, it } from 'vitest';
import {
  connectOnlineCoach,
  connectPlayer,
  createFolder,
  startTestServer,
  type TestServer,
} from '../../../packages/serve/match-server/test/harness.js';
import type { ProgramHost } from '../src/cli/program-host.js';
import { runUntilEnd } from '../src/cli/serve.js';

/** The result message at the end of each game log of a folder, by file name. */
function readResults(dir: string): Record<string, string | undefined> {
  const logs = readdirSync(dir).filter((name) => name.endsWith('.rcg'));
  return Object.fromEntries(
    logs.map((name) => [name, /\(result \d+ ([^\s)]+)\)/.exec(readFileSync(join(dir, name), 'latin1'))?.[1]]),
  );
}

/** A match of 20 cycles. */
const SHORT_MATCH = {
  synch_mode: true,
  auto_mode: true,
  half_time: 1,
  nr_extra_halfs: 0,
  penalty_shoot_outs: false,
  connect_wait: 2,
  kick_off_wait: 1,
  game_over_wait: 1,
} as const;

const inFolder = (dir: string, more = {}) => ({
  server: { game_log_dir: dir, text_log_dir: dir, log_date_format: '', ...more },
});

/** Exit code of the program for a server that has been stopped. */
function getExitCode({ server, ...handle }: TestServer, more: Partial<ProgramHost> = {}): Promise<number> {
  const host = {
    argv: [],
    env: {},
    files: undefined as never,
    console: { out: () => {}, err: () => {} },
    onSignal: () => {},
    raisePriority: () => null,
    ...more,
  };
  return runUntilEnd(host, async () => ({ server, handle }));
}

describe('files of a match are not lost', () => {
  it('a standard output on a full disk gives the exit code of a missing result', async () => {
    const server = await startTestServer(inFolder(createFolder()));
    await server.end();
    const err: string[] = [];
    const code = await getExitCode(server, {
      console: { out: () => {}, err: (line) => err.push(line) },
      findOutputError: async () => 'ENOSPC: no space left on device, write',
    });
    expect([code, err]).toEqual([
      EXIT.filesMissing,
      [
        'Error: the standard output with the result of the match is incomplete: ENOSPC: no space left on device, write',
      ],
    ]);
  });

  it('two matches in one log folder have their own logs', async () => {
    const dir = createFolder();
    const first = await startTestServer(inFolder(dir));
    const second = await startTestServer(inFolder(dir));
    await connectPlayer(first, 'First');
    await connectPlayer(second, 'Second');
    await second.end();
    await first.end();
    expect(readResults(dir)).toEqual({
      'First_0-vs-null.rcg': 'First_0-vs-null',
      'Second_0-vs-null.rcg': 'Second_0-vs-null',
    });
  });

  it('two matches with the same result keep both logs', async () => {
    const dir = createFolder();
    for (const server of [await startTestServer(inFolder(dir)), await startTestServer(inFolder(dir))])
      await server.end();
    expect(Object.keys(readResults(dir)).sort()).toEqual(['null-vs-null-2.rcg', 'null-vs-null.rcg']);
  });

  it.runIf(process.platform === 'linux')(
    'the logs of a killed server are kept, with their teams, by the next one',
    async () => {
      const dir = createFolder();
      const other = await startTestServer({ server: SHORT_MATCH, rcss: { wait_for_clients: 1 } });
      await connectPlayer(other, 'Alpha', { answersThink: true });
      await other.finished;
      const [game = ''] = other.files().filter((name) => name.endsWith('.rcg'));
      const bytes = readFileSync(join(other.dir, game));
      writeFileSync(join(dir, 'incomplete.rcg'), bytes);
      writeFileSync(join(dir, 'incomplete.rcl'), '0,1\tRecv x: y\n');
      const server = await startTestServer(inFolder(dir));
      expect(readdirSync(dir).sort()).toEqual([
        'Alpha_0-vs-null-unfinished.rcg',
        'Alpha_0-vs-null-unfinished.rcl',
        'incomplete.rcg',
        'incomplete.rcl',
      ]);
      expect(readFileSync(join(dir, 'Alpha_0-vs-null-unfinished.rcg'))).toEqual(bytes);
      expect(server.err.filter((line) => line.includes('did not end regularly'))).toHaveLength(2);
      expect(server.fileProblems).toEqual([]);
    },
  );

  it.each(['a/b', '../x', '/', 'a:b?'])('a team named %s has its logs in the log folder', async (team) => {
    const root = createFolder();
    const dir = join(root, 'logs');
    const server = await startTestServer(inFolder(dir));
    await connectPlayer(server, team);
    await server.end();
    expect(readdirSync(root)).toEqual(['logs']);
    expect(Object.values(readResults(dir))).toEqual([`${team}_0-vs-null`]);
    expect(server.fileProblems).toEqual([]);
  });

  it('a coach name of 127 characters does not prevent the name of the log', async () => {
    const dir = createFolder();
    const server = await startTestServer(inFolder(dir));
    await connectPlayer(server, 'Alpha');
    await connectPlayer(server, 'Beta');
    await connectOnlineCoach(server, 'Alpha', { name: `/${'a'.repeat(126)}` });
    await connectOnlineCoach(server, 'Beta', { name: 'b'.repeat(127) });
    await server.end();
    expect(Object.keys(readResults(dir))).toEqual([
      expect.stringMatching(/^Alpha_%2Fa{21}~[0-9a-f]{6}_0-vs-Beta_b{24}~[0-9a-f]{6}_0\.rcg$/),
    ]);
    expect(server.fileProblems).toEqual([]);
  });

  it('an earlier result file and recording are kept', async () => {
    const dir = createFolder();
    const result_file = join(dir, 'result.json');
    const record = join(dir, 'match.rec.gz');
    writeFileSync(result_file, 'earlier result');
    writeFileSync(record, 'earlier recording');
    const server = await startTestServer({ rcss: { result_file, record } });
    await server.end();
    expect(JSON.parse(readFileSync(result_file, 'utf8'))).toMatchObject({
      format: 'rcss-result',
      fileProblems: [],
    });
    expect(readFileSync(join(dir, 'result-2.json'), 'utf8')).toBe('earlier result');
    expect(readFileSync(join(dir, 'match-2.rec.gz'), 'utf8')).toBe('earlier recording');
    expect(await getExitCode(server)).toBe(0);
  });

  it('rcss::overwrite replaces an earlier result file', async () => {
    const dir = createFolder();
    const result_file = join(dir, 'result.json');
    writeFileSync(result_file, 'earlier result');
    const server = await startTestServer({ rcss: { result_file, overwrite: true } });
    await server.end();
    expect(readdirSync(dir)).toEqual(['result.json']);
  });
});

describe('missing files of a match', () => {
  it.runIf(existsSync('/dev/full'))(
    'an incomplete log gives exit code 4 and a summary at the end',
    async () => {
      const server = await startTestServer({ rcss: { record: '/dev/full' } });
      await server.end();
      expect(server.fileProblems).toEqual([
        expect.stringMatching(/^could not write to "\/dev\/full": ENOSPC/),
      ]);
      expect(server.err.slice(-2)).toEqual([
        'Not all files of the match are complete:',
        `  ${server.fileProblems[0]}`,
      ]);
      expect(await getExitCode(server)).toBe(4);
    },
  );

  it('a CSV file that cannot be written gives exit code 4, and the result is printed and kept', async () => {
    const server = await startTestServer({ csvSaver: { save: true, filename: createFolder() } });
    await server.end();
    expect(server.out).toContain('Game Results:');
    expect(server.fileProblems).toEqual(['CSVSaver could not save the result']);
    expect(server.files().filter((name) => name.endsWith('.json'))).toHaveLength(1);
    expect(await getExitCode(server)).toBe(4);
  });

  it('a result file that cannot be written is written beside the logs', async () => {
    const server = await startTestServer({ rcss: { result_file: createFolder() } });
    await server.end();
    const [name = ''] = server.files().filter((file) => file.endsWith('.json'));
    expect(JSON.parse(server.read(name)).fileProblems).toEqual([
      expect.stringContaining('could not write result file'),
    ]);
    expect(await getExitCode(server)).toBe(4);
  });

  it.runIf(existsSync('/proc/self'))(
    'a folder below /proc does not hang the end, and the result is printed as a last resort',
    async () => {
      const server = await startTestServer({
        server: { game_logging: false, game_log_dir: '/proc/rcss/logs' },
        rcss: { result_file: '/proc/rcss/result.json' },
      });
      await server.end();
      const line = server.err.find((text) => text.startsWith('The result: ')) ?? '';
      expect(JSON.parse(line.slice('The result: '.length))).toMatchObject({ format: 'rcss-result' });
      expect(server.fileProblems).toHaveLength(2);
      expect(await getExitCode(server)).toBe(4);
    },
  );

  it('a game log whose folder was removed is reported', async () => {
    const dir = createFolder();
    mkdirSync(join(dir, 'logs'));
    const server = await startTestServer(inFolder(join(dir, 'logs')));
    rmSync(join(dir, 'logs'), { recursive: true });
    await server.end();
    expect(server.fileProblems).toHaveLength(2);
    expect(await getExitCode(server)).toBe(4);
  });
});
