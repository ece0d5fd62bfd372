/** The result of a match, as a line from which league tables are made (spec 11 §6.4). */
import { basename } from 'node:path';
import type { FrameTeam, PlayMode, Side } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { LogRecord } from '@rcss/logs';
import { parseResultMessage } from '@rcss/logs/records';

export interface MatchResult {
  /** `YYYYMMDDhhmmss`. */
  readonly date: string;
  /** `null` for a side without a team. */
  readonly left: string;
  readonly right: string;
  readonly scoreL: number;
  readonly scoreR: number;
  /** Goals of the penalty shootout; null unless both teams took penalties. */
  readonly penaltyL: number | null;
  readonly penaltyR: number | null;
  readonly incomplete: boolean;
  /** Game time of the last show. */
  readonly cycle: number;
}

const UNKNOWN_DATE = '19700101000000';

function dateOf(message: string | null, file: string): string {
  const told = message === null ? null : parseResultMessage(message);
  const digits = told?.date ?? /^\d{12}/.exec(basename(file))?.[0];
  return digits === undefined ? UNKNOWN_DATE : digits.padEnd(14, '0').slice(0, 14);
}

function taken(team: Readonly<FrameTeam>): number {
  return team.penaltyScored + team.penaltyMissed;
}

const NO_TEAM: Readonly<FrameTeam> = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };

/** Takes the records of a log in order. */
export interface ResultReader {
  record(record: LogRecord): void;
  /** The name `file` is the source of the date if the log has none. */
  result(file: string): MatchResult;
}

export function createResultReader(): ResultReader {
  let left = NO_TEAM;
  let right = NO_TEAM;
  let mode: PlayMode | null = null;
  let time = 0;
  let message: string | null = null;
  let halfTime = 300;
  let goalWidth = 14.02;
  let ballX = 0;
  let ballY = 0;
  let lastX = 0;
  let lastY = 0;
  /** A penalty that is being taken, and how many its side had taken before. */
  let penalty: Side | null = null;
  let before = 0;

  function setMode(next: PlayMode | null): void {
    if (next === mode) return;
    mode = next;
    if (next === 'penalty_taken_l' || next === 'penalty_taken_r') {
      penalty = next === 'penalty_taken_l' ? 'l' : 'r';
      before = taken(penalty === 'l' ? left : right);
    } else if (next !== 'time_over') penalty = null;
  }

  /** The match ended while the ball of the last penalty crossed the line, so the server did not count the goal. */
  function uncounted(side: Side): boolean {
    if (penalty !== side || mode !== 'time_over') return false;
    if (taken(side === 'l' ? left : right) > before) return false;
    const goalX = side === 'l' ? PITCH_HALF_LENGTH : -PITCH_HALF_LENGTH;
    if ((lastX - goalX) * (ballX - goalX) > 0 || ballX === lastX) return false;
    const y = lastY + ((ballY - lastY) * (goalX - lastX)) / (ballX - lastX);
    return Math.abs(y) <= goalWidth / 2;
  }

  return {
    record(record) {
      switch (record.type) {
        case 'server_param':
          halfTime = record.params.half_time;
          goalWidth = record.params.goal_width;
          break;
        case 'playmode':
          setMode(record.mode);
          break;
        case 'team':
          left = record.left;
          right = record.right;
          break;
        case 'show': {
          const { frame } = record;
          setMode(frame.playMode);
          left = { ...frame.left };
          right = { ...frame.right };
          time = frame.time;
          lastX = ballX;
          lastY = ballY;
          ballX = frame.ballX;
          ballY = frame.ballY;
          break;
        }
        case 'msg':
          if (record.board === 1 && record.text.startsWith('(result ')) message = record.text;
          break;
        default:
      }
    },
    result(file) {
      const penaltyL = left.penaltyScored + (uncounted('l') ? 1 : 0);
      const penaltyR = right.penaltyScored + (uncounted('r') ? 1 : 0);
      const both = taken(left) > 0 && taken(right) > 0;
      const half = halfTime > 0 ? halfTime * 2 : 0;
      // A draw that ended at the end of a half, in seconds as if they were cycles: such logs of old servers are whole.
      const drawn = left.score === right.score && half > 0 && (time % half === 0 || (time + 1) % half === 0);
      const missing = left.name === '' || right.name === '';
      return {
        date: dateOf(message, file),
        left: left.name || 'null',
        right: right.name || 'null',
        scoreL: left.score,
        scoreR: right.score,
        penaltyL: both ? penaltyL : null,
        penaltyR: both ? penaltyR : null,
        incomplete: missing || (mode !== 'time_over' && !drawn),
        cycle: time,
      };
    },
  };
}

/** Returns the line for readers and tables. */
export function resultLine(r: MatchResult): string {
  const penalties = r.penaltyL === null ? '' : ` ${r.penaltyL} ${r.penaltyR}`;
  const incomplete = r.incomplete ? ` (incomplete match : cycle=${r.cycle})` : '';
  return `${r.date} ${r.left} ${r.right} ${r.scoreL} ${r.scoreR}${penalties}${incomplete}`;
}
