/** Writes the log of a running match: decides which record is written when (spec 09 §2). */
import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { createLogEncoder } from './create-encoder.js';
import type { LogEncoder, LogHeader } from './log-encoder.js';
import { copyTeam, isSameTeam } from './team.js';
import { checkLogVersion, type LogFeatures, type LogVersion, logFeatures } from './version.js';

/** Parameters at the beginning of a log. */
export type LogParams = Pick<MatchParams, 'server' | 'player' | 'types'>;

/** Contents of the tail of a log: final time, names, scores and penalties. */
export type FinalState = Pick<Frame, 'time' | 'stoppageTime' | 'left' | 'right'>;

/** Play mode and teams of the last records: a new record is due if a value differs (spec 09 §2.3, §2.4). */
export interface LastWritten {
  playMode: PlayMode | null;
  readonly left: FrameTeam;
  readonly right: FrameTeam;
}

export function createLastWritten(): LastWritten {
  return {
    playMode: null,
    left: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
    right: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
  };
}

/** Stores the play mode. Returns whether it differs from the last one. */
export function updatePlayMode(last: LastWritten, mode: PlayMode): boolean {
  if (mode === last.playMode) return false;
  last.playMode = mode;
  return true;
}

/** Stores the teams. Returns whether a name, a score or a count of penalties differs from the last ones. */
export function updateTeams(last: LastWritten, left: FrameTeam, right: FrameTeam): boolean {
  if (isSameTeam(last.left, left) && isSameTeam(last.right, right)) return false;
  copyTeam(left, last.left);
  copyTeam(right, last.right);
  return true;
}

/**
 * Creates a writer of game logs.
 *
 * @param version Version of the log: -1 (JSON) or 1 to 7, see {@link isLogVersion}.
 * @param params Parameters of the match.
 * @param header Server version and start time, which only JSON logs store.
 * @throws RangeError if `version` is not a version of game logs.
 */
export function createLogWriter(version: number, params: LogParams, header: LogHeader = {}): LogWriter {
  return new LogWriter(checkLogVersion(version), params, header);
}

/**
 * Writes the game log of a match. Each method returns the bytes to append to the file, none if nothing has to be written. They are
 * in a buffer that the next call reuses: write or copy them at once.
 */
export class LogWriter {
  readonly version: LogVersion;
  readonly #params: LogParams;
  readonly #header: LogHeader;
  readonly #encoder: LogEncoder;
  readonly #features: LogFeatures;
  readonly #written = createLastWritten();
  #isOver = false;

  constructor(version: LogVersion, params: LogParams, header: LogHeader) {
    this.version = version;
    this.#params = params;
    this.#header = header;
    this.#encoder = createLogEncoder(version);
    this.#features = logFeatures(version);
  }

  /** Returns the header, the parameters and the player types. Version 1 has none of them. */
  writeHeader(): Uint8Array {
    const encoder = this.#encoder;
    const { server, player, types } = this.#params;
    encoder.out.reset();
    encoder.writeHeader(this.#header);
    if (this.#features.parameters) {
      encoder.writeServerParam(server);
      encoder.writePlayerParam(player);
      for (const type of types) encoder.writePlayerType(type);
    }
    return encoder.out.view();
  }

  /**
   * Returns the records of a step: play mode and teams if they changed, and the show. To be called at the end of each step.
   * Nothing is written in before_kick_off, and in time_over only the first step is written (spec 09 §2.2 to §2.4).
   */
  writeFrame(frame: Frame): Uint8Array {
    const encoder = this.#encoder;
    const { out } = encoder;
    out.reset();
    const { playMode, time, stoppageTime, left, right } = frame;
    if (playMode === 'before_kick_off') return out.view();
    if (playMode === 'time_over') {
      if (this.#isOver) return out.view();
      this.#isOver = true;
    }
    if (updatePlayMode(this.#written, playMode)) encoder.writePlayMode(time, stoppageTime, playMode);
    if (updateTeams(this.#written, left, right)) encoder.writeTeams(time, stoppageTime, left, right);
    encoder.writeShow(frame);
    return out.view();
  }

  /**
   * Returns a message, cut to 2047 bytes.
   *
   * @param time Game time, cycles.
   * @param stoppageTime Count of cycles since the game time stands still; 0 while it runs.
   * @param board 1 for referee calls, speech and the result, 2 for client traffic.
   */
  writeMessage(time: number, stoppageTime: number, board: number, text: string): Uint8Array {
    this.#encoder.out.reset();
    this.#encoder.writeMessage(time, stoppageTime, board, text);
    return this.#encoder.out.view();
  }

  /** Returns a tile of a team graphic that an online coach sent. It is written in before_kick_off too (spec 09 §2.9). */
  writeTeamGraphic(side: Side, tile: TeamGraphicTile, time: number, stoppageTime: number): Uint8Array {
    this.#encoder.out.reset();
    this.#encoder.writeTeamGraphic(time, stoppageTime, side, tile);
    return this.#encoder.out.view();
  }

  /** Returns the end of the log (spec 09 §2.8). To be called after the result message. A frame can be passed as `final`. */
  writeTail({ time, stoppageTime, left, right }: FinalState): Uint8Array {
    this.#encoder.out.reset();
    if (this.#features.tail) this.#encoder.writeTeams(time, stoppageTime, left, right);
    this.#encoder.finish();
    return this.#encoder.out.view();
  }
}
