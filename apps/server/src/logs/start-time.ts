import { strftime } from './strftime.js';

/** Start of a match, with its texts in the game log; a replayed match keeps them. */
export interface StartTime {
  readonly date: Date;
  /** Time stamp in the header of a game log. */
  readonly log: string;
  /** `YYYYMMDDhhmm` of the result message (spec 09 §2.7). */
  readonly result: string;
}

export function createStartTime(date: Date): StartTime {
  return {
    date,
    log: strftime('%Y-%m-%dT%H:%M:%S%z', date),
    result: strftime('%Y%m%d%H%M', date),
  };
}
