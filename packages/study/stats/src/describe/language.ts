import type { PlayMode, Side } from '@rcss/core';
import { playModeSide } from '@rcss/core';
import chinese from './chinese.json' with { type: 'json' };
import english from './english.json' with { type: 'json' };
import japanese from './japanese.json' with { type: 'json' };

/**
 * Name of a sentence or of a part of one.
 *
 * @useDeclaredType
 */
export type SentenceId =
  | 'player'
  | 'player.unknown'
  | 'team.unnamed.l'
  | 'team.unnamed.r'
  | 'list.join'
  | 'moment'
  | 'ball.still'
  | 'ball.moving'
  | 'holder'
  | 'holder.pressed'
  | 'reach.first'
  | 'reach.now'
  | 'reach.other'
  | 'reach.none'
  | 'passes.open'
  | 'passes.closed'
  | 'passes.none'
  | 'pass.lane'
  | 'pass.stopped'
  | 'pass.offside'
  | 'place.box'
  | 'place.wing'
  | 'place.half'
  | 'place.middle'
  | 'place.outside'
  | 'sees.earlier'
  | 'sees.ball'
  | 'sees.ball.far'
  | 'sees.no.ball'
  | 'sees.teammates'
  | 'sees.opponents'
  | 'sees.unknown'
  | 'sees.marks'
  | 'seen.player'
  | 'seen.unnumbered'
  | 'feels'
  | 'hears.self'
  | 'hears.referee'
  | 'hears.coach'
  | 'hears.teammate'
  | 'hears.opponent'
  | 'hears.player'
  | 'hears.partial'
  | 'event.pass.completed'
  | 'event.pass.intercepted'
  | 'event.pass.out'
  | 'event.pass.offside'
  | 'event.shot.goal'
  | 'event.shot.saved'
  | 'event.shot.blocked'
  | 'event.shot.off_target'
  | 'event.shot.deflected'
  | 'event.shot.other'
  | 'event.dribble'
  | 'event.loss.out'
  | 'event.loss.lost'
  | 'event.loss.dispossessed'
  | 'event.interception'
  | 'event.win'
  | 'event.tackle.won'
  | 'event.tackle.failed'
  | 'event.claim'
  | 'event.save'
  | 'event.block'
  | 'event.foul'
  | 'event.foul.against'
  | 'event.card.yellow'
  | 'event.card.red'
  | 'event.offside'
  | 'event.set_play'
  | 'event.goal'
  | 'event.goal.assist'
  | 'event.goal.own'
  | 'event.penalty.scored'
  | 'event.penalty.missed'
  | 'match.result'
  | 'match.result.unfinished'
  | 'match.shootout'
  | 'match.event'
  | 'match.possession'
  | 'match.shots'
  | 'match.passes'
  | 'match.passer'
  | 'match.runner'
  | 'mode.before_kick_off'
  | 'mode.time_over'
  | 'mode.play_on'
  | 'mode.kick_off'
  | 'mode.kick_in'
  | 'mode.free_kick'
  | 'mode.indirect_free_kick'
  | 'mode.corner_kick'
  | 'mode.goal_kick'
  | 'mode.goal'
  | 'mode.drop_ball'
  | 'mode.offside'
  | 'mode.penalty_kick'
  | 'mode.other'
  | 'kind.goalie_ball'
  | 'kind.kick_off'
  | 'kind.kick_in'
  | 'kind.free_kick'
  | 'kind.indirect_free_kick'
  | 'kind.corner_kick'
  | 'kind.goal_kick'
  | 'kind.penalty_kick'
  | 'kind.other';

/**
 * The sentences of a language: texts with places like `{player}` for values. Another language is another value of this type, for
 * example a JSON file with the names of `ENGLISH`.
 */
export type Language = Readonly<Record<SentenceId, string>>;

/** The sentences in English. */
export const ENGLISH: Language = english;

/** The sentences in Japanese. */
export const JAPANESE: Language = japanese;

/** The sentences in Chinese, simplified. */
export const CHINESE: Language = chinese;

/**
 * Checks the sentences of a file: every name of `ENGLISH` with a text, no other name, and no place for a value that the English sentence does not have.
 *
 * @throws {TypeError} that names the sentence, and the place or what is missing
 * @example
 * const language = readLanguage(JSON.parse(readFileSync('klingon.json', 'utf8')));
 */
export function readLanguage(sentences: unknown): Language {
  if (typeof sentences !== 'object' || sentences === null)
    throw new TypeError('the sentences of a language are an object of texts');
  const given = sentences as Readonly<Record<string, unknown>>;
  const english: Readonly<Record<string, string>> = ENGLISH;
  for (const id of Object.keys(given))
    if (!Object.hasOwn(english, id)) throw new TypeError(`there is no sentence "${id}"`);
  for (const [id, sentence] of Object.entries(english)) {
    const text = given[id];
    if (typeof text !== 'string') throw new TypeError(`the sentence "${id}" is missing`);
    const known = listPlaces(sentence);
    const unknown = listPlaces(text).find((place) => !known.includes(place));
    if (unknown !== undefined)
      throw new TypeError(
        `sentence "${id}": ${unknown} is not a value; allowed: ${known.join(', ') || 'none'}`,
      );
  }
  return given as Language;
}

function listPlaces(sentence: string): string[] {
  return sentence.match(/\{\w+\}/g) ?? [];
}

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
