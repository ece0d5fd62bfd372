import type { World } from '@rcss/core';
import type { RandomState } from '@rcss/core/random';
import type { RefereeState } from '@rcss/referee';
import type { AuralState } from '@rcss/sensors';
import type { CoachState, TrainerState } from './coach-state.js';

/** Counters of the automatic mode, in cycles (spec 02 §7.4). */
export interface AutoModeState {
  /** Remaining wait before a kickoff. */
  kickOffWait: number;
  /** Remaining wait for players to connect. */
  connectWait: number;
  /** Remaining wait after the end of the match. */
  gameOverWait: number;
}

/** Substitution counters of a team (spec 07 §9.1). Both arrays are indexed by type id; the last entry counts unassigned players. */
export interface SubstitutionState {
  /** Number of substitutions since the first kickoff. */
  substitutions: number;
  /** Number of players of each type on the field. */
  onField: number[];
  /** Number of times that each type was used. */
  used: number[];
}

/**
 * The whole state of a match as plain data, including random streams. It can be cloned, stored (see
 * `formatSnapshot`) and restored later or elsewhere. Parameters are not included; a snapshot belongs to a match
 * with the same parameters.
 */
export interface Snapshot {
  readonly seed: number;
  readonly steps: number;
  readonly wallSeconds: number;
  readonly world: World;
  readonly referee: RefereeState;
  readonly audio: AuralState;
  readonly coaches: { readonly l: CoachState; readonly r: CoachState };
  readonly trainer: TrainerState;
  readonly substitutions: { readonly l: SubstitutionState; readonly r: SubstitutionState };
  readonly autoMode: AutoModeState;
  readonly random: {
    readonly physics: RandomState;
    readonly players: readonly RandomState[];
    readonly sensors: RandomState;
    readonly referee: RandomState;
    readonly scheduling: RandomState;
  };
}
