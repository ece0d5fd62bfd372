/** The figure of stamina: a player that dashes, in the physics of the server. */
import { createWorld, type Player } from '@rcss/core';
import { deg, hypot, wrapAngle } from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import {
  applyDashes,
  clearCycleStates,
  createPhysicsContext,
  dash,
  enterField,
  initializePlayers,
  moveBodies,
  updatePlayers,
} from '@rcss/physics';
import { type DrawOptions, FONT_SIZE, label, type Palette, px, type SvgDrawing, toSvg } from './drawing.js';

/** What the reader can change. */
export interface StaminaSettings {
  /** Power of each dash, 0 to 100. */
  readonly power: number;
  /** Of each ten cycles, how many the player does not dash in; 0 to 9. */
  readonly rest: number;
}

export const FIRST_RUN: StaminaSettings = { power: 100, rest: 0 };

export const RUN_CYCLES = 400;

/** State of the player after 0, 1, 2 … cycles. */
export interface StaminaRun {
  readonly settings: StaminaSettings;
  readonly stamina: Float64Array;
  readonly effort: Float64Array;
  readonly recovery: Float64Array;
  /** Meters in the last cycle. */
  readonly speed: Float64Array;
  /** Stamina that was refilled from the capacity. */
  readonly usedCapacity: number;
  /** Meters. */
  readonly distance: number;
  /** How far the body turned without a turn command, degrees: a player without stamina turns to its left (spec 05 §10.3). */
  readonly turned: number;
  readonly staminaMax: number;
}

/** Lets a player of the default type dash straight ahead, without noise. */
export function runWithStamina(settings: StaminaSettings): StaminaRun {
  const server = createServerParams({ player_rand: 0 });
  const params = createMatchParams(server, createPlayerParams({ player_types: 1 }), 1);
  const world = createWorld();
  const ctx = createPhysicsContext(world, params);
  initializePlayers(world, params);
  world.playMode = 'play_on';
  Object.assign(world.ball.pos, { x: 0, y: 30 });
  const player = world.players[0] as Player;
  player.version = 19;
  enterField(params, player, false);
  Object.assign(player.pos, { x: 0, y: 0 });
  const rng = createRandomStream(1, 'physics');
  const series = () => new Float64Array(RUN_CYCLES + 1);
  const run = { stamina: series(), effort: series(), recovery: series(), speed: series() };
  const capacity = player.staminaCapacity;
  let distance = 0;
  let turned = 0;
  const record = (cycle: number, speed: number) => {
    run.stamina[cycle] = player.stamina;
    run.effort[cycle] = player.effort;
    run.recovery[cycle] = player.recovery;
    run.speed[cycle] = speed;
  };
  record(0, 0);
  for (let cycle = 1; cycle <= RUN_CYCLES; cycle++) {
    if ((cycle - 1) % 10 < 10 - settings.rest) dash(params, player, settings.power, 0);
    applyDashes(world, params, rng);
    const { body } = player;
    moveBodies(ctx, rng);
    const speed = hypot(player.pos.x, player.pos.y);
    // The field has no end here.
    Object.assign(player.pos, { x: 0, y: 0 });
    turned += wrapAngle(player.body - body);
    updatePlayers(world, params);
    clearCycleStates(world);
    distance += speed;
    record(cycle, speed);
  }
  return {
    settings,
    ...run,
    usedCapacity: capacity - player.staminaCapacity,
    distance,
    turned: deg(turned),
    staminaMax: server.stamina_max,
  };
}

/** First cycle after which the stamina is not above the threshold at which effort and recovery fall; undefined if there is none. */
export function findThresholdCycle({ stamina, staminaMax }: StaminaRun): number | undefined {
  const cycle = stamina.findIndex((value) => value <= 0.3 * staminaMax);
  return cycle < 0 ? undefined : cycle;
}

/** Summary of the run, one paragraph. */
export function describeRun(run: StaminaRun): string {
  const { power, rest } = run.settings;
  const cycle = findThresholdCycle(run);
  const pattern = rest === 0 ? 'in every cycle' : `in ${10 - rest} of 10 cycles`;
  const threshold =
    cycle === undefined
      ? `The stamina stays above 30 %; it is ${Math.round(run.stamina[RUN_CYCLES] as number)} at the end.`
      : `After ${cycle} cycles the stamina is at 30 %; then effort and recovery fall, to ${(run.effort[RUN_CYCLES] as number).toFixed(2)} and ${(run.recovery[RUN_CYCLES] as number).toFixed(2)} at the end.`;
  const turn =
    run.turned < -0.5
      ? ` Without stamina, its dashes turn it to its left, by ${Math.round(-run.turned)}° altogether.`
      : '';
  return `A player of the default type dashes with power ${power} ${pattern} for ${RUN_CYCLES} cycles. ${threshold} It runs ${run.distance.toFixed(0)} m and uses ${Math.round(run.usedCapacity)} of its stamina capacity.${turn}`;
}

const HEIGHT = 260;
const LEFT = 40;
const BOTTOM = 36;
const TOP = 10;

/** Draws stamina, effort, recovery and speed over time. */
export function drawRun(run: StaminaRun, options: DrawOptions): SvgDrawing {
  const { width, palette } = options;
  const text = describeRun(run);
  const right = width - 8;
  const x = (cycle: number) => LEFT + (cycle / RUN_CYCLES) * (right - LEFT);
  const y = (share: number) => TOP + (1 - share / 1.1) * (HEIGHT - TOP - BOTTOM);
  const curve = (values: Float64Array, unit: number, name: string, color: string, dashes = '') =>
    `<path class="${name}" d="M${Array.from(values, (value, cycle) => `${px(x(cycle))} ${px(y(value / unit))}`).join('L')}" fill="none" stroke="${color}" stroke-width="2"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>`;
  return {
    text,
    svg: toSvg(options, HEIGHT + FONT_SIZE * 1.6, text, [
      `<rect x="${LEFT}" y="${TOP}" width="${px(right - LEFT)}" height="${HEIGHT - TOP - BOTTOM}" fill="${palette.area}"/>`,
      ...drawAxes(x, y, width, palette),
      curve(run.recovery, 1, 'recovery', palette.fourth, '6 3'),
      curve(run.effort, 1, 'effort', palette.second, '2 3'),
      curve(run.speed, 1, 'speed', palette.third),
      curve(run.stamina, run.staminaMax, 'stamina', palette.first),
      drawLegend(width, palette),
    ]),
  };
}

function drawAxes(
  x: (cycle: number) => number,
  y: (share: number) => number,
  width: number,
  palette: Palette,
): string[] {
  const shares = [0, 0.3, 0.6, 1].map(
    (share) =>
      `<path d="M${LEFT} ${px(y(share))}H${px(x(RUN_CYCLES))}" stroke="${palette.line}" stroke-opacity=".6"${share === 0.3 || share === 0.6 ? ' stroke-dasharray="4 4"' : ''}/>` +
      label(LEFT - 6, y(share) + 4, String(share), palette.text, 'end'),
  );
  const step = width < 480 ? 200 : 100;
  const cycles: string[] = [];
  for (let cycle = 0; cycle <= RUN_CYCLES; cycle += step) {
    const anchor = cycle === 0 ? 'start' : cycle === RUN_CYCLES ? 'end' : 'middle';
    cycles.push(label(x(cycle), HEIGHT - BOTTOM + 16, `${cycle}`, palette.text, anchor));
  }
  return [...shares, ...cycles, label(x(RUN_CYCLES / 2), HEIGHT - 4, 'cycles', palette.text, 'middle')];
}

/** Names of the curves below the chart, in two rows on a narrow page. */
function drawLegend(width: number, palette: Palette): string {
  const names = [
    ['stamina / 8000', palette.first, ''],
    ['effort', palette.second, '2 3'],
    ['recovery', palette.fourth, '6 3'],
    ['speed, m/cycle', palette.third, ''],
  ] as const;
  const step = (width - 8) / 4;
  return names
    .map(([name, color, dashes], i) => {
      const short = width < 560 ? (name.split(/[ ,]/)[0] as string) : name;
      const left = 4 + i * step;
      const line = `<path d="M${px(left)} ${HEIGHT + 12}h16" stroke="${color}" stroke-width="2.5"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>`;
      return line + label(left + 20, HEIGHT + 16, short, palette.text);
    })
    .join('');
}
