import type { PlayerMessage } from '@rcss/protocol';
import { ENGLISH, formatOneDigit, type Language, Phrases, type SentenceId } from './language.js';

type Message<Type extends PlayerMessage['type']> = Extract<PlayerMessage, { type: Type }>;
type SeenObject = Message<'see'>['objects'][number];
type Heard = Message<'hear'>['heard'];

/** A player, and the decoded messages that it received. */
export interface PerceptionSource {
  /** Name of its team, as in the messages. */
  readonly team: string;
  /** Uniform number. */
  readonly unum: number;
  /** Messages of one cycle; those of other types than see, sense_body and hear are not described. */
  readonly messages: readonly PlayerMessage[];
}

/**
 * Describes what a player perceives, with the errors of its sensors: distances and directions are those of the messages. Directions are in
 * degrees from the face direction, to the right.
 */
export function describePerception(
  { team, unum, messages }: PerceptionSource,
  language: Language = ENGLISH,
): string[] {
  const phrases = new Phrases(language, { l: team, r: '' });
  const now = Math.max(...messages.map((message) => ('time' in message ? message.time : 0)));
  return messages.flatMap((message) => {
    if (message.type === 'sense_body') {
      const { time, speed, width } = message;
      const stamina = Math.round(message.stamina);
      return [phrases.say('feels', { player: phrases.player('l', unum), time, stamina, speed, width })];
    }
    if (message.type === 'see') {
      const earlier = message.time < now ? [phrases.say('sees.earlier', { time: message.time })] : [];
      return [...earlier, ...describeSeen(message, team, phrases)];
    }
    if (message.type === 'hear') return [describeHeard(message.heard, phrases)];
    return [];
  });
}

function describeSeen({ objects }: Message<'see'>, team: string, phrases: Phrases): string[] {
  const ball = objects.find(({ kind }) => kind === 'ball');
  const players = objects.filter(({ kind }) => kind === 'player');
  const isOwn = (seen: SeenObject): boolean => seen.team !== null && team.startsWith(seen.team);
  const own = players.filter((seen) => isOwn(seen));
  const others = players.filter((seen) => seen.team !== null && !isOwn(seen));
  const unknownCount = players.length - own.length - others.length;
  const marks = objects.filter(({ kind }) => kind === 'landmark').length;
  const list = (id: SentenceId, seen: readonly SeenObject[]): string[] =>
    seen.length === 0
      ? []
      : [
          phrases.say(id, {
            players: seen.map((one) => describeSeenPlayer(one, phrases)).join(phrases.say('list.join')),
          }),
        ];
  return [
    ball === undefined
      ? phrases.say('sees.no.ball')
      : ball.dist === null
        ? phrases.say('sees.ball.far', { direction: ball.dir })
        : phrases.say('sees.ball', { distance: formatOneDigit(ball.dist), direction: ball.dir }),
    ...list('sees.teammates', own),
    ...list('sees.opponents', others),
    ...(unknownCount === 0 ? [] : [phrases.say('sees.unknown', { count: unknownCount })]),
    phrases.say('sees.marks', { count: marks }),
  ];
}

function describeSeenPlayer({ unum, dist, dir }: SeenObject, phrases: Phrases): string {
  const values = { distance: dist === null ? '?' : formatOneDigit(dist), direction: dir };
  return unum === null
    ? phrases.say('seen.unnumbered', values)
    : phrases.say('seen.player', { ...values, unum });
}

function describeHeard(heard: Heard, phrases: Phrases): string {
  switch (heard.kind) {
    case 'referee':
      return phrases.say('hears.referee', { text: heard.message });
    case 'self':
      return phrases.say('hears.self', { text: heard.message });
    case 'partial':
      return phrases.say('hears.partial');
    case 'complete': {
      const id = heard.own === null ? 'player' : heard.own ? 'teammate' : 'opponent';
      return phrases.say(`hears.${id}`, { unum: heard.unum ?? '?', text: heard.message });
    }
    default:
      return phrases.say('hears.coach', { text: heard.message });
  }
}
