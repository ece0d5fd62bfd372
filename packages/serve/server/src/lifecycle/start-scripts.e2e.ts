import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectPlayer, createFolder, startTestServer, waitUntil } from '../../test/harness.js';

describe('start scripts of the teams (spec 02 §7.5, §13.33)', () => {
  it.skipIf(process.platform === 'win32')('scripts are started in order, and ended by SIGINT', async () => {
    const dir = createFolder();
    const script = (name: string) =>
      `trap 'echo ended >> ${dir}/${name}; exit 0' INT; echo started >> ${dir}/${name}; while :; do sleep 0.05; done`;
    const server = await startTestServer({
      server: { team_l_start: script('left'), team_r_start: script('right') },
    });
    await waitUntil(() => existsSync(join(dir, 'left')));
    expect(server.out).toContain(`Starting "/bin/sh -c ${script('left')}"`);
    expect(existsSync(join(dir, 'right'))).toBe(false);
    await connectPlayer(server, 'Alpha');
    await waitUntil(() => existsSync(join(dir, 'right')));
    await server.end();
    expect(server.out.filter((line) => /^Killing \d+$/.test(line))).toHaveLength(2);
    // The server does not wait for a script for longer than a second.
    const read = (name: string) => readFileSync(join(dir, name), 'latin1');
    await waitUntil(() => ['left', 'right'].every((name) => read(name) === 'started\nended\n'));
  });

  it.skipIf(process.platform === 'win32')(
    'a start script finds host and ports of the server in its environment',
    async () => {
      const file = join(createFolder(), 'ports');
      const variables = '$RCSS_HOST $RCSS_PORT $RCSS_COACH_PORT $RCSS_OLCOACH_PORT $RCSS_SIDE';
      const server = await startTestServer({
        server: { team_l_start: `echo "${variables}" > ${file}.part; mv ${file}.part ${file}` },
      });
      await waitUntil(() => existsSync(file));
      const { player, coach, olcoach } = server.ports;
      expect(readFileSync(file, 'latin1')).toBe(`127.0.0.1 ${player} ${coach} ${olcoach} left\n`);
    },
  );

  it('a script that ends by itself does not end the match', async () => {
    const server = await startTestServer({ server: { team_l_start: 'exit 3' } });
    await waitUntil(() => server.out.some((line) => line.startsWith('Starting ')));
    await waitUntil(() => server.server.teams.left?.exitCode === 3);
    expect(server.server.run.ending).toBeNull();
    expect(server.err).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'with rcss::wait_for_clients, scripts are started before the clock waits',
    async () => {
      const file = join(createFolder(), 'started');
      const server = await startTestServer({
        server: { team_l_start: `echo left >> ${file}`, team_r_start: `echo right >> ${file}` },
        rcss: { wait_for_clients: 2 },
      });
      const started = () => (existsSync(file) ? readFileSync(file, 'latin1') : '');
      await waitUntil(() => started() === 'left\n');
      await connectPlayer(server, 'Alpha');
      await waitUntil(() => started() === 'left\nright\n');
      expect(server.match.steps).toBe(0);
      await connectPlayer(server, 'Beta');
      await waitUntil(() => server.match.steps > 0);
    },
  );
});
