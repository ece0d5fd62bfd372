import { readFileSync } from 'node:fs';
import { PlayerState } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { analyzeRecords } from '@rcss/stats';
import { createStateModel } from '@rcss/stats/action-values';
import { collectSituationParams, readSituation } from '@rcss/stats/describe';
import { expect, it } from 'vitest';
import { createTestFrame } from '../../test/match.js';
import { hasAlternatives } from '../study/what-if.js';
import { findBallMoment } from './ball-moment.js';
import { findPasses } from './find-passes.js';

/** Frames in which player 5 of the left team has the ball up to an index; `rival` is the x of an opponent beside the ball, from the ball. */
function createSource(last: number, rival = 20) {
  return {
    first: 0,
    serverParams: {},
    types: new Map(),
    getFrame: (index: number) => {
      const frame = createTestFrame();
      const find = (team: string, number: number) =>
        frame.players.find(({ side, unum }) => side === team && unum === number)!;
      const [player, opponent] = [find('l', 5), find('r', 3)];
      for (const each of [player, opponent]) each.state |= PlayerState.STAND;
      frame.ballX = player.x + (index <= last ? 0.9 : 4);
      frame.ballY = player.y;
      opponent.x = frame.ballX + (index > 90 ? rival : 20);
      opponent.y = frame.ballY;
      return frame;
    },
  };
}

it('the moment of a lost ball is the last frame in which its player had it', () => {
  expect(findBallMoment(createSource(95), { side: 'l', unum: 5 }, 100)).toBe(95);
  expect(findBallMoment(createSource(100), { side: 'l', unum: 5 }, 100)).toBe(100);
});

it('a frame in which an opponent is nearer to the ball is not the moment: its passes would be shown', () => {
  expect(findBallMoment(createSource(100, 0.5), { side: 'l', unum: 5 }, 100)).toBe(90);
});

it('without such a frame there is none', () => {
  expect(findBallMoment(createSource(10), { side: 'l', unum: 5 }, 100)).toBeNull();
  expect(findBallMoment(createSource(95), { side: 'r', unum: 0 }, 100)).toBeNull();
});

it('in a whole match, the words, the arrows and the line speak of the passes of the player that lost the ball', () => {
  const path = '../../../../conformance/matches/match-1.rcg.gz';
  const bytes = new Uint8Array(readFileSync(new URL(path, import.meta.url)));
  const records = [...readLogBytes(bytes)];
  const frames = records.flatMap((record) => (record.type === 'show' ? [record.frame] : []));
  const params = collectSituationParams(records);
  const types = new Map(params.types.map((type, id) => [id, type]));
  const source = {
    first: 0,
    serverParams: params.server,
    types,
    getFrame: (index: number) => frames[index],
  } as unknown as Parameters<typeof findBallMoment>[0];
  const models = { params, state: createStateModel(params.server, params.types) };
  let [moments, missing, closed] = [0, 0, 0];
  for (const event of analyzeRecords(records).events) {
    if (!hasAlternatives(event) || event.success || !['pass', 'loss'].includes(event.type)) continue;
    const moment = findBallMoment(source, event, event.show);
    if (moment === null) {
      missing++;
      continue;
    }
    moments++;
    const situation = readSituation(frames[moment]!, params);
    const found = findPasses(frames[moment]!, models)!;
    for (const { side, unum } of [situation.holder!, found.passer])
      expect([event.time, side, unum]).toEqual([event.time, event.side, event.unum]);
    const open = situation.passes.filter((lane) => lane.open).map((lane) => lane.unum);
    expect(
      found.passes
        .filter((pass) => pass.open)
        .map(({ unum }) => unum)
        .sort(),
    ).toEqual(open.sort());
    if (open.length === 0) closed++;
  }
  expect(moments).toBeGreaterThan(20);
  expect(missing).toBeLessThan(moments / 10);
  expect(closed).toBeLessThan(moments);
});

it('a set play and a ball that no player lost have no alternatives', () => {
  expect(hasAlternatives({ type: 'set_play', unum: 5 })).toBe(false);
  expect(hasAlternatives({ type: 'loss', unum: 0 })).toBe(false);
  expect(hasAlternatives({ type: 'pass', unum: 5 })).toBe(true);
});
