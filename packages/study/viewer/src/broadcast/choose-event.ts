import type { StatEvent } from '@rcss/stats/analysis';

/** Importance of the types of events; a type that is not here is left out. */
const RANKS: Readonly<Partial<Record<StatEvent['type'], number | ((event: StatEvent) => number)>>> = {
  goal: 100,
  penalty: 90,
  card: ({ outcome }) => (outcome === 'red' ? 85 : 70),
  // A goal has a sentence of its own.
  shot: ({ outcome, xg }) => (outcome === 'goal' ? 0 : 60 + 20 * (xg ?? 0)),
  save: 50,
  offside: 50,
  foul: 45,
  set_play: ({ outcome }) => (outcome === 'corner_kick' || outcome === 'penalty_kick' ? 48 : 30),
  interception: 25,
  claim: 24,
  pass: ({ success, from }) => (success && from === 'play_on' ? 10 : 0),
};

/** Importance of an event for a commentary, 0 (left out) to 100. */
export function rankEvent(event: StatEvent): number {
  const rank = RANKS[event.type] ?? 0;
  return typeof rank === 'number' ? rank : rank(event);
}

/** When an event is known: a goal and a shot at their ends. */
function endOf({ show, endShow }: StatEvent): number {
  return Math.max(show, endShow);
}

/** Returns the most important event that ended after the show `after`, up to the show `until`; null without one. */
export function chooseEvent(events: readonly StatEvent[], after: number, until: number): StatEvent | null {
  let best: StatEvent | null = null;
  let rank = 0;
  for (const event of events) {
    const end = endOf(event);
    if (end <= after || end > until) continue;
    const own = rankEvent(event);
    if (own > rank) [best, rank] = [event, own];
  }
  return best;
}
