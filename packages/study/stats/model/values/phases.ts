/** In which phase a sample is, as a side sees it. */
import { FEATURE_NAMES } from '@rcss/values';

const at = (name: string): number => 2 + FEATURE_NAMES.indexOf(name);
const BALL_X = at('own.ballX');
const FIRST = at('own.first');
const SET_PLAYS = ['kickoff', 'goalKick', 'restart', 'corner', 'penalty'].flatMap((name) => [
  at(`own.${name}`),
  at(`other.${name}`),
]);

/** Phase of a sample as a side sees it: `sign` is 1 for the left side, -1 for the right one. */
export function phaseOf(row: Float32Array, sign: number): string {
  if (SET_PLAYS.some((index) => row[index] === 1)) return 'set play';
  const x = sign * (row[BALL_X] as number);
  return x < -1 / 3 ? 'own third' : x > 1 / 3 ? 'last third' : 'middle third';
}

/** Whether a player of the side, 1 for left and -1 for right, reaches the ball first. */
export function isFirst(row: Float32Array, sign: number): boolean {
  return sign === 1 ? (row[FIRST] as number) > 0.5 : (row[FIRST] as number) < 0.5;
}
