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

  it('one player goes to the ball, the others do not', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 30, 20);
    expect(decide(wm).kind).toBe('intercept');
    placePlayer(wm, true, 7, 9, 0.5);
    expect(decide(wm).kind).toBe('support');
  });
  it('the receiver of a pass goes to the ball although an opponent seems to be a little earlier', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 6, y: 0 });
    placePlayer(wm, false, 7, 9.5, 0);
    expect(decide(wm).kind).not.toBe('intercept');
    wm.passReceiver = wm.unum;
    expect(decide(wm).kind).toBe('intercept');
  });
});
