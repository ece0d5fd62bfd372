import { AgentPlayer } from '@rcss/agent';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../agent/test/scene.js';
import { defendSetPlay, shareDuties } from './defense.js';
import { FORMATION } from './formation.js';

const createPlayer = (wm: ReturnType<typeof createTestScene>) =>
  new AgentPlayer(wm, { formation: FORMATION, absent: new Set() });

describe('defense', () => {
  it('with the ball aside, an opponent before the goal is marked rather than the goal covered', () => {
    const share = (ballY: number) => {
      const wm = createTestScene({ x: -40, y: 2 }, { x: -42, y: ballY }, { unum: 3 });
      placePlayer(wm, true, 5, -44.5, ballY - 4);
      placePlayer(wm, true, 4, -36, -6);
      placePlayer(wm, false, 9, -41.7, ballY);
      placePlayer(wm, false, 11, -39, 1);
      return shareDuties(createPlayer(wm));
    };
    const aside = share(22);
    expect(aside.presser).toBe(5);
    expect(aside.marks.get(3)?.unum).toBe(11);
  });

  it('opponents are marked from the call on after which they have a free kick', () => {
    const decide = (mode: string) => {
      const wm = createTestScene({ x: -40, y: 0 }, { x: -45, y: 18 }, { unum: 3 });
      wm.startMode(mode);
      placePlayer(wm, false, 11, -42, 2);
      return defendSetPlay(createPlayer(wm))?.reason;
    };
    expect(decide('foul_charge_l')).toBe('marks 11');
    expect(decide('indirect_free_kick_r')).toBe('marks 11');
    expect(decide('foul_charge_r')).toBeUndefined();
  });
});
