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

/** Executes one recorded input per call. Returns a divergence if a step ends in another state than recorded, else null. */
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

type InputKind = RecordedInput['do'];
type Handlers = {
  readonly [Kind in InputKind]: (
    match: Match,
    input: Extract<RecordedInput, { readonly do: Kind }>,
    context: ReplayContext,
  ) => unknown;
};

/** What each input does; only a step returns a divergence. */
const HANDLERS: Handlers = {
  player: (match, { index, command }) => applyPlayerCommand(match, index, command),
  trainer: (match, { from, command }) => applyTrainerCommand(match, from, command),
  coach: (match, { side, command }) => applyCoachCommand(match, side, command),
  monitor: (match, { command }) => applyMonitorCommand(match, command),
  connect_player: (match, { entry }) => connectPlayer(match, entry),
  reconnect_player: (match, { team, unum }) => reconnectPlayer(match, team, unum),
  remove_player: (match, { index, reason }) => removePlayer(match, index, reason),
  connect_coach: connectCoach,
  disconnect_coach: (match, { side }) => disconnectCoach(match, side),
  release_coach: (match, { side }) => releaseCoach(match, side),
  connect_trainer: (match, { version }) => connectTrainer(match, version),
  disconnect_trainer: disconnectTrainer,
  auto: runAutoMode,
  audio: runAudio,
  sense: (match, _input, { observer }) => runSenseBody(match, (player) => observer.onSenseBody?.(player)),
  vision: (match, { synchronous }, { see, observer }) =>
    runVision(match, synchronous, see, (player, seen) => observer.onSee?.(player, seen)),
  kick_off: tryKickOff,
  scene: (match, { scene }) => applyScene(match, scene),
  reset: (match, { from }) => resetMatch(match, from),
  continue: (match, { from, keepsRandom }) => continueFrom(match, from, keepsRandom),
  step(match, { wall, digest: expected }, { show }) {
    if (wall !== undefined) match.wallSeconds = wall;
    step(match, show);
    const actual = digest(match);
    return actual === expected ? null : { step: match.steps, time: match.world.time, expected, actual };
  },
};

function executeInput(match: Match, input: RecordedInput, context: ReplayContext): Divergence | null {
  const found = HANDLERS[input.do](match, input as never, context);
  return input.do === 'step' ? (found as Divergence | null) : null;
}
