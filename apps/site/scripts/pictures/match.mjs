/** The match of the pictures: two copies of the base team, played in this process from a seed. */

import { createFrame } from '../../../../packages/engine/core/src/index.ts';
import { fillFrame } from '../../../../packages/engine/sensors/src/index.ts';
import { createLocalMatch, createLocalSpec } from '../../../../packages/play/agent/src/local/local-match.ts';
import baseTeam from '../../../../packages/play/base-team/src/base-team.ts';
import { createLogWriter } from '../../../../packages/wire/logs/src/index.ts';

/** Version of the game logs. */
const LOG_VERSION = 6;

/** Calls of a goal; those of goal kicks begin alike. */
export const GOAL = /^goal_[lr]_/;
export const OFFSIDE = /^offside_[lr]/;
const FIRST_SEED = 5;
const MAX_MATCHES = 20;
/** Cycles after the call that are played. */
const CYCLES_AFTER_CALL = 120;

/**
 * Plays matches with one seed after the other until one has a call of this form, and some cycles more: a change of the team makes it
 * another match.
 *
 * @throws {Error} if no match has the call
 */
export async function playMatchWith(call) {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + MAX_MATCHES; seed++) {
    const match = await PlayedMatch.play(seed, call);
    if (match.calls.some(({ text }) => call.test(text))) {
      console.log(`match with ${call}: seed ${seed}, ${match.lastTime} cycles`);
      return match;
    }
  }
  throw new Error(`no call ${call} in ${MAX_MATCHES} matches`);
}

/** A match that was played: its frames, and what the referee called. */
export class PlayedMatch {
  #params;
  #frames = [];
  /** Calls of the referee with their cycles, in order. */
  calls = [];

  /**
   * Plays until some cycles after the first call of this form, or to the end.
   *
   * @param {number} seed the same seed gives the same match
   * @param {RegExp} call
   * @returns {Promise<PlayedMatch>}
   */
  static async play(seed, call) {
    const played = new PlayedMatch();
    let world;
    const match = await createLocalMatch({
      left: { name: 'Foxes', create: baseTeam },
      right: { name: 'Herons', create: baseTeam },
      spec: createLocalSpec({ seed, server: { kick_off_wait: 20 } }),
      sinks: [
        {
          event: (event) => {
            if (event.type === 'referee' && world !== undefined)
              played.calls.push({ time: world.time, stoppageTime: world.stoppageTime, text: event.text });
          },
          frame: (state) => played.#frames.push(fillFrame(state.world, state.params, createFrame())),
        },
      ],
    });
    ({ world } = match.match);
    played.#params = match.match.params;
    let last = Number.POSITIVE_INFINITY;
    while (!match.over && world.time < last) {
      match.cycle();
      if (last === Number.POSITIVE_INFINITY && played.calls.some(({ text }) => call.test(text)))
        last = world.time + CYCLES_AFTER_CALL;
    }
    return played;
  }

  /** Cycle of the first call of this form. @throws {Error} if there is none */
  findCall(pattern) {
    const call = this.calls.find(({ text }) => pattern.test(text));
    if (call === undefined) throw new Error(`the match has no call ${pattern}`);
    return call.time;
  }

  /** Cycle of the last frame. */
  get lastTime() {
    return this.#frames.at(-1).time;
  }

  /** Frames of the match, one per step. */
  get frames() {
    return this.#frames;
  }

  /** Game log of the match, or of its frames from one index to another one. */
  toLog(first = 0, last = this.#frames.length - 1) {
    const writer = createLogWriter(LOG_VERSION, this.#params);
    const pieces = [Buffer.from(writer.writeHeader())];
    const frames = this.#frames.slice(first, last + 1);
    let next = this.calls.findIndex(({ time }) => time >= frames[0].time);
    if (next < 0) next = this.calls.length;
    for (const frame of frames) {
      for (; next < this.calls.length && this.calls[next].time < frame.time; next++) {
        const { time, stoppageTime, text } = this.calls[next];
        pieces.push(Buffer.from(writer.writeMessage(time, stoppageTime, 1, `(referee ${text})`)));
      }
      pieces.push(Buffer.from(writer.writeFrame(frame)));
    }
    return Buffer.concat(pieces);
  }
}
