import { MatchHistory } from '@rcss/viewer/monitor';
import { describe, expect, it } from 'vitest';
import { createTestFrame } from '../test/fake-server.js';

/** A history in which a match has begun. */
function createHistory(): MatchHistory {
  const history = new MatchHistory(8192);
  history.add({ type: 'show', frame: createTestFrame(), players: 22, hasPlayMode: true, hasTeams: true });
  return history;
}

const addMessage = (history: MatchHistory, number: number) =>
  history.add({ type: 'msg', time: number, stoppageTime: 0, board: 1, text: `message ${number}` });

const addTile = (history: MatchHistory, x: number, y: number) =>
  history.add({
    type: 'team_graphic',
    side: 'l',
    tile: { x, y, width: 8, height: 8, colors: 1, charsPerPixel: 1, lines: [] },
  });

it('a match has a new name in every run, whatever its seed', () => {
  const begin = (now: number) => {
    const history = new MatchHistory(8192, () => now);
    history.add({ type: 'show', frame: createTestFrame(), players: 22, hasPlayMode: true, hasTeams: true });
    return history;
  };
  const first = begin(1_000_000);
  expect(begin(1_000_001).match).not.toBe(first.match);
  const { match } = first;
  first.markRegistered();
  const earlier = { ...createTestFrame(), time: -1 };
  first.add({ type: 'show', frame: earlier, players: 22, hasPlayMode: true, hasTeams: true });
  expect(first.match).not.toBe(match);
});

describe('data for late browsers', () => {
  it('has up to 6,000 messages; one more, and the older half is dropped', () => {
    const history = createHistory();
    for (let i = 0; i < 6000; i++) addMessage(history, i);
    expect(history.messages).toHaveLength(6000);
    expect(history.messages[0]).toMatchObject({ time: 0, board: 1, text: 'message 0' });
    expect(addMessage(history, 6000)).toMatchObject([{ kind: 'message' }]);
    expect(history.messages).toHaveLength(3000);
    expect(history.messages[0]).toMatchObject({ text: 'message 3001' });
    expect(history.messages.at(-1)).toMatchObject({ text: 'message 6000' });
  });

  it('has at most 2,048 tiles of team graphics, each place once', () => {
    const history = createHistory();
    for (let i = 0; i < 2047; i++) addTile(history, i % 64, Math.floor(i / 64));
    expect(history.tiles).toHaveLength(2047);
    expect(addTile(history, 0, 0)).toEqual([{ kind: 'none' }]);
    expect(addTile(history, 63, 31)).toMatchObject([{ kind: 'tile', tile: { x: 63, y: 31 } }]);
    expect(addTile(history, 0, 32)).toEqual([{ kind: 'none' }]);
    expect(history.tiles).toHaveLength(2048);
  });

  it('ignores a show without all 22 players', () => {
    const history = createHistory();
    const add = (players: number) =>
      history.add({ type: 'show', frame: createTestFrame(), players, hasPlayMode: true, hasTeams: true });
    expect(add(21)).toEqual([{ kind: 'none' }]);
    expect(history.frames.last).toBe(0);
    expect(add(22)).toMatchObject([{ kind: 'frame', index: 1 }]);
  });
});
