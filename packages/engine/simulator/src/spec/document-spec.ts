import type { MatchClock, MatchDocument } from '@rcss/core/match-document';
import { createPlayerParams, createServerParams, type ServerParams, selectGameValues } from '@rcss/params';
import type { MatchSpec } from './match-spec.js';

/** What a program decides about a match where its document says nothing. */
export interface SpecDefaults {
  /** Seed of a document without one; negative, the default: chosen when the match starts. */
  readonly seed?: number;
  /** Parameters that differ from the defaults of the table. */
  readonly server?: Partial<ServerParams>;
}

/**
 * Returns the spec of a match document. It is the same for a match, a league, a room and a page: parameters of the module `rcss` that change the
 * game are rules, and the clock decides about `synch_mode`.
 *
 * @throws {RangeError} if a parameter is unknown or its value is not allowed; the message names it
 */
export function createDocumentSpec(
  { seed = -1, teams, parameters = {}, clock = 'real-time', initial, stop, recording }: MatchDocument,
  { seed: usualSeed = -1, server }: SpecDefaults = {},
): MatchSpec {
  const values: Partial<ServerParams> = { ...server, ...parameters.server };
  return {
    seed: seed < 0 ? usualSeed : seed,
    rules: {
      server: createServerParams({
        ...values,
        ...selectGameValues(values, parameters.rcss),
        synch_mode: clock !== 'real-time',
      }),
      player: createPlayerParams(parameters.player as never),
    },
    clock,
    ...(teams !== undefined && { teams }),
    ...(initial !== undefined && { initial }),
    ...(stop !== undefined && { stop }),
    ...(recording !== undefined && { keep: recording }),
  };
}

/**
 * Returns the parameters of a match that is played by itself between two teams, in a league or by `rcss match`: the referee starts it, all
 * players have connected before, and the next match does not wait long.
 */
export function createUnattendedValues(clock: MatchClock = 'real-time'): Partial<ServerParams> {
  // After about ten cycles, programs of the field are at their places and their coaches have chosen types.
  const kickOffWait = 50;
  return {
    auto_mode: true,
    half_time: 300,
    nr_extra_halfs: 0,
    penalty_shoot_outs: false,
    kick_off_wait: kickOffWait,
    connect_wait: kickOffWait + 50,
    game_over_wait: clock === 'real-time' ? 20 : 2,
  };
}
