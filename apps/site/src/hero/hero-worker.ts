/** The worker of the start page: plays a match of the base team against itself, as many cycles as the page asks for. */
import { createLocalMatch, type LocalMatch } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import { createFrame } from '@rcss/core';
import { createLogWriter, type LogWriter } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import type { HeroReply, HeroRequest } from './hero-messages.js';

const LOG_VERSION = 6;
/** Cycles between the placement of the players and the kickoff. */
const KICK_OFF_WAIT = 20;

class HeroMatch {
  readonly #frame = createFrame();
  readonly #pieces: Uint8Array[] = [];
  #match: LocalMatch | null = null;
  #writer: LogWriter | null = null;
  #frameCount = 0;

  async start(seed: number): Promise<void> {
    const match = await createLocalMatch({
      left: { name: 'Foxes', create: baseTeam },
      right: { name: 'Herons', create: baseTeam },
      seed,
      server: { kick_off_wait: KICK_OFF_WAIT },
      sinks: [
        {
          event: (event) => {
            const { world } = this.#match?.match ?? {};
            if (event.type === 'referee' && world !== undefined)
              this.#write(
                this.#writer?.writeMessage(world.time, world.stoppageTime, 1, `(referee ${event.text})`),
              );
          },
          frame: ({ world, params }) => {
            const bytes = this.#writer?.writeFrame(fillFrame(world, params, this.#frame));
            if (bytes !== undefined && bytes.length > 0) this.#frameCount += 1;
            this.#write(bytes);
          },
        },
      ],
    });
    this.#match = match;
    this.#writer = createLogWriter(LOG_VERSION, match.match.params);
    this.#write(this.#writer.writeHeader());
  }

  /** Plays until the log has further frames, or to the end of the match. */
  advance(frames: number): void {
    const match = this.#match;
    if (match === null) return;
    const end = this.#frameCount + frames;
    while (!match.over && this.#frameCount < end) match.cycle();
    const { world, params } = match.match;
    if (match.over) this.#write(this.#writer?.writeTail(fillFrame(world, params, this.#frame)));
    const bytes = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    reply(bytes);
    if (match.over) {
      this.#match = null;
      reply(null);
    }
  }

  #write(bytes: Uint8Array | undefined): void {
    // The writer uses the memory again.
    if (bytes !== undefined && bytes.length > 0) this.#pieces.push(bytes.slice());
  }
}

const reply = (message: HeroReply): void =>
  self.postMessage(message, { transfer: message === null ? [] : [message.buffer] });

let match: Promise<HeroMatch> | null = null;
self.onmessage = ({ data }: MessageEvent<HeroRequest>) => {
  if (data.type === 'start') {
    const begun = new HeroMatch();
    match = begun.start(data.seed).then(() => begun);
  } else void match?.then((begun) => begun.advance(data.frames));
};
