/** Finds the result of a match and formats it as a line, from which `table` makes league tables (spec 11 §6.4). */
import type { Frame, FrameTeam, PlayMode, Side } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { type LogRecord, parseResultMessage } from './record.js';
import { NO_TEAM } from './team.js';

export interface LoggedResult {
  /** `YYYYMMDDhhmmss`. */
  readonly date: string;
  readonly dateSource: DateSource;
  /** `null` for a side without a team. */
  readonly left: string;
  readonly right: string;
  readonly scoreL: number;
  readonly scoreR: number;
  /** Goals of each side in the penalty shootout; null unless both teams took penalties. */
  readonly penaltyL: number | null;
  readonly penaltyR: number | null;
  readonly incomplete: boolean;
  /** Game time of the last show. */
  readonly cycle: number;
}

const UNKNOWN_DATE = '19700101000000';

/** Where the date of a match comes from. */
export type DateSource = 'result-message' | 'file-name' | 'timestamp' | 'modification-time' | 'unknown';

export interface ResultLogFile {
  readonly name: string;
  /** Time of the last change; null if it is not known, as for the standard input. */
  readonly modified: Date | null;
}

function formatLocalTime(date: Date): string {
  const numbers = [
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ];
  return String(date.getFullYear()) + numbers.map((value) => String(value).padStart(2, '0')).join('');
}

/** Finds the date: `YYYYMMDDhhmmss`, with zeros for digits that are missing. */
function findDate(
  message: string | null,
  timestamp: string | null,
  { name, modified }: ResultLogFile,
): { readonly date: string; readonly dateSource: DateSource } {
  const found: readonly (readonly [DateSource, string | undefined])[] = [
    ['result-message', message === null ? undefined : parseResultMessage(message)?.date],
    ['file-name', /^\d{12}/.exec(name.slice(name.lastIndexOf('/') + 1))?.[0]],
    ['timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(timestamp ?? '')?.[0].replace(/\D/g, '')],
    ['modification-time', modified === null ? undefined : formatLocalTime(modified)],
  ];
  for (const [dateSource, digits] of found) {
    if (digits !== undefined) return { date: digits.padEnd(14, '0').slice(0, 14), dateSource };
  }
  return { date: UNKNOWN_DATE, dateSource: 'unknown' };
}

function countPenalties(team: Readonly<FrameTeam>): number {
  return team.penaltyScored + team.penaltyMissed;
}

/** Finds the result of a match from the records of its log. */
export class ResultReader {
  #left = NO_TEAM;
  #right = NO_TEAM;
  #playMode: PlayMode | null = null;
  #time = 0;
  #message: string | null = null;
  #timestamp: string | null = null;
  #halfTime = 300;
  #goalWidth = 14.02;
  #ballX = 0;
  #ballY = 0;
  #lastBallX = 0;
  #lastBallY = 0;
  /** Side that takes a penalty, and the count of penalties that it had taken before. */
  #penaltySide: Side | null = null;
  #penaltiesBefore = 0;

  /** Adds the next record of the log. */
  add(record: LogRecord): void {
    switch (record.type) {
      case 'server_param':
        this.#halfTime = record.params.half_time;
        this.#goalWidth = record.params.goal_width;
        break;
      case 'playmode':
        this.#setPlayMode(record.mode);
        break;
      case 'team':
        this.#left = record.left;
        this.#right = record.right;
        break;
      case 'show':
        this.#addShow(record.frame);
        break;
      case 'msg':
        if (record.board === 1 && record.text.startsWith('(result ')) this.#message = record.text;
        break;
      case 'timestamp':
        this.#timestamp = record.text;
        break;
      default:
    }
  }

  /**
   * Returns the result. If the log has no result message, as when it is cut off, the date is that in the name of the file, or the start
   * time in a JSON log, or the time of the last change of the file.
   */
  result(file: ResultLogFile): LoggedResult {
    const left = this.#left;
    const right = this.#right;
    const both = countPenalties(left) > 0 && countPenalties(right) > 0;
    return {
      ...findDate(this.#message, this.#timestamp, file),
      left: left.name || 'null',
      right: right.name || 'null',
      scoreL: left.score,
      scoreR: right.score,
      penaltyL: both ? left.penaltyScored + (this.#hasUncountedPenalty('l') ? 1 : 0) : null,
      penaltyR: both ? right.penaltyScored + (this.#hasUncountedPenalty('r') ? 1 : 0) : null,
      incomplete: left.name === '' || right.name === '' || !this.#hasEnded(),
      cycle: this.#time,
    };
  }

  #addShow(frame: Frame): void {
    this.#setPlayMode(frame.playMode);
    this.#left = { ...frame.left };
    this.#right = { ...frame.right };
    this.#time = frame.time;
    this.#lastBallX = this.#ballX;
    this.#lastBallY = this.#ballY;
    this.#ballX = frame.ballX;
    this.#ballY = frame.ballY;
  }

  #setPlayMode(mode: PlayMode | null): void {
    if (mode === this.#playMode) return;
    this.#playMode = mode;
    if (mode === 'penalty_taken_l' || mode === 'penalty_taken_r') {
      this.#penaltySide = mode === 'penalty_taken_l' ? 'l' : 'r';
      this.#penaltiesBefore = countPenalties(this.#penaltySide === 'l' ? this.#left : this.#right);
    } else if (mode !== 'time_over') this.#penaltySide = null;
  }

  /** Whether the match ended while the ball of the last penalty crossed the goal line: the server did not count that goal. */
  #hasUncountedPenalty(side: Side): boolean {
    if (this.#penaltySide !== side || this.#playMode !== 'time_over') return false;
    if (countPenalties(side === 'l' ? this.#left : this.#right) > this.#penaltiesBefore) return false;
    const goalX = side === 'l' ? PITCH_HALF_LENGTH : -PITCH_HALF_LENGTH;
    const dx = this.#ballX - this.#lastBallX;
    if ((this.#lastBallX - goalX) * (this.#ballX - goalX) > 0 || dx === 0) return false;
    const y = this.#lastBallY + ((this.#ballY - this.#lastBallY) * (goalX - this.#lastBallX)) / dx;
    return Math.abs(y) <= this.#goalWidth / 2;
  }

  /**
   * Whether the match was played to its end. Old servers ended a draw without time_over: a draw at the end of a half counts as
   * complete (`half_time` in seconds is compared with cycles, as in the original program).
   */
  #hasEnded(): boolean {
    if (this.#playMode === 'time_over') return true;
    const half = this.#halfTime > 0 ? this.#halfTime * 2 : 0;
    const time = this.#time;
    return (
      this.#left.score === this.#right.score && half > 0 && (time % half === 0 || (time + 1) % half === 0)
    );
  }
}

/** Formats the line of a result. */
export function formatLoggedResult(r: LoggedResult): string {
  const penalties = r.penaltyL === null ? '' : ` ${r.penaltyL} ${r.penaltyR}`;
  const incomplete = r.incomplete ? ` (incomplete match : cycle=${r.cycle})` : '';
  return `${r.date} ${r.left} ${r.right} ${r.scoreL} ${r.scoreR}${penalties}${incomplete}`;
}
