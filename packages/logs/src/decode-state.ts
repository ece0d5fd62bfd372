import { createFrame, type Frame, type FrameTeam, type PlayMode } from '@rcss/core';
import type { DamageRecord, LogRecord } from './record.js';
import { type LogFeatures, type LogVersion, logFeatures } from './version.js';

/** A position at which reading can begin in the middle of a log, with the values of the records before. Plain data. */
export interface LogPosition {
  readonly version: LogVersion;
  /** Offset of a record in the unpacked log. */
  readonly offset: number;
  /** Time of the last show before, 0 if there is none. */
  readonly time: number;
  readonly playMode: PlayMode;
  readonly left: Readonly<FrameTeam>;
  readonly right: Readonly<FrameTeam>;
}

/** State of the decoder that does not depend on the current bytes. */
export interface DecodeState {
  readonly features: LogFeatures;
  playMode: PlayMode;
  readonly left: FrameTeam;
  readonly right: FrameTeam;
  /** Time of the last show. */
  time: number;
  /** False when the log turns out to be cut off. */
  complete: boolean;
  /** One frame for all shows, or null when each has its own. */
  readonly shared: Frame | null;
}

/** Finds and reads the records of one encoding. */
export interface Framing {
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
    shared: reuse ? freshFrame(features) : null,
  };
}

/** Returns a frame with the values of a version that does not store them. */
function freshFrame(features: LogFeatures): Frame {
  const frame = createFrame();
  if (features.details) return frame;
  for (const p of frame.players) {
    p.stamina = 8000;
    p.effort = 1;
    p.recovery = 1;
  }
  return frame;
}

function copyTeam(from: FrameTeam, to: FrameTeam): void {
  to.name = from.name;
  to.score = from.score;
  to.penaltyScored = from.penaltyScored;
  to.penaltyMissed = from.penaltyMissed;
}

/** A frame to read the next show into, with play mode and teams as they are. */
export function nextFrame(state: DecodeState): Frame {
  const frame = state.shared ?? freshFrame(state.features);
  frame.playMode = state.playMode;
  copyTeam(state.left, frame.left);
  copyTeam(state.right, frame.right);
  return frame;
}

/**
 * Clears the values that a text or JSON show may leave out, so that they are not those of the show before. Ball and view widths
 * become NaN; {@link toldAll} and {@link fillUntold} use this to find missing objects.
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
export function toldAll(frame: Frame): boolean {
  const { players } = frame;
  for (let i = 0; i < players.length; i++) if (Number.isNaN(players[i]!.viewWidth)) return false;
  return !Number.isNaN(frame.ballX);
}

/** Gives players not read since {@link clearObjects} the values of a new frame. Returns false if the ball was not read. */
export function fillUntold(frame: Frame): boolean {
  if (Number.isNaN(frame.ballX)) return false;
  if (toldAll(frame)) return true;
  const fresh = createFrame().players;
  for (const [i, p] of frame.players.entries()) if (Number.isNaN(p.viewWidth)) Object.assign(p, fresh[i]);
  return true;
}

/** The show that was read into the frame of {@link nextFrame}. */
export function showRecord(state: DecodeState, offset: number, frame: Frame): LogRecord {
  if (state.features.shortIntegers) {
    // The low 16 bits: the nearest such time that is not long before the last one.
    frame.time += (state.time - (state.time & 0xffff)) | 0;
    if (frame.time < state.time - 0x8000) frame.time += 0x10000;
  }
  state.time = frame.time;
  state.playMode = frame.playMode;
  copyTeam(frame.left, state.left);
  copyTeam(frame.right, state.right);
  return { type: 'show', offset, frame };
}

/** A record of the teams in the state. */
export function teamRecord(
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

export function damage(offset: number, code: string, message: string): DamageRecord {
  return { type: 'damage', offset, code, message };
}
