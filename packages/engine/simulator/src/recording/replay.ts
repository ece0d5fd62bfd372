import type { Player } from '@rcss/core';
import { createSeeObservation, type SeeObservation } from '@rcss/core/observation';
import { runAutoMode } from '../auto-mode.js';
import {
  connectCoach,
  connectPlayer,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  reconnectPlayer,
  releaseCoach,
  removePlayer,
} from '../connections.js';
import { digest } from '../digest/digest.js';
import { applyCoachCommand } from '../execute-coach-command.js';
import { applyMonitorCommand } from '../execute-monitor-command.js';
import { applyPlayerCommand } from '../execute-player-command.js';
import { applyTrainerCommand, tryKickOff } from '../execute-trainer-command.js';
import type { Match } from '../match.js';
import { runAudio, runSenseBody, runVision } from '../perception.js';
import type { RecordedInput } from '../recorded-input.js';
import { resetMatch } from '../reset-match.js';
import { applyScene } from '../scene.js';
import { continueFrom } from '../snapshot.js';
import { step } from '../step.js';

/** The first step in which a replay differs from its recording. */
export interface Divergence {
  /** Number of the step, from 1. */
  readonly step: number;
  readonly time: number;
  readonly expected: number;
  readonly actual: number;
}

/**
 * Executes one recorded input per call. Returns a divergence if a step ends in another state than recorded,
 * else null.
 */
export type Replay = (input: RecordedInput) => Divergence | null;

/** Receives what players perceive while a match is replayed. The functions must not change the match. */
export interface ReplayObserver {
  /** Called for every player that gets a sense_body message. */
  onSenseBody?(player: Player): void;
  /** Called for every player that gets a see message; `seen` is valid until the next call. */
  onSee?(player: Player, seen: SeeObservation): void;
}

/**
 * Creates a replay of recorded inputs on a match made with the same seed and parameters. The match sends its
 * events to its listener as in the recorded run; `show` is called in each step as in `step`. `observer` receives what the players
 * perceive.
 */
export function createReplay(
  match: Match,
  show?: (match: Match) => void,
  observer: ReplayObserver = {},
): Replay {
  const see = createSeeObservation();
  return (input) => executeInput(match, input, { see, show, observer });
}

/** Buffers and receivers of a replay. */
interface ReplayContext {
  readonly see: SeeObservation;
  readonly show: ((match: Match) => void) | undefined;
  readonly observer: ReplayObserver;
}

function executeInput(
  match: Match,
  input: RecordedInput,
  { see, show, observer }: ReplayContext,
): Divergence | null {
  switch (input.do) {
    case 'player':
      applyPlayerCommand(match, input.index, input.command);
      break;
    case 'trainer':
      applyTrainerCommand(match, input.from, input.command);
      break;
    case 'coach':
      applyCoachCommand(match, input.side, input.command);
      break;
    case 'monitor':
      applyMonitorCommand(match, input.command);
      break;
    case 'connect_player':
      connectPlayer(match, input.entry);
      break;
    case 'reconnect_player':
      reconnectPlayer(match, input.team, input.unum);
      break;
    case 'remove_player':
      removePlayer(match, input.index, input.reason);
      break;
    case 'connect_coach':
      connectCoach(match, input);
      break;
    case 'disconnect_coach':
      disconnectCoach(match, input.side);
      break;
    case 'release_coach':
      releaseCoach(match, input.side);
      break;
    case 'connect_trainer':
      connectTrainer(match, input.version);
      break;
    case 'disconnect_trainer':
      disconnectTrainer(match);
      break;
    case 'auto':
      runAutoMode(match);
      break;
    case 'audio':
      runAudio(match);
      break;
    case 'sense':
      runSenseBody(match, (player) => observer.onSenseBody?.(player));
      break;
    case 'vision':
      runVision(match, input.synchronous, see, (player, seen) => observer.onSee?.(player, seen));
      break;
    case 'kick_off':
      tryKickOff(match);
      break;
    case 'scene':
      applyScene(match, input.scene);
      break;
    case 'reset':
      resetMatch(match, input.from);
      break;
    case 'continue':
      continueFrom(match, input.from, input.keepsRandom);
      break;
    case 'step': {
      if (input.wall !== undefined) match.wallSeconds = input.wall;
      step(match, show);
      const got = digest(match);
      if (got !== input.digest)
        return { step: match.steps, time: match.world.time, expected: input.digest, actual: got };
      break;
    }
  }
  return null;
}
