import type { MatchListener, RandomState, World } from '@rcss/core';
import type { RefereeState } from '@rcss/referee';
import type { AuralState } from '@rcss/sensors';
import type { AutoModeState } from './auto-mode.js';
import type { CoachState, TrainerState } from './coach-state.js';
import { createMatch, type Match } from './match.js';
import type { SubstitutionState } from './substitution-state.js';

/**
 * The whole state of a match as plain data, chance included: it can be cloned, stored as JSON and given back later
 * or elsewhere. Parameters are not part of it; a snapshot belongs to a match with the same parameters.
 */
export interface Snapshot {
  readonly seed: number;
  readonly steps: number;
  readonly world: World;
  readonly referee: RefereeState;
  readonly audio: AuralState;
  readonly coaches: { readonly l: CoachState; readonly r: CoachState };
  readonly trainer: TrainerState;
  readonly substitutions: { readonly l: SubstitutionState; readonly r: SubstitutionState };
  readonly auto: AutoModeState;
  readonly chance: {
    readonly physics: RandomState;
    readonly sensors: RandomState;
    readonly referee: RandomState;
    readonly scheduling: RandomState;
  };
}

type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

/** Deep copy of plain data; far cheaper than structuredClone for the shapes of a match. */
function clone<T>(value: T): T {
  if (Array.isArray(value)) {
    const out = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i++) out[i] = clone(value[i]);
    return out as T;
  }
  if (value !== null && typeof value === 'object') {
    const out: Record<string, unknown> = {};
    for (const key in value) out[key] = clone(value[key]);
    return out as T;
  }
  return value;
}

/** Puts plain data over an object of the same shape without replacing the objects others hold on to. */
function overwrite(target: Record<string, Plain>, source: Record<string, Plain>): void {
  for (const key in source) {
    const from = source[key];
    const to = target[key];
    if (Array.isArray(from) && Array.isArray(to)) {
      if (from.length === to.length && from.every(isObject) && to.every(isObject)) {
        for (let i = 0; i < from.length; i++) overwrite(to[i] as never, from[i] as never);
      } else {
        to.length = 0;
        for (const item of from) to.push(clone(item));
      }
    } else if (isObject(from) && isObject(to)) overwrite(to as never, from as never);
    else target[key] = clone(from);
  }
  for (const key in target) if (!(key in source)) delete target[key];
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Takes a picture of a match from which it can go on (between two steps, at any moment). */
export function snapshot(match: Match): Snapshot {
  const { chance } = match;
  return {
    seed: match.seed,
    steps: match.steps,
    world: clone(match.world),
    referee: clone(match.referee.state),
    audio: clone(match.audio),
    coaches: clone(match.coaches),
    trainer: clone(match.trainer),
    substitutions: clone(match.substitutions),
    auto: clone(match.auto),
    chance: {
      physics: chance.physics.state(),
      sensors: chance.sensors.state(),
      referee: chance.referee.state(),
      scheduling: chance.scheduling.state(),
    },
  };
}

/** Puts a match back to a snapshot taken with the same parameters. The snapshot stays good for further use. */
export function restore(match: Match, from: Snapshot): void {
  match.steps = from.steps;
  const put = (target: unknown, source: unknown) => overwrite(target as never, source as never);
  put(match.world, from.world);
  put(match.referee.state, from.referee);
  put(match.audio, from.audio);
  put(match.coaches, from.coaches);
  put(match.trainer, from.trainer);
  put(match.substitutions, from.substitutions);
  put(match.auto, from.auto);
  match.chance.physics.restore(from.chance.physics);
  match.chance.sensors.restore(from.chance.sensors);
  match.chance.referee.restore(from.chance.referee);
  match.chance.scheduling.restore(from.chance.scheduling);
}

/** A second match that goes on from the present state of the first, independent of it. */
export function fork(match: Match, listener?: MatchListener): Match {
  const twin = createMatch({ params: match.params, seed: match.seed, ...(listener ? { listener } : {}) });
  restore(twin, snapshot(match));
  return twin;
}
