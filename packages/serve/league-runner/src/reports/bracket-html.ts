import type {
  BracketEntrant,
  BracketMatch,
  BracketPair,
  BracketRound,
  StageBracket,
} from '@rcss/tournament/formats';
import { describePairDecision, escapeHtml, formatBracketScore } from '@rcss/tournament/reports';

/** How a bracket is shown. */
export interface BracketLook {
  /** Returns the HTML of the name of a team. */
  formatTeam(name: string): string;
  /** Address of a match, to which its goals lead; null: they lead nowhere. */
  matchLink(fixture: string): string | null;
}

/** Returns a bracket as HTML: a column for each round; the rounds for further places below. */
export function formatBracket({ name, rounds, placement }: StageBracket, look: BracketLook): string {
  const further =
    placement.length === 0
      ? ''
      : `<div class="placement">${placement.map((round) => formatRound(round, look)).join('')}</div>`;
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(`Bracket, ${name}`)}"><div class="bracket">${formatRounds(rounds, look)}</div></div>${further}`;
}

/** Returns rounds of a bracket as columns, which belong into an element with the class `bracket`. */
export function formatRounds(rounds: readonly BracketRound[], look: BracketLook): string {
  return rounds.map((round) => formatRound(round, look)).join('');
}

function formatRound({ name, size, pairs }: BracketRound, look: BracketLook): string {
  const byPosition = new Map(pairs.map((pair) => [pair.position, pair]));
  const cells = Array.from({ length: size }, (_, position) => {
    const pair = byPosition.get(position);
    // A bye keeps its place, so that each pair is between the two that lead to it.
    return pair === undefined
      ? '<li class="cell bye" aria-hidden="true"></li>'
      : `<li class="cell">${formatPair(pair, look)}</li>`;
  });
  return `<section class="round"><h3>${escapeHtml(name)}</h3><ol>${cells.join('')}</ol></section>`;
}

/** Returns two teams with the goals of their matches. */
export function formatPair(pair: BracketPair, look: BracketLook): string {
  const { entrants, matches, winner } = pair;
  const decision = describePairDecision(pair);
  const note = decision === '' ? '' : `<p class="note">${escapeHtml(decision)}</p>`;
  return `<div class="pair">${entrants.map((entrant) => formatEntrant(entrant, matches, winner, look)).join('')}${note}</div>`;
}

function formatEntrant(
  { team, origin }: BracketEntrant,
  matches: readonly BracketMatch[],
  winner: string | null,
  { formatTeam, matchLink }: BracketLook,
): string {
  if (team === null) return `<p class="entrant open">${escapeHtml(origin)}</p>`;
  const goals = matches.map((match) => {
    const text = countGoals(match, team);
    const label = `${match.id}, ${formatBracketScore(match, team)}`;
    const link = matchLink(match.id);
    return link === null
      ? text
      : `<a href="${escapeHtml(link)}" aria-label="${escapeHtml(label)}">${text}</a>`;
  });
  const [state, mark] = winner === team ? [' won', '<span class="hidden"> (winner)</span>'] : ['', ''];
  return `<p class="entrant${state}"><span class="who">${formatTeam(team)}${mark}</span><b>${goals.join(' ')}</b></p>`;
}

/** Goals of a team, with those of a shootout, such as `1 (4)`. */
function countGoals({ left, scoreL, scoreR, penaltyL, penaltyR }: BracketMatch, team: string): string {
  const [goals, kicks] = left === team ? [scoreL, penaltyL] : [scoreR, penaltyR];
  return kicks === null ? String(goals) : `${goals} (${kicks})`;
}
