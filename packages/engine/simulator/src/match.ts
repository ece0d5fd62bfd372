import type { MatchListener, World } from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import type { PhysicsContext } from '@rcss/physics';
import type { RefereeContext } from '@rcss/referee';
import type { SensorContext } from '@rcss/sensors';
import type { CoachState, TrainerState } from './coach-state.js';
import type { AutoModeState, SubstitutionState } from './match-state.js';
import type { RecordedInput } from './recorded-input.js';

/**
 * The complete state of one match; any number of matches can run in the same process. State is plain data
 * (`world`, `sensors.audio`, coaches ...). Random numbers come from named streams of one seed, so that additional
 * observations or clients never affect the physics.
 */
export interface Match {
  readonly params: MatchParams;
  readonly seed: number;
  readonly world: World;
  readonly random: RandomStreams;
  readonly referee: RefereeContext;
  /** The sensors of the clients; audio messages are reported as `hear` events. */
  readonly sensors: SensorContext;
  readonly coaches: { readonly l: CoachState; readonly r: CoachState };
  readonly trainer: TrainerState;
  readonly substitutions: { readonly l: SubstitutionState; readonly r: SubstitutionState };
  readonly autoMode: AutoModeState;
  /** The bodies of players and ball; it reports events to the referee. */
  readonly physics: PhysicsContext;
  /** Number of steps since the start, including those in which the clock stands. */
  steps: number;
  readonly scratch: MatchScratch;
  /** Receives the events of the match; can be replaced between calls. */
  listener: MatchListener;
  /** Receives every external input before it is executed; null if the match is not recorded. */
  record: ((input: RecordedInput) => void) | null;
  /** Wall time since the start in seconds, set by the application; only the start delay of keepaway uses it. */
  wallSeconds: number;
}

/** Working memory; keeps nothing between calls. */
export interface MatchScratch {
  /** One entry per player, for a random order of the players. */
  readonly order: number[];
  /** `MIX_BYTES` bytes, for the bits of numbers. */
  readonly bits: DataView;
}

/** The named random streams; each is part of a snapshot. */
export interface RandomStreams {
  /** Draws of motion and collisions in a step. */
  readonly physics: RandomStream;
  /**
   * Draws of a player's commands on arrival (turn, kick, tackle, catch), by player index. The streams are
   * separate, so that the order of the players in a cycle does not change their draws.
   */
  readonly players: readonly RandomStream[];
  readonly sensors: RandomStream;
  readonly referee: RandomStream;
  /** Draws of the order in which clients are served; used by applications. */
  readonly scheduling: RandomStream;
}

export interface MatchOptions {
  /** Parameters of the match, for example from `createMatchParams`. */
  readonly params: MatchParams;
  /** Seed of all random numbers in the match. */
  readonly seed: number;
  /** Receives the events of the match. */
  readonly listener?: MatchListener;
}
