import { strftime } from '../files/strftime.js';

/** Longest date in a log name, characters (spec 02 §10). */
const MAX_DATE_LENGTH = 31;

/** Formats the date at the beginning of a log name by `server::log_date_format`. */
export function formatLogDate(format: string, date: Date): string {
  return strftime(format, date).slice(0, MAX_DATE_LENGTH);
}

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

/**
 * Returns the start of a recorded match. The recorded digits are read as local time of this machine, so that log names show the same
 * digits.
 */
export function readStartTime({ log, result }: Pick<StartTime, 'log' | 'result'>): StartTime {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(result);
  if (digits === null) return { date: new Date(), log, result };
  const seconds = /T\d\d:\d\d:(\d\d)/.exec(log)?.[1] ?? '0';
  const [, year, month, day, hour, minute] = digits.map(Number) as [number, ...number[]];
  const date = new Date(year as number, (month as number) - 1, day, hour, minute, Number(seconds));
  return { date, log, result };
}
