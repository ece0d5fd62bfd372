/** States of a match by step, to be joined with the commands of its text log. */
import { type Frame, type FramePlayer, PLAYER_COUNT, PlayerState, type PlayMode } from '@rcss/core';
import { COMMANDS } from '@rcss/core/commands';
import type { LogRecord } from '../record.js';

/** Commands that a show counts, with the count. */
const COUNTERS: ReadonlyMap<string, keyof FramePlayer> = new Map(
  Object.entries(COMMANDS.player).flatMap(([type, { counter }]) =>
    counter === undefined ? [] : [[type, counter as keyof FramePlayer]],
  ),
);
const COUNTS = [...new Set(COUNTERS.values())];

/** State in which a client has sent a command: that after the step before. Positions are in meters in the field frame. */
export interface StateOfStep {
  readonly playMode: PlayMode;
  readonly ballX: number;
  readonly ballY: number;
  /** State of the player that sends; null for coaches and trainers, and while the player is not connected. */
  readonly player: {
    readonly x: number;
    readonly y: number;
    readonly body: number;
    readonly stamina: number;
  } | null;
}

/** Count of values of an object that are kept: x, y, body, stamina. */
const STRIDE = 4;

/** Keeps a state per step of a game log: position, body angle and stamina, and counts of commands. */
export class GameLogStates {
  readonly #rows = new Map<string, number>();
  readonly #modes: PlayMode[] = [];
  #values = new Float32Array(1024 * (2 + PLAYER_COUNT * STRIDE));
  #counts = new Int32Array(1024 * PLAYER_COUNT * COUNTS.length);
  #time = -1;
  #stoppageTime = 0;
  #left = '';
  #right = '';

  /** Adds the next record of the log. */
  add(record: LogRecord): void {
    if (record.type !== 'show') return;
    const { frame } = record;
    this.#stoppageTime = frame.time === this.#time ? this.#stoppageTime + 1 : 0;
    this.#time = frame.time;
    const row = this.#modes.length;
    this.#rows.set(`${frame.time},${this.#stoppageTime}`, row);
    this.#modes.push(frame.playMode);
    this.#left = frame.left.name || this.#left;
    this.#right = frame.right.name || this.#right;
    this.#store(row, frame);
  }

  /** Returns the index of a player by team and uniform number, 0 to 21; -1 if the log has no such team. */
  findPlayer(team: string, unum: number): number {
    if (unum < 1 || unum > PLAYER_COUNT / 2) return -1;
    if (team === this.#left) return unum - 1;
    return team === this.#right ? PLAYER_COUNT / 2 + unum - 1 : -1;
  }

  /** Returns the state of a step; null if the log has none, as before the kickoff. */
  find(time: number, stoppageTime: number, player: number): StateOfStep | null {
    const row = this.#rows.get(`${time},${stoppageTime}`);
    if (row === undefined) return null;
    const at = row * (2 + PLAYER_COUNT * STRIDE);
    const own = at + 2 + player * STRIDE;
    const isConnected = player >= 0 && !Number.isNaN(this.#values[own]!);
    return {
      playMode: this.#modes[row]!,
      ballX: this.#values[at]!,
      ballY: this.#values[at + 1]!,
      player: isConnected
        ? {
            x: this.#values[own]!,
            y: this.#values[own + 1]!,
            body: this.#values[own + 2]!,
            stamina: this.#values[own + 3]!,
          }
        : null,
    };
  }

  /**
   * Returns how many commands of a type the player has executed in the step after this one; null if the log does not contain both
   * steps, or does not count the command.
   */
  countExecuted(time: number, stoppageTime: number, player: number, type: string): number | null {
    const row = this.#rows.get(`${time},${stoppageTime}`);
    const next = this.#rows.get(`${time + 1},0`) ?? this.#rows.get(`${time},${stoppageTime + 1}`);
    const counter = COUNTERS.get(type);
    if (row === undefined || next !== row + 1 || counter === undefined || player < 0) return null;
    const column = player * COUNTS.length + COUNTS.indexOf(counter);
    const size = PLAYER_COUNT * COUNTS.length;
    const difference = this.#counts[next * size + column]! - this.#counts[row * size + column]!;
    return difference < 0 ? null : difference;
  }

  #store(row: number, frame: Frame): void {
    const size = 2 + PLAYER_COUNT * STRIDE;
    if ((row + 1) * size > this.#values.length) {
      const values = new Float32Array(this.#values.length * 2);
      values.set(this.#values);
      this.#values = values;
      const counts = new Int32Array(this.#counts.length * 2);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    let at = row * size;
    this.#values[at++] = frame.ballX;
    this.#values[at++] = frame.ballY;
    let count = row * PLAYER_COUNT * COUNTS.length;
    for (const p of frame.players) {
      const isConnected = (p.state & PlayerState.STAND) !== 0;
      this.#values[at++] = isConnected ? p.x : Number.NaN;
      this.#values[at++] = p.y;
      this.#values[at++] = p.body;
      this.#values[at++] = p.stamina;
      for (const name of COUNTS) this.#counts[count++] = p[name] as number;
    }
  }
}
