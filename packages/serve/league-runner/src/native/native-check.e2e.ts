import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTeam } from '../checks/check-team.js';
import { loadTeam } from '../documents/load-teams.js';
import { type CheckRequest, findCheckProblems } from '../jobs/team-check.js';

/** A team of three whose command comes from the file of the match. */
const TEAM = `
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
const [host, port, , team] = process.argv.slice(2);
const command = readFileSync(process.env.RCSS_FILES + '/player.conf', 'utf8').trim();
if (command === '(dash 20.5)') console.log('Parse error at line 1 name=[power] value=[20.5]' + '\\n-'.repeat(100));
for (const u of [1, 2, 3]) setTimeout(() => {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port: to }) => {
    if (message.toString('latin1').startsWith('(think)')) socket.send(command + '(done)', to, host);
  });
  socket.send('(init ' + team + ' (version 19)' + (u === 1 ? ' (goalie)' : '') + ')', Number(port), host);
}, 100 * u);
`;

test.skipIf(process.platform === 'win32')(
  'a match has its templates, and a team that stands still is named',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-native-'));
    writeFileSync(join(folder, 'team.mjs'), TEAM);
    writeFileSync(join(folder, 'player.conf'), '({command} {power})\n');
    writeFileSync(join(folder, 'start.sh'), `#!/bin/sh\nexec "${process.execPath}" ./team.mjs "$@"\n`, {
      mode: 0o755,
    });
    const check = async (command: string, power: number): Promise<string[]> => {
      const options = { command, power };
      const fields = { start: './start.sh', templates: ['player.conf'], players: 3, options };
      const team = loadTeam({ name: 'Reds', limits: { coachTimeout: 0 }, ...fields }, folder);
      const request: CheckRequest = { team, cycles: 120, clock: 'synchronous' };
      const place = mkdtempSync(join(folder, 'logs'));
      const listener = { opened() {}, started() {}, progressed() {} };
      const measured = await checkTeam(request, place, listener, new AbortController().signal);
      return findCheckProblems(request, measured).map(({ message }) => message);
    };
    expect(await check('turn', 0)).toEqual([expect.stringMatching(/^no player moved in 120 cycles/)]);
    expect(await check('dash', 20)).toEqual([]);
    expect(await check('dash', 20.5)).toEqual([
      'a program refuses the value "20.5" of power in its configuration, and plays on with its default',
    ]);
    rmSync(folder, { recursive: true });
  },
);
