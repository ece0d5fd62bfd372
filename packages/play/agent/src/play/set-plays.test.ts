import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { playSetPlay } from './set-plays.js';

describe('a goal kick', () => {
  const takeGoalKick = (modeAge: number, opponents: readonly [number, number][] = []) => {
    const wm = createTestScene({ x: -47.6, y: 9 }, { x: -47, y: 9 }, { goalie: true, unum: 1 });
    wm.startMode('goal_kick_l');
    wm.modeSince = wm.cycle - modeAge;
    placePlayer(wm, true, 6, -33, -5);
    opponents.forEach(([x, y], i) => {
      placePlayer(wm, false, i + 7, x, y);
    });
    return playSetPlay(wm, { formation: FOUR_THREE_THREE, absent: new Set() });
  };

  it('is passed if the pass is safe', () => {
    expect(takeGoalKick(20).passTo).toBe(6);
  });

  it('is not passed to a teammate at whom an opponent may be, and is cleared at last', () => {
    const near: readonly [number, number][] = [[-33, -1]];
    for (const modeAge of [20, 50, 68]) expect(takeGoalKick(modeAge, near).body?.type).not.toBe('kick');
    expect(takeGoalKick(71, near).kind).toBe('clear');
  });

  it('bans its taker from the ball, not the player that it reaches when it leaves the penalty area', () => {
    const wm = createTestScene({ x: -35.5, y: 0 }, { x: -35, y: 0 }, { unum: 2 });
    wm.startMode('goal_kick_l');
    Object.assign(wm, { lastTouch: 'own', lastTouchUnum: 1 });
    wm.startMode('play_on');
    expect(wm.bannedTaker).toBe(1);
    wm.startMode('kick_in_l');
    wm.startMode('play_on');
    expect(wm.bannedTaker).toBe(2);
  });
});
