/**
 * Save and restore of a whole match: plain data only, so that a snapshot is a deep copy and also JSON.
 *
 * A snapshot has world, referee, sensors, coaches and the state of every random stream. After `restore` the match continues as the saved one
 * would: same commands, same bytes.
 *
 * Invariant: `restore` writes into the existing objects and never replaces them, because physics, sensors and clients hold references to
 * players and vectors. So a snapshot fits only a match of the same parameters and number of players.
 *
 * Surprising: connections are not part of it. `resetMatch` keeps those; `fork` makes a second match with the same future.
 */
import { type Ball, clonePlayer, copyPlayer, type MatchListener, type Player, type World } from '@rcss/core';
import type { RandomState } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import { createMatch } from './create-match.js';
import type { Match } from './match.js';
import type { Snapshot } from './match-state.js';

type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

/** Returns a deep copy of plain data. */
function clone<T>(value: T): T {
  if (Array.isArray(value)) {
    const out = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i++) out[i] = clone(value[i]);
    return out as T;
  }
  if (value !== null && typeof value === 'object') {
    const out = { ...value } as Record<string, unknown>;
    for (const key in out) {
      const part = out[key];
      if (part !== null && typeof part === 'object') out[key] = clone(part);
    }
    return out as T;
  }
  return value;
}

function cloneBall(ball: Ball): Ball {
  return { ...ball, pos: { ...ball.pos }, vel: { ...ball.vel }, accel: { ...ball.accel } };
}

function cloneWorld(world: World): World {
  return {
    ...world,
    ball: cloneBall(world.ball),
    players: world.players.map(clonePlayer),
    left: { ...world.left },
    right: { ...world.right },
    wind: { ...world.wind },
  };
}

/** Copies plain data onto an object of the same shape without replacing nested objects, so that references to them stay valid. */
function overwrite(target: Record<string, Plain>, source: Record<string, Plain>): void {
  for (const key in source) {
    const from = source[key];
    if (from === null || typeof from !== 'object') {
      target[key] = from;
      continue;
    }
    const to = target[key];
    if (Array.isArray(from) && Array.isArray(to)) {
      // Other code may hold queued messages, so the list gets copies and the old objects stay unchanged.
      to.length = 0;
      for (const item of from) to.push(clone(item));
    } else if (isObject(from) && isObject(to)) overwrite(to as never, from as never);
    else target[key] = clone(from);
  }
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function overwriteWorld(target: World, source: World): void {
  const { players, ...rest } = source;
  overwrite(target as never, rest as never);
  for (let i = 0; i < players.length; i++) copyPlayer(target.players[i] as Player, players[i] as Player);
}

/** Returns a snapshot of a match from which it can continue. Do not call it inside a callback of this package. */
export function snapshot(match: Match): Snapshot {
  const { random: chance } = match;
  return {
    seed: match.seed,
    steps: match.steps,
    wallSeconds: match.wallSeconds,
    world: cloneWorld(match.world),
    referee: clone(match.referee.state),
    audio: clone(match.sensors.audio),
    coaches: clone(match.coaches),
    trainer: clone(match.trainer),
    substitutions: clone(match.substitutions),
    autoMode: clone(match.autoMode),
    random: {
      physics: chance.physics.state(),
      players: chance.players.map((stream) => stream.state()),
      sensors: chance.sensors.state(),
      referee: chance.referee.state(),
      scheduling: chance.scheduling.state(),
    },
  };
}

/**
 * Restores a match to a snapshot taken with the same parameters. The snapshot stays valid for further use, and
 * so do references to the players, teams and ball of the match.
 *
 * @param keepsRandom Whether the random streams of the match go on from where they are; false by default.
 * @throws Error if the snapshot has another number of players than the match
 */
export function restore(match: Match, from: Snapshot, keepsRandom = false): void {
  if (from.world.players.length !== match.world.players.length) {
    const players = `${from.world.players.length} players instead of ${match.world.players.length}`;
    throw new Error(`the value is not a snapshot of a match: its world has ${players}`);
  }
  match.steps = from.steps;
  match.wallSeconds = from.wallSeconds;
  overwriteWorld(match.world, from.world);
  const copy = (target: unknown, source: unknown) => overwrite(target as never, source as never);
  copy(match.referee.state, from.referee);
  copy(match.sensors.audio, from.audio);
  copy(match.coaches, from.coaches);
  copy(match.trainer, from.trainer);
  copy(match.substitutions, from.substitutions);
  copy(match.autoMode, from.autoMode);
  if (keepsRandom) return;
  const { random: chance } = match;
  chance.physics.restore(from.random.physics);
  for (let i = 0; i < chance.players.length; i++)
    chance.players[i]?.restore(from.random.players[i] as RandomState);
  chance.sensors.restore(from.random.sensors);
  chance.referee.restore(from.random.referee);
  chance.scheduling.restore(from.random.scheduling);
}

/** Restores a match without clients like {@link restore}, as a recorded input: the match continues from the state of another one. */
export function continueFrom(match: Match, from: Snapshot, keepsRandom = false): void {
  match.record?.({ do: 'continue', from, keepsRandom });
  restore(match, from, keepsRandom);
}

/**
 * Returns a second match that continues from the current state of the first, independent of it. It sends its
 * events to its own listener and is not recorded.
 */
export function fork(match: Match, listener?: MatchListener): Match {
  const twin = createMatch({ params: match.params, seed: match.seed, ...(listener ? { listener } : {}) });
  restore(twin, snapshot(match));
  return twin;
}

/** Returns a snapshot whose match continues with the random numbers of another seed. The rest is shared with `from`, not copied. */
export function reseed(from: Snapshot, params: MatchParams, seed: number): Snapshot {
  return { ...from, seed, random: snapshot(createMatch({ params, seed })).random };
}
