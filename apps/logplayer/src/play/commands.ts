/** Commands of the log player, from keyboard, page or script. */
import type { Playback } from './playback.js';
import type { Player } from './player.js';

/** A command; `value` is a cycle, an index or a number of a log. */
export interface ControlCommand {
  readonly command: ControlName;
  readonly value?: number;
}

type Change = (playback: Playback, value: number) => void;
type Action = (player: Player, value: number) => void;

/** Changes the playback and reports the result. */
function act(change: Change): Action {
  return (player, value) => player.act(() => change(player.playback, value));
}

const ACTIONS = {
  play: act((playback) => playback.play(1)),
  back: act((playback) => playback.play(-1)),
  stop: act((playback) => playback.stop()),
  toggle: act((playback) => playback.toggle()),
  fast: act((playback) => playback.fast(1)),
  rewind: act((playback) => playback.fast(-1)),
  slower: act((playback) => playback.slower()),
  faster: act((playback) => playback.faster()),
  forward: (player) => player.step(1),
  backward: (player) => player.step(-1),
  first: act((playback) => playback.first()),
  last: act((playback) => playback.last()),
  cycle: act((playback, value) => playback.seekCycle(value)),
  seek: act((playback, value) => playback.seek(value)),
  next_goal: act((playback) => playback.nextGoal()),
  previous_goal: act((playback) => playback.previousGoal()),
  loop: (player) => player.setLoop(!player.loop),
  record: (player) => player.toggleRecord(),
  next_log: (player) => player.openLog(player.logIndex + 1),
  previous_log: (player) => player.openLog(player.logIndex - 1),
  log: (player, value) => player.openLog(value),
  quit: (player) => player.quit(),
} as const satisfies Record<string, Action>;

export type ControlName = keyof typeof ACTIONS;

/** Reads a command from a page; null if it is invalid. */
export function readControl(value: unknown): ControlCommand | null {
  if (typeof value !== 'object' || value === null) return null;
  const { command, value: number } = value as { command?: unknown; value?: unknown };
  if (typeof command !== 'string' || !Object.hasOwn(ACTIONS, command)) return null;
  if (number === undefined) return { command: command as ControlName };
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return { command: command as ControlName, value: number };
}

/** Executes a command. */
export function control(player: Player, { command, value = 0 }: ControlCommand): void {
  ACTIONS[command](player, value);
}
