import { readFileSync } from 'node:fs';
import { type AudioMessage, createWorld } from '@rcss/core';
import { rad, wrapAngle } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import { type Place, put, testParams } from '../test/scene.js';
import { createAuralState, deliverAudio, playerSays } from './aural.js';

interface Recording {
  speaker: [number, number];
  /** `turns` were executed before the message was heard; `dir` is what the reference server sent, null for nothing. */
  listeners: (Place & { side: 'l' | 'r'; unum: number; body: number; turns: number[]; dir: number | null })[];
}

const recordings = JSON.parse(
  readFileSync(new URL('../testdata/hear-recordings.json', import.meta.url), 'utf8'),
) as Recording[];

describe('directions recorded from the reference server, audio_cut_dist 30 (spec 04 §5)', () => {
  it.each(recordings.map((r) => [r.speaker, r] as const))('speaker at %o', (_at, recording) => {
    const params = testParams({ audio_cut_dist: 30 });
    const world = createWorld();
    const [x, y] = recording.speaker;
    const speaker = put(world, params, 'l', 1, { x, y });
    for (const place of recording.listeners) {
      const player = put(world, params, place.side, place.unum, place);
      for (const turn of place.turns) player.body = wrapAngle(player.body + rad(turn));
    }
    const heard: AudioMessage[] = [];
    const emit = (listener: number, what: AudioMessage): void => {
      heard[listener] = what;
    };
    const state = createAuralState();
    const rng = createRandomStream(1, 'hear');
    playerSays(state, world, params, rng, speaker, 'x', emit);
    deliverAudio(state, world, params, rng, emit);
    const told = recording.listeners.map(({ side, unum }) => {
      const what = heard[(side === 'l' ? 0 : 11) + unum - 1];
      return what?.kind === 'complete' ? what.dir : null;
    });
    expect(told).toEqual(recording.listeners.map((l) => l.dir));
  });
});
