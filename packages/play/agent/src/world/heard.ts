import type { HeardMessage } from '@rcss/protocol';
import { decodeSay, decodeSayText, type HeardText, type MessageKinds, type SayPart } from './say-codec.js';

/** A part of a message that a teammate said. */
export interface HeardPart {
  /** Number of the speaker. */
  readonly unum: number;
  readonly part: SayPart;
}

/**
 * What a player has heard in this cycle. A hear message can arrive before the sense_body of its cycle: the lists stay until the first message or
 * the first sense_body after the decision.
 */
export class HeardInCycle {
  /** Texts of teammates. */
  readonly texts: HeardText[] = [];
  /** Parts of messages of teammates, in the order in which they were said. */
  readonly parts: HeardPart[] = [];
  /** Messages of opponents, as they were said. */
  readonly opponentTexts: string[] = [];
  /** Texts of the own coach. */
  readonly coachTexts: string[] = [];
  readonly #kinds: MessageKinds;
  #isConcluded = false;

  constructor(kinds: MessageKinds) {
    this.#kinds = kinds;
  }

  /** Adds a message of a player; returns the parts from which the world model learns. */
  hear(heard: HeardMessage): readonly SayPart[] {
    if (heard.kind !== 'complete' || heard.own === null) return [];
    this.beginCycle();
    if (!heard.own) this.opponentTexts.push(heard.message);
    if (!heard.own || heard.unum === null) return [];
    const { unum } = heard;
    const text = decodeSayText(heard.message);
    if (text !== null) this.texts.push({ unum, text });
    const parts = text === null ? (decodeSay(heard.message, this.#kinds) ?? []) : [];
    for (const part of parts) this.parts.push({ unum, part });
    return parts;
  }

  /** Adds a text of the own coach. */
  hearCoach(text: string): void {
    this.beginCycle();
    this.coachTexts.push(text);
  }

  /** All messages of the cycle have arrived: what follows is of the next one. */
  conclude(): void {
    this.#isConcluded = true;
  }

  /** Forgets the cycle before, if it was concluded. */
  beginCycle(): void {
    if (this.#isConcluded)
      for (const list of [this.texts, this.parts, this.opponentTexts, this.coachTexts]) list.length = 0;
    this.#isConcluded = false;
  }
}
