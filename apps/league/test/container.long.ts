/** Teams in containers of Podman: what a hostile team reaches, and that the match is the one on this machine. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ResultLine, readResultFile } from '@rcss/league-runner/program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../dist/main.js');
const TALK = join(import.meta.dirname, '../../cli/test/teams/talk.mjs');
const HOSTILE = join(import.meta.dirname, 'hostile-team.mjs');
const IMAGE = `localhost/rcss-test-${process.pid}`;

const folder = mkdtempSync(join(tmpdir(), 'rcss-container-'));
// The settings of Podman in a container of CI: no default limits above those of this process, and a runtime for every form of control groups.
const settings = join(folder, 'containers.conf');
writeFileSync(
  settings,
  '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n',
);
const env = { ...process.env, CONTAINERS_CONF: settings, AWS_SECRET_ACCESS_KEY: 'secret' };
const podman = (...args: readonly string[]) => spawnSync('podman', args, { env, encoding: 'utf8' });

/** Makes an image with Node.js, a shell and the programs of two teams; returns why it cannot be run here, or null. */
function makeImage(): string | null {
  if (!existsSync(program)) return `${program} is not built`;
  const root = join(folder, 'root');
  const files = [process.execPath, '/bin/sh', '/bin/sleep'];
  const libraries = files.flatMap((file) => {
    const { stdout } = spawnSync('ldd', [file], { encoding: 'utf8' });
    return stdout?.match(/\/\S+/g) ?? [];
  });
  const copy = (from: string, to: string): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { dereference: true });
  };
  copy(process.execPath, '/usr/bin/node');
  for (const file of [...files.slice(1), ...new Set(libraries)]) copy(file, file);
  copy(TALK, '/team/talk.mjs');
  copy(HOSTILE, '/team/hostile.mjs');
  for (const name of ['tmp', 'proc', 'dev', 'sys', 'etc']) mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  const tar = join(folder, 'image.tar');
  spawnSync('tar', ['-C', root, '-cf', tar, '.']);
  const imported = podman('import', '--change', 'ENV PATH=/usr/bin:/bin', tar, IMAGE);
  if (imported.error !== undefined) return 'podman is not installed';
  if (imported.status !== 0) return imported.stderr;
  const tried = podman('run', '--rm', '--network', 'none', '--pids-limit', '64', IMAGE, 'node', '--version');
  return tried.status === 0 ? null : `podman cannot run containers here: ${tried.stderr.trim()}`;
}

const problem = makeImage();
if (problem !== null) process.stderr.write(`skipped: ${problem}\n`);
afterAll(() => {
  podman('image', 'rm', '--force', IMAGE);
  rmSync(folder, { recursive: true, force: true });
});

async function run(name: string, document: object): Promise<{ status: number | null; output: string }> {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(document));
  const child = spawn(process.execPath, [program, 'run', path, '--quiet'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}

const common = {
  version: 1,
  format: { type: 'series', matches: 1 },
  seeds: 1,
  match: { clock: 'synchronous', parameters: { server: { half_time: 5 } } },
};
const isolation = { level: 'container', engine: 'podman', gateImage: IMAGE, diskMb: 16 };
const start = (file: string) => `exec node /team/${file} {host} {port} {olcoach_port} {team}`;

describe.skipIf(problem !== null)('a hostile team in a container', () => {
  let hostile: ResultLine;
  let peaceful: ResultLine;
  let reached: Record<string, unknown>;
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' });
  afterAll(() => void victim.kill('SIGKILL'));
  beforeAll(async () => {
    const attack = { secret: join(folder, 'hostile.json'), pid: victim.pid, tcp: 9 };
    const limits = { threads: 100, memoryMb: 500, cpus: 1 };
    const environment = { ATTACK: JSON.stringify(attack) };
    const played = await run('hostile', {
      ...common,
      teams: [
        { name: 'Bad', image: IMAGE, start: start('hostile.mjs'), environment, limits },
        { name: 'Good', image: IMAGE, start: start('talk.mjs') },
      ],
      isolation,
    });
    const results = join(folder, 'hostile-results');
    const [line] = readResultFile(results).results;
    if (line === undefined) throw new Error(played.output);
    hostile = line;
    const log = readFileSync(join(results, line.logs!, 'left.log'), 'utf8');
    reached = JSON.parse(log.split('\n')[0]!) as Record<string, unknown>;
    const here = (name: string, file: string) => ({
      name,
      start: `node ${file} {host} {port} {olcoach_port} {team}`,
    });
    await run('peaceful', { ...common, teams: [here('Bad', TALK), here('Good', TALK)] });
    peaceful = readResultFile(join(folder, 'peaceful-results')).results[0]!;
  });

  test('reads nothing of the machine, fills no disk and reaches only the ports of the match', () => {
    expect(reached).toMatchObject({
      ...{ secret: 'ENOENT', shadow: 'ENOENT', variables: [], tcp: 'ECONNREFUSED' },
      ...{ own: 'EROFS', root: 'EROFS', disk: 'ENOSPC' },
    });
    expect(reached['work']).toBeUndefined();
  });

  test('kills no process of the machine, starts no more threads than its limit, and leaves no process', () => {
    expect(reached).toMatchObject({ kill: 'ESRCH', forks: 'EAGAIN' });
    expect(victim.signalCode).toBeNull();
    const { stdout } = podman('ps', '--all', '--filter', 'name=rcss-', '--format', '{{.Names}} {{.Image}}');
    expect(stdout.split('\n').filter((line) => line.includes(IMAGE))).toEqual([]);
  });

  test('the match is the one without containers and without attacks', () => {
    expect(hostile.refereeCommands).toMatchObject([{ command: '(dispdiscard -1 3)', executed: false }]);
    expect(hostile.notLimited).toBeUndefined();
    expect([hostile.cycles, hostile.digest]).toEqual([100, peaceful.digest]);
  });
});

describe.skipIf(!existsSync(program))('the level container', () => {
  const teams = ['A', 'B'].map((name) => ({ name, image: 'no-such-image', start: start('talk.mjs') }));

  test('without the engine or an image is an error before the first match', async () => {
    const document = { ...common, teams, isolation: { ...isolation, engine: 'podman' } };
    const { status, output } = await run('missing', document);
    expect(status).toBe(2);
    expect(output).toMatch(
      /teams cannot be started; no match was played:\n {2}A: the image no-such-image cannot be used: (podman: |the command podman is not installed; install it, or set isolation\.engine)/,
    );
  });

  test('is refused for teams without an image, and an image for other levels', async () => {
    const own = [{ name: 'A', start: start('talk.mjs') }, teams[1]];
    expect((await run('own', { ...common, teams: own, isolation })).output).toContain(
      'A has no image; the level container starts teams from images',
    );
    expect((await run('bare', { ...common, teams })).output).toContain(
      'A is an image, no-such-image, which needs isolation: { level: container }',
    );
  });
});
