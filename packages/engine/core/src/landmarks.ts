/** A fixed object of the field that players see (spec 04 §4.1). */
export interface Landmark {
  /** Position in the order of the see message, from 0. */
  readonly index: number;
  readonly kind: 'flag' | 'goal';
  /** Name from protocol version 6 on, e.g. `f c t`. */
  readonly name: string;
  /** Name for versions 1 to 5, e.g. `flag c t`. */
  readonly longName: string;
  /** Position in the field frame, meters. */
  readonly x: number;
  /** Position in the field frame, meters; y points downwards. */
  readonly y: number;
  /** First protocol version whose see message contains it. */
  readonly since: 3 | 4;
}

const LANDMARK_ROWS: readonly [name: string, x: number, y: number][] = [
  ['f c', 0, 0],
  ['f c t', 0, -34],
  ['f c b', 0, 34],
  ['f r t', 52.5, -34],
  ['f r b', 52.5, 34],
  ['f l t', -52.5, -34],
  ['f l b', -52.5, 34],
  ['f g r b', 52.5, 7.01],
  ['g r', 52.5, 0],
  ['f g r t', 52.5, -7.01],
  ['f g l b', -52.5, 7.01],
  ['g l', -52.5, 0],
  ['f g l t', -52.5, -7.01],
  ['f p r b', 36, 20.16],
  ['f p r c', 36, 0],
  ['f p r t', 36, -20.16],
  ['f p l b', -36, 20.16],
  ['f p l c', -36, 0],
  ['f p l t', -36, -20.16],
  ['f t 0', 0, -39],
  ...[10, 20, 30, 40, 50].map((n): [string, number, number] => [`f t r ${n}`, n, -39]),
  ...[10, 20, 30, 40, 50].map((n): [string, number, number] => [`f t l ${n}`, -n, -39]),
  ['f b 0', 0, 39],
  ...[10, 20, 30, 40, 50].map((n): [string, number, number] => [`f b r ${n}`, n, 39]),
  ...[10, 20, 30, 40, 50].map((n): [string, number, number] => [`f b l ${n}`, -n, 39]),
  ['f r 0', 57.5, 0],
  ...[10, 20, 30].map((n): [string, number, number] => [`f r t ${n}`, 57.5, -n]),
  ...[10, 20, 30].map((n): [string, number, number] => [`f r b ${n}`, 57.5, n]),
  ['f l 0', -57.5, 0],
  ...[10, 20, 30].map((n): [string, number, number] => [`f l t ${n}`, -57.5, -n]),
  ...[10, 20, 30].map((n): [string, number, number] => [`f l b ${n}`, -57.5, n]),
];

/** Number of landmarks, from the start of the list, that version 3 sees; later versions see all. */
export const VERSION_3_LANDMARK_COUNT = 19;

/** The 55 landmarks in the order of the see message (spec 04 §4.1). They do not depend on `server::goal_width`. */
export const LANDMARKS: readonly Landmark[] = LANDMARK_ROWS.map(([name, x, y], index) => ({
  index,
  kind: name.startsWith('g') ? ('goal' as const) : ('flag' as const),
  name,
  longName: name.startsWith('g') ? name.replace('g', 'goal') : name.replace('f', 'flag'),
  x,
  y,
  since: index < VERSION_3_LANDMARK_COUNT ? (3 as const) : (4 as const),
}));

/** The lines in the order in which they are tested and reported (spec 04 §3.12). */
export const LINE_NAMES: readonly ['l l', 'l r', 'l t', 'l b'] = ['l l', 'l r', 'l t', 'l b'];
/** The names of the lines for versions 1 to 5, in the same order. */
export const LONG_LINE_NAMES: readonly ['line l', 'line r', 'line t', 'line b'] = [
  'line l',
  'line r',
  'line t',
  'line b',
];
