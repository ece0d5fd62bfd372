import { createWorld, type Side } from '@rcss/core';
import { createSeeObservation } from '@rcss/core/observation';
import { createRandomStream, uniform } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { decodePlayerMessage } from '@rcss/protocol';
import { createPlayerEncoding, encodeSee } from '@rcss/protocol/player';
import { createSensorContext, fillSee } from '@rcss/sensors';
import { ByteWriter } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import { computeAngleBetween, normalizeAngle } from '../geometry.js';
import { Localizer } from './localizer.js';
import { createQuantizedVision } from './vision.js';

const params = createMatchParams(createServerParams(), createPlayerParams(), 1);
const vision = createQuantizedVision(params.server);

/** What a player of a side sees from a place, as text and back. */
function sight(side: Side, x: number, y: number, face: number, seed: number) {
  const world = createWorld();
  const player = world.players[side === 'l' ? 0 : 11]!;
  Object.assign(player, { enabled: true, assigned: true, version: 19, body: face, neck: 0 });
  player.viewAngle = Math.PI / 3;
  player.pos.x = x;
  player.pos.y = y;
  const out = fillSee(
    createSensorContext(world, params),
    createRandomStream(seed, 'sensors'),
    player,
    createSeeObservation(),
  );
  const encoding = createPlayerEncoding(19, side, { left: 'A', right: 'B' });
  const message = decodePlayerMessage(encodeSee(new ByteWriter(), out, encoding).view());
  if (!message.ok || message.value.type !== 'see') throw new Error('no see message');
  return message.value.objects;
}

describe('localization from see messages (spec 04 §3.4 to §3.6, §4)', () => {
  for (const side of ['l', 'r'] as const) {
    it(`finds the pose of a player of side ${side} without an earlier estimate`, () => {
      const random = createRandomStream(7, side);
      const sign = side === 'l' ? 1 : -1;
      let sum = 0;
      let found = 0;
      for (let i = 0; i < 300; i++) {
        const x = uniform(random, -50, 50);
        const y = uniform(random, -32, 32);
        const face = uniform(random, -Math.PI, Math.PI);
        const belief = { x: 0, y: 0, face: 0, posError: 100, faceError: Math.PI };
        const ok = new Localizer(side === 'r', vision).update(sight(side, x, y, face, i), belief);
        if (!ok) continue;
        found += 1;
        const error = Math.hypot(belief.x - sign * x, belief.y - sign * y);
        const turned = side === 'l' ? face : normalizeAngle(face + Math.PI);
        sum += error;
        expect(error).toBeLessThan(1.5);
        expect(computeAngleBetween(belief.face, turned)).toBeLessThan(0.05);
      }
      expect(found).toBeGreaterThan(280);
      expect(sum / found).toBeLessThan(0.15);
    });
  }

  it('corrects a dead-reckoned estimate, and keeps it if nothing is seen', () => {
    const localizer = new Localizer(false, vision);
    const belief = { x: -9, y: 6, face: 0.3, posError: 1, faceError: 0.1 };
    expect(localizer.update([], belief)).toBe(false);
    expect(belief.x).toBe(-9);
    expect(localizer.update(sight('l', -10, 5, 0.35, 1), belief)).toBe(true);
    expect(Math.hypot(belief.x + 10, belief.y - 5)).toBeLessThan(0.3);
    expect(belief.posError).toBeLessThan(0.3);
  });

  it('recovers from a completely wrong estimate', () => {
    const belief = { x: 30, y: -20, face: 2.5, posError: 0.5, faceError: 0.05 };
    new Localizer(false, vision).update(sight('l', -10, 5, 0.35, 1), belief);
    expect(Math.hypot(belief.x + 10, belief.y - 5)).toBeLessThan(0.5);
  });
});
