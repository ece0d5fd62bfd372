import { readFileSync } from 'node:fs';
import { createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { STILL_PALETTE } from '../src/figures/drawing.js';
import {
  BALL_PLACES,
  drawKicks,
  FIRST_KICKS,
  FLIGHT_CYCLES,
  KICK_COUNT,
  measureSpread,
  noiseLengths,
  sampleKicks,
} from '../src/figures/kick-noise.js';
import { describeRun, findThresholdCycle, runWithStamina } from '../src/figures/stamina.js';
import { STILLS } from '../src/figures/stills.js';
import {
  countSeen,
  describeView,
  directionTo,
  drawView,
  FIRST_VIEW,
  perceivedPosition,
  seeScene,
} from '../src/figures/vision.js';

const images = new URL('../../../docs/images/', import.meta.url);
const OPTIONS = { width: 720, palette: STILL_PALETTE, isTextBeside: false };
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

it.each(Object.keys(STILLS))(
  'the still picture of %s is that of the sources: npm run generate -- --pictures',
  (name) => {
    const file = readFileSync(new URL(`figure-${name}.svg`, images), 'utf8');
    expect(file).toBe(STILLS[name]?.().svg);
    expect(file).toContain('role="img"');
    expect(file).toContain(`<title>${STILLS[name]?.().text.replaceAll("'", '&#39;')}</title>`);
  },
);

describe('kick noise', () => {
  it('the greatest noise is that of the table of the specification (spec 05 §12)', () => {
    expect(sampleKicks(FIRST_KICKS).maxNoise).toBeCloseTo(0.104107, 6);
    expect(sampleKicks({ ...FIRST_KICKS, power: 50 }).maxNoise).toBeCloseTo(0.05205, 5);
  });

  it.each(Object.keys(BALL_PLACES) as (keyof typeof BALL_PLACES)[])(
    '200 kicks of a ball %s have uniform lengths up to the greatest noise, in all directions (spec 05 §12)',
    (place) => {
      for (const seed of [1, 2, 3]) {
        const sample = sampleKicks({ ...FIRST_KICKS, place, seed });
        const shares = noiseLengths(sample)
          .map((length) => length / sample.maxNoise)
          .sort((a, b) => a - b);
        expect(shares).toHaveLength(KICK_COUNT);
        expect(shares.at(-1)).toBeLessThanOrEqual(1);
        // Kolmogorov–Smirnov: a uniform sample of 200 exceeds 0.138 with probability 0.001.
        const deviation = Math.max(...shares.map((share, i) => Math.abs(share - (i + 0.5) / KICK_COUNT)));
        expect(deviation).toBeLessThan(0.138);
        const mean = [0, 0];
        for (let i = 0; i < KICK_COUNT; i++)
          for (const axis of [0, 1])
            mean[axis] = (mean[axis] as number) + (sample.noise[2 * i + axis] as number) / KICK_COUNT;
        // The deviation of a component is maxNoise / √6, that of its mean 1/√200 of it; 4 of them.
        for (const value of mean)
          expect(Math.abs(value)).toBeLessThan((4 * sample.maxNoise) / Math.sqrt(1200));
      }
    },
  );

  it('without movement noise the balls stay within the noise times the way of a unit speed (spec 05 §6.7)', () => {
    const sample = sampleKicks(FIRST_KICKS);
    const { ball_decay } = createServerParams();
    const way = (1 - ball_decay ** FLIGHT_CYCLES) / (1 - ball_decay);
    expect(measureSpread(sample, FLIGHT_CYCLES)).toBeLessThanOrEqual(sample.maxNoise * way);
    expect(measureSpread(sample, FLIGHT_CYCLES)).toBeGreaterThan(0.9 * sample.maxNoise * way);
    expect(sample.path.at(-2)).toBeCloseTo(0.5 + 2.589107 * way, 4);
    expect(measureSpread(sample, 0)).toBe(0);
  });

  it('movement noise spreads the balls further; the noise of the kick has the same limit', () => {
    const sample = sampleKicks({ ...FIRST_KICKS, hasMovementNoise: true });
    expect(measureSpread(sample, FLIGHT_CYCLES)).toBeGreaterThan(
      1.5 * measureSpread(sampleKicks(FIRST_KICKS), FLIGHT_CYCLES),
    );
    expect(Math.max(...noiseLengths(sample))).toBeLessThanOrEqual(sample.maxNoise);
  });

  it('the drawing has all balls and noise vectors, and a bar for each tenth', () => {
    const { svg } = drawKicks(sampleKicks(FIRST_KICKS), OPTIONS, 3);
    expect(count(svg, /r="2\.2"/g)).toBe(KICK_COUNT);
    expect(count(svg, /r="1\.8"/g)).toBe(KICK_COUNT);
    expect(count(/<g class="lengths".*?<\/g>/.exec(svg)?.[0] ?? '', /<rect/g)).toBe(10);
  });
});

describe('vision', () => {
  it('a wider view has more players and landmarks', () => {
    const [narrow, normal, wide] = (['narrow', 'normal', 'wide'] as const).map((width) =>
      countSeen(seeScene({ ...FIRST_VIEW, width })),
    );
    const players = (seen: typeof narrow) => (seen?.full ?? 0) + (seen?.team ?? 0) + (seen?.other ?? 0);
    expect(players(narrow)).toBeLessThan(players(normal));
    expect(players(normal)).toBeLessThan(players(wide));
    expect(narrow?.landmarks).toBeLessThan(normal?.landmarks as number);
  });

  it('the message, the summary and the drawing have the same objects', () => {
    for (const direction of [-180, -90, 0, 45, 180]) {
      const scene = seeScene({ direction, width: 'normal' });
      const { landmarks, full, team, other, ball } = countSeen(scene);
      const { svg } = drawView(scene, OPTIONS);
      expect(count(scene.message, /\(\([fgFG][) ]/g)).toBe(landmarks);
      expect(count(scene.message, /\(\([pP][) ]/g)).toBe(full + team + other);
      // The observer itself is drawn too.
      expect(count(svg, /class="seen"/g)).toBe(full + team + other + 1);
      expect(count(svg, /class="hidden"/g)).toBe(21 - full - team - other);
      expect(count(svg, /class="perceived"/g)).toBe(full + team + other + ball);
      expect(describeView(scene)).toContain(ball > 0 ? 'and the ball' : 'and not the ball');
    }
  });

  it('an object is perceived near its true position: within the steps of distance and direction (spec 04 §3.6)', () => {
    const scene = seeScene({ direction: 0, width: 'wide' });
    for (const object of scene.objects.filter(({ kind }) => kind === 'player')) {
      const { x, y } = scene.world.players[object.index]?.pos ?? { x: Number.NaN, y: Number.NaN };
      const at = perceivedPosition(scene, object);
      const distance = Math.hypot(x - scene.observer.pos.x, y - scene.observer.pos.y);
      // Half a step of 10 % in distance, half a degree in direction.
      const limit = 0.051 * distance + 0.06 + (distance * 0.5 * Math.PI) / 180;
      expect(Math.hypot(at.x - x, at.y - y)).toBeLessThan(limit);
    }
  });

  it('the pointer gives the direction from the player', () => {
    const scene = seeScene(FIRST_VIEW);
    const scale = 720 / 117;
    const at = (dx: number, dy: number) =>
      directionTo(720, (scene.observer.pos.x + 58.5 + dx) * scale, (scene.observer.pos.y + 40 + dy) * scale);
    expect([at(10, 0), at(0, 10), at(-10, 0), at(5, -5)]).toEqual([0, 90, 180, -45]);
  });
});

describe('stamina', () => {
  it('(dash 100) in every cycle gives the values of the specification (spec 05 §18.2)', () => {
    const run = runWithStamina({ power: 100, rest: 0 });
    expect([...run.stamina.slice(0, 3)]).toEqual([8000, 7945, 7890]);
    expect(run.speed[1]).toBeCloseTo(0.6, 9);
    expect(findThresholdCycle(run)).toBe(102);
    expect(run.effort.at(-1)).toBeCloseTo(0.6, 9);
    expect(run.recovery.at(-1)).toBe(0.5);
    // A player without stamina turns to its left (spec 05 §10.3).
    expect(run.turned).toBeLessThan(-90);
    expect(describeRun(run)).toContain('After 102 cycles the stamina is at 30 %');
  });

  it('a player that rests enough keeps effort and recovery, and does not turn', () => {
    const run = runWithStamina({ power: 100, rest: 6 });
    expect(findThresholdCycle(run)).toBeUndefined();
    expect([run.effort.at(-1), run.recovery.at(-1), run.turned]).toEqual([1, 1, 0]);
    expect(describeRun(run)).toContain('in 4 of 10 cycles');
  });
});
