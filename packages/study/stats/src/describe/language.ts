import type { PlayMode, Side } from '@rcss/core';
import { playModeSide } from '@rcss/core';
import english from './english.json' with { type: 'json' };

/**
 * Name of a sentence or of a part of one.
 *
 * @useDeclaredType
 */
export type SentenceId = keyof typeof english;

/**
 * The sentences of a language: texts with places like `{player}` for values. Another language is another value of this type, for
 * example a JSON file with the names of `ENGLISH`.
 */
export type Language = Readonly<Record<SentenceId, string>>;

/** The sentences in English. */
export const ENGLISH: Language = english;

/** Values of the places of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** Names of both teams; an empty one is a side without a team. */
export interface SideNames {
  /** Left team. */
  readonly l: string;
  /** Right team. */
  readonly r: string;
}

/** The words of a match: sentences of a language, with the names of its teams. */
export class Phrases {
  readonly #language: Language;
  readonly #names: SideNames;

  constructor(language: Language, names: SideNames) {
    this.#language = language;
    this.#names = names;
  }

  /** Returns a sentence with its values. */
  say(id: SentenceId, values: SentenceValues = {}): string {
    return this.#language[id].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  }

  /** Returns the first of two sentences that the language has. */
  sayOr(id: string, other: SentenceId, values: SentenceValues): string {
    return this.say(id in this.#language ? (id as SentenceId) : other, values);
  }

  team(side: Side): string {
    return this.#names[side] || this.say(side === 'l' ? 'team.unnamed.l' : 'team.unnamed.r');
  }

  /** @param unum 0: a player that is not known. */
  player(side: Side, unum: number): string {
    const team = this.team(side);
    return unum > 0 ? this.say('player', { team, unum }) : this.say('player.unknown', { team });
  }

  /** Returns the play mode with the team that it names. */
  mode(mode: PlayMode): string {
    const side = playModeSide(mode);
    const stem = side === 'n' ? mode : mode.slice(0, -2);
    const team = side === 'n' ? '' : this.team(side);
    return this.sayOr(`mode.${stem}`, 'mode.other', { team, mode: mode.replaceAll('_', ' ') });
  }
}

/** Formats a number with at most one digit after the point. */
export function formatOneDigit(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
