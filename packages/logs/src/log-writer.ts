/** Logs of running matches: which records are written when (spec 09 §2). */
import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { createLogEncoder } from './encoder.js';
import type { LogHeader } from './log-encoder.js';
import { isLogVersion, type LogVersion, logFeatures } from './version.js';

/** Parameters that a log begins with. */
export type LogParams = Pick<MatchParams, 'server' | 'player' | 'types'>;

/** Contents of the tail of a log. */
export type FinalState = Pick<Frame, 'time' | 'stoppageTime' | 'left' | 'right'>;

/**
 * Writes the game log of a match. Every method returns the bytes to append to the file, none if there is nothing to
 * write. They are in a buffer that the next call reuses.
 */
export interface LogWriter {
  readonly version: LogVersion;
  /** Header, parameters and player types; empty in version 1. */
  begin(): Uint8Array;
  /**
   * A step, at its end: the play mode and the teams if they changed, and the show. Nothing in before_kick_off; in
   * time_over only once (spec 09 §2.2 to §2.4).
   */
  frame(frame: Frame): Uint8Array;
  /** A message on board 1 (referee, speech, result) or 2 (client traffic); 2047 bytes of it at most. */
  message(time: number, stoppageTime: number, board: number, text: string): Uint8Array;
  /** A tile that an online coach sent; at once, also in before_kick_off (spec 09 §2.9). */
  teamGraphic(side: Side, tile: TeamGraphicTile, time: number, stoppageTime: number): Uint8Array;
  /** The tail (spec 09 §2.8), after the result message. A frame is such a state. */
  end(final: FinalState): Uint8Array;
}

interface TeamMemory {
  name: string;
  score: number;
  scored: number;
  missed: number;
}

function changed(memory: TeamMemory, team: FrameTeam): boolean {
  return (
    memory.name !== team.name ||
    memory.score !== team.score ||
    memory.scored !== team.penaltyScored ||
    memory.missed !== team.penaltyMissed
  );
}

function remember(memory: TeamMemory, team: FrameTeam): void {
  memory.name = team.name;
  memory.score = team.score;
  memory.scored = team.penaltyScored;
  memory.missed = team.penaltyMissed;
}

/** Decides when play mode and team records are due: if a value differs from the last records (spec 09 §2.3, §2.4). */
export interface ChangeMemory {
  /** True when the mode differs from the last one; it is the last one then. */
  playMode(mode: PlayMode): boolean;
  /** True when a name, a score or a number of penalties differs; they are the last ones then. */
  teams(left: FrameTeam, right: FrameTeam): boolean;
}

export function createChangeMemory(): ChangeMemory {
  let last: PlayMode | null = null;
  const left: TeamMemory = { name: '', score: 0, scored: 0, missed: 0 };
  const right: TeamMemory = { name: '', score: 0, scored: 0, missed: 0 };
  return {
    playMode(mode) {
      if (mode === last) return false;
      last = mode;
      return true;
    },
    teams(l, r) {
      if (!changed(left, l) && !changed(right, r)) return false;
      remember(left, l);
      remember(right, r);
      return true;
    },
  };
}

/**
 * A writer of the game log version. `version` must be one ({@link isLogVersion}); a RangeError is thrown otherwise.
 * `header` matters for JSON only, whose second element is the start time.
 */
export function createLogWriter(version: number, params: LogParams, header: LogHeader = {}): LogWriter {
  if (!isLogVersion(version)) throw new RangeError(`there is no game log version ${version}`);
  const encoder = createLogEncoder(version);
  const { out } = encoder;
  const features = logFeatures(version);
  const memory = createChangeMemory();
  let over = false;

  return {
    version,
    begin() {
      out.reset();
      encoder.header(header);
      if (features.parameters) {
        encoder.serverParam(params.server);
        encoder.playerParam(params.player);
        for (const type of params.types) encoder.playerType(type);
      }
      return out.view();
    },
    frame(frame) {
      out.reset();
      const { playMode, time, stoppageTime } = frame;
      if (playMode === 'before_kick_off') return out.view();
      if (playMode === 'time_over') {
        if (over) return out.view();
        over = true;
      }
      if (memory.playMode(playMode)) encoder.playMode(time, stoppageTime, playMode);
      if (memory.teams(frame.left, frame.right)) encoder.teams(time, stoppageTime, frame.left, frame.right);
      encoder.show(frame);
      return out.view();
    },
    message(time, stoppageTime, board, text) {
      out.reset();
      encoder.message(time, stoppageTime, board, text);
      return out.view();
    },
    teamGraphic(side, tile, time, stoppageTime) {
      out.reset();
      encoder.teamGraphic(time, stoppageTime, side, tile);
      return out.view();
    },
    end(final) {
      out.reset();
      if (features.tail) encoder.teams(final.time, final.stoppageTime, final.left, final.right);
      encoder.close();
      return out.view();
    },
  };
}
