import { createFrame, type Frame, type FrameTeam, type PlayMode } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import type { MonitorRecord } from '@rcss/protocol';
import type { DamageRecord, LogRecord } from './record.js';
import { describeBadScores, describeBadShow } from './record-limits.js';
import { copyTeam } from './team.js';
import { type LogFeatures, type LogVersion, logFeatures } from './version.js';

/**
 * Position at which reading can begin in the middle of a log, with the values of the records before it. Plain data that can be
 * stored as JSON.
 */
export interface LogPosition {
  readonly version: LogVersion;
  /** Offset of a record in the uncompressed log, bytes. */
  readonly offset: number;
  /** Game time of the last show before the position, cycles; 0 if there is none. */
  readonly time: number;
  /** Play mode at the position. */
  readonly playMode: PlayMode;
  /** Left team at the position. */
  readonly left: Readonly<FrameTeam>;
  /** Right team at the position. */
  readonly right: Readonly<FrameTeam>;
}

/** Values that the records of a log have changed so far. */
export interface DecodeState {
  readonly features: LogFeatures;
  playMode: PlayMode;
  readonly left: FrameTeam;
  readonly right: FrameTeam;
  /** Game time of the last show, cycles. */
  time: number;
  /** Whether the log has its end; false as soon as a part is found to be missing. */
  complete: boolean;
  /** Count of the records that are not JSON in UTF-8 but could be read, and the offset of the first one. */
  notJson: { count: number; readonly offset: number } | null;
  /** Parameters of the log; undefined before their record. */
  server: ServerParams | undefined;
  /** The frame that all shows use; null if each show has its own. */
  readonly sharedFrame: Frame | null;
}

/** Reads the records of one encoding. */
export interface RecordReader {
  /** Returns the record at the position of the feed; null if more bytes are needed, or at the end. */
  next(): LogRecord | null;
}

export function createDecodeState(
  version: LogVersion,
  reuse: boolean,
  from: LogPosition | undefined,
): DecodeState {
  const features = logFeatures(version);
  return {
    features,
    playMode: from?.playMode ?? 'before_kick_off',
    left: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0, ...from?.left },
    right: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0, ...from?.right },
    time: from?.time ?? 0,
    complete: true,
    notJson: null,
    server: undefined,
    sharedFrame: reuse ? createFrameOf(features) : null,
  };
}

/** Creates a frame with default values for what the version does not store. */
function createFrameOf(features: LogFeatures): Frame {
  const frame = createFrame();
  if (features.details) return frame;
  for (const p of frame.players) {
    p.stamina = 8000;
    p.effort = 1;
    p.recovery = 1;
  }
  return frame;
}

/** Returns a frame for the next show, with the current play mode and teams. */
export function prepareFrame(state: DecodeState): Frame {
  const frame = state.sharedFrame ?? createFrameOf(state.features);
  frame.playMode = state.playMode;
  copyTeam(state.left, frame.left);
  copyTeam(state.right, frame.right);
  return frame;
}

/**
 * Clears the values that a text or JSON show can leave out: a reused frame has those of the show before. Ball and view widths
 * become NaN; {@link hasAllObjects} and {@link fillMissingPlayers} use this to find missing objects.
 */
export function clearObjects(frame: Frame): void {
  frame.stoppageTime = 0;
  frame.ballX = Number.NaN;
  const { players } = frame;
  for (let i = 0; i < players.length; i++) {
    const p = players[i]!;
    p.viewWidth = Number.NaN;
    p.capacity = -1;
    p.focusDist = 0;
    p.focusDir = 0;
    p.changeFocusCount = 0;
  }
}

/** Whether ball and all 22 players were read since {@link clearObjects}. */
export function hasAllObjects(frame: Frame): boolean {
  const { players } = frame;
  for (let i = 0; i < players.length; i++) if (Number.isNaN(players[i]!.viewWidth)) return false;
  return !Number.isNaN(frame.ballX);
}

/** Gives players that were not read since {@link clearObjects} the values of a new frame. Returns false if the ball was not read. */
export function fillMissingPlayers(frame: Frame): boolean {
  if (Number.isNaN(frame.ballX)) return false;
  if (hasAllObjects(frame)) return true;
  const fresh = createFrame().players;
  for (const [i, p] of frame.players.entries()) if (Number.isNaN(p.viewWidth)) Object.assign(p, fresh[i]);
  return true;
}

/** Creates the record of a show that was read into the frame of {@link prepareFrame}, and updates the state. */
export function createShowRecord(state: DecodeState, offset: number, frame: Frame): LogRecord {
  if (state.features.shortIntegers) {
    // The log stores the low 16 bits of the time. The higher bits are those of the last time. If the result is
    // more than 0x8000 before the last time, 0x10000 is added.
    frame.time += (state.time - (state.time & 0xffff)) | 0;
    if (frame.time < state.time - 0x8000) frame.time += 0x10000;
  }
  state.time = frame.time;
  state.playMode = frame.playMode;
  copyTeam(frame.left, state.left);
  copyTeam(frame.right, state.right);
  return { type: 'show', offset, frame };
}

/** Creates a record of the teams in the state. */
export function createTeamRecord(
  state: DecodeState,
  offset: number,
  time: number,
  stoppageTime: number,
): LogRecord {
  return {
    type: 'team',
    offset,
    time,
    stoppageTime,
    left: { ...state.left },
    right: { ...state.right },
  };
}

/**
 * Creates the log record for a record that monitors receive too, and updates the state; null for one of another form. A record with values
 * that are not possible is damage with the code `badCode`.
 */
export function createLogRecord(
  state: DecodeState,
  record: MonitorRecord,
  offset: number,
  badCode: string,
): LogRecord | null {
  switch (record.type) {
    case 'show': {
      const bad = describeBadShow(record.frame);
      return bad === null
        ? createShowRecord(state, offset, record.frame)
        : createDamage(offset, badCode, bad);
    }
    case 'playmode': {
      const { time, stoppageTime, playMode: mode } = record;
      if (mode !== null) state.playMode = mode;
      return { type: 'playmode', offset, time: time ?? state.time, stoppageTime, mode };
    }
    case 'team': {
      const bad = describeBadScores(record.left, record.right);
      if (bad !== null) return createDamage(offset, badCode, bad);
      Object.assign(state.left, record.left);
      Object.assign(state.right, record.right);
      return createTeamRecord(state, offset, record.time ?? state.time, record.stoppageTime);
    }
    case 'server_param':
      state.server = record.params;
      return { ...record, offset, block: null };
    case 'player_param':
    case 'player_type':
      return { ...record, offset, block: null };
    default:
      return null;
  }
}

export function createDamage(offset: number, code: string, message: string): DamageRecord {
  return { type: 'damage', offset, code, message };
}
