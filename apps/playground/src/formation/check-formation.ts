import { createInterpolation, type FormationDocument } from '@rcss/agent/formations';
import type { FormationPoint } from './edit-formation.js';

/** Two players that are nearer to each other, meters, run into each other. */
const MIN_GAP = 1;
/** The pitch, meters from the center. */
const PITCH = { x: 52.5, y: 34 } as const;
/** A place may be this far outside the pitch, meters. */
const BORDER = 2;

const distance = (a: FormationPoint, b: FormationPoint): number => Math.hypot(a.x - b.x, a.y - b.y);
const show = ({ x, y }: FormationPoint): string => `(${x}, ${y})`;

/** What is probably not meant in a formation that can be read; empty if there is nothing. Each text names the place. */
export function checkFormation(document: FormationDocument): readonly string[] {
  return [
    ...checkRoles(document),
    ...checkPlaces(document),
    ...checkCorners(document),
    ...checkKickOff(document),
  ];
}

function* checkRoles({ roles }: FormationDocument): Iterable<string> {
  const goalies = roles.flatMap(({ line }, i) => (line === 'goalie' ? [i + 1] : []));
  if (goalies.length !== 1)
    yield goalies.length === 0
      ? 'No number is in the line "goalie".'
      : `Numbers ${goalies.join(', ')} are all in the line "goalie"; a team has one.`;
  for (const [i, { mirror }] of roles.entries())
    if (mirror !== undefined && roles[mirror - 1]!.mirror !== i + 1)
      yield `Number ${i + 1} has ${mirror} on the other wing, but ${mirror} has ${roles[mirror - 1]!.mirror ?? 'none'}.`;
}

function* checkPlaces({ samples }: FormationDocument): Iterable<string> {
  for (const { ball, players } of samples) {
    for (const [i, place] of players.entries()) {
      if (Math.abs(place.x) > PITCH.x + BORDER || Math.abs(place.y) > PITCH.y + BORDER)
        yield `Ball at ${show(ball)}: number ${i + 1} is outside the pitch, at ${show(place)}.`;
      for (let j = 0; j < i; j++)
        if (distance(place, players[j]!) < MIN_GAP)
          yield `Ball at ${show(ball)}: numbers ${j + 1} and ${i + 1} are ${distance(place, players[j]!).toFixed(1)} m from each other.`;
    }
  }
}

/** Corners of the pitch outside of all samples: places there do not follow the ball any more. */
function* checkCorners({ method, samples }: FormationDocument): Iterable<string> {
  if (method === 'fixed') return;
  const interpolate = createInterpolation(samples.map(({ ball }) => ball));
  for (const x of [-PITCH.x, PITCH.x])
    for (const y of [-PITCH.y, PITCH.y]) {
      const { indices, weights } = interpolate({ x, y });
      const sum = (read: (ball: FormationPoint) => number) =>
        indices.reduce((total, index, k) => total + weights[k]! * read(samples[index]!.ball), 0);
      const gap = distance({ x, y }, { x: sum((ball) => ball.x), y: sum((ball) => ball.y) });
      if (gap > 1)
        yield `A ball in the corner ${show({ x, y })} is ${gap.toFixed(0)} m outside of the samples: the players stay where the nearest ones put them.`;
    }
}

function* checkKickOff({ kickOff = [] }: FormationDocument): Iterable<string> {
  for (const [i, place] of kickOff.entries())
    if (place.x > 0) yield `Before a kickoff, number ${i + 1} is in the opponents' half, at ${show(place)}.`;
}
