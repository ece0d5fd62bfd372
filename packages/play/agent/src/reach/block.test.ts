import { expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { computeBlock, predictDribblePath, toRunner } from './block.js';

const scene = () => {
  const wm = createTestScene({ x: -40, y: 0 }, { x: -10, y: 5 });
  placePlayer(wm, false, 9, -9.5, 5);
  placePlayer(wm, true, 4, -20, 5);
  placePlayer(wm, true, 7, 2, 5);
  return { wm, path: predictDribblePath(wm, { x: -10, y: 5, cycles: 0 }) };
};

it('an opponent with the ball is expected to run toward the own goal', () => {
  const { path } = scene();
  expect(path.vx).toBeLessThan(-0.5);
  expect(Math.abs(path.vy)).toBeLessThan(0.3);
});

it('a defender in front of the ball stops it on its way, earlier than one that runs after it', () => {
  const { wm, path } = scene();
  const [front, chasing] = [4, 7].map((unum) => computeBlock(path, toRunner(wm.players.mates[unum]!)));
  expect(front!.x).toBeGreaterThan(-20);
  expect(front!.x).toBeLessThan(-10);
  expect(front!.cycles).toBeLessThan(chasing!.cycles);
});

it('a player whose body direction is not known may need a cycle more', () => {
  const { wm, path } = scene();
  const runner = toRunner(wm.players.mates[4]!);
  const facing = computeBlock(path, { ...runner, body: 0 });
  expect(computeBlock(path, { ...runner, body: null }).cycles).toBeGreaterThanOrEqual(facing.cycles);
});
