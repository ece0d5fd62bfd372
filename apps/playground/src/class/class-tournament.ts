/** A tournament of the teams of a class. */
import type { SideName } from '@rcss/core';
import {
  createTournament,
  type Fixture,
  type Format,
  type PlayedMatch,
  type Tournament,
} from '@rcss/tournament/formats';

/** Teams of a group, about. */
const GROUP_SIZE = 5;

/** Forms of a tournament; the page offers them in this order. */
export const CLASS_FORMATS = {
  league: 'each against each',
  cup: 'groups, then a knockout',
  knockout: 'a knockout',
} as const;
export type ClassFormat = keyof typeof CLASS_FORMATS;

/** Result of one match, from its host. */
export interface ClassOutcome {
  readonly left: number;
  readonly right: number;
  /** Side whose code failed, and why. */
  readonly forfeit?: SideName;
  readonly problem?: string;
}

/** A tournament and what it does not keep. */
export interface ClassTournament {
  readonly tournament: Tournament;
  /** Why a team forfeits, by the identifiers of the matches. */
  readonly problems: Map<string, string>;
}

/** Creates a tournament of teams, each named once. A cup of fewer than four teams has no groups. */
export function createClassTournament(teams: readonly string[], name: ClassFormat): ClassTournament {
  const groups = Math.max(2, Math.ceil(teams.length / GROUP_SIZE));
  const format: Format =
    name === 'league'
      ? { type: 'round-robin' }
      : name === 'cup' && teams.length >= 4
        ? { type: 'groups', groups, advance: 2 }
        : { type: 'knockout' };
  return { tournament: createTournament({ teams, format, seeds: 1 }), problems: new Map() };
}

/**
 * Plays a tournament to its end, or until it is stopped.
 *
 * @param slots Matches at the same time.
 * @param play Plays a match; null: the tournament is stopped.
 * @param onResult Called after each match.
 */
export function playTournament(
  { tournament, problems }: ClassTournament,
  slots: number,
  play: (match: Fixture) => Promise<ClassOutcome | null>,
  onResult: () => void,
): Promise<void> {
  const started = new Set<string>();
  let running = 0;
  let isStopped = false;
  return new Promise((resolve, reject) => {
    const take = async (match: Fixture): Promise<void> => {
      const outcome = await play(match);
      running -= 1;
      if (outcome === null) isStopped = true;
      else {
        const { left, right, forfeit, problem = '' } = outcome;
        if (problem !== '') problems.set(match.id, problem);
        const score = { id: match.id, scoreL: left, scoreR: right };
        tournament.record(forfeit === undefined ? score : { ...score, forfeit });
        onResult();
      }
      fill();
    };
    const fill = (): void => {
      for (const match of isStopped ? [] : tournament.ready()) {
        if (running >= slots) return;
        if (started.has(match.id)) continue;
        started.add(match.id);
        running += 1;
        take(match).catch(reject);
      }
      if (running === 0) resolve();
    };
    fill();
  });
}

/** Says who has won, and how many pairs of a knockout no match decided; empty while it is played. */
export function describeWinner({ tournament }: ClassTournament): string {
  if (!tournament.isFinished()) return '';
  const first = tournament.placings().filter(({ place }) => place === 1);
  const lots = tournament.lots().map(({ stage }) => stage);
  const drawn = lots.length === 0 ? '' : ` Drawn, and decided by lot: ${lots.join(', ')}.`;
  const verb = first.length > 1 ? 'share place 1' : 'won';
  return `${new Intl.ListFormat('en').format(first.map(({ team }) => team))} ${verb}.${drawn}`;
}

/** A match as the page lists it: `Ada – Ben 2 : 1, group A`. */
export const describeClassMatch = (
  { id, left, right, scoreL, scoreR, stage }: PlayedMatch,
  { problems }: ClassTournament,
): string => {
  const problem = problems.get(id);
  const part = stage === 'league' ? '' : `, ${stage}`;
  return `${left} – ${right} ${scoreL}\u00a0:\u00a0${scoreR}${part}${problem === undefined ? '' : ` (${problem})`}`;
};
