/** The worker of the start page: plays a match of the base team against itself, as many cycles as the page asks for. */
import { createLocalMatch, createLocalSpec, type LocalMatch, MatchLog } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import type { HeroReply, HeroRequest } from './hero-messages.js';

/** Cycles between the placement of the players and the kickoff. */
const KICK_OFF_WAIT = 20;

class HeroMatch {
  readonly #log = new MatchLog();
  #match: LocalMatch | null = null;

  async start(seed: number): Promise<void> {
    this.#match = await createLocalMatch({
      left: { name: 'Foxes', create: baseTeam },
      right: { name: 'Herons', create: baseTeam },
      sinks: [this.#log],
      spec: createLocalSpec({ seed, server: { kick_off_wait: KICK_OFF_WAIT } }),
    });
  }

  /** Plays until the log has further frames, or to the end of the match. */
  advance(frames: number): void {
    const match = this.#match;
    if (match === null) return;
    const log = this.#log;
    const end = log.frameCount + frames;
    while (!match.over && log.frameCount < end) match.cycle();
    if (match.over) log.end();
    reply(log.takeBytes());
    if (match.over) {
      this.#match = null;
      reply(null);
    }
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
