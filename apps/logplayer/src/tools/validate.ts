/** Checks whether a log is undamaged and contains a whole match (spec 11 §6.8). */
import { type FrameTeam, PlayerState, type PlayMode } from '@rcss/core';
import { type LogRecord, type LogVersion, logFeatures } from '@rcss/logs';
import { computeHalfTimeCycles } from '@rcss/params';
import { versionName } from '../input.js';

export interface Problem {
  /** Short name for programs. */
  readonly code: string;
  readonly message: string;
  /** Where in the unpacked log, if at a place. */
  readonly offset?: number;
}

export interface Validation {
  readonly version: string;
  readonly shows: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** The file: damaged, cut off, badly ordered. */
  readonly fileProblems: readonly Problem[];
  /** The match: not played to its end, players missing. */
  readonly matchProblems: readonly Problem[];
}

/** Shows with a missing player from which on the match counts as incomplete. */
const MISSING_SHOWS = 10;
/** Problems of one kind that are listed. */
const LISTED = 20;

export interface Validator {
  record(record: LogRecord): void;
  validation(): Validation;
}

export function createValidator(): Validator {
  const file: Problem[] = [];
  const match: Problem[] = [];
  let version: LogVersion = 1;
  let shows = 0;
  let first = 0;
  let time = 0;
  let mode: PlayMode | null = null;
  let cycles = 0;
  let missing = 0;
  let started = false;
  let result = false;
  let tail = false;
  let hasServer = false;
  let teams: { left: Readonly<FrameTeam>; right: Readonly<FrameTeam> } | null = null;
  let noTeam = false;

  function problem(code: string, message: string, offset: number): void {
    if (file.length < LISTED) file.push({ code, message, offset });
  }

  function show(record: Extract<LogRecord, { type: 'show' }>): void {
    const { frame, offset } = record;
    if (shows === 0) first = frame.time;
    else if (frame.time < time) problem('time', `time goes back from ${time} to ${frame.time}`, offset);
    shows++;
    time = frame.time;
    mode = frame.playMode;
    tail = false;
    if (/^kick_off_/.test(frame.playMode)) started = true;
    if (frame.left.name === '' || frame.right.name === '') noTeam = true;
    if (started && frame.playMode !== 'time_over') {
      const gone = frame.players.some((p) => (p.state & (PlayerState.STAND | PlayerState.RED_CARD)) === 0);
      if (gone) missing++;
    }
    if (result) problem('show-after-result', 'a show behind the result message', offset);
    for (const value of [frame.ballX, frame.ballY]) {
      if (!Number.isFinite(value)) problem('number', 'the ball has no place', offset);
    }
  }

  return {
    record(record) {
      switch (record.type) {
        case 'header':
          version = record.version;
          break;
        case 'server_param':
          hasServer = true;
          cycles = computeHalfTimeCycles(record.params) * record.params.nr_normal_halfs;
          break;
        case 'playmode':
          if (record.mode === null) problem('play-mode', 'an unknown play mode', record.offset);
          break;
        case 'team': {
          tail = true;
          if (teams !== null && record.left.score < teams.left.score) {
            problem('score', 'the score of the left team goes down', record.offset);
          }
          if (teams !== null && record.right.score < teams.right.score) {
            problem('score', 'the score of the right team goes down', record.offset);
          }
          teams = { left: record.left, right: record.right };
          break;
        }
        case 'show':
          show(record);
          break;
        case 'msg':
          if (record.board === 1 && record.text.startsWith('(result ')) result = true;
          break;
        case 'damage':
          problem(record.code, record.message, record.offset);
          break;
        case 'end': {
          const features = logFeatures(version);
          if (!record.complete) problem('cut', 'the log is cut off', record.offset);
          if (!result) problem('no-result', 'the result message is missing', record.offset);
          if (features.tail && !tail) problem('no-tail', 'the final team record is missing', record.offset);
          if (features.parameters && !hasServer) problem('no-parameters', 'no server parameters', 0);
          break;
        }
        default:
      }
    },
    validation() {
      if (shows === 0) match.push({ code: 'empty', message: 'no show at all' });
      else if (mode !== 'time_over') match.push({ code: 'not-over', message: `ends in ${mode} at ${time}` });
      if (cycles > 0 && time < cycles - 1) {
        match.push({ code: 'short', message: `last game time: ${time} << assumed count: ${cycles}` });
      }
      if (noTeam) match.push({ code: 'no-team', message: 'a side has no team' });
      if (missing >= MISSING_SHOWS) {
        match.push({ code: 'missing-players', message: `missing player count = ${missing}` });
      }
      return {
        version: versionName(version),
        shows,
        firstTime: first,
        lastTime: time,
        fileProblems: file,
        matchProblems: match,
      };
    },
  };
}

/** Repairs a log: removes damaged places and adds the tail that the version has. */
export async function* repaired(
  records: AsyncIterable<LogRecord>,
  done: { damages: number; tail: boolean },
): AsyncGenerator<LogRecord, void, undefined> {
  let last: { time: number; stoppageTime: number; left: FrameTeam; right: FrameTeam } | null = null;
  let tail = false;
  let version: LogVersion = 1;
  for await (const record of records) {
    if (record.type === 'damage') {
      done.damages++;
      continue;
    }
    if (record.type === 'header') version = record.version;
    if (record.type === 'show') {
      const { time, stoppageTime, left, right } = record.frame;
      last = { time, stoppageTime, left: { ...left }, right: { ...right } };
      tail = false;
    }
    if (record.type === 'team') tail = true;
    if (record.type === 'end' && !tail && last !== null && logFeatures(version).tail) {
      done.tail = true;
      yield { type: 'team', offset: record.offset, ...last };
    }
    yield record.type === 'end' ? { ...record, complete: true } : record;
  }
}
