/** CallLimits of what a caller can ask for. */
export interface CallLimits {
  /** Longest real time of one call of a tool, s. */
  readonly seconds: number;
  /** Longest time without progress, s: code of a team that never returns is ended after it. */
  readonly stallSeconds: number;
  /** Longest match, cycles. */
  readonly cycles: number;
  /** Largest number of continuations of a what_if per plan. */
  readonly continuations: number;
  /** Largest number of matches of a comparison. */
  readonly comparedMatches: number;
  /** Processes with matches at the same time; further calls wait. */
  readonly processes: number;
  /** Memory of a process with a match, megabytes. */
  readonly memoryMb: number;
  /** Largest number of matches in the work folder. */
  readonly matches: number;
  /** Largest team file, bytes. */
  readonly teamBytes: number;
  /** Largest game log that is read, bytes. */
  readonly logBytes: number;
}

/** CallLimits without options. */
export const DEFAULT_LIMITS: CallLimits = {
  seconds: 300,
  stallSeconds: 30,
  cycles: 12_000,
  continuations: 50,
  comparedMatches: 200,
  processes: 2,
  memoryMb: 768,
  matches: 200,
  teamBytes: 200_000,
  logBytes: 50_000_000,
};
