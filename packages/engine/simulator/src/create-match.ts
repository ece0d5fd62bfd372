import { createWorld, PLAYER_COUNT } from '@rcss/core';
import { keepLayoutSamples } from '@rcss/core/engine-layout';
import { createRandomStream } from '@rcss/core/random';
import { createPhysicsContext, type PhysicsContext } from '@rcss/physics';
import { initializePlayers } from '@rcss/physics/players';
import { initializeWind } from '@rcss/physics/stages';
import { createRefereeContext, type RefereeContext } from '@rcss/referee';
import { createSensorContext } from '@rcss/sensors';
import { createAutoModeState } from './auto-mode.js';
import { createCoachState, createTrainerState } from './coach-state.js';
import { MIX_BYTES } from './digest/hash.js';
import type { Match, MatchOptions, RandomStreams } from './match.js';
import { createRefereeHost, forwardToReferee } from './referee-host.js';
import { createSpecParams, type MatchSpec } from './spec/match-spec.js';
import { createSubstitutionState } from './substitution.js';

/** Creates a match without clients: empty field, time 0, before_kick_off (spec 02 §1.1). */
export function createMatch(options: MatchOptions): Match {
  const { params, seed } = options;
  const { server } = params;
  keepLayoutSamples();
  const world = createWorld(server.start_goal_l, server.start_goal_r);
  const random: RandomStreams = {
    physics: createRandomStream(seed, 'physics'),
    players: Array.from({ length: PLAYER_COUNT }, (_, index) => createRandomStream(seed, `player ${index}`)),
    sensors: createRandomStream(seed, 'sensors'),
    referee: createRandomStream(seed, 'referee'),
    scheduling: createRandomStream(seed, 'scheduling'),
  };
  initializePlayers(world, params);
  initializeWind(world, params, random.physics);
  const match: Omit<Match, 'referee' | 'physics'> & { referee?: RefereeContext; physics?: PhysicsContext } = {
    params,
    seed,
    world,
    random,
    sensors: createSensorContext(world, params, (listener, heard) =>
      match.listener({ type: 'hear', time: world.time, listener, heard }),
    ),
    coaches: { l: createCoachState('l', params), r: createCoachState('r', params) },
    trainer: createTrainerState(),
    substitutions: { l: createSubstitutionState(params), r: createSubstitutionState(params) },
    autoMode: createAutoModeState(params),
    steps: 0,
    scratch: {
      order: Array.from({ length: PLAYER_COUNT }, (_, index) => index),
      bits: new DataView(new ArrayBuffer(MIX_BYTES)),
    },
    listener: options.listener ?? (() => {}),
    record: null,
    wallSeconds: 0,
  };
  match.referee = createRefereeContext(world, params, random.referee, createRefereeHost(match as Match));
  match.physics = createPhysicsContext(world, params, forwardToReferee(match.referee));
  return match as Match;
}

/** Creates the match of a spec, without clients, before its situation is set. */
export function createSpecMatch(spec: MatchSpec): Match {
  return createMatch({ params: createSpecParams(spec), seed: spec.seed });
}
