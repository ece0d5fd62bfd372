/** Parts of matches that figures show. */

/** Part of a match, in frames, and how it is shown. */
export interface MatchPart {
  /** Frames before and after the moment that the figure is about. */
  readonly before: number;
  readonly after: number;
  /** Frame that is shown first, counted from the beginning of the part. */
  readonly shown: number;
  /** Whether the part plays again and again. */
  readonly isPlaying: boolean;
  readonly showsOffsideLine: boolean;
}

/** By the names of the figures. The moments: the call of the goal; the pass that the referee calls offside after. */
export const MATCH_PARTS: Readonly<Record<'goal' | 'offside', MatchPart>> = {
  goal: { before: 50, after: 20, shown: 20, isPlaying: true, showsOffsideLine: false },
  offside: { before: 20, after: 60, shown: 20, isPlaying: false, showsOffsideLine: true },
};
