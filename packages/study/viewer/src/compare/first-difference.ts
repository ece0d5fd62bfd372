import { type Frame, type FramePlayer, SIDE_NAMES, sideName } from '@rcss/core';
import type { MatchSource } from '../source.js';

/** Where two matches differ first. */
export interface MatchDifference {
  /** Indices of the frames in both matches. */
  readonly indexA: number;
  readonly indexB: number;
  readonly time: number;
  /** What differs: `ball x: 1.25 and 1.3`. */
  readonly text: string;
}

/** Largest difference of positions and angles that counts as equal: half a step of the least exact log with fractions. */
const TOLERANCE = 0.0005;

const BALL_FIELDS = ['ballX', 'ballY', 'ballZ', 'ballVx', 'ballVy'] as const;
const PLAYER_FIELDS = ['x', 'y', 'vx', 'vy', 'body', 'neck', 'stamina', 'state'] as const;

/** Returns what differs first between two frames; empty if nothing does. */
export function describeFrameDifference(a: Frame, b: Frame): string {
  if (a.playMode !== b.playMode) return `play mode: ${a.playMode} and ${b.playMode}`;
  for (const side of SIDE_NAMES)
    if (a[side].score !== b[side].score)
      return `score of the ${side} team: ${a[side].score} and ${b[side].score}`;
  for (const name of BALL_FIELDS)
    if (Math.abs(a[name] - b[name]) > TOLERANCE)
      return `${name.replace('ball', 'ball ').toLowerCase()}: ${a[name]} and ${b[name]}`;
  for (let i = 0; i < 22; i++) {
    const [p, q] = [a.players[i] as FramePlayer, b.players[i] as FramePlayer];
    for (const name of PLAYER_FIELDS)
      if (Math.abs(p[name] - q[name]) > TOLERANCE)
        return `${sideName(p.side)} ${p.unum} ${name}: ${p[name]} and ${q[name]}`;
  }
  return '';
}

/** Frames that are compared in one slice, so that the page stays responsive. */
const FRAMES_PER_SLICE = 250;

/**
 * Finds the first difference of two matches, frame by frame; null if they are equal as far as both go. Frames that are not in memory
 * are not compared.
 */
export async function findFirstMatchDifference(
  a: MatchSource,
  b: MatchSource,
): Promise<MatchDifference | null> {
  const count = Math.min(a.last - a.first, b.last - b.first) + 1;
  for (let i = 0; i < count; i++) {
    const [indexA, indexB] = [a.first + i, b.first + i];
    const [frameA, frameB] = [a.getFrame(indexA), b.getFrame(indexB)];
    if (frameA !== undefined && frameB !== undefined) {
      const text =
        frameA.time === frameB.time
          ? describeFrameDifference(frameA, frameB)
          : `cycle: ${frameA.time} and ${frameB.time}`;
      if (text !== '') return { indexA, indexB, time: frameA.time, text };
    }
    if (i % FRAMES_PER_SLICE === FRAMES_PER_SLICE - 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return null;
}
