/**
 * Starts the command lines of deploy/ as users without rights, with a read-only file system and an empty configuration, each in a network of its own. Needs
 * the compiled programs and bubblewrap; skipped without them. Those of workers also need Redis. The sidecar of Agones is a server that notes what is
 * reported; .ci/agones.sh has the real one.
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
import { parse, parseAllDocuments } from 'yaml';
import { hasSandbox } from '../../../packages/serve/league-runner/test/has-sandbox.js';

const root = resolve(import.meta.dirname, '../../..');
const program = join(root, 'apps/cli/bin/rcss.js');
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

const canRun = existsSync(join(root, 'apps/cli/dist')) && hasSandbox;
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

interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
}

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

const readObjects = (path: string): KubernetesObject[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as KubernetesObject);

/** Command lines of the containers of an object, at whatever depth, with the folders of its volumes in the one that can be written. */
function listCommands({ spec }: KubernetesObject): string[][] {
  const found: Container[] = [];
  JSON.stringify(spec, (key, value) => {
    if (key === 'containers') found.push(...(value as Container[]));
    return value;
  });
  return found.map(({ command = ['rcss'], args }) =>
    [...command, ...args].map((word) => word.replace(/\/(?=documents\/|results|etc\/rcss\/)/g, '/data/')),
  );
}

const DOCUMENT = {
  version: 1,
  teams: ['A', 'B'].map((name) => ({ name, module: '@rcss/agent/chasers' })),
  format: { type: 'series', matches: 4 },
  seeds: 1,
  match: { stop: { cycles: 20 } },
};

/** Puts the document where the command lines expect it, and reads results. */
const LEAGUE = `
     const { mkdirSync, writeFileSync, readFileSync } = require('node:fs');
     mkdirSync('documents');
     writeFileSync('documents/cup.yaml', ${JSON.stringify(JSON.stringify(DOCUMENT))});
     const countMatches = (folder) => readFileSync(folder + '/results.jsonl', 'utf8').split('"type":"match"').length - 1;`;

test.skipIf(!canRun || !hasRedis)(
  'the workers of the compose file and of Kubernetes play what the run of Kubernetes asks for',
  () => {
    const { services } = parse(read('league/compose.yaml').replace(/\$\{REDIS_PASSWORD:\?\}/g, 'secret')) as {
      services: Record<string, Service>;
    };
    const queue = 'redis://:secret@queue:6379';
    const [worker, run] = readObjects('league/kubernetes.yaml')
      .flatMap(listCommands)
      .map((words) => words.map((word) => word.replace('$(QUEUE)', queue)));
    const ofCompose = ['rcss', ...services['worker']!.command];
    expect(ofCompose).toContain(queue);
    const output = runInSandbox(
      `${LEAGUE}
     const runs = [${JSON.stringify(services['queue']!.command)}, ${JSON.stringify(ofCompose)}, ${JSON.stringify(worker)}].map(start);
     const run = start(${JSON.stringify(run)});
     const code = await run.ended;
     if (code !== 0) console.log(run.output, ...runs.map(({ output }) => output));
     console.log('run', code, countMatches('results'));
     for (const { child } of runs) child.kill('SIGTERM');
     console.log('ended', ...(await Promise.all(runs.map(({ ended }) => ended))));`,
      {
        ...{ writable: '/data', uid: '1000', hosts: ['queue'] },
        environment: { RCSS_LEAGUE_KEY: 'k'.repeat(64) },
      },
    );
    expect(output).toBe('run 0 4\nended 0 0 0\n');
  },
);

test.skipIf(!canRun)('the shares of the Indexed Job are all matches of the document', () => {
  const [share] = readObjects('league/shares.yaml').flatMap(listCommands);
  const output = runInSandbox(
    `${LEAGUE}
     for (const index of [0, 1, 2, 3]) {
       process.env.JOB_COMPLETION_INDEX = index;
       const run = start(${JSON.stringify(share)});
       const code = await run.ended;
       if (code !== 0) console.log(run.output);
       console.log(code, countMatches('results/share-' + (index + 1)));
     }`,
    { writable: '/data', uid: '1000' },
  );
  expect(output).toBe('0 1\n0 1\n0 1\n0 1\n');
});

test.skipIf(!canRun).each([
  { name: 'rcss-one-room', reports: 'ready allocate shutdown' },
  { name: 'rcss-many-rooms', reports: 'ready allocate ready shutdown' },
])('the servers of the fleet $name report their state before, in and after a match', ({ name, reports }) => {
  const fleets = readObjects('agones/fleet.yaml');
  const settings = fleets.find(({ kind }) => kind === 'ConfigMap')!.data!;
  const fleet = fleets.find(({ kind, metadata }) => kind === 'Fleet' && metadata.name === name)!;
  const output = runInSandbox(
    `const { mkdirSync, writeFileSync } = require('node:fs');
     mkdirSync('etc/rcss', { recursive: true });
     for (const [file, text] of Object.entries(${JSON.stringify(settings)})) writeFileSync('etc/rcss/' + file, text);
     const reports = [];
     require('node:http').createServer((request, answer) => {
       const [, what] = /^\\/(ready|allocate|shutdown)$/.exec(request.url) ?? [];
       if (what !== undefined) reports.push(what);
       request.resume().on('end', () => answer.end('{}'));
     }).listen(9358, '127.0.0.1');
     const server = start(${JSON.stringify(listCommands(fleet)[0])});
     server.ended.then((code) => { if (!reports.includes('shutdown')) { console.error(server.output); process.exit(1); } });
     const call = (path, body) => fetch('http://127.0.0.1:7000' + path, { method: 'POST', body: JSON.stringify(body),
       headers: { 'Content-Type': 'application/json', Authorization: 'Bearer a-token-of-the-secret' } });
     await until(() => reports.includes('ready'));
     await call('/rooms', { id: 'final', document: { version: 1, clock: 'stepped' } });
     console.log('step', (await call('/rooms/final/step', { cycles: 2 })).status);
     await until(() => reports.includes('allocate'));
     await call('/rooms/final/stop', {});
     if (${JSON.stringify(name === 'rcss-many-rooms')}) {
       await until(() => reports.length === 3);
       server.child.kill('SIGTERM');
     }
     console.log('server', await server.ended, ...reports);`,
    { writable: '/data', uid: '1000', environment: { RCSS_HTTP_TOKEN: 'a-token-of-the-secret' } },
  );
  expect(output).toBe(`step 200\nserver 0 ${reports}\n`);
});
