import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type ResultLine, readResultFile } from '@rcss/league-runner/program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSandbox } from '../../../packages/serve/league-runner/test/has-sandbox.js';

const program = join(import.meta.dirname, '../dist/main.js');
const isBuilt = existsSync(program);
if (!isBuilt || !hasSandbox)
  process.stderr.write(
    `skipped: ${isBuilt ? 'bubblewrap cannot create a sandbox here' : `${program} is not built`}\n`,
  );

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-sandbox-'));
  // A worker that is root runs sandboxes as a user without rights.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates the folder of a team with a start script and its program. */
function createTeam(name: string, source: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  copyFileSync(source, join(own, 'team.mjs'));
  const script = join(own, 'start.sh');
  writeFileSync(script, `#!/bin/sh\nexec node ./team.mjs "$@"\n`);
  chmodSync(script, 0o755);
  writeFileSync(join(own, 'secret.txt'), `secret of ${name}`);
  return own;
}

async function play(
  name: string,
  document: object,
): Promise<{ line: ResultLine; output: string; log: string }> {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(document));
  const env = {
    ...process.env,
    AWS_SECRET_ACCESS_KEY: 'secret',
    QUEUE: 'redis://:secret@db',
    MY_TOKEN: 'secret',
  };
  const child = spawn(process.execPath, [program, 'run', path, '--quiet'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await new Promise((resolve) => child.once('close', resolve));
  const results = join(folder, `${name}-results`);
  const [line] = readResultFile(results).results;
  if (line === undefined) throw new Error(output);
  const logPath = join(results, 'matches', line.fixture.replace(/[^-\w.]/g, '_'), 'left.log');
  // Two modules in one process have none.
  return { line, output, log: existsSync(logPath) ? readFileSync(logPath, 'utf8') : '' };
}

/** Command lines of processes that contain a text. */
function countProcesses(text: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  }).length;
}

const hasCompiler = spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!isBuilt || !hasSandbox || !hasCompiler)(
  'a program that reads the clock, in a sandbox',
  () => {
    test('repeats its match in the box, and only there', async () => {
      const own = join(folder, 'clock');
      mkdirSync(own);
      const source = join(import.meta.dirname, '../../../packages/serve/league-runner/test/sources.c');
      spawnSync('cc', ['-O2', '-pthread', '-o', join(own, 'program'), source]);
      writeFileSync(join(own, 'start.sh'), '#!/bin/sh\nexec ./program clock "$1" "$2" "$4"\n', {
        mode: 0o755,
      });
      const digests: unknown[] = [];
      for (const [name, box] of [
        ['boxed-1', { repeatable: 'box' }],
        ['boxed-2', { repeatable: 'box' }],
        ['free', {}],
      ] as const) {
        const { line, output } = await play(name, {
          version: 1,
          teams: [
            { name: 'Clock', start: own, players: 3, limits: { coachTimeout: 0 }, ...box },
            { name: 'Good', start: 'demo' },
          ],
          format: { type: 'series', matches: 1 },
          seeds: 1,
          match: { clock: 'synchronous', parameters: { server: { half_time: 5 } } },
          isolation: { level: 'sandbox', diskMb: 16 },
        });
        expect(output).not.toContain('without it');
        digests.push(line.digest);
      }
      expect(digests).toEqual([expect.any(Number), digests[0], expect.any(Number)]);
      expect(digests[2]).not.toBe(digests[0]);
    });
  },
);

describe.skipIf(!isBuilt || !hasSandbox)('the variables of a team in a sandbox', () => {
  test('are set inside, and start no program outside of it', async () => {
    const own = join(folder, 'variables');
    const reached = join(folder, 'reached');
    mkdirSync(join(own, 'bin'), { recursive: true });
    for (const name of ['taskset', 'prlimit', 'setpriv', 'bwrap'])
      writeFileSync(
        join(own, 'bin', name),
        `#!/bin/sh\ntouch '${reached}'\nPATH=/usr/bin:/bin exec ${name} "$@"\n`,
        { mode: 0o755 },
      );
    const script = '#!/bin/sh\necho "$RISK $PATH $RCSS_OPTIONS $RCSS_PORT"\nexit 3\n';
    writeFileSync(join(own, 'start.sh'), script, { mode: 0o755 });
    const PATH = `${join(own, 'bin')}:/usr/bin:/bin`;
    const { log } = await play('variables', {
      version: 1,
      teams: [
        {
          name: 'Evil',
          start: own,
          environment: { PATH, RISK: '0.4', RCSS_PORT: '1' },
          options: { line: 3 },
          limits: { cpus: 1, startTimeout: 5 },
        },
        { name: 'Good', start: 'demo', limits: { startTimeout: 5 } },
      ],
      format: { type: 'series', matches: 1 },
      match: { clock: 'synchronous', parameters: { server: { half_time: 1 } } },
      isolation: { level: 'sandbox' },
    });
    expect(existsSync(reached)).toBe(false);
    expect(log.split(' ')).toEqual(['0.4', PATH, '{"line":3}', expect.stringMatching(/^\d{4,5}\n$/)]);
  });
});

describe.skipIf(!isBuilt || !hasSandbox)('a hostile team in a sandbox', () => {
  const match = { clock: 'synchronous', parameters: { server: { half_time: 5 } } };
  const format = { type: 'series', matches: 1 };
  let hostile: Awaited<ReturnType<typeof play>>;
  let peaceful: Awaited<ReturnType<typeof play>>;
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const listener = createServer((socket) => socket.end());
  afterAll(() => {
    victim.kill('SIGKILL');
    listener.close();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const talk = join(import.meta.dirname, '../../cli/test/teams/talk.mjs');
    const good = createTeam('good', talk);
    const quiet = createTeam('quiet', talk);
    const attacker = createTeam('attacker', join(import.meta.dirname, 'hostile-team.mjs'));
    const attack = {
      secret: join(good, 'secret.txt'),
      pid: victim.pid,
      tcp: (listener.address() as AddressInfo).port,
    };
    const isolation = { level: 'sandbox', diskMb: 16 };
    const other = { name: 'Good', start: good };
    hostile = await play('hostile', {
      version: 1,
      teams: [
        {
          name: 'Bad',
          start: attacker,
          environment: { ATTACK: JSON.stringify(attack) },
          limits: { threads: 100 },
        },
        other,
      ],
      format,
      seeds: 1,
      match,
      isolation,
    });
    peaceful = await play('peaceful', {
      version: 1,
      teams: [{ name: 'Bad', start: quiet }, other],
      format,
      seeds: 1,
      match,
    });
  });

  test('reads no file of the other team, no secret of the machine and no variable of the worker', () => {
    const reached = JSON.parse(hostile.log.split('\n')[0]!) as Record<string, unknown>;
    expect(reached).toMatchObject({ secret: 'ENOENT', shadow: 'ENOENT', variables: [] });
  });

  test('kills no process of the machine and sees only its own', () => {
    const reached = JSON.parse(hostile.log.split('\n')[0]!) as Record<string, unknown>;
    expect(reached['kill']).toBe('ESRCH');
    expect(reached['processes']).toBeLessThan(10);
    expect(victim.exitCode).toBeNull();
    expect(victim.signalCode).toBeNull();
  });

  test('writes only to its folders in memory, and fills no disk', () => {
    const reached = JSON.parse(hostile.log.split('\n')[0]!) as Record<string, unknown>;
    expect(reached).toMatchObject({
      own: 'EROFS',
      root: 'EROFS',
      device: 'EROFS',
      disk: 'ENOSPC',
      memoryDisk: 'ENOSPC',
    });
    expect(reached['work']).toBeUndefined();
  });

  test('reaches only the ports of the match', () => {
    expect(JSON.parse(hostile.log.split('\n')[0]!)).toMatchObject({ tcp: 'ECONNREFUSED' });
  });

  test('starts no more processes than its limit allows', () => {
    expect(JSON.parse(hostile.log.split('\n')[0]!)).toMatchObject({ forks: 'EAGAIN' });
    expect(hostile.line.notLimited).toBeUndefined();
  });

  test('leaves no process, although one has left its group without an environment', () => {
    expect(countProcesses(`rcss-hostile-child-${victim.pid}-`)).toBe(0);
  });

  test('cannot act as the referee, and its command is in the result', () => {
    expect(hostile.line.refereeCommands).toMatchObject([{ command: '(dispdiscard -1 3)', executed: false }]);
    expect(hostile.line.players).toEqual({ left: 11, right: 11 });
  });

  test('the match is the one without attacks and without a sandbox, to the last digit', () => {
    expect(hostile.line.forfeit).toBeUndefined();
    expect([hostile.line.cycles, hostile.line.digest]).toEqual([100, peaceful.line.digest]);
  });
});

const chasers = pathToFileURL(join(import.meta.dirname, '../../../packages/play/agent/dist/chasers.js')).href;
/** A module of a stranger, which also tries to be its match: by the messages of a process, by the prototypes of the engine, and by its files. */
const FORGING_MODULE = `
import createChasers from '${chasers}';
import { writeFileSync } from 'node:fs';
const done = { scoreL: 9, scoreR: 0, problems: [] };
process.send?.({ type: 'done', result: done });
try { writeFileSync(new URL('./reached', import.meta.url), ''); } catch {}
try { process.kill(process.ppid, 'SIGUSR1'); } catch {}
export default async (context) => {
  const team = await createChasers(context);
  return { ...team, players: team.players.map((player) => ({ ...player, decide() {
    process.send?.({ type: 'done', result: done });
    return player.decide();
  }, init: player.init, receive: (message) => player.receive(message) })) };
};
`;

describe.skipIf(!isBuilt || !hasSandbox)('modules in a sandbox', () => {
  test('write no score and reach no file; the match is that of the same modules in one process', async () => {
    const codes = { forger: FORGING_MODULE, honest: `export { default } from '${chasers}';\n` };
    const [forger, honest] = Object.entries(codes).map(([name, code]) => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'team.mjs'), code);
      return { name, module: `./${name}/team.mjs` };
    });
    const fields = {
      version: 1,
      format: { type: 'series', matches: 1 },
      seeds: 1,
      match: { parameters: { server: { half_time: 10 } } },
    };
    const isolation = { level: 'sandbox', diskMb: 16 };
    const { line } = await play('modules', { ...fields, teams: [forger, honest], isolation });
    expect(line).toMatchObject({ players: { left: 11, right: 11 }, problems: [] });
    expect(readdirSync(join(folder, 'forger'))).toEqual(['team.mjs']);
    const quiet = { ...forger, module: '@rcss/agent/chasers' };
    const trusted = await play('trusted', { ...fields, teams: [quiet, honest] });
    expect([line.scoreL, line.scoreR]).toEqual([trusted.line.scoreL, trusted.line.scoreR]);
    const [frames, expected] = ['modules', 'trusted'].map((name) => {
      const log = `${line.fixture}-forger-vs-honest.rcg.gz`;
      const lines = gunzipSync(readFileSync(join(folder, `${name}-results/matches`, line.fixture, log)));
      return lines
        .toString('latin1')
        .split('\n')
        .filter((text) => text.startsWith('(show '));
    });
    expect(frames!.length).toBeGreaterThan(190);
    expect(frames).toEqual(expected);
  });
});

describe.skipIf(!isBuilt)('the isolation of a document', () => {
  test('is refused for teams whose folder has the files of another one', () => {
    const check = (teams: readonly object[]): string => {
      const path = join(folder, 'refused.json');
      const document = {
        version: 1,
        teams,
        format: { type: 'series', matches: 1 },
        isolation: { level: 'sandbox' },
      };
      writeFileSync(path, JSON.stringify(document));
      const { status, stderr } = spawnSync(process.execPath, [program, 'run', path], { encoding: 'utf8' });
      return `${status} ${stderr}`;
    };
    mkdirSync(join(folder, 'outer'));
    for (const name of ['outer/start.sh', 'outer/inner.sh']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n');
      chmodSync(join(folder, name), 0o755);
    }
    expect(
      check([
        { name: 'A', start: './outer/start.sh' },
        { name: 'B', start: './outer/inner.sh' },
      ]),
    ).toMatch(/^2 .*\n {2}A may read its folder, .*outer, which has the files of B/);
  });
});
