/** Checks whether a log is undamaged and contains a complete match (spec 11 §6.8). */
import { type Frame, PlayerState, type PlayMode } from '@rcss/core';
import { computeHalfTimeCycles } from '@rcss/params';
import type { EndRecord, LogRecord } from '../record.js';
import { formatLogVersion, type LogVersion, logFeatures } from '../version.js';

export interface LogProblem {
  /** Name of the problem, for programs. */
  readonly code: string;
  readonly message: string;
  /** Offset in the uncompressed log, bytes; absent if the problem concerns the whole log. */
  readonly offset?: number;
}

export interface LogValidation {
  readonly version: string;
  readonly shows: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Problems of the file: it is damaged or cut off, or its records are in a wrong order. */
  readonly fileProblems: readonly LogProblem[];
  /** Problems of the match: it was not played to its end, or players are missing. */
  readonly matchProblems: readonly LogProblem[];
}

/** A match is incomplete if a player is missing in at least this many shows. */
const MIN_MISSING_SHOWS = 10;
/** Largest count of problems of the file that are listed. */
const MAX_REPORTED = 20;

/** Checks the records of a log in order. */
export class LogValidator {
  readonly #fileProblems: LogProblem[] = [];
  #version: LogVersion = 1;
  #shows = 0;
  #firstTime = 0;
  #time = 0;
  #playMode: PlayMode | null = null;
  /** Cycles of the normal halves; 0 if the log has no parameters. */
  #expectedCycles = 0;
  #showsWithMissingPlayer = 0;
  #hasStarted = false;
  #hasResult = false;
  #hasTail = false;
  #hasParameters = false;
  #lacksTeam = false;
  #scoreL = 0;
  #scoreR = 0;

  /** Adds the next record of the log. */
  add(record: LogRecord): void {
    switch (record.type) {
      case 'header':
        this.#version = record.version;
        break;
      case 'server_param':
        this.#hasParameters = true;
        this.#expectedCycles = computeHalfTimeCycles(record.params) * record.params.nr_normal_halfs;
        break;
      case 'playmode':
        if (record.mode === null) this.#report('play-mode', 'the play mode is unknown', record.offset);
        break;
      case 'team':
        this.#hasTail = true;
        this.#checkScores(record.left.score, record.right.score, record.offset);
        break;
      case 'show':
        this.#hasTail = false;
        this.#addShow(record.frame, record.offset);
        break;
      case 'msg':
        if (record.board === 1 && record.text.startsWith('(result ')) this.#hasResult = true;
        break;
      case 'damage':
        this.#report(record.code, record.message, record.offset);
        break;
      case 'end':
        this.#checkEnd(record);
        break;
      default:
    }
  }

  /** Returns the result of the check. To be called after the last record. */
  validation(): LogValidation {
    return {
      version: formatLogVersion(this.#version),
      shows: this.#shows,
      firstTime: this.#firstTime,
      lastTime: this.#time,
      fileProblems: this.#fileProblems,
      matchProblems: this.#findMatchProblems(),
    };
  }

  #report(code: string, message: string, offset: number): void {
    if (this.#fileProblems.length < MAX_REPORTED) this.#fileProblems.push({ code, message, offset });
  }

  #addShow(frame: Frame, offset: number): void {
    const { time, playMode, left, right, ballX, ballY, players } = frame;
    if (this.#shows === 0) this.#firstTime = time;
    else if (time < this.#time) {
      this.#report('time', `the game time goes back from ${this.#time} to ${time}`, offset);
    }
    this.#shows++;
    this.#time = time;
    this.#playMode = playMode;
    if (playMode.startsWith('kick_off_')) this.#hasStarted = true;
    if (left.name === '' || right.name === '') this.#lacksTeam = true;
    if (this.#hasStarted && playMode !== 'time_over') {
      const present = PlayerState.STAND | PlayerState.RED_CARD;
      if (players.some(({ state }) => (state & present) === 0)) this.#showsWithMissingPlayer++;
    }
    if (this.#hasResult) this.#report('show-after-result', 'a show follows the result message', offset);
    if (!Number.isFinite(ballX) || !Number.isFinite(ballY)) {
      this.#report('number', `the position of the ball is not a number: (${ballX}, ${ballY})`, offset);
    }
  }

  #checkScores(left: number, right: number, offset: number): void {
    if (left < this.#scoreL) {
      this.#report('score', `the score of the left team goes down from ${this.#scoreL} to ${left}`, offset);
    }
    if (right < this.#scoreR) {
      this.#report('score', `the score of the right team goes down from ${this.#scoreR} to ${right}`, offset);
    }
    this.#scoreL = left;
    this.#scoreR = right;
  }

  #checkEnd({ complete: isComplete, notJson, offset }: EndRecord): void {
    if (notJson !== undefined) {
      const records = notJson.count === 1 ? '1 record is' : `${notJson.count} records are`;
      this.#report(
        'not-json',
        `${records} not JSON in UTF-8, so that other programs cannot read the log. Write it again: rcss log convert -v json -o NEW LOG`,
        notJson.offset,
      );
    }
    const features = logFeatures(this.#version);
    if (!isComplete) this.#report('cut', 'the log is cut off', offset);
    if (!this.#hasResult) this.#report('no-result', 'the result message is missing', offset);
    if (features.tail && !this.#hasTail) {
      this.#report('no-tail', 'the final team record is missing: use --repair to add it', offset);
    }
    if (features.parameters && !this.#hasParameters) {
      this.#report('no-parameters', 'the server parameters are missing', 0);
    }
  }

  #findMatchProblems(): LogProblem[] {
    const problems: LogProblem[] = [];
    const time = this.#time;
    if (this.#shows === 0) problems.push({ code: 'empty', message: 'the log has no shows' });
    else if (this.#playMode !== 'time_over') {
      const message = `the match does not end: play mode ${this.#playMode} at time ${time}, not time_over`;
      problems.push({ code: 'not-over', message });
    }
    if (this.#expectedCycles > 0 && time < this.#expectedCycles - 1) {
      const message = `the match is too short: last game time ${time}, expected ${this.#expectedCycles}`;
      problems.push({ code: 'short', message });
    }
    if (this.#lacksTeam) problems.push({ code: 'no-team', message: 'a side has no team' });
    const missing = this.#showsWithMissingPlayer;
    if (missing >= MIN_MISSING_SHOWS) {
      problems.push({ code: 'missing-players', message: `a player is missing in ${missing} shows` });
    }
    return problems;
  }
}
