import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { disconnectCoach, removePlayer } from './entries/clients.js';
import type { RecordedInput } from './recorded-input.js';
import { createReplay } from './recording/replay.js';
import { resetMatch } from './reset-match.js';
import { applyScene, readScene } from './scene.js';
import { snapshot } from './snapshot.js';
import { formatSnapshot } from './snapshot-text.js';

/** A match in play with two teams, and its state before any client connected. */
function createPlay() {
  const test = new TestMatch();
  const blank = snapshot(test.match);
  test.connectTeam('A', 11, { goalie: true }).connectTeam('B', 3).connectCoach('A');
  const start = readScene(test.match);
  applyScene(test.match, { playMode: 'play_on', score: { left: 2, right: 0 } });
  test.applyPlayer('l', 4, { type: 'change_view', width: 'narrow', quality: 'high' });
  test.applyPlayer('l', 4, { type: 'dash', power: 100, dir: 0 });
  test.runSteps(20);
  return { test, match: test.match, blank, start };
}

describe('resetMatch', () => {
  it('brings the match back, and keeps clients with what they have chosen', () => {
    const { match, blank, start } = createPlay();
    resetMatch(match, blank);
    expect(readScene(match)).toEqual(start);
    expect([match.steps, match.world.time, match.world.left.name, match.world.right.name]).toEqual([
      0,
      0,
      'A',
      'B',
    ]);
    expect(match.world.players.filter(({ enabled }) => enabled)).toHaveLength(14);
    expect([match.world.players[3]!.viewWidth, match.world.players[3]!.version]).toEqual(['narrow', 19]);
    expect(match.coaches.l.connected).toBe(true);
  });

  it('gives the same course again with the same commands', () => {
    const { test, match, blank } = createPlay();
    const play = () => {
      resetMatch(match, blank);
      applyScene(match, {
        playMode: 'play_on',
        ball: { position: { x: 1, y: 0 }, velocity: { x: 1, y: 1 } },
      });
      for (let i = 0; i < 10; i++) {
        test.applyPlayer('l', 2, { type: 'dash', power: 80, dir: 10 });
        test.runSteps(1);
      }
      return formatSnapshot(snapshot(match));
    };
    expect(play()).toBe(play());
  });

  it('keeps the number of a player that has left, and a coach that has left does not come back', () => {
    const { match, blank, test } = createPlay();
    const inPlay = snapshot(match);
    removePlayer(match, 13, 'bye');
    disconnectCoach(match, 'l');
    resetMatch(match, blank);
    expect([match.world.players[13]!.assigned, match.world.players[13]!.enabled]).toEqual([true, false]);
    expect([match.world.right.playerCount, match.coaches.l.connected]).toEqual([3, false]);
    resetMatch(match, inPlay);
    // In the snapshot, the player is on the field; it has no client, but a client can reconnect to it.
    expect(match.world.players[13]!.enabled).toBe(true);
    test.runSteps(1);
  });

  it('is recorded, and a replay gives the same states', () => {
    const test = new TestMatch();
    const inputs: RecordedInput[] = [];
    test.match.record = (input) => inputs.push(structuredClone(input));
    const blank = snapshot(test.match);
    test.connectTeam('A', 5).connectTeam('B', 5);
    test.runSteps(3);
    resetMatch(test.match, blank);
    test.runSteps(3);
    const copy = new TestMatch().match;
    const replay = createReplay(copy);
    expect(inputs.map(replay).filter((divergence) => divergence !== null)).toEqual([]);
    expect(formatSnapshot(snapshot(copy))).toBe(formatSnapshot(snapshot(test.match)));
  });
});
