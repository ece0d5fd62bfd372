import type { MatchEvent, SideName } from '@rcss/core';
import type { CreateTeam } from '@rcss/core/team-module';
import type { Match } from '@rcss/simulator';
import type { MatchSlot } from '../match-slot.js';
import type { ScriptName } from '../scripts/script.js';
import type { SenseReceiver } from '../senses.js';
import type { PolicyDocument } from './policy-document.js';

/** What every controller has. */
export interface ControllerOptions {
  /** Name in the results, unique in its pool; by default the type, with the name of the script or policy. */
  readonly name?: string;
  /** In a pool: how often it is drawn, in proportion to the weights of the others; 1 by default. */
  readonly weight?: number;
}

/** Who plays the players of a side that no agent controls. */
export type Controller = ControllerOptions &
  (
    | /** The scripts of the scenario. */ { readonly type: 'scripts' }
    /** One script for all field players; a goalie keeps the script of the scenario. */
    | { readonly type: 'script'; readonly script: ScriptName }
    /** A learned policy that does not change. */
    | { readonly type: 'policy'; readonly policy: PolicyDocument }
    /** A team of `@rcss/agent` or another team module, whose players perceive the match through their sensors. */
    | {
        readonly type: 'team';
        /** The default export of a team module. It must not return a promise. */
        readonly create: CreateTeam;
        readonly options?: Readonly<Record<string, unknown>>;
      }
  );

/** A controller, or a pool from which one is drawn for each episode. */
export type ControllerChoice = Controller | readonly Controller[];

/** Plays players of one side in all matches of a batch. */
export interface OtherPlayers {
  readonly name: string;
  readonly weight: number;
  /** Starts an episode of the match with a number. */
  begin?(slot: MatchSlot, index: number): void;
  /** Sends the commands of one cycle. */
  act(slot: MatchSlot, index: number): void;
  /** Called after each cycle, before the senses. */
  sense?(match: Match, index: number): void;
  /** Who receives what the players perceive; absent if they read the true state. */
  readonly senses?: readonly SenseReceiver[];
  /** Receives the events of the match with a number. */
  notify?(event: MatchEvent, index: number): void;
  /** Returns a copy of the memory of a match. */
  save?(index: number): readonly number[];
  /** Sets the memory of a match. */
  restore?(index: number, memory: readonly number[]): void;
  /** Why a match with these players cannot be saved. */
  readonly cannotSave?: string;
}

/** Players of one side that no agent controls. */
export interface OtherSlots {
  readonly side: SideName;
  /** Uniform numbers. */
  readonly unums: readonly number[];
}
