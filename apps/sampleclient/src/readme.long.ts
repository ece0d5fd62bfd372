import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findFreePorts } from '../../../packages/kit/kit/test/free-ports.js';
import { runTeam } from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const apps = join(import.meta.dirname, '../..');

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a program of this repository from its source. */
function start(app: string, args: readonly string[]) {
  const main = join(apps, app, 'src/main.ts');
  const child = spawn(
    process.execPath,
    ['--conditions=@rcss/source', '--import', import.meta.resolve('tsx'), main, ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  children.push(child);
  let output = '';
  let waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
      for (const check of waiting) check();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!output.includes(text)) return;
        waiting = waiting.filter((other) => other !== check);
        resolve();
      };
      waiting.push(check);
      check();
      void exit.then(() => reject(new Error(`ended without printing '${text}': ${output}`)));
    });
  return { child, exit, printed, output: () => output };
}

/** Starts a server that waits for a number of clients, plays halves of one second, and ends. */
async function startServer(clients: number) {
  const port = await findFreePorts('udp', 3);
  const server = start('server', [
    `server::port=${port}`,
    `server::coach_port=${port + 1}`,
    `server::olcoach_port=${port + 2}`,
    'server::auto_mode=1',
    'server::synch_mode=1',
    'server::half_time=1',
    'server::nr_extra_halfs=0',
    'server::penalty_shoot_outs=0',
    'server::connect_wait=5',
    `rcss::wait_for_clients=${clients}`,
    'server::kick_off_wait=1',
    'server::game_over_wait=1',
    'server::text_logging=0',
    'server::game_logging=0',
  ]);
  await server.printed('Hit CTRL-C to exit');
  return { server, port };
}

test('the command lines of the README play a match against each other', async () => {
  const { server, port } = await startServer(15);
  const lines = [.../```sh\n([\s\S]*?)```/.exec(readme)![1]!.matchAll(/^rcss-team (.*?) +#/gm)].map(
    (line) => {
      const args = line[1]!.split(' ');
      return args.includes('6000')
        ? args.map((arg) => (arg === '6000' ? String(port) : arg))
        : [...args, '--port', String(port)];
    },
  );
  expect(lines.map(([verb]) => verb)).toEqual(['team', 'chaser', 'client']);
  const client = start('sampleclient', lines[2]!);
  client.child.stdin.write('(bad)\n');
  await client.printed('(error unknown_command)');
  client.child.kill('SIGINT');
  expect(await client.exit).toBe(1);
  expect(client.output()).toContain('Killed. Exiting...');

  const team = start('sampleclient', lines[0]!);
  const chasers = start('sampleclient', lines[1]!);
  expect(await server.exit, server.output()).toBe(0);
  expect(await team.exit, team.output()).toBe(0);
  expect(await chasers.exit, chasers.output()).toBe(0);
});

test('the library example of the README runs', async () => {
  const { port } = await startServer(11);
  const code = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const body = code.replace(/^import .*$/m, '').replace('6000', String(port));
  const printed: string[] = [];
  const example = new Function('runTeam', 'console', `return (async () => {${body}})()`);
  await example(runTeam, { log: (text: string) => printed.push(text) });
  expect(printed).toEqual(['The match is over.']);
});
