import type { MatchListener, RandomStream, World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import type { PhysicsContext } from '@rcss/physics';
import type { RefereeContext } from '@rcss/referee';
import type { AuralState } from '@rcss/sensors';
import type { CoachState, TrainerState } from './coach-state.js';
import type { RecordedInput } from './recording.js';

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
  /** The bodies; they report to the referee. */
  readonly physics: PhysicsContext;
  /** Steps simulated since the start, also while the clock stands. */
  steps: number;
  readonly scratch: MatchScratch;
  /** Keeps the engine's object layouts as `createLayoutSamples` of `@rcss/core` makes them. */
  readonly layouts: readonly object[];
  /** Tells whoever listens what happens; replaced freely between calls. */
  listener: MatchListener;
  /** Told of everything that comes in from outside, before it is carried out; null while nobody records. */
  record: ((input: RecordedInput) => void) | null;
  /** Seconds of wall time since the start, set by the application; only keepaway's start delay reads it. */
  wallSeconds: number;
}

/** Working memory; holds nothing between calls. */
export interface MatchScratch {
  /** For a random order of the players: one entry per player. */
  readonly order: number[];
  /** `MIX_BYTES`, for the bits of numbers. */
  readonly bits: DataView;
}

/** Counters of the automatic mode (spec 02 §7.4). */
export interface AutoModeState {
  kickOffWait: number;
  connectWait: number;
  gameOverWait: number;
}

/** What limits the substitutions of a team (spec 07 §9.1): counts by type id, and last the unassigned players. */
export interface SubstitutionState {
  substitutions: number;
  onField: number[];
  used: number[];
}

/** The named streams of chance; each is saved with a snapshot. */
export interface ChanceStreams {
  /** Motion and collisions of a step. */
  readonly physics: RandomStream;
  /**
   * By index: draws of a player's commands on arrival (turn, kick, tackle, catch), so that the order in which the
   * players of a cycle are served does not change their draws.
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
