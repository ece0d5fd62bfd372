import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import type { SideName } from '@rcss/core';
import type { TreeIdentity } from '@rcss/kit/match-runner';
import { afterEach, expect, test } from 'vitest';
import { SocketOwners } from './socket-owners.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const PROGRAM = `
  const socket = require('node:dgram').createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => console.log(socket.address().port, process.pid));
`;

/** Starts a process with a UDP socket; returns its tree and the port. */
async function startTeam(
  mark: string,
  shell: string,
): Promise<{ group: number; mark: string; port: number }> {
  const child = spawn('sh', ['-c', shell], {
    detached: true,
    env: { ...process.env, RCSS_TEST_MARK: mark, PROGRAM, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port, pid] = await new Promise<number[]>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).split(' ').map(Number))),
  );
  open.push(() => process.kill(pid!, 'SIGKILL'));
  return { group: child.pid!, mark, port: port! };
}

test.runIf(process.platform === 'linux')(
  'the team of a socket is known by the process that has it',
  async () => {
    const left = await startTeam('left-of-this-test', '"$NODE" -e "$PROGRAM"');
    // A program that leaves its process group keeps the environment.
    const right = await startTeam('right-of-this-test', 'setsid "$NODE" -e "$PROGRAM" & wait');
    const own = createSocket('udp4');
    open.push(() => own.close());
    await new Promise<void>((resolve) => own.bind(0, '127.0.0.1', resolve));
    const owners = new SocketOwners(() => [
      ['left', left],
      ['right', right],
    ]);
    const find = (port: number, address = '127.0.0.1') => owners.find({ address, port });
    expect(find(left.port)).toBe('left');
    expect(find(right.port, '::ffff:127.0.0.1')).toBe('right');
    expect(find(own.address().port)).toBe('self');
    // An address for documentation (RFC 5737): another machine that sends from the port of a team is not that team.
    expect(find(left.port, '192.0.2.7')).toBeNull();
    own.close();
    open.pop();
    expect(find(9)).toBeNull();
  },
);

test.runIf(process.platform === 'linux' && process.geteuid?.() === 0)(
  'two teams whose programs run as one user are known by their processes, and another process of this user belongs to none',
  async () => {
    const asNobody = 'setpriv --reuid=65534 --regid=65534 --clear-groups "$NODE" -e "$PROGRAM" & wait';
    const teams: (readonly [SideName, TreeIdentity])[] = [];
    const owners = new SocketOwners(() => teams);
    const start = async (side: SideName) => {
      const team = await startTeam(`${side}-of-one-user`, asNobody);
      teams.push([side, team]);
      return owners.find({ address: '127.0.0.1', port: team.port });
    };
    expect([await start('left'), await start('right'), await start('right')]).toEqual([
      'left',
      'right',
      'right',
    ]);
    const { port } = await startTeam('no-team', asNobody);
    expect(owners.find({ address: '127.0.0.1', port })).toBeNull();
  },
);
