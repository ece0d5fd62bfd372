import { basename } from 'node:path';
import type { ShowPlayer } from './player.js';

/** State of the player as plain data, for the page and for the status line. */
export interface PlayStatus {
  readonly log: number;
  /** File names of the logs, without their folders. */
  readonly logs: readonly string[];
  readonly index: number;
  readonly count: number;
  readonly time: number;
  readonly mode: string;
  readonly left: string;
  readonly right: string;
  readonly scoreL: number;
  readonly scoreR: number;
  readonly playing: boolean;
  readonly direction: number;
  /** Factor on the configured speed. */
  readonly speed: number;
  readonly loop: boolean;
  readonly recording: boolean;
  readonly canRecord: boolean;
  readonly monitors: number;
}

export function createStatus(player: ShowPlayer, monitors: number): PlayStatus {
  const { playback, frame } = player;
  return {
    log: player.logIndex,
    logs: player.logs.map((path) => basename(path)),
    index: playback.index,
    count: playback.count,
    time: frame?.time ?? 0,
    mode: frame?.playMode ?? '',
    left: frame?.left.name ?? '',
    right: frame?.right.name ?? '',
    scoreL: frame?.left.score ?? 0,
    scoreR: frame?.right.score ?? 0,
    playing: playback.playing,
    direction: playback.direction,
    speed: playback.normalInterval / playback.interval,
    loop: player.loop,
    recording: player.recording,
    canRecord: player.canRecord,
    monitors,
  };
}

/** Formats the status as a line for the terminal. */
export function formatStatusLine(s: PlayStatus, typed = ''): string {
  const sign = s.playing ? (s.direction > 0 ? '>' : '<') : '=';
  const speed = Number.isInteger(s.speed) ? String(s.speed) : s.speed.toFixed(2);
  const parts = [
    `${sign} x${speed}`,
    `${s.time}`.padStart(5),
    `${s.left || 'null'} ${s.scoreL}:${s.scoreR} ${s.right || 'null'}`,
    s.mode,
    `show ${s.count === 0 ? 0 : s.index + 1}/${s.count}`,
  ];
  if (s.logs.length > 1) parts.push(`log ${s.log + 1}/${s.logs.length}`);
  if (s.loop) parts.push('loop');
  if (s.recording) parts.push('REC');
  parts.push(`${s.monitors} monitor${s.monitors === 1 ? '' : 's'}`);
  if (typed !== '') parts.push(`to ${typed}_`);
  return parts.join('  ');
}
