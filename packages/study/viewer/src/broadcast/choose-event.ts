import type { StatEvent } from '@rcss/stats/analysis';

/** Importance of an event for a commentary, 0 (left out) to 100. */
export function rankEvent({ type, outcome, success, xg, from }: StatEvent): number {
  switch (type) {
    case 'goal':
      return 100;
    case 'penalty':
      return 90;
    case 'card':
      return outcome === 'red' ? 85 : 70;
    case 'shot':
      // A goal has a sentence of its own.
      return outcome === 'goal' ? 0 : 60 + 20 * (xg ?? 0);
    case 'save':
    case 'offside':
      return 50;
    case 'foul':
      return 45;
    case 'set_play':
      return outcome === 'corner_kick' || outcome === 'penalty_kick' ? 48 : 30;
    case 'interception':
      return 25;
    case 'claim':
      return 24;
    case 'pass':
      return success && from === 'play_on' ? 10 : 0;
    default:
      return 0;
  }
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
