import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readRecording } from '@rcss/simulator/recording';
import { afterAll, expect, it } from 'vitest';
import { playScriptedMatch, type Script } from '../../test/scripted-match.js';
import { replayWithLog } from './replay-log.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Runs, turns, kicks a near ball, and sometimes says and points. */
const variedScript: Script = (time, side, unum) => {
  const n = time * 31 + unum * 17 + (side === 'l' ? 0 : 7);
  const turn = `(turn ${(n % 140) - 70})`;
  if (n % 9 === 0) return [`(kick ${n % 100} ${(n % 360) - 180})`, '(say x)'];
  if (n % 4 === 0) return [turn, `(pointto ${n % 30} ${n % 90})`];
  if (n % 37 === 0) return ['(tackle 30 on)'];
  return [`(dash ${n % 100} ${(n % 90) - 45})`, `(turn_neck ${(n % 60) - 30})`, '(attentionto our 3)'];
};

it('a full match of 22 players with extra time and penalties replays byte for byte', async () => {
  const match = await playScriptedMatch({
    perTeam: 11,
    script: variedScript,
    recording: 'match.rec.gz',
    server: {
      half_time: 300,
      nr_extra_halfs: 2,
      penalty_shoot_outs: true,
      record_messages: true,
      connect_wait: 40,
      pen_taken_wait: 20,
    },
  });
  folders.push(dirname(match.gameLog));
  const opened = readRecording(gunzipSync(readFileSync(match.recording)));
  if (!opened.ok) throw new Error(opened.error.message);
  const start = performance.now();
  const replayed = replayWithLog(opened.value);
  const seconds = (performance.now() - start) / 1000;
  expect(replayed.divergence).toBeNull();
  expect(opened.value.outcome).toBe('complete');
  expect(replayed.match.world.time).toBeGreaterThanOrEqual(6000);
  expect(Buffer.compare(Buffer.from(replayed.log), readFileSync(match.gameLog))).toBe(0);
  const { steps } = replayed.match;
  const size = statSync(match.recording).size;
  console.info(
    `${steps} steps; ${(size / steps).toFixed(0)} bytes a step packed; replayed in ${seconds.toFixed(1)} s`,
  );
});
