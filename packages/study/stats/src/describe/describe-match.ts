import { type Side, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from '../analyzer.js';
import type { StatEvent } from '../event.js';
import type { PlayerStats } from '../match-stats.js';
import { summarize } from '../summary.js';
import { ENGLISH, formatOneDigit, type Language, Phrases, type SideNames } from './language.js';

/** Describes an event in a sentence; an empty text for events that need none (tackles out of reach). */
export function describeEvent(event: StatEvent, names: SideNames, language: Language = ENGLISH): string {
  return sayEvent(event, new Phrases(language, names));
}

function sayEvent(event: StatEvent, phrases: Phrases): string {
  const { type, outcome, side } = event;
  const values = {
    player: phrases.player(side, event.unum),
    other: event.otherSide === '' ? '' : phrases.player(event.otherSide, event.otherUnum),
    team: phrases.team(side),
    distance: formatOneDigit(isShot(event) ? goalDistance(event) : lengthOf(event)),
    kind: '',
  };
  const mode = outcome.replaceAll('_', ' ');
  switch (type) {
    case 'pass':
      return phrases.sayOr(`event.pass.${outcome}`, 'event.pass.completed', values);
    case 'shot':
      return phrases.sayOr(`event.shot.${outcome}`, 'event.shot.other', values);
    case 'loss':
      return phrases.sayOr(`event.loss.${outcome}`, 'event.loss.lost', values);
    case 'steal': // words-ok: term of docs/use/analyst/statistics.md
      return phrases.say('event.win', values);
    case 'tackle':
      if (outcome === 'out_of_reach') return '';
      return phrases.say(event.success ? 'event.tackle.won' : 'event.tackle.failed', values);
    case 'foul':
      return phrases.say(event.otherSide === '' ? 'event.foul' : 'event.foul.against', {
        ...values,
        kind: mode,
      });
    case 'card':
      return phrases.say(outcome === 'red' ? 'event.card.red' : 'event.card.yellow', values);
    case 'set_play':
      return phrases.say('event.set_play', {
        ...values,
        kind: phrases.sayOr(`kind.${outcome}`, 'kind.other', { mode }),
      });
    case 'goal':
      if (outcome === 'own_goal') return phrases.say('event.goal.own', values);
      return phrases.say(event.otherUnum > 0 ? 'event.goal.assist' : 'event.goal', values);
    case 'penalty':
      return phrases.say(event.success ? 'event.penalty.scored' : 'event.penalty.missed', values);
    default:
      return phrases.say(`event.${type}`, values);
  }
}

function isShot({ type }: StatEvent): boolean {
  return type === 'shot' || type === 'goal';
}

function goalDistance({ side, x, y }: StatEvent): number {
  return Math.hypot(sideSign(side) * PITCH_HALF_LENGTH - x, y);
}

function lengthOf({ x, y, endX, endY }: StatEvent): number {
  return Math.hypot(endX - x, endY - y);
}

/** Sentences of a match besides its result, the more important ones with a greater weight. */
interface Candidate {
  readonly weight: number;
  /** Place in the text: time of an event; figures of the whole match come at the end. */
  readonly order: number;
  readonly text: string;
}

/**
 * Describes a match in at most `count` sentences: its result, then the goals, cards and best shots in the order in which they happened, then
 * figures of the whole match. With fewer sentences, less important ones are left out.
 *
 * @param count From 1.
 */
export function describeMatch(analysis: MatchAnalysis, count = 12, language: Language = ENGLISH): string[] {
  const phrases = new Phrases(language, analysis.names);
  const candidates = [...listEvents(analysis, phrases), ...listFigures(analysis, phrases)];
  const chosen = candidates
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, Math.max(0, count - 1));
  return [
    describeResult(analysis, phrases),
    ...chosen.sort((a, b) => a.order - b.order).map(({ text }) => text),
  ];
}

function describeResult(analysis: MatchAnalysis, phrases: Phrases): string {
  const { teams, finished, lastTime, shootout } = summarize(analysis);
  const values = {
    left: phrases.team('l'),
    right: phrases.team('r'),
    scoreL: teams.l.score,
    scoreR: teams.r.score,
  };
  const result = finished
    ? phrases.say('match.result', values)
    : phrases.say('match.result.unfinished', { ...values, time: lastTime });
  if (shootout.length === 0) return result;
  const kicks = { scoreL: teams.l.penaltyScored, scoreR: teams.r.penaltyScored };
  return `${result} ${phrases.say('match.shootout', kicks)}`;
}

/** Weight of an event; 0: it is not part of the text of a match. */
function weigh({ type, outcome, xg, from }: StatEvent): number {
  if (type === 'goal') return 100;
  if (type === 'card') return outcome === 'red' ? 90 : 60;
  if (type === 'penalty') return 80;
  if (type === 'shot' && outcome !== 'goal') return 20 + 50 * (xg ?? 0) + (from === 'play_on' ? 0 : 1);
  return 0;
}

function listEvents({ events }: MatchAnalysis, phrases: Phrases): Candidate[] {
  return events.flatMap((event) => {
    const weight = weigh(event);
    if (weight === 0) return [];
    const time = event.type === 'goal' ? event.endTime : event.time;
    return [
      { weight, order: time, text: phrases.say('match.event', { time, event: sayEvent(event, phrases) }) },
    ];
  });
}

function listFigures(analysis: MatchAnalysis, phrases: Phrases): Candidate[] {
  const { teams, players } = summarize(analysis);
  const { l, r } = teams;
  const [left, right] = [phrases.team('l'), phrases.team('r')];
  const texts: [number, string][] = [];
  if (l.possession !== null && r.possession !== null)
    texts.push([
      75,
      phrases.say('match.possession', {
        left,
        right,
        shareL: Math.round(100 * l.possession),
        shareR: Math.round(100 * r.possession),
      }),
    ]);
  texts.push([
    76,
    phrases.say('match.shots', {
      shotsL: l.shots,
      shotsR: r.shots,
      xgL: l.xg.toFixed(2),
      xgR: r.xg.toFixed(2),
    }),
  ]);
  texts.push([
    50,
    phrases.say('match.passes', {
      left,
      right,
      doneL: l.passesCompleted,
      passesL: l.passes,
      doneR: r.passesCompleted,
      passesR: r.passes,
    }),
  ]);
  const describeBest = (read: (player: PlayerStats) => number): { player: string; value: number } | null => {
    const best = players.reduce((a, b) => (read(b) > read(a) ? b : a));
    return read(best) > 0
      ? { player: phrases.player(best.side as Side, best.unum), value: read(best) }
      : null;
  };
  const passer = describeBest((player) => player.passesCompleted);
  if (passer !== null)
    texts.push([30, phrases.say('match.passer', { player: passer.player, count: passer.value })]);
  const runner = describeBest((player) => player.distance);
  if (runner !== null)
    texts.push([
      25,
      phrases.say('match.runner', { player: runner.player, distance: Math.round(runner.value) }),
    ]);
  return texts.map(([weight, text], i) => ({ weight, order: Number.MAX_SAFE_INTEGER - 10 + i, text }));
}
