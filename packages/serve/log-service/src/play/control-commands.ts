/** Commands of the log player from the keyboard and the page. */
import type { LogPlayback } from './playback.js';
import type { ShowPlayer } from './player.js';

/** A command. `value` is a game time for `cycle`, an index of a show for `seek`, an index of a log for `log`. */
export interface ControlCommand {
  readonly command: ControlName;
  readonly value?: number;
}

type Change = (playback: LogPlayback, value: number) => void;
type Action = (player: ShowPlayer, value: number) => void;

function changePlayback(change: Change): Action {
  return (player, value) => player.changePlayback(() => change(player.playback, value));
}

const ACTIONS = {
  play: changePlayback((playback) => playback.play(1)),
  back: changePlayback((playback) => playback.play(-1)),
  stop: changePlayback((playback) => playback.stop()),
  toggle: changePlayback((playback) => playback.toggle()),
  fast: changePlayback((playback) => playback.playFast(1)),
  rewind: changePlayback((playback) => playback.playFast(-1)),
  slower: changePlayback((playback) => playback.playSlower()),
  faster: changePlayback((playback) => playback.playFaster()),
  forward: (player) => player.step(1),
  backward: (player) => player.step(-1),
  first: changePlayback((playback) => playback.seekFirst()),
  last: changePlayback((playback) => playback.seekLast()),
  cycle: changePlayback((playback, value) => playback.seekCycle(value)),
  seek: changePlayback((playback, value) => playback.seek(value)),
  next_goal: changePlayback((playback) => playback.seekNextGoal()),
  previous_goal: changePlayback((playback) => playback.seekPreviousGoal()),
  loop: (player) => player.setLoop(!player.loop),
  record: (player) => player.toggleRecord(),
  next_log: (player) => player.openLog(player.logIndex + 1),
  previous_log: (player) => player.openLog(player.logIndex - 1),
  log: (player, value) => player.openLog(value),
  quit: (player) => player.quit(),
} as const satisfies Record<string, Action>;

/** Name of a command. */
export type ControlName = keyof typeof ACTIONS;

/** Parses a command of the page; null if it is invalid. */
export function parseControl(value: unknown): ControlCommand | null {
  if (typeof value !== 'object' || value === null) return null;
  const { command, value: number } = value as { command?: unknown; value?: unknown };
  if (typeof command !== 'string' || !Object.hasOwn(ACTIONS, command)) return null;
  if (number === undefined) return { command: command as ControlName };
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return { command: command as ControlName, value: number };
}

export function executeControl(player: ShowPlayer, { command, value = 0 }: ControlCommand): void {
  ACTIONS[command](player, value);
}
