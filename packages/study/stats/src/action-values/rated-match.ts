/** Collects a match for its values while its log is read. */
import type { Frame } from '@rcss/core';
import { FrameStore } from '@rcss/frames';
import type { LogRecord } from '@rcss/logs';
import { createServerParams, type PlayerType, type ServerParams } from '@rcss/params';
import type { MatchAnalysis } from '../analyzer.js';
import { type ActionValue, rateActions } from './action-values.js';
import { type MatchValues, rateMatch } from './match-values.js';
import type { StateModel } from './state-model.js';

/** Creates the model of a match from its server parameters and player types. */
export type CreateStateModel = (server: ServerParams, types: readonly PlayerType[]) => StateModel;

/** The values of a match. */
export interface RatedMatch {
  /** Value of every show. */
  readonly states: MatchValues;
  /** Values of the SPADL actions in order. */
  readonly actions: readonly ActionValue[];
}

/** Keeps what the values of a match need: its frames, parameters and player types. About 10 MB for a match of 6000 cycles. */
export class ValueRecorder {
  readonly #frames = new FrameStore();
  #server: ServerParams = createServerParams();
  readonly #types = new Map<number, PlayerType>();
  #shows = 0;

  /** Adds the next record of a log. */
  addRecord(record: LogRecord): void {
    if (record.type === 'show') this.#frames.put(this.#shows++, record.frame);
    else if (record.type === 'server_param') this.#server = record.params;
    else if (record.type === 'player_type') this.#types.set(record.playerType.id, record.playerType);
  }

  /**
   * Computes the values of the match.
   *
   * @param analysis The analysis of the same records.
   * @param gameId Value of `game_id` of the actions.
   */
  finish(analysis: MatchAnalysis, createModel: CreateStateModel, gameId = ''): RatedMatch {
    const types = [...this.#types.values()].sort((a, b) => a.id - b.id);
    const model = createModel(this.#server, types);
    const readFrame = (show: number): Frame | undefined => this.#frames.get(show);
    const states = rateMatch(analysis, readFrame, model);
    return { states, actions: rateActions(analysis, states, { readFrame, model }, gameId) };
  }
}
