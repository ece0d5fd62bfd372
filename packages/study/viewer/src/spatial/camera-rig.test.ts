import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CameraPose,
  computePose,
  computeVerticalAngle,
  createOrbit,
  EYE_HEIGHT,
  followPose,
  limitOrbit,
  SPATIAL_CAMERAS,
  toOrbit,
} from './camera-rig.js';

const scene = { ballX: 10, ballY: -5, ballZ: 3 };
const player = { x: 3, y: 4, head: Math.PI / 2, halfView: Math.PI / 6 };
const subject = { scene, player, orbit: createOrbit(), isSwapped: false };

/** Degrees between the direction of the camera and a point on the ground. */
function angleTo(pose: CameraPose, x: number, y: number, z: number): number {
  const a = [pose.targetX - pose.x, pose.targetY - pose.y, pose.targetZ - pose.z];
  const b = [x - pose.x, y - pose.y, z - pose.z];
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return (Math.acos(Math.min(1, dot / Math.hypot(...a) / Math.hypot(...b))) * 180) / Math.PI;
}

describe('cameras of the 3D view', () => {
  it('the player’s eye is at the player and looks where the head points', () => {
    const pose = computePose('player', subject);
    expect([pose.x, pose.y, pose.z]).toEqual([3, 4, EYE_HEIGHT]);
    expect(pose.targetX).toBeCloseTo(3);
    expect(pose.targetY).toBeGreaterThan(4);
    expect(pose.angle).toBeCloseTo(60);
  });

  it('a free camera keeps the picture of the camera before it', () => {
    const before = computePose('broadcast', { ...subject, scene: { ballX: 0, ballY: 0, ballZ: 0 } });
    const after = computePose('free', { ...subject, orbit: toOrbit(before) });
    for (const name of ['x', 'y', 'z', 'targetX', 'targetY'] as const)
      expect(after[name]).toBeCloseTo(before[name]);
  });

  it('the fixed cameras have the ball in the picture, from outside the field', () => {
    const place = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(place, place, fc.boolean(), (u, v, isSwapped) => {
        const ball = { ballX: 52 * u, ballY: 33 * v, ballZ: 0 };
        const pose = computePose('broadcast', { ...subject, scene: ball, isSwapped });
        expect(angleTo(pose, ball.ballX, ball.ballY, 0)).toBeLessThan(pose.angle / 2);
        expect(pose.y * (isSwapped ? -1 : 1)).toBeGreaterThan(34);
        const near = { ...ball, ballX: -52 * Math.abs(u) };
        const goal = computePose('goal-left', { ...subject, scene: near });
        expect(goal.x).toBeLessThan(-52.5);
      }),
    );
  });

  it('sides are swapped for the cameras behind the goals', () => {
    const left = computePose('goal-left', subject);
    const swapped = computePose('goal-left', { ...subject, isSwapped: true });
    expect(Math.sign(left.x)).toBe(-1);
    expect(Math.sign(swapped.x)).toBe(1);
  });

  it('without a player, the camera of the player is beside the field', () => {
    expect(computePose('player', { ...subject, player: null })).toEqual(computePose('broadcast', subject));
  });

  it('the free camera stays above the ground and near the field', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, number, (x, y, azimuth, elevation, distance) => {
        const orbit = { x, y, azimuth, elevation, distance };
        limitOrbit(orbit);
        const pose = computePose('free', { ...subject, orbit });
        expect(pose.z).toBeGreaterThan(0);
        expect(Math.hypot(pose.x, pose.y, pose.z)).toBeLessThan(250);
      }),
    );
  });

  it('an upright picture shows enough of the width, a wide one keeps the angle', () => {
    expect(computeVerticalAngle(30, 16 / 9)).toBe(30);
    const upright = computeVerticalAngle(30, 0.5);
    const width = 2 * Math.atan(Math.tan(((upright / 2) * Math.PI) / 180) * 0.5) * (180 / Math.PI);
    expect(width).toBeCloseTo(30);
  });

  it('a pose reaches another one in time, at once without lag', () => {
    const goal = computePose('goal-right', subject);
    const pose = computePose('broadcast', subject);
    expect(followPose(pose, goal, 100, 300)).toBe(true);
    for (let i = 0; i < 100; i++) followPose(pose, goal, 100, 300);
    expect(followPose(pose, goal, 100, 300)).toBe(false);
    expect(pose.x).toBeCloseTo(goal.x);
    const jump = computePose('broadcast', subject);
    expect(followPose(jump, goal, 16, 0)).toBe(false);
    expect(jump).toEqual(goal);
  });

  it('every camera gives numbers', () => {
    for (const camera of SPATIAL_CAMERAS)
      for (const value of Object.values(computePose(camera, subject))) expect(value).toBeTypeOf('number');
  });
});
