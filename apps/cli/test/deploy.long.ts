/**
 * Starts the command lines of deploy/ as users without rights, with a read-only file system and an empty configuration, each in a network of its own. Needs
 * the compiled programs and bubblewrap; skipped without them. That of the worker also needs Redis.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../..');
const program = join(root, 'apps/cli/bin/rcss.js');
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

const canRun =
  existsSync(join(root, 'apps/cli/dist')) &&
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Place {
  /** Folder that the programs may write. */
  readonly writable: string;
  readonly uid: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Further names of this machine. */
  readonly hosts?: readonly string[];
}

/**
 * Runs a script of Node in a sandbox in which `rcss` is a command, and returns its output. The script has `start(command)`, which returns a
 * process with its output, and `until(check)`, which waits for a state.
 */
function runInSandbox(script: string, { writable, uid, environment = {}, hosts = [] }: Place): string {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-deploy-'));
  folders.push(folder);
  for (const name of ['bin', 'state']) mkdirSync(join(folder, name));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'state'), 0o777);
  writeFileSync(join(folder, 'bin/rcss'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'bin/rcss'), 0o755);
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`);
  const source = `
    const { spawn } = require('node:child_process');
    const start = (command) => {
      const shell = typeof command === 'string';
      const child = spawn(shell ? '/bin/sh' : command[0], shell ? ['-c', 'exec ' + command] : command.slice(1));
      const run = { child, output: '', ended: new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal))) };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { run.output += text; });
      return run;
    };
    const until = async (check) => {
      while (!(await Promise.resolve().then(check).catch(() => false))) await new Promise((done) => setTimeout(done, 50));
    };
    const isHealthy = (command) => start(command).ended.then((code) => code === 0);
    (async () => { ${script} })().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });`;
  const parent = dirname(writable);
  const system = readdirSync('/').filter((name) => !['dev', 'proc', 'tmp'].includes(name));
  const args = [
    ...['--unshare-all', '--uid', uid, '--gid', uid, '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...system.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]),
    ...[
      '--ro-bind',
      root,
      root,
      '--ro-bind',
      folder,
      folder,
      '--ro-bind',
      join(folder, 'hosts'),
      '/etc/hosts',
    ],
    ...(parent === '/' ? [] : ['--tmpfs', parent]),
    ...['--bind', join(folder, 'state'), writable, '--remount-ro', '/', '--chdir', writable, '--clearenv'],
    ...['--setenv', 'PATH', `${folder}/bin:/usr/local/bin:/usr/bin:/bin`, '--setenv', 'HOME', writable],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...[process.execPath, '-e', source],
  ];
  const { status, stdout, stderr } = spawnSync('bwrap', args, { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`exit code ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Values of a setting of a unit. */
const valuesOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

function readEnvironment(unit: string): Record<string, string> {
  const pairs = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

test.skipIf(!canRun)('the unit of the server starts without a configuration and ends at its signal', () => {
  const unit = read('systemd/rcss-server.service');
  const [check, main] = [valuesOf(unit, 'ExecStartPre')[0], valuesOf(unit, 'ExecStart')[0]];
  const output = runInSandbox(
    `const check = start(${JSON.stringify(check)});
     console.log('check', await check.ended);
     const server = start(${JSON.stringify(main)});
     server.ended.then((code) => { if (server.child.killed === false) { console.error(server.output); process.exit(1); } });
     await until(() => fetch('http://127.0.0.1:9090/healthz').then(({ ok }) => ok));
     server.child.kill('${valuesOf(unit, 'KillSignal')[0]}');
     console.log('server', await server.ended);
     console.log(require('node:fs').readdirSync('conf').sort().join(' '), require('node:fs').existsSync('log'));`,
    { writable: valuesOf(unit, 'WorkingDirectory')[0]!, uid: '61184', environment: readEnvironment(unit) },
  );
  expect(output).toBe('check 0\nserver 0\nCSVSaver.conf player.conf server.conf true\n');
});

test.skipIf(!canRun)(
  'the unit of the room server takes no more matches at its signal, and ends after those that run',
  () => {
    const unit = read('systemd/rcss-rooms.service');
    const [check, main] = [valuesOf(unit, 'ExecStartPre')[0]!, valuesOf(unit, 'ExecStart')[0]!].map(
      (command) => command.replace('/etc/rcss', join(root, 'deploy/systemd')),
    );
    const output = runInSandbox(
      `const check = start(${JSON.stringify(check)});
     console.log('check', await check.ended);
     const server = start(${JSON.stringify(main)});
     server.ended.then((code) => { if (server.child.killed === false) { console.error(server.output); process.exit(1); } });
     const call = (path, body) => fetch('http://127.0.0.1:7000' + path,
       body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
     await until(() => call('/healthz').then(({ ok }) => ok));
     const document = { version: 1, clock: 'stepped', recording: { recording: true } };
     await call('/rooms', { id: 'final', document });
     await call('/rooms/final/step', { cycles: 2 });
     server.child.kill('${valuesOf(unit, 'KillSignal')[0]}');
     await until(async () => (await (await call('/healthz')).json()).draining.running === 1);
     console.log('new room', (await call('/rooms', { document })).status);
     console.log('step', (await (await call('/rooms/final/step', { cycles: 1 })).json()).steps);
     await call('/rooms/final/stop', {});
     console.log('server', await server.ended, require('node:fs').readdirSync('rooms/final').join(' '));`,
      { writable: valuesOf(unit, 'WorkingDirectory')[0]!, uid: '61184', environment: readEnvironment(unit) },
    );
    expect(output).toBe('check 0\nnew room 503\nstep 3\nserver 0 match.rec\n');
  },
);

test.skipIf(!canRun || !hasRedis)('the unit of a worker starts with its queue and ends at its signal', () => {
  const unit = read('systemd/rcss-league-worker.service');
  const main = valuesOf(unit, 'ExecStart')[0]!;
  const output = runInSandbox(
    `const queue = start('redis-server --requirepass secret --save "" --dir /tmp');
     const worker = start(${JSON.stringify(main)});
     worker.ended.then(() => { if (!worker.child.killed) { console.error(worker.output); process.exit(1); } });
     const clients = () => start('redis-cli --no-auth-warning -a secret client list');
     await until(async () => { const list = clients(); await list.ended; return list.output.split('\\n').length > 2; });
     worker.child.kill('${valuesOf(unit, 'KillSignal')[0]}');
     console.log('worker', await worker.ended);`,
    {
      writable: valuesOf(unit, 'WorkingDirectory')[0]!,
      uid: '61184',
      environment: {
        ...readEnvironment(unit),
        QUEUE: 'redis://:secret@127.0.0.1:6379',
        RCSS_LEAGUE_KEY: 'k'.repeat(64),
      },
    },
  );
  expect(output).toBe('worker 0\n');
});

interface Service {
  readonly command: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
}

test.skipIf(!canRun)(
  'the services of the compose file connect in their order, and their health checks pass',
  () => {
    const { services } = parse(read('docker/compose.yaml')) as { services: Record<string, Service> };
    const command = (name: string): string => JSON.stringify(['rcss', ...services[name]!.command]);
    const [, image] = /^HEALTHCHECK .*\\\n\s+CMD (.+)$/m.exec(read('docker/Dockerfile'))!;
    const [kind, ...left] = services['left']!.healthcheck!.test!;
    expect(kind).toBe('CMD');
    const output = runInSandbox(
      `const runs = { server: start(${command('server')}) };
     await until(() => isHealthy(${image}));
     runs.bridge = start(${command('bridge')});
     console.log('left before', await isHealthy(${JSON.stringify(left)}));
     runs.left = start(${command('left')});
     await until(() => isHealthy(${JSON.stringify(left)}));
     runs.right = start(${command('right')});
     const room = async () => (await (await fetch('http://127.0.0.1:9090/status.json')).json()).rooms[0];
     await until(async () => (await room()).clients.player === 22);
     const { left, right } = await room();
     console.log(left.name, right.name);
     await until(() => fetch('http://127.0.0.1:6080/').then(({ ok }) => ok));
     runs.server.child.kill('SIGTERM');
     console.log('server', await runs.server.ended);
     for (const name of ['bridge', 'left', 'right']) runs[name].child.kill('SIGTERM');`,
      { writable: '/data', uid: '1000', environment: { RCSS_CONF_DIR: '/data/conf' }, hosts: ['server'] },
    );
    expect(output).toBe('left before false\nLeft Right\nserver 0\n');
  },
);
