/**
 * Changes of a formation, each as a new document: places for positions of the ball, samples, roles. With `symmetric`, what changes on one wing
 * changes on the other one too: the sample of the mirrored ball, and the role that `mirror` names.
 */
import {
  createFormation,
  type FormationDocument,
  type FormationRole,
  type FormationSample,
} from '@rcss/agent/formations';

/** A point of the field, meters; the own team plays in the direction of x. */
export type FormationPoint = FormationSample['ball'];

/** A ball that is nearer to that of a sample, meters, is that sample. */
const SAME_BALL = 0.5;
/** Greatest coordinates on the page, meters: the pitch and a border around it. */
const LIMIT = { x: 57, y: 38 } as const;
/** A kickoff is taken with all players in the own half, meters. */
const MAX_KICK_OFF_X = -0.6;

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Returns the nearest point inside the shown area, in centimeters. */
export const limitPoint = ({ x, y }: FormationPoint): FormationPoint => ({
  x: round(clamp(x, LIMIT.x)),
  y: round(clamp(y, LIMIT.y)),
});

const flip = ({ x, y }: FormationPoint): FormationPoint => ({ x, y: 0 - y });
const isNear = (a: FormationPoint, b: FormationPoint): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < SAME_BALL;

/** Index of the sample whose ball is at a point; -1 if there is none. A fixed formation has one for every ball. */
export const findSample = ({ method, samples }: FormationDocument, ball: FormationPoint): number =>
  method === 'fixed' ? 0 : samples.findIndex((sample) => isNear(sample.ball, ball));

/** Whether places for a ball are symmetric in themselves: it is on the middle line, or does not count. */
const isOnAxis = ({ method }: FormationDocument, ball: FormationPoint): boolean =>
  method === 'fixed' || isNear(ball, flip(ball));

/** Places of all numbers for a ball: those of a sample, or between samples. */
export function findPlaces(document: FormationDocument, ball: FormationPoint): readonly FormationPoint[] {
  const sample = document.samples[findSample(document, ball)];
  if (sample !== undefined) return sample.players;
  const formation = createFormation(document);
  return document.roles.map((_, i) => limitPoint(formation.place(i + 1, ball)));
}

/** Places before a kickoff of the own team. */
export function findKickOffPlaces(document: FormationDocument): readonly FormationPoint[] {
  const formation = createFormation(document);
  return document.roles.map((_, i) => limitPoint(formation.kickOffPlace(i + 1, true)));
}

/** Places of the mirrored situation: each role has that of its role on the other wing. */
const mirrorPlaces = (
  { roles }: FormationDocument,
  places: readonly FormationPoint[],
): readonly FormationPoint[] =>
  roles.map(({ mirror }, i) => flip(places[mirror === undefined ? i : mirror - 1]!));

/** Moves a number, and its role on the other wing, for a ball on the middle line. A role without one stays on that line. */
function moveOnAxis(
  document: FormationDocument,
  places: readonly FormationPoint[],
  unum: number,
  to: FormationPoint,
) {
  const { mirror } = document.roles[unum - 1]!;
  return places.map((place, i) => {
    if (i === unum - 1) return mirror === undefined ? { x: to.x, y: 0 } : to;
    return i + 1 === mirror ? flip(to) : place;
  });
}

const replace = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((item, i) => (i === index ? value : item));

/** Sets the places for a ball: of its sample, or of a new one. */
function setPlaces(
  document: FormationDocument,
  ball: FormationPoint,
  players: readonly FormationPoint[],
): FormationDocument {
  const { samples } = document;
  const index = findSample(document, ball);
  const next =
    index < 0
      ? [...samples, { ball, players }]
      : replace(samples, index, { ball: samples[index]!.ball, players });
  return { ...document, samples: next };
}

/** Adds the sample of a ball with the places of now, if there is none. */
export function addSample(
  document: FormationDocument,
  ball: FormationPoint,
  symmetric: boolean,
): FormationDocument {
  const isSingle = isOnAxis(document, ball);
  const at = symmetric && isSingle ? { x: ball.x, y: 0 } : limitPoint(ball);
  const places = findPlaces(document, ball);
  const added = setPlaces(document, at, places);
  return symmetric && !isSingle ? setPlaces(added, flip(at), mirrorPlaces(document, places)) : added;
}

/** Moves a number for a ball; without a sample there, one is added. */
export function movePlace(
  document: FormationDocument,
  ball: FormationPoint,
  unum: number,
  to: FormationPoint,
  symmetric: boolean,
): FormationDocument {
  const place = limitPoint(to);
  const from = addSample(document, ball, symmetric);
  const sample = from.samples[findSample(from, ball)]!;
  if (symmetric && isOnAxis(from, sample.ball))
    return setPlaces(from, sample.ball, moveOnAxis(from, sample.players, unum, place));
  const players = replace(sample.players, unum - 1, place);
  const moved = setPlaces(from, sample.ball, players);
  return symmetric ? setPlaces(moved, flip(sample.ball), mirrorPlaces(from, players)) : moved;
}

/** Moves the place of a number before a kickoff, inside the own half. */
export function moveKickOffPlace(
  document: FormationDocument,
  unum: number,
  to: FormationPoint,
  symmetric: boolean,
): FormationDocument {
  const limited = limitPoint(to);
  const place = { x: Math.min(limited.x, MAX_KICK_OFF_X), y: limited.y };
  const places = findKickOffPlaces(document);
  const kickOff = symmetric ? moveOnAxis(document, places, unum, place) : replace(places, unum - 1, place);
  return { ...document, kickOff };
}

/**
 * Removes the sample of a ball, and the mirrored one.
 *
 * @throws RangeError if no sample is left
 */
export function removeSample(
  document: FormationDocument,
  ball: FormationPoint,
  symmetric: boolean,
): FormationDocument {
  const isRemoved = (other: FormationPoint) =>
    isNear(other, ball) || (symmetric && isNear(other, flip(ball)));
  const samples = document.samples.filter((sample) => !isRemoved(sample.ball));
  if (samples.length === 0) throw new RangeError('The last sample cannot be removed: a formation needs one.');
  return { ...document, samples };
}

/** Sets name, line and role on the other wing. Roles on the other wing name each other; one that loses its role has none. */
export function setRole(document: FormationDocument, unum: number, role: FormationRole): FormationDocument {
  const partner = role.mirror === unum ? undefined : role.mirror;
  const roles = document.roles.map(({ name, line, mirror }, i): FormationRole => {
    const own = i === unum - 1;
    const other = own
      ? partner
      : i + 1 === partner
        ? unum
        : mirror === unum || (partner !== undefined && mirror === partner)
          ? undefined
          : mirror;
    const base = own ? { name: role.name.trim() || name, line: role.line } : { name, line };
    return other === undefined ? base : { ...base, mirror: other };
  });
  return { ...document, roles };
}

/** Finds roles on the other wing: of the same line, with mirrored places for a ball on the center spot. */
export function findMirrors(document: FormationDocument): FormationDocument {
  const places = findPlaces(document, { x: 0, y: 0 });
  const roles = document.roles.map(({ name, line }, i): FormationRole => {
    const at = places[i]!;
    const mirror = document.roles.findIndex(
      (other, j) =>
        j !== i && other.line === line && Math.abs(at.y) > SAME_BALL && isNear(places[j]!, flip(at)),
    );
    return mirror < 0 ? { name, line } : { name, line, mirror: mirror + 1 };
  });
  return { ...document, roles };
}
