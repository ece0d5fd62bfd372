import { strftime } from './strftime.js';

/** When a match began, with the texts of it that stand in its game log; a match that is played again keeps them. */
export interface StartTime {
  readonly date: Date;
  /** Time stamp at the head of a game log. */
  readonly log: string;
  /** `YYYYMMDDhhmm` of the result message (09 §2.7). */
  readonly result: string;
}

export function startTime(date: Date): StartTime {
  return {
    date,
    log: strftime('%Y-%m-%dT%H:%M:%S%z', date),
    result: strftime('%Y%m%d%H%M', date),
  };
}
