/** Plays the decisive moments of a match on: how good the kick was, and what would have been better. */
import { openLogInput } from '@rcss/log-service/files';
import { createLogProgress, type Io } from '@rcss/log-service/streams';
import type { MatchAnalysis } from '@rcss/stats';
import { type ActionValue, type DecisiveMoment, findDecisiveMoments } from '@rcss/stats/action-values';
import { isKick } from './find-kick.js';
import { type Mean, playWhatIf } from './play-what-if.js';

const SEED = 1;

export interface MomentOptions {
  /** Count of moments that are played on. */
  readonly moments: number;
  /** Continuations of each choice. */
  readonly count: number;
  /** Length of a continuation, cycles. */
  readonly cycles: number;
}

/** A decisive kick with its value and that of the best choice, for the team of the player, from continuations by base teams. */
export interface PlayedMoment extends DecisiveMoment {
  /** Number of the action in the table of actions. */
  readonly actionId: number;
  readonly asPlayed: Mean;
  /** The choice with the highest mean, and that mean. */
  readonly best: string;
  readonly bestValue: Mean;
}

/** Plays the most decisive kicks on. Moments that are not kicks of a known player are left out. */
export async function playMoments(
  io: Io,
  name: string,
  analysis: MatchAnalysis,
  values: readonly ActionValue[],
  { moments, count, cycles }: MomentOptions,
): Promise<PlayedMoment[]> {
  const log = await openLogInput(io, name);
  const kicks = values.filter(({ event }) => isKick(analysis, event));
  const found = findDecisiveMoments(analysis, kicks, moments);
  const progress = createLogProgress(io, 'playing');
  const played: PlayedMoment[] = [];
  try {
    for (const [i, moment] of found.entries()) {
      const { action, event } = kicks.find(
        (value) =>
          value.event.show === moment.show && value.unum === moment.unum && value.total === moment.total,
      )!;
      const { outcomes } = await playWhatIf(log, event, {
        count,
        cycles,
        seed: SEED,
        onProgress: (done, of) => progress.step(i * of + done, found.length * of),
      });
      const [asPlayed, ...others] = outcomes;
      const best = others.reduce((a, b) => (b.value.mean > a.value.mean ? b : a));
      played.push({
        ...moment,
        actionId: action.action_id,
        asPlayed: asPlayed!.value,
        best: best.choice,
        bestValue: best.value,
      });
    }
  } finally {
    progress.done();
  }
  return played;
}
