import { runAutoMode } from '../auto-mode.js';
import { createSpecMatch } from '../create-match.js';
import type { Match } from '../match.js';
import type { RecordedEntry } from '../recorded-input.js';
import type { RecordingReader } from './recording-file.js';
import { createReplay, type Divergence, type ReplayObserver } from './replay.js';

/** How far a recording is played, and who takes part. All parts are optional. */
export interface RecordingPlan {
  /**
   * Where the play ends: `step` after the last complete step or reset, as of a file that a crash has cut; a function after the first step for which
   * it holds. The automatic mode of that step is part of it, what follows is not. Absent: after the last entry.
   */
  readonly until?: 'step' | ((match: Match) => boolean);
  /** The match; a new one with the spec of the recording by default. */
  readonly match?: Match;
  /** Called in each step when the world is complete, as in `step`. */
  readonly show?: (match: Match) => void;
  /** Receives what the players perceive. */
  readonly observer?: ReplayObserver;
  /** Called before each entry is executed; `false` ends the play. */
  readonly before?: (entry: RecordedEntry, match: Match) => unknown;
  /** Called after each entry is executed. */
  readonly after?: (entry: RecordedEntry, match: Match) => void;
}

/** Where the play of a recording has ended. */
export interface PlayedRecording {
  readonly match: Match;
  /** The first step whose state differs from the recorded one; the play ends there. */
  readonly divergence: Divergence | null;
  /** Whether the end of `until` was reached. */
  readonly isReached: boolean;
}

/**
 * Plays a recording: the inputs of the clients and the clock are those of the recording. `reader.outcome` then says whether the file was
 * complete.
 */
export function playRecording(reader: RecordingReader, plan: RecordingPlan = {}): PlayedRecording {
  const { until, match = createSpecMatch(reader.header), show, observer, before, after } = plan;
  const replay = createReplay(match, show, observer);
  /** Entries since the last step, which wait for the next one if only complete steps are played. */
  const waiting: RecordedEntry[] = [];
  let divergence: Divergence | null = null;
  let endsWithStep = false;
  /** Returns false if the play ends. */
  const play = (entry: RecordedEntry): boolean => {
    if (before?.(entry, match) === false) return false;
    try {
      if (entry.do !== 'received' && entry.do !== 'end') divergence = replay(entry);
    } catch (error) {
      // The values of an entry can be those of others: a state without a ball, a command that none can send.
      reader.refuse(`${entry.do} cannot be executed: ${(error as Error).message}`);
      return false;
    }
    after?.(entry, match);
    return divergence === null;
  };
  for (let entry = reader.nextEntry(); entry !== null; entry = reader.nextEntry()) {
    if (until === 'step') {
      waiting.push(entry);
      // A continued match begins with a reset.
      if (entry.do !== 'step' && entry.do !== 'reset') continue;
      endsWithStep = entry.do === 'step';
      if (!waiting.splice(0).every(play)) return { match, divergence, isReached: false };
      continue;
    }
    if (!play(entry)) return { match, divergence, isReached: false };
    if (entry.do !== 'step' || until === undefined || !until(match)) continue;
    runAutoMode(match);
    return { match, divergence, isReached: true };
  }
  // It belongs to the step, but a file that ends with the step does not have it.
  if (endsWithStep) runAutoMode(match);
  return { match, divergence, isReached: until !== undefined && typeof until !== 'function' };
}
