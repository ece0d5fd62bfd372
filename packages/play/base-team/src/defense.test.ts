import { AgentPlayer } from '@rcss/agent';
import { computeMarkPosition } from '@rcss/agent/skills';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../agent/test/scene.js';
import { defend, defendSetPlay, shareDuties } from './defense.js';
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

  it('a player at an opponent before the goal leaves the ball to one that stops it a little later', () => {
    const share = (opponentX: number) => {
      const wm = createTestScene({ x: -40, y: 4 }, { x: -36, y: 12 }, { unum: 3 });
      placePlayer(wm, false, 9, -35.7, 12);
      placePlayer(wm, false, 10, opponentX, 4);
      placePlayer(wm, true, 7, -44, 17);
      return shareDuties(createPlayer(wm));
    };
    expect(share(-10).presser).toBe(3);
    expect(share(-41).presser).toBe(7);
    expect(share(-41).marks.get(3)?.unum).toBe(10);
  });

  it('an opponent is marked at the place to which it runs', () => {
    const mark = (speed: number) => {
      const wm = createTestScene({ x: -38, y: 0 }, { x: -30, y: 24 }, { unum: 3 });
      placePlayer(wm, false, 9, -29.7, 24);
      placePlayer(wm, true, 5, -33, 24);
      placePlayer(wm, false, 10, -36, 4);
      wm.players.opponents[10]!.vel.x = speed;
      return defend(createPlayer(wm)).target!;
    };
    expect(mark(-0.4).x).toBeLessThan(mark(0).x - 3);
  });

  it('a player for whom no opponent is left stands in the way of passes to the nearest one before the goal', () => {
    const decide = (y: number) => {
      const wm = createTestScene({ x: -40, y: -6 }, { x: -30, y: 24 }, { unum: 2 });
      placePlayer(wm, false, 9, -29.7, 24);
      placePlayer(wm, true, 5, -33, 24);
      placePlayer(wm, false, 10, -40, y);
      placePlayer(wm, true, 3, -41, y);
      return defend(createPlayer(wm)).reason;
    };
    expect(decide(0)).toBe('in the way of passes to 10');
    expect(decide(10)).toBe('place in the formation');
  });

  it('the deeper the ball, the farther midfielders and forwards come back, without haste on short ways', () => {
    const decide = (ballX: number, x: number) => {
      const wm = createTestScene({ x, y: 3.6, body: Math.PI }, { x: ballX, y: 24 }, { unum: 11 });
      placePlayer(wm, false, 9, ballX, 24.3);
      placePlayer(wm, true, 5, ballX - 3, 24);
      return defend(createPlayer(wm));
    };
    const far = decide(-38, 10);
    const near = decide(-38, -14);
    expect(far.target!.x).toBeLessThan(FORMATION.place(11, { x: -38, y: 24 }).x - 8);
    const power = ({ body }: typeof far) => (body?.type === 'dash' ? body.power : 0);
    expect(power(near)).toBeGreaterThan(0);
    expect(power(near)).toBeLessThan(power(far));
  });

  it('the goal is not covered from a ball beside the penalty area', () => {
    const cover = (y: number) => {
      const wm = createTestScene({ x: -47, y: 2 }, { x: -38, y }, { unum: 3 });
      placePlayer(wm, false, 9, -37.7, y);
      placePlayer(wm, true, 5, -20, y);
      return shareDuties(createPlayer(wm)).cover;
    };
    expect(cover(3)).not.toBeNull();
    expect(cover(24)).toBeNull();
  });

  it('in a set play of the opponents a marker comes as near as 0.015 of the distance of the ball', () => {
    const start = (x: number, y: number) => {
      const wm = createTestScene({ x, y }, { x: -20, y: 34 }, { unum: 3 });
      wm.startMode('kick_in_r');
      placePlayer(wm, false, 11, -42, 2);
      return wm;
    };
    const wm = start(-50, 2);
    const place = computeMarkPosition(wm.players.opponents[11]!, wm.ball.pos);
    const decide = (gap: number) => defendSetPlay(createPlayer(start(place.x - gap, place.y)))?.body?.type;
    expect(decide(0.3)).not.toMatch(/dash/);
    expect(decide(1.2)).toMatch(/dash/);
  });
});
