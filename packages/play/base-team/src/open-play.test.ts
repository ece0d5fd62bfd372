import { AgentPlayer } from '@rcss/agent';
import type { WorldModel } from '@rcss/agent/world';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../agent/test/scene.js';
import { FORMATION } from './formation.js';
import { decideOpenPlay } from './open-play.js';

const decide = (wm: WorldModel) =>
  decideOpenPlay(new AgentPlayer(wm, { formation: FORMATION, absent: new Set() }));

describe('open play', () => {
  it('the taker of a set play does not touch the ball again (spec 06 §10)', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    wm.bannedTaker = wm.unum;
    expect(['kick', 'tackle']).not.toContain(decide(wm).body?.type);
    wm.bannedTaker = 0;
    expect(decide(wm).body?.type).toBe('kick');
  });

  it('without an opponent near, the ball is carried far by one kick', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, false, 3, 20, 0);
    expect(decide(wm).target!.x).toBeGreaterThan(5);
  });

  it('one player goes to the ball, the others do not', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 30, 20);
    expect(decide(wm).kind).toBe('intercept');
    placePlayer(wm, true, 7, 9, 0.5);
    expect(decide(wm).kind).toBe('support');
  });

  it('two teammates at the ball do not both kick it: the nearer one does', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.6, y: 0 });
    placePlayer(wm, true, 7, 1.5, 0);
    expect(decide(wm).body?.type).toBe('kick');
    placePlayer(wm, true, 7, 1, 0);
    expect(decide(wm).kind).toBe('support');
  });

  it('a player near a ball that a teammate has joins only if an opponent is near', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 1.5, y: 0 });
    placePlayer(wm, true, 7, 2, 0);
    expect(decide(wm).kind).toBe('support');
    placePlayer(wm, false, 5, 2, 1.5);
    expect(decide(wm).kind).not.toBe('support');
  });

  it('an opponent in front of the goal is marked from far away, one in midfield is not', () => {
    const createScene = (x: number) => {
      const wm = createTestScene({ x: x + 8, y: 14 }, { x: x - 2, y: -25 }, { unum: 8 });
      placePlayer(wm, false, 10, x - 2, -25);
      placePlayer(wm, false, 9, x, -5);
      placePlayer(wm, true, 4, x - 3, -24);
      return wm;
    };
    expect(decide(createScene(-40)).reason).toBe('marks 9');
    expect(decide(createScene(-5)).reason).not.toBe('marks 9');
  });

  it('a ball that a teammate gets a little earlier near the own goal does not end the marking', () => {
    const createScene = (gap: number) => {
      const wm = createTestScene({ x: -40, y: 3 }, { x: -35, y: -20 }, { unum: 2 });
      placePlayer(wm, true, 4, -36, -21);
      placePlayer(wm, false, 10, -35 + gap, -20);
      placePlayer(wm, false, 9, -41, 5);
      return wm;
    };
    expect(decide(createScene(2)).kind).toBe('defend');
    expect(decide(createScene(12)).kind).toBe('support');
  });

  it('the receiver of a pass goes to the ball although an opponent seems to be a little earlier', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 6, y: 0 });
    placePlayer(wm, false, 7, 9.5, 0);
    expect(decide(wm).kind).not.toBe('intercept');
    wm.passReceiver = wm.unum;
    expect(decide(wm).kind).toBe('intercept');
  });

  it('a pass of the opponents that a teammate seems to get first does not end the marking', () => {
    const createScene = (lastTouch: 'own' | 'opponent') => {
      const wm = createTestScene({ x: -40, y: 3 }, { x: -35, y: -20 }, { unum: 2 });
      placePlayer(wm, true, 4, -36, -21);
      placePlayer(wm, false, 10, -30, -20);
      placePlayer(wm, false, 9, -41, 5);
      wm.lastTouch = lastTouch;
      return wm;
    };
    expect(decide(createScene('opponent')).reason).toBe('marks 9');
    expect(decide(createScene('own')).kind).toBe('support');
  });

  it('a player at an opponent before the goal does not run to a ball that another opponent gets as early', () => {
    const createScene = (markedX: number) => {
      const wm = createTestScene({ x: -40, y: 3 }, { x: -40, y: 14, vx: 0.01 }, { unum: 2 });
      placePlayer(wm, false, 10, -40, 25);
      placePlayer(wm, false, 9, markedX, 4);
      placePlayer(wm, true, 4, -20, 30);
      return wm;
    };
    expect(decide(createScene(0)).kind).toBe('intercept');
    expect(decide(createScene(-41)).kind).not.toBe('intercept');
  });
});
