import { createFrame, type Frame, PlayerState } from '@rcss/core';
import { createLogWriter, type LogVersion } from '@rcss/logs';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';

/** A frame of a match: the players stand in two rows, the ball is in the middle. */
export function createTestFrame(): Frame {
  const frame = createFrame();
  frame.left.name = 'Foxes';
  frame.right.name = 'Herons';
  frame.players.forEach((p, i) => {
    p.state = PlayerState.STAND | (i % 11 === 0 ? PlayerState.GOALIE : 0);
    p.x = (p.side === 'l' ? -1 : 1) * (4 + 4 * (i % 11));
    p.y = (i % 3) * 12 - 12;
    p.stamina = 8000;
    p.effort = 1;
    p.recovery = 1;
    p.capacity = 100_000;
    p.viewWidth = 120;
  });
  return frame;
}

/** Sets the frame to a cycle of the test match: the ball and the players move a little. */
export function moveTestFrame(frame: Frame, time: number): void {
  frame.time = time;
  frame.playMode = time === 0 ? 'before_kick_off' : 'play_on';
  frame.ballX = 20 * Math.sin(time / 30);
  frame.ballY = 12 * Math.cos(time / 30);
  frame.players.forEach((p, i) => {
    p.y = (i % 3) * 12 - 12 + Math.sin(time / 20 + i);
    p.body = ((time * 3 + i * 20) % 360) - 180;
  });
}

/** Returns a game log of version 6 with a frame for each cycle from 1 on. `change` can change each frame before it is written. */
export function createTestLog(
  cycleCount: number,
  change: (frame: Frame) => void = () => {},
  version: LogVersion = 6,
): Buffer {
  const params = createMatchParams(createServerParams({}), createPlayerParams({}), 1);
  const writer = createLogWriter(version, params);
  const parts = [Buffer.from(writer.writeHeader())];
  const frame = createTestFrame();
  for (let time = 1; time <= cycleCount; time++) {
    moveTestFrame(frame, time);
    change(frame);
    parts.push(Buffer.from(writer.writeFrame(frame)));
  }
  return Buffer.concat(parts);
}
