/** Colors of the teams. Two teams, their goalkeepers and the grass differ clearly, also for color-blind viewers. */
import { PITCH_GRASS } from './design.js';

export interface Kit {
  /** Shirt, `#rrggbb`. */
  readonly shirt: string;
  /** Figures on the shirt. */
  readonly numberColor: string;
  /** Outline, visible on grass and on a dark field. */
  readonly outline: string;
  /** Color of the head direction: red, or white if the shirt is red. */
  readonly headColor: string;
}

/** Kits of both teams and of their goalkeepers. */
export interface MatchKits {
  readonly left: Kit;
  readonly leftGoalie: Kit;
  readonly right: Kit;
  readonly rightGoalie: Kit;
}

/** Choice of the shirts: by team name, the colors of the known monitors, or chosen by the user. */
export type KitChoice = 'team' | 'classic' | 'custom';

/** Colors of the known monitors: yellow against blue (spec 11 §3.2). */
export const CLASSIC_SHIRTS: { readonly left: string; readonly right: string } = {
  left: '#ffd700',
  right: '#00bfff',
};

const HEAD_COLOR = '#ff5146';
/** Grass on which the shirts are seen. */
const GRASS = PITCH_GRASS.dark;
const SHIRTS = [
  '#ff4540', // red
  '#2f6fed', // blue
  '#ffd21f', // yellow
  '#c9d2dc', // silver; white is the ball's color
  '#22262e', // black
  '#ff8a1f', // orange
  '#8e4ad6', // violet
  '#5fd4f4', // sky
  '#ff86b9', // pink
  '#1c2f7a', // navy
] as const;
const GOALIE_SHIRTS = ['#d4f53c', '#ff99ff', '#ffb000', '#b8c4cf', '#111417', '#5fd4f4', '#8e4ad6'] as const;

function parseChannels(color: string): [number, number, number] {
  const n = Number.parseInt(color.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function toLinear(c: number): number {
  const s = c / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
}

/** Returns the relative luminance, 0 black to 1 white (WCAG). */
function computeLuminance(color: string): number {
  const [r, g, b] = parseChannels(color);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** Returns the contrast ratio, 1..21 (WCAG). */
export function computeContrast(a: string, b: string): number {
  const [x, y] = [computeLuminance(a), computeLuminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * Returns the color, or the color nearest to it towards white or black that has a contrast ratio of at least `least` to the
 * ground. For curves and bars in the color of a shirt.
 */
export function ensureContrast(color: string, ground: string, least = 3): string {
  const target = computeContrast('#ffffff', ground) > computeContrast('#000000', ground) ? 255 : 0;
  const channels = parseChannels(color);
  for (let step = 0; step < 20; step++) {
    const mixed = channels.map((value) => Math.round(value + ((target - value) * step) / 20));
    const text = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if (computeContrast(text, ground) >= least) return text;
  }
  return target === 255 ? '#ffffff' : '#000000';
}

type Lab = readonly [number, number, number];

/** Returns the Oklab coordinates of a color in linear RGB. */
function toOklab(r: number, g: number, b: number): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function computeDistance(a: Lab, b: Lab): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function simulateVision(color: string): readonly [Lab, Lab] {
  const [r, g, b] = parseChannels(color).map(toLinear) as [number, number, number];
  // The second view simulates missing green receptors: red and green look alike.
  const rg = 0.36 * r + 0.64 * g;
  return [toOklab(r, g, b), toOklab(rg, rg, b)];
}

/** Returns how different two colors look, 0 for equal to about 1; the smaller value of normal and color-blind vision. */
export function computeColorDifference(a: string, b: string): number {
  const [x, y] = [simulateVision(a), simulateVision(b)];
  return Math.min(computeDistance(x[0], y[0]), computeDistance(x[1], y[1]) * 1.15);
}

/** Difference below which two shirts clash. */
const MIN_SHIRT_DIFFERENCE = 0.2;

export function isClash(a: string, b: string): boolean {
  return computeColorDifference(a, b) < MIN_SHIRT_DIFFERENCE;
}

function createKit(shirt: string): Kit {
  return {
    shirt,
    // White figures are readable on the shaded parts of a shirt, so they are preferred unless the shirt is too light.
    numberColor: computeContrast(shirt, '#ffffff') >= 3.2 ? '#ffffff' : '#10151a',
    outline: computeLuminance(shirt) < 0.06 ? 'rgba(255, 255, 255, 0.6)' : 'rgba(8, 16, 12, 0.8)',
    headColor: computeColorDifference(shirt, HEAD_COLOR) < MIN_SHIRT_DIFFERENCE ? '#ffffff' : HEAD_COLOR,
  };
}

function hashText(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** Shirts of the words for colors that team names contain. */
const NAMED_SHIRTS: ReadonlyMap<string, string> = new Map([
  ['red', '#ff4540'],
  ['blue', '#2f6fed'],
  ['yellow', '#ffd21f'],
  ['gold', '#ffd21f'],
  ['silver', '#c9d2dc'],
  ['white', '#e8edf2'],
  ['gray', '#c9d2dc'],
  ['black', '#22262e'],
  ['orange', '#ff8a1f'],
  ['violet', '#8e4ad6'],
  ['purple', '#8e4ad6'],
  ['sky', '#5fd4f4'],
  ['cyan', '#5fd4f4'],
  ['pink', '#ff86b9'],
  ['navy', '#1c2f7a'],
  ['green', '#33e07a'],
]);

/** Returns the shirt of the first color in a name, such as `Reds`, `blue_team` or `TeamYellow`; undefined without one. */
function findNamedShirt(name: string): string | undefined {
  const words = name.replace(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
  for (const word of words.split(/[^a-z]+/)) {
    const shirt = NAMED_SHIRTS.get(word) ?? NAMED_SHIRTS.get(word.replace(/s$/, ''));
    if (shirt !== undefined) return shirt;
  }
  return undefined;
}

/** Colors that the organizer of matches has set, `#rrggbb`, by team name. */
export type TeamColors = Readonly<Record<string, string>>;

/** Returns the shirt of a team name: that of a color in the name, otherwise one of ten; the same name always has the same shirt. */
export function chooseShirt(name: string): string {
  const named = findNamedShirt(name);
  if (named !== undefined) return named;
  return SHIRTS[hashText(name) % SHIRTS.length] as string;
}

/** Returns the candidate that differs most from all the others; the first one among equals. */
function findMostDifferent(candidates: readonly string[], others: readonly string[]): string {
  let best = candidates[0] as string;
  let bestGap = -1;
  for (const candidate of candidates) {
    const nearest = Math.min(...others.map((other) => computeColorDifference(candidate, other)));
    if (nearest > bestGap) {
      best = candidate;
      bestGap = nearest;
    }
  }
  return best;
}

/**
 * Chooses the kits of a match. With `team` each name has its own shirt: that of `teamColors`, otherwise that of the name; if the shirts clash,
 * the right team changes its shirt, or the left one if only the right one's is set. Custom shirts that clash are kept, because the user chose them.
 */
export function chooseKits(
  choice: KitChoice,
  leftName: string,
  rightName: string,
  custom: { readonly left: string; readonly right: string } = CLASSIC_SHIRTS,
  teamColors: TeamColors = {},
): MatchKits {
  let left: string = CLASSIC_SHIRTS.left;
  let right: string = CLASSIC_SHIRTS.right;
  if (choice === 'custom') {
    left = custom.left;
    right = custom.right;
  } else if (choice === 'team') {
    const leftSet = findTeamColor(teamColors, leftName);
    const rightSet = findTeamColor(teamColors, rightName);
    if (leftName) left = leftSet ?? chooseShirt(leftName);
    if (rightName) right = rightSet ?? chooseShirt(rightName);
    if (isClash(left, GRASS)) left = findSimilarShirt(left);
    if (isClash(right, GRASS)) right = findSimilarShirt(right);
    if (rightSet && !leftSet && isClash(left, right)) left = chooseAwayShirt(leftName, right);
    if (isClash(left, right)) right = chooseAwayShirt(rightName, left);
  }
  const leftGoalie = findMostDifferent(GOALIE_SHIRTS, [left, right, GRASS]);
  const rightGoalie = findMostDifferent(
    GOALIE_SHIRTS.filter((shirt) => shirt !== leftGoalie),
    [left, right, leftGoalie, GRASS],
  );
  return {
    left: createKit(left),
    right: createKit(right),
    leftGoalie: createKit(leftGoalie),
    rightGoalie: createKit(rightGoalie),
  };
}

/** Returns the color that is set for a name; a text that is not a color is ignored. */
function findTeamColor(colors: TeamColors, name: string): string | undefined {
  const color = Object.hasOwn(colors, name) && colors[name];
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;
}

/** Returns the shirt most similar to a color that clashes with the grass, as people without a color deficiency see it. */
function findSimilarShirt(color: string): string {
  const gap = (shirt: string): number => computeDistance(simulateVision(shirt)[0], simulateVision(color)[0]);
  return [...NAMED_SHIRTS.values()]
    .filter((shirt) => !isClash(shirt, GRASS))
    .reduce((best, shirt) => (gap(shirt) < gap(best) ? shirt : best));
}

/** Returns the team's second shirt: the first one after its own that differs clearly from `other` and the grass. */
function chooseAwayShirt(name: string, other: string): string {
  const next = hashText(name) + 1;
  return (
    SHIRTS.map((_, i) => SHIRTS[(next + i) % SHIRTS.length] as string).find(
      (shirt) => computeColorDifference(shirt, other) >= MIN_SHIRT_DIFFERENCE * 1.5 && !isClash(shirt, GRASS),
    ) ?? findMostDifferent(SHIRTS, [other, GRASS])
  );
}
