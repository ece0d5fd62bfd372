import { openLog } from '@rcss/logs';
import { MatchHistory } from '@rcss/viewer/monitor';
import { expect, it } from 'vitest';
import { createTestFrame, createTestParams } from '../test/fake-server.js';
import { nameMatchLog, writeMatchLog } from './match-log.js';

it('the saved log has the parameters, all frames, messages and the end of the match', () => {
  const history = new MatchHistory(8192);
  const { server, player, types } = createTestParams(7, { goal_width: 10 });
  history.add({ type: 'server_param', params: server });
  history.add({ type: 'player_param', params: player });
  for (const playerType of types) history.add({ type: 'player_type', playerType });
  const frame = createTestFrame();
  for (let time = 1; time <= 300; time++) {
    frame.time = time;
    frame.playMode = 'play_on';
    frame.left.score = time > 100 ? 1 : 0;
    frame.ballX = time / 16;
    history.add({ type: 'show', frame, players: 22, hasPlayMode: true, hasTeams: true });
    if (time === 100)
      history.add({ type: 'msg', time, stoppageTime: 0, board: 1, text: '(referee goal_l_1)' });
  }
  const opened = openLog(Buffer.concat([...writeMatchLog(history)]));
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  expect([log.frameCount, log.firstTime, log.lastTime, log.complete]).toEqual([300, 1, 300, true]);
  expect(log.damage).toEqual([]);
  expect([log.server.goal_width, log.types.length, log.player.random_seed]).toEqual([10, 18, 7]);
  expect(log.messages.map(({ time, text }) => [time, text])).toEqual([[100, '(referee goal_l_1)']]);
  expect(log.frame(200).ballX).toBe(201 / 16);
  expect(log.goals.map(({ time, side }) => [time, side])).toEqual([[101, 'l']]);
  expect(nameMatchLog(history)).toBe('Foxes_1-vs-Herons_0.rcg.gz');
});

it('a match without frames is a log without frames', () => {
  const history = new MatchHistory(8192);
  const opened = openLog(Buffer.concat([...writeMatchLog(history)]));
  expect(opened.ok && opened.value.frameCount).toBe(0);
  expect(nameMatchLog(history)).toBe('match.rcg.gz');
});
