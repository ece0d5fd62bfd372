import type { Vec2 } from '@rcss/core';
import { type Formation, limitToKickOff } from './formation.js';
import type { FormationDocument, FormationSample } from './formation-document.js';
import { createInterpolation } from './interpolation.js';

/**
 * Creates a formation from a document: places between the samples are interpolated over the Delaunay triangulation of the ball
 * positions. Outside the samples, the nearest ball position on their border counts.
 *
 * @example
 * const formation = createFormation(readFormationDocument(JSON.parse(text)));
 * formation.place(9, { x: 20, y: -5 });
 */
export function createFormation(document: FormationDocument): Formation {
  const { roles, samples } = document;
  const interpolate = createInterpolation(samples.map(({ ball }) => ball));
  const checkNumber = (unum: number): void => {
    if (roles[unum - 1] === undefined)
      throw new RangeError(`the formation has no role for number ${unum}: 1–${roles.length} is allowed`);
  };
  const place = (unum: number, ball: Readonly<Vec2>): Vec2 => {
    checkNumber(unum);
    const { indices, weights } = interpolate(ball);
    let x = 0;
    let y = 0;
    for (let k = 0; k < indices.length; k++) {
      const at = (samples[indices[k]!] as FormationSample).players[unum - 1]!;
      x += weights[k]! * at.x;
      y += weights[k]! * at.y;
    }
    return { x, y };
  };
  return {
    players: roles.length,
    role(unum) {
      checkNumber(unum);
      return roles[unum - 1]!;
    },
    place,
    kickOffPlace(unum, own) {
      checkNumber(unum);
      return limitToKickOff(document.kickOff?.[unum - 1] ?? place(unum, { x: 0, y: 0 }), own);
    },
  };
}

/** Ball positions at which {@link sampleFormation} reads places: meters from the center, lengthwise and across. */
const SAMPLE_X: readonly number[] = [-54, -44, -34, -22, -10, 0, 10, 22, 34, 44, 54];
const SAMPLE_Y: readonly number[] = [-36, -22, -10, 0, 10, 22, 36];

/** Returns a formation as a document, for editors: its places at a grid of ball positions. */
export function sampleFormation(formation: Formation): FormationDocument {
  const unums = Array.from({ length: formation.players }, (_, i) => i + 1);
  const samples = SAMPLE_X.flatMap((x) =>
    SAMPLE_Y.map((y) => ({ ball: { x, y }, players: unums.map((unum) => formation.place(unum, { x, y })) })),
  );
  return {
    format: 'rcss-formation-1',
    method: 'interpolated',
    roles: unums.map((unum) => {
      const { name, line } = formation.role(unum);
      return { name, line };
    }),
    samples,
    kickOff: unums.map((unum) => formation.kickOffPlace(unum, true)),
  };
}
