import { setTimeout as sleep } from 'node:timers/promises';
import type { ShowPlayer } from './player.js';
import {
  isComment,
  parseScript,
  SCRIPT_HELP,
  SCRIPT_INTERVALS_MS,
  type ScriptCommand,
  type ScriptPlace,
} from './script.js';

export interface ScriptOutput {
  print(text: string): void;
  /** Reads the lines of a command file; rejects if it cannot be read. */
  load(file: string): Promise<readonly string[]>;
}

/** Runs the commands of a script one after the other. A command begins when the playing of the one before has stopped. */
export class ScriptRunner {
  readonly #player: ShowPlayer;
  readonly #output: ScriptOutput;
  /** Index of the show at which playing stops. */
  #lastShow: number | null = null;
  #stopped: (() => void) | null = null;

  constructor(player: ShowPlayer, output: ScriptOutput) {
    this.#player = player;
    this.#output = output;
    player.listen({
      show: (_frame, index) => {
        if (index === this.#lastShow) this.#stopPlaying();
      },
      state: () => {
        if (!player.playback.playing) this.#resumeScript();
      },
      quit: () => this.#resumeScript(),
    });
  }

  #stopPlaying(): void {
    this.#lastShow = null;
    this.#player.changePlayback(() => this.#player.playback.stop());
  }

  #resumeScript(): void {
    const stopped = this.#stopped;
    this.#stopped = null;
    stopped?.();
  }

  /** Runs lines; comments are skipped. */
  async run(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
    for await (const line of lines) {
      if (this.#player.isOver) return;
      if (isComment(line)) continue;
      const command = parseScript(line);
      this.#output.print(
        command === null ? `Illegal command: [${line.trim()}]\n` : `commmand [${line.trim()}]\n`,
      );
      if (command !== null) await this.#execute(command);
    }
  }

  #findShow(to: ScriptPlace): number | null {
    const { playback, log } = this.#player;
    // Without a log there is no show.
    const index =
      log === null
        ? null
        : to === 'here'
          ? playback.index
          : to === 'end'
            ? playback.count - 1
            : playback.findCycle(to);
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
        return this.#stopPlaying();
      case 'sleep':
        await sleep(command.ms);
        return;
      case 'load':
        return this.run(await this.#output.load(command.file));
      case 'play': {
        const from = this.#findShow(command.from);
        const to = this.#findShow(command.to);
        if (from === null || to === null) return;
        if (from === to) return this.#output.print("Can't play. (from = to)\n");
        this.#player.changePlayback(() => playback.seek(from));
        return this.#playTo(to, SCRIPT_INTERVALS_MS.play);
      }
      case 'jump':
      case 'feed':
      case 'step': {
        const to = this.#findShow(command.to);
        if (to === null) return;
        const time = this.#player.frame?.time ?? 0;
        if (to === playback.index)
          return this.#output.print(`Can't go to current time. Current time: ${time}\n`);
        if (command.kind === 'jump') this.#player.changePlayback(() => playback.seek(to));
        else await this.#playTo(to, SCRIPT_INTERVALS_MS[command.kind]);
      }
    }
  }

  async #playTo(to: number, interval: number): Promise<void> {
    const { playback } = this.#player;
    if (to === playback.index) return;
    const direction = to > playback.index ? 1 : -1;
    const normal = playback.normalInterval;
    this.#lastShow = to;
    const stopped = new Promise<void>((resolve) => {
      this.#stopped = resolve;
    });
    this.#player.changePlayback(() => {
      playback.setInterval(interval);
      playback.play(direction);
    });
    await stopped;
    playback.setInterval(normal);
  }
}
