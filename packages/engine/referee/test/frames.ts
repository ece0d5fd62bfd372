import { createFrame, type Frame } from '@rcss/core';
import type { TestMatch } from './harness.js';

/** Returns the frame that monitors receive now (spec 09 §8). */
export function createFrameOf(m: TestMatch): Frame {
  const { world } = m;
  const frame = createFrame();
  frame.time = world.time;
  frame.stoppageTime = world.stoppageTime;
  frame.playMode = world.playMode;
  frame.ballX = world.ball.pos.x;
  frame.ballY = world.ball.pos.y;
  frame.ballVx = world.ball.vel.x;
  frame.ballVy = world.ball.vel.y;
  frame.left.name = world.left.name;
  frame.left.score = world.left.score;
  frame.right.name = world.right.name;
  frame.right.score = world.right.score;
  for (const p of world.players) {
    const shown = frame.players[p.index];
    if (shown === undefined) continue;
    shown.state = p.state;
    shown.x = p.pos.x;
    shown.y = p.pos.y;
    shown.vx = p.vel.x;
    shown.vy = p.vel.y;
    shown.body = (p.body * 180) / Math.PI;
    shown.dashCount = p.dashCount;
  }
  return frame;
}
