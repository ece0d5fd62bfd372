import { expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';
import { readTeamClients } from './team-clients.js';

it('the clients of a side are its players that have connected, with their telemetry, and its coach', () => {
  const memory = new MemoryServer();
  memory.connect('player', '(init Alpha (version 18) (goalie))');
  const lost = memory.connectPlayer('Alpha', 15);
  memory.connectPlayer('Beta', 19);
  lost.receiver!.onLost();
  memory.poll();
  expect(readTeamClients(memory.server, 'r').coachVersion).toBeNull();
  memory.connectOnlineCoach('Beta', 17);
  const telemetry = memory.server.telemetry.players[0]!;
  Object.assign(telemetry, {
    bodyCommandCount: 1,
    missedCycleCount: 2,
    surplusCommandCount: 3,
    missedDoneCount: 4,
    maxDelayMs: 5.5,
  });
  telemetry.delayCounts[7] = 9;
  const left = readTeamClients(memory.server, 'l');
  expect([left.name, left.coachVersion]).toEqual(['Alpha', null]);
  expect(left.players).toHaveLength(2);
  expect(left.players[0]).toMatchObject({
    unum: 1,
    isGoalie: true,
    version: 18,
    isConnected: true,
    bodyCommandCount: 1,
    missedCycleCount: 2,
    surplusCommandCount: 3,
    missedDoneCount: 4,
    maxDelayMs: 5.5,
  });
  expect(left.players[0]!.delayCounts.slice(6, 9)).toEqual([0, 9, 0]);
  expect(left.players[1]).toMatchObject({ unum: 2, isGoalie: false, version: 15, isConnected: false });
  const right = readTeamClients(memory.server, 'r');
  expect([right.name, right.coachVersion]).toEqual(['Beta', 17]);
  expect(right.players.map(({ unum, version }) => [unum, version])).toEqual([[1, 19]]);
});
