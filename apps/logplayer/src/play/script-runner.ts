import { setTimeout as sleep } from 'node:timers/promises';
import type { Player } from './player.js';
import {
  isComment,
  parseScript,
  SCRIPT_HELP,
  SCRIPT_INTERVALS,
  type ScriptCommand,
  type ScriptPlace,
  showAt,
  wayTo,
} from './script.js';

export interface ScriptOutput {
  print(text: string): void;
  /** Lines of a command file; rejects when it cannot be read. */
  load(file: string): Promise<readonly string[]>;
}

/** Runs commands one after the other: the next one begins when playing has stopped. */
export class ScriptRunner {
  readonly #player: Player;
  readonly #output: ScriptOutput;
  /** Show at which playing stops. */
  #until: number | null = null;
  #stopped: (() => void) | null = null;

  constructor(player: Player, output: ScriptOutput) {
    this.#player = player;
    this.#output = output;
    player.listen({
      show: (_frame, index) => {
        if (index === this.#until) this.#stop();
      },
      state: () => {
        if (!player.playback.playing) this.#release();
      },
      quit: () => this.#release(),
    });
  }

  #stop(): void {
    this.#until = null;
    this.#player.act(() => this.#player.playback.stop());
  }

  #release(): void {
    const stopped = this.#stopped;
    this.#stopped = null;
    stopped?.();
  }

  /** Runs lines; comments are skipped. */
  async run(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
    for await (const line of lines) {
      if (this.#player.over) return;
      if (isComment(line)) continue;
      const command = parseScript(line);
      this.#output.print(
        command === null ? `Illegal command: [${line.trim()}]\n` : `commmand [${line.trim()}]\n`,
      );
      if (command !== null) await this.#execute(command);
    }
  }

  #place(to: ScriptPlace): number | null {
    const { playback, log } = this.#player;
    const index = log === null ? null : showAt(playback, (i) => log.timeOf(i), to);
    if (index === null) this.#output.print(`Can't jump to ${to}.\n`);
    return index;
  }

  async #execute(command: ScriptCommand): Promise<void> {
    const { playback } = this.#player;
    switch (command.kind) {
      case 'help':
        return this.#output.print(SCRIPT_HELP);
      case 'quit':
        return this.#player.quit();
      case 'stop':
        return this.#stop();
      case 'sleep':
        await sleep(command.ms);
        return;
      case 'load':
        return this.run(await this.#output.load(command.file));
      case 'jump': {
        const to = this.#place(command.to);
        if (to === playback.index)
          this.#output.print(`Can't go to current time. Current time: ${this.#time()}\n`);
        else if (to !== null) this.#player.act(() => playback.seek(to));
        return;
      }
      case 'play': {
        const from = this.#place(command.from);
        const to = this.#place(command.to);
        if (from === null || to === null) return;
        if (from === to) return this.#output.print("Can't play. (from = to)\n");
        this.#player.act(() => playback.seek(from));
        return this.#playTo(to, SCRIPT_INTERVALS.play);
      }
      case 'feed':
      case 'step': {
        const to = this.#place(command.to);
        if (to === playback.index)
          this.#output.print(`Can't go to current time. Current time: ${this.#time()}\n`);
        else if (to !== null) await this.#playTo(to, SCRIPT_INTERVALS[command.kind]);
      }
    }
  }

  #time(): number {
    return this.#player.frame?.time ?? 0;
  }

  async #playTo(to: number, interval: number): Promise<void> {
    const { playback } = this.#player;
    const direction = wayTo(playback.index, to);
    if (direction === null) return;
    const normal = playback.normalInterval;
    this.#until = to;
    const stopped = new Promise<void>((resolve) => {
      this.#stopped = resolve;
    });
    this.#player.act(() => {
      playback.setInterval(interval);
      playback.play(direction);
    });
    await stopped;
    playback.setInterval(normal);
  }
}
