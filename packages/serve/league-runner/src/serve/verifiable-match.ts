import type { MatchSpec } from '@rcss/simulator';
import type { FrameScript } from '@rcss/team-frames/open-frame';
import type { ResultLine } from '../runs/result-file.js';
import type { TeamCode } from './team-code.js';

/** What a page needs to play a match again and to compare its result. */
export interface VerifiableMatch extends Pick<ResultLine, 'scoreL' | 'scoreR'> {
  readonly spec: MatchSpec;
  readonly left: TeamCode;
  readonly right: TeamCode;
  readonly digest: number;
  readonly frame: FrameScript;
  /** The module of the worker of a team. */
  readonly team: string;
}

/** To the engine, with a port for each team. */
export interface VerifyRequest {
  readonly spec: MatchSpec;
  /** The teams with compiled files. */
  readonly teams: readonly [left: TeamCode, right: TeamCode];
}

/** From the engine: how far the match is, its result, or why it has none. */
export type VerifyReport =
  | { readonly cycle: number }
  | { readonly digest: number; readonly scoreL: number; readonly scoreR: number }
  | { readonly failure: string };
