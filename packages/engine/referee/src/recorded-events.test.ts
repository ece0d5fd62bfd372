import { createFrame, type Frame, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { findRecordedEvents } from './recorded-events.js';

const server = { ball_decay: 0.9 };

/** Two shows in which all players stand; a test changes the states of the second one. */
function shows(change: (after: Frame) => void): [Frame, Frame] {
  const [before, after] = [createFrame(), createFrame()];
  for (const frame of [before, after]) {
    frame.playMode = 'play_on';
    for (const player of frame.players) player.state = PlayerState.STAND;
  }
  change(after);
  return [before, after];
}

function events(change: (after: Frame) => void) {
  return findRecordedEvents(...shows(change), server);
}

describe('recordedEvents reads ball actions from two shows (spec 05 §4.3)', () => {
  it('reports kicks with their acceleration and missed kicks, but nothing of players off the field', () => {
    const found = events((after) => {
      after.ballVx = 0.9;
      after.ballVy = -1.8;
      after.players[3]!.state |= PlayerState.KICK;
      after.players[4]!.state |= PlayerState.KICK | PlayerState.KICK_FAULT;
      after.players[5]!.state = PlayerState.KICK;
    });
    expect(found).toEqual([
      { type: 'kick', player: 3, ax: expect.closeTo(1, 10), ay: expect.closeTo(-2, 10) },
      { type: 'kick_missed', player: 4 },
    ]);
  });

  it('the acceleration is the change of velocity before the decay', () => {
    const [before, after] = shows(({ players }) => {
      players[3]!.state |= PlayerState.KICK;
    });
    before.ballVx = 1;
    after.ballVx = 0.45;
    expect(findRecordedEvents(before, after, server)).toMatchObject([{ ax: expect.closeTo(-0.5, 10) }]);
    // If the ball was placed, its acceleration is unknown.
    after.playMode = 'kick_in_l';
    after.ballVx = 0;
    expect(findRecordedEvents(before, after, server)).toMatchObject([{ ax: 0, ay: 0 }]);
  });

  it('reports a tackle only in its first show', () => {
    const tackle = (count: number, fault: number) =>
      events(({ players }) => {
        players[12]!.state |= PlayerState.TACKLE | fault;
        players[12]!.tackleCount = count;
      }).map(({ type }) => type);
    expect(tackle(1, 0)).toEqual(['tackle']);
    expect(tackle(1, PlayerState.TACKLE_FAULT)).toEqual(['tackle_missed']);
    expect(tackle(0, 0)).toEqual([]);
  });

  it('reports successful catches and touches', () => {
    const found = events(({ players }) => {
      players[0]!.state |= PlayerState.CATCH | PlayerState.BALL_COLLIDE;
      players[11]!.state |= PlayerState.CATCH | PlayerState.CATCH_FAULT;
      players[13]!.state |= PlayerState.PLAYER_COLLIDE;
    });
    expect(found).toEqual([
      { type: 'catch', player: 0 },
      { type: 'touch', player: 0 },
    ]);
  });
});
