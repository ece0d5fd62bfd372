/** Times of values and pitch control per frame: `pnpm --filter @rcss/values bench`. */
import { createFrame, type Frame } from '@rcss/core';
import { createRandomStream, uniform } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { CONTROL_GRID, createPitchControl, createStateValue } from '../src/index.js';

const FRAMES = 6000;
const { server, types } = createMatchParams(createServerParams(), createPlayerParams(), 1);
const rng = createRandomStream(1, 'bench');

function randomFrame(): Frame {
  const frame = createFrame();
  frame.playMode = 'play_on';
  frame.ballX = uniform(rng, -50, 50);
  frame.ballY = uniform(rng, -30, 30);
  frame.ballVx = uniform(rng, -2, 2);
  frame.players.forEach((player, i) => {
    Object.assign(player, {
      state: i % 11 === 0 ? 9 : 1,
      typeId: i % 11,
      x: uniform(rng, -50, 50),
      y: uniform(rng, -33, 33),
      body: uniform(rng, -180, 180),
      stamina: uniform(rng, 2000, 8000),
      effort: 1,
      recovery: 1,
      capacity: 50_000,
    });
  });
  return frame;
}

const frames = Array.from({ length: FRAMES }, randomFrame);
const { value } = createStateValue();
const control = createPitchControl(server, types);
const shares = new Float32Array(CONTROL_GRID.columns * CONTROL_GRID.rows);

function measure(name: string, count: number, run: (frame: Frame) => void): void {
  for (const frame of frames.slice(0, 100)) run(frame);
  const start = process.cpuUsage();
  for (const frame of frames.slice(0, count)) run(frame);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  console.log(
    `${name}: ${(ms / count).toFixed(3)} ms of a processor per frame, ${count} frames in ${(ms / 1000).toFixed(2)} s`,
  );
}

measure('value', FRAMES, (frame) => void value(frame, types, 'l'));
measure(`pitch control, ${CONTROL_GRID.columns} × ${CONTROL_GRID.rows} cells`, 1000, (frame) =>
  control.compute(frame, CONTROL_GRID, shares),
);
