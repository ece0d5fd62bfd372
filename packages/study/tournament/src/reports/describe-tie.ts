import type { TieBreak } from '../rules.js';
import type { TieDecision } from '../standings.js';

/** Names of criteria whose words do not say what they are. */
const CRITERIA: Readonly<Partial<Record<TieBreak, string>>> = {
  'direct-comparison': 'the matches between them',
  'points-among-tied': 'points in the matches of the tied teams',
  'goal-difference-among-tied': 'goal difference in the matches of the tied teams',
  'goals-among-tied': 'goals in the matches of the tied teams',
  buchholz: 'Buchholz points',
  'median-buchholz': 'median Buchholz points',
  'sonneborn-berger': 'Sonneborn-Berger points',
};

/** Describes in one sentence what decided between two teams with equal points. */
export function describeTie({ first, second, criterion, values }: TieDecision): string {
  if (criterion === null) return `${first} and ${second} share the place: they are equal in all criteria.`;
  const figures = values === null ? '' : `, ${formatFigure(values[0])} against ${formatFigure(values[1])}`;
  return `${first} is before ${second} by ${CRITERIA[criterion] ?? criterion.replaceAll('-', ' ')}${figures}.`;
}

/** Three decimals are enough for a mean of goals. */
function formatFigure(value: number): string {
  return String(Number(value.toFixed(3)));
}
