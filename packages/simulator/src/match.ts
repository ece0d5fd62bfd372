import {
  createRandomStream,
  createWorld,
  type MatchListener,
  PLAYER_COUNT,
  type RandomStream,
  type World,
} from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { initialisePlayers, initialiseWind, type PhysicsListener } from '@rcss/physics';
import { createRefereeContext, type RefereeContext } from '@rcss/referee';
import { type AuralState, createAuralState } from '@rcss/sensors';
import { type AutoModeState, createAutoModeState } from './auto-mode.js';
import { type CoachState, createCoachState, createTrainerState, type TrainerState } from './coach-state.js';
import type { RecordedInput } from './recording.js';
import { createRefereeHost, forwardToReferee } from './referee-link.js';
import { createSubstitutionState, type SubstitutionState } from './substitution-state.js';

/**
 * One match: everything that it consists of, side by side with any number of others in the same process. State is
 * plain data (`world`, `audio`, coaches ...); chance comes from named streams of one seed, so that one more look or
 * one more client never disturbs the physics.
 */
export interface Match {
  readonly params: MatchParams;
  readonly seed: number;
  readonly world: World;
  readonly chance: ChanceStreams;
  readonly referee: RefereeContext;
  readonly audio: AuralState;
  readonly coaches: { readonly l: CoachState; readonly r: CoachState };
  readonly trainer: TrainerState;
  readonly substitutions: { readonly l: SubstitutionState; readonly r: SubstitutionState };
  readonly auto: AutoModeState;
  /** Bodies tell the referee through it. */
  readonly bodies: PhysicsListener;
  /** Steps simulated since the start, also while the clock stands. */
  steps: number;
  /** Working memory for random orders of players; holds nothing between calls. */
  readonly order: number[];
  /** Tells whoever listens what happens; replaced freely between calls. */
  listener: MatchListener;
  /** Told of everything that comes in from outside, before it is carried out; null while nobody records. */
  record: ((input: RecordedInput) => void) | null;
  /** Seconds of wall time since the start, set by the application; only keepaway's start delay reads it. */
  wallSeconds: number;
}

/** The named streams of chance; each is saved with a snapshot. */
export interface ChanceStreams {
  /** Motion and collisions of a step. */
  readonly physics: RandomStream;
  /**
   * By index: chance in what a player does when his command arrives (turn, kick, tackle, catch), so that the order
   * in which players of one cycle are served does not change their luck.
   */
  readonly players: readonly RandomStream[];
  readonly sensors: RandomStream;
  readonly referee: RandomStream;
  /** Orders in which clients are served; used by applications. */
  readonly scheduling: RandomStream;
}

export interface MatchOptions {
  readonly params: MatchParams;
  /** Seed of all chance in the match. */
  readonly seed: number;
  readonly listener?: MatchListener;
}

/** A match before anybody connected: empty field, time 0, before_kick_off (02 §1.1). */
export function createMatch(options: MatchOptions): Match {
  const { params, seed } = options;
  const { server } = params;
  const world = createWorld(server.start_goal_l, server.start_goal_r);
  const chance: ChanceStreams = {
    physics: createRandomStream(seed, 'physics'),
    players: Array.from({ length: PLAYER_COUNT }, (_, index) => createRandomStream(seed, `player ${index}`)),
    sensors: createRandomStream(seed, 'sensors'),
    referee: createRandomStream(seed, 'referee'),
    scheduling: createRandomStream(seed, 'scheduling'),
  };
  initialisePlayers(world, params);
  initialiseWind(world, params, chance.physics);
  const match: Omit<Match, 'referee' | 'bodies'> & { referee?: RefereeContext; bodies?: PhysicsListener } = {
    params,
    seed,
    world,
    chance,
    audio: createAuralState(),
    coaches: { l: createCoachState('l', params), r: createCoachState('r', params) },
    trainer: createTrainerState(),
    substitutions: { l: createSubstitutionState(params), r: createSubstitutionState(params) },
    auto: createAutoModeState(params),
    steps: 0,
    order: Array.from({ length: PLAYER_COUNT }, (_, index) => index),
    listener: options.listener ?? (() => {}),
    record: null,
    wallSeconds: 0,
  };
  match.referee = createRefereeContext(world, params, chance.referee, createRefereeHost(match as Match));
  match.bodies = forwardToReferee(match as Match);
  return match as Match;
}
