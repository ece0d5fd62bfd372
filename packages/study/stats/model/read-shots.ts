/** The file of shots from which the model of expected goals is fitted: a line per shot. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHOT_FEATURES } from '../src/shot-features.js';

/** A shot with its situation. */
export interface ModelShot {
  /** Id of the match. */
  readonly match: string;
  /** Team that shoots, and its opponent. */
  readonly team: string;
  readonly opponent: string;
  readonly isGoal: boolean;
  /** Values in the order of `SHOT_FEATURES`. */
  readonly features: readonly number[];
}

export const SHOT_COLUMNS: readonly string[] = [
  'match',
  'team',
  'opponent',
  'time',
  'goal',
  ...SHOT_FEATURES,
];
export const SHOTS_FILE: string = fileURLToPath(new URL('../../../../data/shots.csv', import.meta.url));

/**
 * Reads the shots.
 *
 * @throws Error if the columns are not those of {@link SHOT_COLUMNS}.
 */
export function readShots(file: string = SHOTS_FILE): ModelShot[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (head !== SHOT_COLUMNS.join(','))
    throw new Error(`${file}: columns are ${head}, expected ${SHOT_COLUMNS.join(',')}`);
  return lines.map((line) => {
    const [match = '', team = '', opponent = '', , goal, ...features] = line.split(',');
    return { match, team, opponent, isGoal: goal === '1', features: features.map(Number) };
  });
}
