/** Measures the time per step of reading and writing a match of 2000 steps in every version, relative to reading version 6. */
import { createFrame } from '@rcss/core';
import { createMatchParams, DEFAULT_PLAYER_PARAMS, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { compress } from '../src/entries/codec.js';
import { createLogWriter, LOG_VERSIONS, type LogVersion, openLog, readLogBytes } from '../src/index.js';

const STEPS = 2000;
const params = createMatchParams(DEFAULT_SERVER_PARAMS, DEFAULT_PLAYER_PARAMS, 1);

/** Writes a match with typical numbers. */
function write(version: LogVersion): Uint8Array {
  const writer = createLogWriter(version, params);
  const pieces = [writer.writeHeader().slice()];
  const frame = createFrame();
  frame.playMode = 'play_on';
  frame.left.name = 'Left';
  for (let time = 1; time <= STEPS; time++) {
    frame.time = time;
    frame.ballX = 50 * Math.sin(time);
    for (const [i, p] of frame.players.entries()) {
      p.x = 50 * Math.sin(time / 50 + i);
      p.y = 30 * Math.cos(time / 70 + i);
      p.vx = Math.sin(time + i);
      p.vy = Math.cos(time - i);
      p.body = 180 * Math.sin(time * i);
      p.state = 1;
      p.stamina = 8000 - ((time * 7.31 + i) % 4000);
      p.effort = 1;
      p.recovery = 1;
      p.capacity = 130600 - time * i;
      p.dashCount = time;
    }
    pieces.push(writer.writeFrame(frame).slice());
  }
  pieces.push(writer.writeTail(frame).slice());
  return new Uint8Array(Buffer.concat(pieces));
}

function microseconds(run: () => void): number {
  run();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begin = performance.now();
    run();
    times.push(performance.now() - begin);
  }
  return (Math.min(...times) * 1000) / STEPS;
}

const rows = LOG_VERSIONS.map((version) => {
  const log = write(version);
  const packed = compress(log);
  return {
    version: version < 0 ? 'JSON' : String(version),
    'bytes / step': Math.round(log.length / STEPS),
    write: microseconds(() => write(version)),
    read: microseconds(() => {
      for (const _ of readLogBytes(log));
    }),
    'read, one frame': microseconds(() => {
      for (const _ of readLogBytes(log, { reuseFrames: true }));
    }),
    'open packed': microseconds(() => {
      openLog(packed);
    }),
  };
});
const base = rows.find((row) => row.version === '6')!.read;
console.log('microseconds per step; ratio to reading version 6');
for (const row of rows) {
  const parts = Object.entries(row).map(([name, value]) =>
    typeof value === 'number' && name !== 'bytes / step'
      ? `${name} ${value.toFixed(1)} (${(value / base).toFixed(2)})`
      : `${name} ${value}`,
  );
  console.log(parts.join('   '));
}
