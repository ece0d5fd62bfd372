/** The figure of kick noise: one kick, executed many times by the physics of the server. */
import { createWorld, type Player } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams, type MatchParams } from '@rcss/params';
import {
  applyDashes,
  clearCycleStates,
  createPhysicsContext,
  enterField,
  initializePlayers,
  kick,
  moveBodies,
} from '@rcss/physics';
import {
  type DrawOptions,
  FONT_SIZE,
  GRASS,
  GRASS_LINE,
  label,
  type Palette,
  px,
  type SvgDrawing,
  toSvg,
} from './drawing.js';

/** Where the ball is before the kick, relative to a player at the origin that looks along x; meters. */
export const BALL_PLACES = {
  near: { name: 'in front, near', x: 0.5, y: 0 },
  far: { name: 'in front, far', x: 1, y: 0 },
  side: { name: 'at the side', x: 0, y: 0.7 },
} as const;

export type KickedBallPlace = keyof typeof BALL_PLACES;

/** What the reader can change. */
export interface KickSettings {
  /** Power of the kick, 0 to 100. */
  readonly power: number;
  readonly place: KickedBallPlace;
  /** Whether the ball has the movement noise of a match (`ball_rand`) after the kick. */
  readonly hasMovementNoise: boolean;
  /** Seed of the noise. */
  readonly seed: number;
}

export const FIRST_KICKS: KickSettings = { power: 100, place: 'near', hasMovementNoise: false, seed: 1 };

export const KICK_COUNT = 200;
/** Cycles that are simulated after the kick. */
export const FLIGHT_CYCLES = 20;

/** Result of the kicks. Vectors are pairs of numbers: x, y of the first kick, x, y of the second one, and so on. */
export interface KickSample {
  readonly settings: KickSettings;
  /** Noise that each kick added to the acceleration, meters per cycle squared. */
  readonly noise: Float64Array;
  /** Greatest length of the noise by the formula of the specification (spec 05 §12). */
  readonly maxNoise: number;
  /** Positions of the balls after 0, 1, 2 … cycles, meters. */
  readonly flights: readonly Float64Array[];
  /** Path of a ball without noise. */
  readonly path: Float64Array;
}

function createParams(hasMovementNoise: boolean): MatchParams {
  const server = createServerParams(hasMovementNoise ? {} : { ball_rand: 0 });
  return createMatchParams(server, createPlayerParams({ player_types: 1 }), 1);
}

/** The formula of the specification, computed apart from the physics: spec 05 §12 point 4 with the ball at rest. */
export function computeMaxNoise(params: MatchParams, power: number, x: number, y: number): number {
  const type = params.types[0]!;
  const theta = Math.abs(Math.atan2(y, x));
  const gap = Math.hypot(x, y) - type.player_size - params.server.ball_size;
  const placeRate = 0.5 + 0.25 * (theta / Math.PI + gap / type.kickable_margin);
  return type.kick_rand * (power / params.server.maxpower) * (placeRate + 0.5);
}

/** Executes the kick {@link KICK_COUNT} times, and once without noise. */
export function sampleKicks(settings: KickSettings): KickSample {
  const { power, place, hasMovementNoise, seed } = settings;
  const params = createParams(hasMovementNoise);
  const world = createWorld();
  const ctx = createPhysicsContext(world, params);
  initializePlayers(world, params);
  world.playMode = 'play_on';
  const player = world.players[0] as Player;
  player.version = 19;
  enterField(params, player, false);
  const kickNoiseRate = player.kickNoiseRate;
  const rng = createRandomStream(seed, 'physics');
  const { ball } = world;
  const start = BALL_PLACES[place];

  const throwBall = (record: (cycle: number) => void) => {
    Object.assign(player.pos, { x: 0, y: 0 });
    Object.assign(player.vel, { x: 0, y: 0 });
    player.body = 0;
    player.bodyTarget = 0;
    player.bodyUsed = false;
    Object.assign(ball.pos, { x: start.x, y: start.y });
    Object.assign(ball.vel, { x: 0, y: 0 });
    Object.assign(ball.accel, { x: 0, y: 0 });
    kick(ctx, rng, player, power, 0);
    const accel = { x: ball.accel.x, y: ball.accel.y };
    record(0);
    for (let cycle = 1; cycle <= FLIGHT_CYCLES; cycle++) {
      applyDashes(world, params, rng);
      moveBodies(ctx, rng);
      clearCycleStates(world);
      record(cycle);
    }
    return accel;
  };

  const path = new Float64Array(2 * (FLIGHT_CYCLES + 1));
  player.kickNoiseRate = 0;
  const expected = throwBall((cycle) => path.set([ball.pos.x, ball.pos.y], 2 * cycle));
  player.kickNoiseRate = kickNoiseRate;
  const noise = new Float64Array(2 * KICK_COUNT);
  const flights = Array.from({ length: FLIGHT_CYCLES + 1 }, () => new Float64Array(2 * KICK_COUNT));
  for (let i = 0; i < KICK_COUNT; i++) {
    const accel = throwBall((cycle) => flights[cycle]?.set([ball.pos.x, ball.pos.y], 2 * i));
    noise.set([accel.x - expected.x, accel.y - expected.y], 2 * i);
  }
  // The path without noise of a match with movement noise is that of a match without it.
  const plainPath = hasMovementNoise ? sampleKicks({ ...settings, hasMovementNoise: false }).path : path;
  return {
    settings,
    noise,
    maxNoise: computeMaxNoise(params, power, start.x, start.y),
    flights,
    path: plainPath,
  };
}

/** Lengths of the noise vectors, meters per cycle squared. */
export const noiseLengths = ({ noise }: KickSample): number[] =>
  Array.from({ length: noise.length / 2 }, (_, i) =>
    hypot(noise[2 * i] as number, noise[2 * i + 1] as number),
  );

/** Greatest distance of a ball from the position without noise after some cycles, meters. */
export function measureSpread({ flights, path }: KickSample, cycle: number): number {
  const at = flights[cycle] as Float64Array;
  let most = 0;
  for (let i = 0; i < at.length; i += 2) {
    const d = hypot(
      (at[i] as number) - (path[2 * cycle] as number),
      (at[i + 1] as number) - (path[2 * cycle + 1] as number),
    );
    if (d > most) most = d;
  }
  return most;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Summary of the kicks, one paragraph. */
export function describeKicks(sample: KickSample): string {
  const { settings, maxNoise } = sample;
  const lengths = noiseLengths(sample);
  const { name } = BALL_PLACES[settings.place];
  const noise = settings.hasMovementNoise ? 'kick noise and movement noise' : 'kick noise alone';
  return (
    `${KICK_COUNT} kicks with power ${settings.power}, ball ${name}, ${noise}. Length of the kick noise: ${maxNoise.toFixed(3)} m/cycle² at most by the formula; ` +
    `here the greatest is ${Math.max(...lengths).toFixed(3)} and the mean ${mean(lengths).toFixed(3)}. ` +
    `After ${FLIGHT_CYCLES} cycles the balls are up to ${measureSpread(sample, FLIGHT_CYCLES).toFixed(2)} m from the point without noise.`
  );
}

/** Part of the pitch that is drawn, meters. */
const STRIP = { left: -2, right: 36, top: -5, bottom: 5 };
const BAR_COUNT = 10;
const GAP = 12;
const PANEL_HEIGHT = 180;

/** Draws the balls after `cycle` cycles, the noise vectors, and how often each length occurs. */
export function drawKicks(sample: KickSample, options: DrawOptions, cycle = FLIGHT_CYCLES): SvgDrawing {
  const { width, palette } = options;
  const text = describeKicks(sample);
  const stripHeight = (width * (STRIP.bottom - STRIP.top)) / (STRIP.right - STRIP.left);
  const panelTop = stripHeight + GAP + FONT_SIZE * 1.6;
  const panelWidth = (width - GAP) / 2;
  const title = panelTop - FONT_SIZE * 0.6;
  return {
    text,
    svg: toSvg(options, panelTop + PANEL_HEIGHT, text, [
      drawStrip(sample, width, stripHeight, cycle),
      label(0, title, width < 480 ? 'Noise' : 'Noise of each kick, m/cycle²', palette.text),
      label(
        panelWidth + GAP,
        title,
        width < 480 ? 'Lengths' : 'Kicks by the length of the noise',
        palette.text,
      ),
      `<g transform="translate(0 ${px(panelTop)})">${drawNoise(sample, panelWidth, palette)}</g>`,
      `<g transform="translate(${px(panelWidth + GAP)} ${px(panelTop)})">${drawLengths(sample, panelWidth, palette)}</g>`,
    ]),
  };
}

function drawStrip(sample: KickSample, width: number, height: number, cycle: number): string {
  const scale = width / (STRIP.right - STRIP.left);
  const sx = (x: number) => px((x - STRIP.left) * scale);
  const sy = (y: number) => px((y - STRIP.top) * scale);
  const balls = sample.flights[cycle] as Float64Array;
  const dots: string[] = [];
  for (let i = 0; i < balls.length; i += 2)
    dots.push(`<circle cx="${sx(balls[i] as number)}" cy="${sy(balls[i + 1] as number)}" r="2.2"/>`);
  const marks = [0, 10, 20, 30].map(
    (x) =>
      `<path d="M${sx(x)} ${px(height)}v-6" stroke="${GRASS_LINE}"/>${label((x - STRIP.left) * scale + 4, height - 5, `${x} m`, GRASS_LINE)}`,
  );
  const [x = 0, y = 0] = sample.path.subarray(2 * cycle);
  return [
    `<rect width="${px(width)}" height="${px(height)}" fill="${GRASS}"/>`,
    `<path d="M${sx(0)} ${sy(0)}H${px(width)}" stroke="${GRASS_LINE}" stroke-opacity=".5" stroke-dasharray="4 4"/>`,
    ...marks,
    `<circle cx="${sx(0)}" cy="${sy(0)}" r="${px(Math.max(0.3 * scale, 5))}" fill="#f2c500" stroke="#222"/>`,
    `<g class="balls" fill="#fff" fill-opacity=".75" stroke="#123" stroke-width=".4">${dots.join('')}</g>`,
    `<path d="M${sx(x)} ${sy(y)}m-6 0h12m-6 -6v12" stroke="#222" stroke-width="1.5"/>`,
  ].join('');
}

function drawNoise({ noise, maxNoise }: KickSample, width: number, palette: Palette): string {
  const radius = Math.min(width, PANEL_HEIGHT) / 2 - 8;
  // The greatest noise of all settings has the radius of the panel.
  const scale = radius / 0.135;
  const x = width / 2;
  const y = PANEL_HEIGHT / 2;
  const dots: string[] = [];
  for (let i = 0; i < noise.length; i += 2)
    dots.push(
      `<circle cx="${px(x + (noise[i] as number) * scale)}" cy="${px(y + (noise[i + 1] as number) * scale)}" r="1.8"/>`,
    );
  return [
    `<rect width="${px(width)}" height="${PANEL_HEIGHT}" fill="${palette.area}"/>`,
    `<path d="M${px(x - radius)} ${px(y)}h${px(2 * radius)}M${px(x)} ${px(y - radius)}v${px(2 * radius)}" stroke="${palette.line}" stroke-opacity=".5"/>`,
    `<g class="noise" fill="${palette.first}" fill-opacity=".7">${dots.join('')}</g>`,
    `<circle cx="${px(x)}" cy="${px(y)}" r="${px(maxNoise * scale)}" fill="none" stroke="${palette.second}" stroke-width="1.5"/>`,
    label(x, PANEL_HEIGHT - 4, `at most ${maxNoise.toFixed(3)}`, palette.second, 'middle'),
  ].join('');
}

function drawLengths(sample: KickSample, width: number, palette: Palette): string {
  const counts = new Array<number>(BAR_COUNT).fill(0);
  const { maxNoise } = sample;
  for (const length of noiseLengths(sample)) {
    const bar = maxNoise > 0 ? Math.min(Math.floor((length / maxNoise) * BAR_COUNT), BAR_COUNT - 1) : 0;
    counts[bar] = (counts[bar] as number) + 1;
  }
  const base = PANEL_HEIGHT - FONT_SIZE - 8;
  const barWidth = (width - 16) / BAR_COUNT;
  const expected = KICK_COUNT / BAR_COUNT;
  const scale = (base - 10) / (2.2 * expected);
  const bars = counts.map((count, i) => {
    const height = Math.min(count * scale, base - 2);
    return `<rect x="${px(8 + i * barWidth + 1)}" y="${px(base - height)}" width="${px(barWidth - 2)}" height="${px(height)}"/>`;
  });
  return [
    `<rect width="${px(width)}" height="${PANEL_HEIGHT}" fill="${palette.area}"/>`,
    `<g class="lengths" fill="${palette.first}" fill-opacity=".8">${bars.join('')}</g>`,
    `<path d="M8 ${px(base - expected * scale)}H${px(width - 8)}" stroke="${palette.second}" stroke-width="1.5" stroke-dasharray="5 3"/>`,
    `<path d="M8 ${px(base)}H${px(width - 8)}" stroke="${palette.line}"/>`,
    label(8, PANEL_HEIGHT - 5, '0', palette.text),
    label(width - 8, PANEL_HEIGHT - 5, maxNoise.toFixed(3), palette.text, 'end'),
  ].join('');
}
