// The files of deploy/: syntax, and that they name programs, parameters and options that exist.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { listBins, loadCommand } from '../../apps/site/scripts/man-pages/programs.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const parameters = new Set(
  [...read('docs/reference/parameters.md').matchAll(/^\| `(\w+::\w+)` /gm)].map((row) => row[1]),
);

/** Whether a program answers; some tests need programs that are not everywhere. */
const has = (...command) => spawnSync(command[0], command.slice(1)).status === 0;

/** The parameters of the server that a text sets. */
const settingsIn = (text) => [...text.matchAll(/\b(\w+::\w+)=/g)].map((found) => found[1]);

function readDockerfile() {
  const lines = read('deploy/docker/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction, ...rest] = line.trim().split(/\s+/);
      return { instruction, text: rest.join(' ') };
    });
}

test('the page of parameters lists the parameters that this test looks up', () => {
  expect(parameters.size).toBeGreaterThan(200);
  expect(parameters).toContain('rcss::http_port');
});

test('the Dockerfile has a build stage, a user without rights and a health check', () => {
  const instructions = readDockerfile();
  const stages = instructions.filter(({ instruction }) => instruction === 'FROM');
  expect(stages).toHaveLength(2);
  for (const { text } of stages) expect(text).toMatch(/^node:\d+-\S+-slim( AS \w+)?$/);
  const last = instructions.slice(instructions.indexOf(stages[1]));
  const find = (name) => last.filter(({ instruction }) => instruction === name).map(({ text }) => text);
  expect(find('COPY')).toEqual(['--from=build /app /app']);
  expect(find('USER')).toEqual(['1000:1000']);
  expect(find('HEALTHCHECK')[0]).toContain('/healthz');
  expect(find('ENTRYPOINT')).toEqual(['["rcss"]']);
  const command = JSON.parse(find('CMD')[0]);
  expect(command[0]).toBe('server');
  for (const name of settingsIn(command.join(' '))) expect(parameters).toContain(name);
  const port = /rcss::http_port=(\d+)/.exec(command.join(' '))[1];
  expect(find('EXPOSE')[0]).toContain(`${port}/tcp`);
  expect(find('HEALTHCHECK')[0]).toContain(`:${port}/`);
});

test('the scripts and the version of Node.js that the Dockerfile uses exist', () => {
  const text = read('deploy/docker/Dockerfile');
  for (const [, script] of text.matchAll(/node (scripts\/\S+)/g))
    expect(existsSync(join(root, script))).toBe(true);
  expect(text).toMatch(/node:24-/);
  expect(existsSync(join(root, 'apps/cli/bin/rcss.js'))).toBe(true);
});

/** Keys of a service of the Compose specification that the file may use. */
const SERVICE_KEYS = new Set([
  ...['image', 'build', 'command', 'volumes', 'ports', 'init', 'stop_grace_period', 'read_only', 'tmpfs'],
  ...['cap_drop', 'security_opt', 'ulimits', 'logging', 'depends_on', 'healthcheck', 'mem_limit'],
  ...['pids_limit', 'network_mode'],
]);

test('the compose file has server, bridge and two teams, without rights and with parameters that exist', () => {
  const compose = parse(read('deploy/docker/compose.yaml'));
  expect(Object.keys(compose.services)).toEqual(['server', 'bridge', 'left', 'right']);
  for (const [name, service] of Object.entries(compose.services)) {
    for (const key of Object.keys(service)) expect(SERVICE_KEYS, `${name}.${key}`).toContain(key);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.read_only).toBe(true);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    for (const other of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(other);
    for (const parameter of settingsIn(service.command.join(' '))) expect(parameters).toContain(parameter);
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0]);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
  const { dockerfile, context } = compose.services.server.build;
  expect(existsSync(join(root, dockerfile))).toBe(true);
  expect(join(root, 'deploy/docker', context)).toBe(root);
});

/** The plugin of docker, or the program of its own; version 1 does not know the field `name`. */
const composeCommand = [['docker', 'compose'], ['docker-compose']].find(
  ([program, ...words]) =>
    !spawnSync(program, [...words, 'version', '--short'], { encoding: 'utf8' }).stdout?.startsWith('1.') &&
    has(program, ...words, 'version'),
);

test.skipIf(composeCommand === undefined).each(['docker', 'league'])(
  'docker compose accepts deploy/%s/compose.yaml',
  (folder) => {
    const [program, ...words] = [...composeCommand, '-f', `deploy/${folder}/compose.yaml`, 'config', '-q'];
    const { stderr, status } = spawnSync(program, words, { cwd: root, encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  },
);

test('the unit sets parameters that exist, and restarts after a match but not after a wrong configuration', () => {
  const unit = read('deploy/systemd/rcss-server.service');
  for (const name of settingsIn(unit)) expect(parameters).toContain(name);
  expect(unit).toMatch(/^Restart=always$/m);
  expect(unit).toMatch(/^RestartPreventExitStatus=1 2$/m);
  expect(unit).toMatch(/^ExecStartPre=.*--check-config$/m);
});

const hasSystemd = has('systemd-analyze', '--version');

test.skipIf(!hasSystemd).each(['rcss-server.service', 'rcss-rooms.service', 'rcss-league-worker.service'])(
  'systemd accepts %s',
  (name) => {
    const unit = join(root, 'deploy/systemd', name);
    const verified = spawnSync('systemd-analyze', ['--man=no', 'verify', unit], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes(name))).toEqual([]);
  },
);

test.skipIf(!hasSystemd)('systemd finds the unit of the server protected', () => {
  const unit = join(root, 'deploy/systemd/rcss-server.service');
  const security = spawnSync('systemd-analyze', ['--no-pager', 'security', '--offline=yes', unit], {
    encoding: 'utf8',
  });
  if (security.status !== 0) return;
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(security.stdout)[1])).toBeLessThan(2.5);
});

/** Options of a program and of its verbs. */
async function optionsOf(name) {
  const command = await loadCommand(
    root,
    listBins(root).find((bin) => bin.name === name),
  );
  return [command, ...command.commands].flatMap(({ options }) => options.map(({ long }) => long));
}

test('the files for leagues use verbs and options that rcss-league has', async () => {
  const options = await optionsOf('rcss-league');
  const [, exec] = /^ExecStart=\S+ rcss league (.+)$/m.exec(
    read('deploy/systemd/rcss-league-worker.service'),
  );
  const compose = parse(read('deploy/league/compose.yaml'));
  const objects = parseAllDocuments(read('deploy/league/kubernetes.yaml')).map((document) => document.toJS());
  const containers = objects.flatMap(({ spec }) => spec.template?.spec.containers ?? []);
  expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'Job', 'PersistentVolumeClaim']);
  expect(containers).toHaveLength(2);
  const commands = [
    exec.split(' '),
    ...[compose.services.worker.command, ...containers.map(({ args }) => args)].map(([app, ...words]) => {
      expect(app).toBe('league');
      return words;
    }),
  ];
  for (const [verb, ...words] of commands) {
    expect(['worker', 'run']).toContain(verb);
    for (const word of words.filter((text) => text.startsWith('--'))) expect(options).toContain(word);
  }
  const shares = parse(read('deploy/league/shares.yaml'));
  const [share] = shares.spec.template.spec.containers;
  for (const [word] of share.args[0].matchAll(/--[a-z-]+/g)) expect(options).toContain(word);
  expect(share.args[0]).toContain(`/${shares.spec.completions}"`);
  objects.push(shares);
  // Programs of teams get no account of the cluster.
  for (const { spec } of objects.filter(({ spec }) => spec.template !== undefined))
    expect(spec.template.spec.automountServiceAccountToken).toBe(false);
  // The volumes belong to root otherwise, and the user of the image writes nothing.
  for (const { spec } of objects.filter(({ spec }) => spec.template !== undefined))
    expect(spec.template.spec.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
  for (const port of compose.services.queue.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test('the files for KEDA and Agones use options that exist, and objects of each other', async () => {
  const objectsIn = (path) => parseAllDocuments(read(`deploy/${path}`)).map((document) => document.toJS());
  const [worker] = objectsIn('league/kubernetes.yaml');
  const [authentication, scaled] = objectsIn('league/keda.yaml');
  expect(scaled.spec.scaleTargetRef.name).toBe(worker.metadata.name);
  for (const { authenticationRef, metadata } of scaled.spec.triggers) {
    expect(authenticationRef.name).toBe(authentication.metadata.name);
    expect(metadata.listName).toMatch(/^bull:rcss-league:(wait|prioritized|active)$/);
  }
  const server = await optionsOf('rcss-server');
  const [settings, ...agones] = objectsIn('agones/fleet.yaml');
  const fleets = agones.filter(({ kind }) => kind === 'Fleet');
  expect(fleets).toHaveLength(2);
  for (const { spec } of fleets) {
    const { ports, template } = spec.template.spec;
    const [app, ...words] = template.spec.containers[0].args;
    expect(app).toBe('server');
    for (const word of words.filter((text) => text.startsWith('--'))) expect(server).toContain(word);
    const file = parse(settings.data[words[1].replace('/etc/rcss/', '')]);
    expect(file.http.port).toBe(ports[0].containerPort);
    expect(file.drainOnSigterm).toBe(true);
  }
});

test('the workflow that publishes packages names every action by its commit', () => {
  const workflow = parse(read('.github/workflows/release.yml'));
  const actions = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  );
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test('Prometheus scrapes the port of the examples, and its rules are rules', () => {
  const config = parse(read('deploy/prometheus/prometheus.yml'));
  expect(config.scrape_configs[0].static_configs[0].targets).toEqual(['127.0.0.1:9090']);
  for (const file of config.rule_files) {
    const { groups } = parse(read(`deploy/prometheus/${file}`));
    for (const rule of groups.flatMap(({ rules }) => rules)) {
      expect(rule).toMatchObject({ alert: expect.any(String), expr: expect.any(String) });
      expect(rule.annotations.summary).toMatch(/\.$/);
    }
  }
});
