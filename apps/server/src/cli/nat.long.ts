/**
 * A match of two teams and a server in three private networks. Each router translates addresses as a home router or the port mapping of a
 * container does: the server's forwards one UDP port for players, those of the teams give all their players one address.
 *
 *     server 10.9.0.2 ── router ─┐
 *     Alpha 192.168.1.2 ─ router ┼─ public network 203.0.113.0/24
 *     Beta 192.168.1.2 ── router ┘
 *
 * Needs Linux, the right to create network namespaces, `ip` and `nft`; skipped without them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const PREFIX = `rcss${process.pid}`;
const SERVER = '203.0.113.1';
/** Sites by their public address, with their private network. */
const SITES = {
  server: { public: SERVER, router: '10.9.0.1', host: '10.9.0.2' },
  left: { public: '203.0.113.2', router: '192.168.1.1', host: '192.168.1.2' },
  right: { public: '203.0.113.3', router: '192.168.1.1', host: '192.168.1.2' },
} as const;
type Site = keyof typeof SITES;

const name = (part: string): string => `${PREFIX}-${part}`;
const apps = join(import.meta.dirname, '../../..');

function runTool(command: string): void {
  const [file = '', ...args] = command.split(' ');
  const { status, error, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}

/** Returns why there are no networks with address translation here, or null. */
function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'needs Linux';
  const probe = name('probe');
  try {
    runTool(`ip netns add ${probe}`);
    runTool(`ip netns exec ${probe} nft add table ip nat`);
    runTool(`ip netns exec ${probe} nft add chain ip nat out { type nat hook postrouting priority 100 ; }`);
    runTool(`ip netns exec ${probe} nft add rule ip nat out masquerade`);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    spawnSync('ip', ['netns', 'del', probe]);
  }
}

const children: ChildProcess[] = [];
const namespaces: string[] = [];
let folder = '';
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const namespace of namespaces.splice(0)) spawnSync('ip', ['netns', 'del', namespace]);
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

function addNamespace(part: string): void {
  runTool(`ip netns add ${name(part)}`);
  namespaces.push(name(part));
  runTool(`ip -n ${name(part)} link set lo up`);
}

/** Creates a host and its router, and connects the router to the public network. */
function addSite(site: Site): void {
  const { public: address, router, host } = SITES[site];
  const [inside, outside] = [name(site), name(`${site}-router`)];
  addNamespace(site);
  addNamespace(`${site}-router`);
  runTool(`ip link add out netns ${outside} type veth peer name ${site} netns ${name('public')}`);
  runTool(`ip -n ${name('public')} link set ${site} master switch up`);
  runTool(`ip -n ${outside} address add ${address}/24 dev out`);
  runTool(`ip -n ${outside} link set out up`);
  runTool(`ip link add in netns ${outside} type veth peer name lan netns ${inside}`);
  runTool(`ip -n ${outside} address add ${router}/24 dev in`);
  runTool(`ip -n ${outside} link set in up`);
  runTool(`ip -n ${inside} address add ${host}/24 dev lan`);
  runTool(`ip -n ${inside} link set lan up`);
  runTool(`ip -n ${inside} route add default via ${router}`);
  const onRouter = (command: string) => runTool(`ip netns exec ${outside} ${command}`);
  onRouter('sysctl -q -w net.ipv4.ip_forward=1');
  onRouter('nft add table ip nat');
  if (site === 'server') {
    onRouter('nft add chain ip nat in { type nat hook prerouting priority -100 ; }');
    onRouter(`nft add rule ip nat in iifname out udp dport 6000 dnat to ${host}`);
  }
  onRouter('nft add chain ip nat out { type nat hook postrouting priority 100 ; }');
  onRouter('nft add rule ip nat out oifname out masquerade');
  // Like a home router, it forwards from outside only what belongs to a connection or to a port mapping.
  onRouter('nft add table ip filter');
  onRouter('nft add chain ip filter pass { type filter hook forward priority 0 ; policy drop ; }');
  onRouter('nft add rule ip filter pass iifname in accept');
  onRouter('nft add rule ip filter pass ct state established,related accept');
  onRouter('nft add rule ip filter pass ct status dnat accept');
}

/** Starts a program of this repository from its source, on the host of a site. */
function start(site: Site, app: string, args: readonly string[]) {
  const child = spawn(
    'ip',
    [
      ...['netns', 'exec', name(site), process.execPath, '--conditions=@rcss/source'],
      ...['--import', import.meta.resolve('tsx'), join(apps, app, 'src/main.ts'), ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { exit, read: () => output };
}

function buildNetworks(): void {
  addNamespace('public');
  runTool(`ip -n ${name('public')} link add switch type bridge`);
  runTool(`ip -n ${name('public')} link set switch up`);
  for (const site of Object.keys(SITES) as Site[]) addSite(site);
  folder = mkdtempSync(join(tmpdir(), 'rcss-nat-'));
}

const startServer = (parameter: string) =>
  start('server', 'server', [
    ...['rcss::bind_address=0.0.0.0', `rcss::result_file=${folder}/result.json`, 'rcss::wait_for_clients=22'],
    ...['server::synch_mode=on', 'server::auto_mode=on', 'server::half_time=5', 'server::nr_extra_halfs=0'],
    ...['server::penalty_shoot_outs=off', `server::game_log_dir=${folder}`, `server::text_log_dir=${folder}`],
    parameter,
  ]);

const startTeam = (site: Site, team: string) =>
  start(site, 'sampleclient', ['team', '--team', team, '--host', SERVER]);

const obstacle = findObstacle();

test.skipIf(obstacle !== null)(
  `two teams play a match through three routers with address translation${obstacle === null ? '' : ` (${obstacle})`}`,
  async () => {
    buildNetworks();
    const server = startServer('rcss::single_port=on');
    await expect.poll(server.read).toContain('Hit CTRL-C to exit');
    const left = startTeam('left', 'Alpha');
    await expect.poll(server.read).toContain('(Alpha 11) connected');
    const right = startTeam('right', 'Beta');
    expect([await server.exit, server.read()]).toEqual([0, expect.stringContaining('Game Over. Exiting...')]);
    const { left: alpha, right: beta, time } = JSON.parse(readFileSync(`${folder}/result.json`, 'utf8'));
    expect([alpha.name, alpha.players.length, beta.name, beta.players.length]).toEqual([
      'Alpha',
      11,
      'Beta',
      11,
    ]);
    expect(time).toBe(100);
    for (const { commands } of [...alpha.players, ...beta.players]) expect(commands).toBeGreaterThan(100);
    await Promise.all([left.exit, right.exit]);
  },
);

test.skipIf(obstacle !== null)(
  `with a port per client, no player connects through the routers${obstacle === null ? '' : ` (${obstacle})`}`,
  async () => {
    buildNetworks();
    const server = startServer('rcss::single_port=off');
    await expect.poll(server.read).toContain('Hit CTRL-C to exit');
    const team = startTeam('left', 'Alpha');
    // Each repeated request takes a further place, until none is left.
    expect([await team.exit, team.read()]).toEqual([
      1,
      expect.stringMatching(/no answer|refused the connection/),
    ]);
  },
);
