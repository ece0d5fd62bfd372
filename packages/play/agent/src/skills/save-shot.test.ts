import { applyTrainerCommand } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { createTestScene } from '../../test/scene.js';
import { computeDistance } from '../geometry.js';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam } from '../team/define-team.js';
import { planShotMeeting } from './save-shot.js';

describe('meeting a shot', () => {
  const shoot = (self: { x: number; y: number; body: number }, target: number) => {
    const dx = -52.5 + 40;
    const dy = target - 0;
    const length = Math.hypot(dx, dy);
    const ball = { x: -40, y: 0, vx: (2.5 * dx) / length, vy: (2.5 * dy) / length };
    return planShotMeeting(createTestScene(self, ball, { goalie: true }), 6);
  };

  it('a shot on the goalie is met with room to spare', () => {
    const { room, place, cycles } = shoot({ x: -50, y: 0, body: 0 }, 0);
    expect(room).toBeGreaterThan(0.6);
    expect(computeDistance(place, { x: -50, y: 0 })).toBeLessThan(cycles + 1.2);
  });

  it('waits for a ball that comes into its reach', () => {
    const scene = createTestScene({ x: -52, y: 0, body: 0 }, { x: -51, y: 0.6, vx: -0.4 }, { goalie: true });
    expect(planShotMeeting(scene, 4).body).toBeNull();
  });

  it('dashes at once to the side to which its body points', () => {
    const { body, room } = shoot({ x: -50, y: 0, body: 1.4 }, 3);
    expect(body).toMatchObject({ type: 'dash', power: 100 });
    expect(room).toBeGreaterThan(0);
  });

  it('turns first if the shot goes to its back', () => {
    expect(shoot({ x: -50, y: 0, body: -1.4 }, 3.5).body?.type).toBe('turn');
  });

  it('reports how much is missing', () => {
    const { room } = shoot({ x: -51, y: -6, body: 0 }, 6.5);
    expect(room).toBeLessThan(-3);
  });
});

it('the goalie holds most shots from 18 m', async () => {
  const create = defineTeam({
    play: (p) => (p.world.goalie ? p.keepGoal() : p.goTo({ x: 10, y: 6 * p.world.unum - 30 })),
  });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 3 }),
  });
  const { world } = match.match;
  const command = (type: 'change_mode') =>
    applyTrainerCommand(match.match, { role: 'trainer' }, { type, mode: 'play_on' });
  for (let n = 0; n < 10; n++) match.cycle();
  let shots = 0;
  let goals = 0;
  for (const y of [-10, -5, 0, 5, 10]) {
    for (const target of [-5.5, -2, 2, 5.5]) {
      const before = world.right.score;
      Object.assign(world.players[0]!.pos, { x: -50, y: y / 4 });
      for (let n = 0; n < 24; n++) {
        if (world.playMode !== 'play_on') command('change_mode');
        if (n <= 12) {
          Object.assign(world.ball.pos, { x: -36, y });
          Object.assign(world.ball.vel, { x: 0, y: 0 });
        }
        if (n === 12) {
          const length = Math.hypot(-16.5, target - y);
          Object.assign(world.ball.vel, { x: (2.6 * -16.5) / length, y: (2.6 * (target - y)) / length });
        }
        match.cycle();
        if (world.right.score > before) break;
      }
      shots += 1;
      if (world.right.score > before) goals += 1;
    }
  }
  expect(shots).toBe(20);
  expect(goals).toBeLessThanOrEqual(7);
});
