import { readFileSync } from 'node:fs';
import { createWorld, type Side } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createSeeObservation } from '@rcss/core/observation';
import { createRandomStream } from '@rcss/core/random';
import type { ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { contextOf, createTestParams, placeBall, placePlayer, type TestPose } from '../test/scene.js';
import { formatSee, removeRandomValues } from '../test/see-text.js';
import { fillSee } from './fill-see.js';

interface Recording {
  scenario: string;
  note: string;
  options: Record<string, number>;
  time: number;
  observer: number;
  ball: [number, number, number, number];
  /** Necks are given by the moments of the `turn_neck` commands, degrees; the neck is their sum in radians. */
  players: (TestPose & { side: Side; unum: number; neckMoments: number[] })[];
  /** What the reference server sent. */
  text: string;
}

const recordings = JSON.parse(
  readFileSync(new URL('../testdata/see-recordings.json', import.meta.url), 'utf8'),
) as Recording[];

/** `server::name` as a parameter of the server module. */
function serverOptions(options: Record<string, number>): Partial<ServerParams> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.split('::')[1], value]));
}

describe('messages recorded from the reference server (spec 04 §3)', () => {
  it.each(
    recordings.map(
      (r) => [`${r.scenario}: ${r.note}, version ${r.players[r.observer]!.version}`, r] as const,
    ),
  )('%s', (_name, recording) => {
    const params = createTestParams(serverOptions(recording.options));
    const world = createWorld();
    world.time = recording.time;
    for (const p of recording.players) {
      placePlayer(world, params, p.side, p.unum, p).neck = p.neckMoments.reduce((sum, m) => sum + rad(m), 0);
    }
    placeBall(world, ...recording.ball);
    const { side, unum } = recording.players[recording.observer]!;
    const observer = world.players.find((p) => p.side === side && p.unum === unum)!;
    const out = fillSee(
      contextOf(world, params),
      createRandomStream(1, 'see'),
      observer,
      createSeeObservation(),
    );
    expect(removeRandomValues(formatSee(world, out))).toBe(removeRandomValues(recording.text));
  });
});
