import { readFileSync } from 'node:fs';
import { type AudioMessage, createWorld, type Side } from '@rcss/core';
import { rad, wrapAngle } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import { createTestParams, placePlayer, type TestPose } from '../test/scene.js';
import { createSensorContext } from './context.js';
import { addPlayerMessage, deliverAudio } from './hear.js';

interface Recording {
  speaker: [number, number];
  /** `turns` were executed before the message was heard; `dir` is what the reference server sent, null for nothing. */
  listeners: (TestPose & {
    side: Side;
    unum: number;
    body: number;
    turns: number[];
    dir: number | null;
  })[];
}

const recordings = JSON.parse(
  readFileSync(new URL('../testdata/hear-recordings.json', import.meta.url), 'utf8'),
) as Recording[];

describe('directions recorded from the reference server, audio_cut_dist 30 (spec 04 §5)', () => {
  it.each(recordings.map((r) => [r.speaker, r] as const))('speaker at %o', (_at, recording) => {
    const params = createTestParams({ audio_cut_dist: 30 });
    const world = createWorld();
    const [x, y] = recording.speaker;
    const speaker = placePlayer(world, params, 'l', 1, { x, y });
    for (const place of recording.listeners) {
      const player = placePlayer(world, params, place.side, place.unum, place);
      for (const turn of place.turns) player.body = wrapAngle(player.body + rad(turn));
    }
    const heard: AudioMessage[] = [];
    const context = createSensorContext(world, params, (listener, message) => {
      heard[listener] = message;
    });
    const rng = createRandomStream(1, 'hear');
    addPlayerMessage(context, rng, speaker, 'x');
    deliverAudio(context, rng);
    const directions = recording.listeners.map(({ side, unum }) => {
      const what = heard[(side === 'l' ? 0 : 11) + unum - 1];
      return what?.kind === 'complete' ? what.dir : null;
    });
    expect(directions).toEqual(recording.listeners.map((l) => l.dir));
  });
});
