import { createPlayer, type Player, playModeClock, type World } from '@rcss/core';
import { MAX_COORDINATE } from '@rcss/core/math';
import type { MatchParams } from '@rcss/params';
import type { Match } from '@rcss/simulator';

/** An invariant does not hold. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

export function requireThat(condition: boolean, message: () => string): void {
  if (!condition) throw new BrokenInvariant(message());
}

/** Greatest magnitude of a number in the world: counters and packed states are 32-bit numbers. */
const MAX_MAGNITUDE = 2 ** 32;
/** Relative deviation that rounding may cause. */
const TOLERANCE = 1e-9;
/** A body can leave the range of commands only by its own motion: a little per cycle. */
const MAX_DISTANCE = 4 * MAX_COORDINATE;

function requireFinite(value: unknown, path: string): void {
  if (typeof value === 'number' && !(Math.abs(value) <= MAX_MAGNITUDE))
    throw new BrokenInvariant(`${path} is ${value}`);
}

/** Throws if a number below `value` is not finite or extremely large. */
function requireFiniteParts(value: object, path: string): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) requireFiniteParts(inner, `${path}.${key}`);
    else requireFinite(inner, `${path}.${key}`);
  }
}

/** Names of the numbers and vectors of a player. */
const PLAYER_NUMBERS = listPlayerFields((value) => typeof value === 'number');
const PLAYER_VECTORS = listPlayerFields((value) => typeof value === 'object' && value !== null);

function listPlayerFields(accepts: (value: unknown) => boolean): (keyof Player)[] {
  const player = createPlayer('l', 1);
  return (Object.keys(player) as (keyof Player)[]).filter((name) => accepts(player[name]));
}

/** Throws if a number in the world is not finite or extremely large. */
function requireFiniteWorld({ players, ...rest }: World): void {
  requireFiniteParts(rest, 'world');
  for (const player of players) {
    for (const name of PLAYER_NUMBERS) {
      if (Math.abs(player[name] as number) <= MAX_MAGNITUDE) continue;
      throw new BrokenInvariant(`${name} of ${player.side} ${player.unum} is ${player[name]}`);
    }
    for (const name of PLAYER_VECTORS) {
      const { x, y } = player[name] as unknown as { x: number; y: number };
      requireFinite(x, name);
      requireFinite(y, name);
    }
  }
}

/** Values before a step that the next check compares with. */
interface Before {
  readonly time: number;
  readonly stoppageTime: number;
  readonly playMode: World['playMode'];
  readonly scores: readonly [number, number];
  readonly speeds: readonly number[];
  readonly ballSpeed: number;
}

const speedOf = ({ vel }: { readonly vel: { readonly x: number; readonly y: number } }) =>
  Math.hypot(vel.x, vel.y);

/** Checks the world of a match before and after steps. */
export class WorldInvariants {
  readonly #match: Match;
  #before: Before;
  /** Calls of the referee in the current step. */
  readonly #calls: string[] = [];

  constructor(match: Match) {
    this.#match = match;
    this.#before = this.#read();
  }

  #read(): Before {
    const { world } = this.#match;
    return {
      time: world.time,
      stoppageTime: world.stoppageTime,
      playMode: world.playMode,
      scores: [world.left.score, world.right.score],
      speeds: world.players.map(speedOf),
      ballSpeed: speedOf(world.ball),
    };
  }

  addCall(text: string): void {
    this.#calls.push(text);
  }

  /** Checks what must hold at any moment. */
  check(): void {
    const { world, params } = this.#match;
    requireFiniteWorld(world);
    requireThat(
      Math.hypot(world.ball.pos.x, world.ball.pos.y) <= MAX_DISTANCE,
      () => 'the ball is too far away',
    );
    for (const player of world.players) {
      const name = `player ${player.side} ${player.unum}`;
      requireThat(Math.hypot(player.pos.x, player.pos.y) <= MAX_DISTANCE, () => `${name} is too far away`);
    }
    checkTeams(world);
    checkStamina(world, params);
    const { catcher } = world;
    requireThat(
      catcher === -1 || (world.players[catcher]?.enabled === true && world.players[catcher]?.goalie === true),
      () => `the ball is held by slot ${catcher}, which is not an enabled goalie`,
    );
  }

  /** Call it before the inputs of a step are executed, and again directly before the step. */
  beginStep(): void {
    const { scores } = this.#before;
    this.#before = this.#read();
    requireThat(
      this.#before.scores[0] === scores[0] && this.#before.scores[1] === scores[1],
      () => `a score has changed outside of a step: ${scores} -> ${this.#before.scores}`,
    );
    this.#calls.length = 0;
  }

  /** Call it after a step. */
  endStep(): void {
    const { world } = this.#match;
    this.check();
    this.#checkClock();
    this.#checkScores();
    this.#checkSpeeds();
    this.#before = this.#read();
    requireThat(world.stoppageTime >= 0 && world.time >= 0, () => `time ${world.time},${world.stoppageTime}`);
  }

  #checkClock(): void {
    const { time, stoppageTime } = this.#match.world;
    const before = this.#before;
    const clock = playModeClock(before.playMode);
    const hasAdvanced = time === before.time + 1 && stoppageTime === 0;
    const hasStood = time === before.time && stoppageTime === before.stoppageTime + 1;
    // A call of half time sets the time back by the cycle that has just been counted.
    const isSetBack = time === before.time && this.#calls.some((call) => /^(half_time|time_)/.test(call));
    const isPossible =
      clock === 'running'
        ? hasAdvanced || isSetBack
        : clock === 'stopped'
          ? hasAdvanced || hasStood
          : hasStood;
    requireThat(
      isPossible,
      () =>
        `the clock moved from ${before.time},${before.stoppageTime} to ${time},${stoppageTime} in ${before.playMode}; calls: ${this.#calls}`,
    );
  }

  #checkScores(): void {
    const { left, right } = this.#match.world;
    for (const [index, team] of [left, right].entries()) {
      const before = this.#before.scores[index] as number;
      if (team.score === before) continue;
      const call = `goal_${team.side}_${team.score}`;
      requireThat(
        team.score === before + 1 && this.#calls.includes(call),
        () =>
          `the score of ${team.side} changed from ${before} to ${team.score} without "${call}"; calls: ${this.#calls}`,
      );
    }
  }

  /** A body is not faster than its limit, apart from noise and wind, unless it was already (spec 05 §6.1). */
  #checkSpeeds(): void {
    const { world, params } = this.#match;
    const { server, types } = params;
    const wind = world.windRandom === 0 ? 0 : Math.hypot(world.wind.x, world.wind.y) + world.windRandom;
    const limit = (max: number, noise: number, decay: number) =>
      (max * (1 + Math.SQRT2 * noise) * decay + wind) * (1 + TOLERANCE);
    for (const player of world.players) {
      const type = types[player.typeId];
      if (type === undefined || !player.enabled) continue;
      const slowness = Math.max(
        1,
        server.slowness_on_top_for_left_team,
        server.slowness_on_top_for_right_team,
      );
      const max = Math.max(this.#before.speeds[player.index] as number, type.player_speed_max * slowness);
      const most = limit(max, player.noiseRate, Math.max(type.player_decay, 1));
      requireThat(
        speedOf(player) <= most,
        () => `player ${player.side} ${player.unum} has speed ${speedOf(player)}; at most ${most}`,
      );
    }
    const most = limit(Math.max(this.#before.ballSpeed, server.ball_speed_max), server.ball_rand, 1);
    requireThat(
      speedOf(world.ball) <= most,
      () => `the ball has speed ${speedOf(world.ball)}; at most ${most}`,
    );
  }
}

function checkTeams({ left, right, players }: World): void {
  for (const team of [left, right]) {
    const { score, playerCount, penaltyTaken, penaltyScored } = team;
    requireThat(
      playerCount >= 0 && playerCount <= 11 && Number.isInteger(playerCount),
      () => `team ${team.side} has ${playerCount} players`,
    );
    requireThat(Number.isInteger(score) && score >= 0, () => `team ${team.side} has score ${score}`);
    requireThat(
      penaltyScored <= penaltyTaken,
      () => `team ${team.side}: ${penaltyScored} of ${penaltyTaken}`,
    );
  }
  for (const [index, { side, unum, enabled, assigned }] of players.entries()) {
    requireThat(
      side === (index < 11 ? 'l' : 'r') && unum === (index % 11) + 1,
      () => `slot ${index} is player ${side} ${unum}`,
    );
    const { playerCount } = side === 'l' ? left : right;
    requireThat(
      !enabled || (assigned && unum <= playerCount),
      () => `slot ${index} is enabled but not assigned`,
    );
  }
}

/** Values of the stamina model (spec 05 §18.1). */
function checkStamina({ players }: World, { server, types }: MatchParams): void {
  for (const player of players) {
    const { stamina, recovery, effort, staminaCapacity, neck } = player;
    const type = types[player.typeId];
    const name = `player ${player.side} ${player.unum}`;
    requireThat(type !== undefined, () => `${name} has type ${player.typeId}`);
    if (type === undefined) continue;
    const within = (value: number, min: number, max: number) =>
      value >= min - TOLERANCE && value <= max + TOLERANCE;
    requireThat(within(stamina, 0, server.stamina_max), () => `${name} has stamina ${stamina}`);
    requireThat(within(recovery, server.recover_min, 1), () => `${name} has recovery ${recovery}`);
    requireThat(within(effort, type.effort_min, type.effort_max), () => `${name} has effort ${effort}`);
    if (server.stamina_capacity >= 0)
      requireThat(
        within(staminaCapacity, 0, server.stamina_capacity),
        () => `${name} has capacity ${staminaCapacity}`,
      );
    const degrees = (neck * 180) / Math.PI;
    requireThat(
      within(degrees, server.minneckang, server.maxneckang),
      () => `${name} has neck angle ${degrees}`,
    );
  }
}
