import type { ConsoleOutput } from '../console/console-output.js';
import type { MatchResult } from './match-result.js';

/** Outcome of a saver; the word after its name on stdout (spec 02 §9). */
export type SaverOutcome = 'saved' | 'failed' | 'disabled';

/** Stores the result of a match in one place. */
export interface Saver {
  readonly name: string;
  save(result: MatchResult, console: ConsoleOutput): Promise<SaverOutcome> | SaverOutcome;
}
