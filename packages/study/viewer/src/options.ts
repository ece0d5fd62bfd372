import { CLASSIC_SHIRTS, type KitChoice } from './kits.js';

/** Display of the players' stamina (key S). */
export type StaminaView = 'none' | 'bar' | 'number' | 'capacity';

/** Options of a new viewer. They are stored in the browser; names follow the options of the known monitors (spec 11 §3.2). */
export const DEFAULT_OPTIONS = {
  showScoreBoard: true,
  showTeamGraphic: true,
  showBall: true,
  showPlayer: true,
  showPlayerNumber: true,
  showPlayerType: false,
  showCard: true,
  stamina: 'bar' as StaminaView,
  showViewArea: false,
  showFocusPoint: true,
  showCatchArea: false,
  showTackleArea: false,
  showKickAccelArea: false,
  showPointto: false,
  /** Lines from players to the player that they attend to. */
  showAttention: false,
  /** Range in which the selected player hears others. */
  showHearing: false,
  showOffsideLine: false,
  showIllegalDefense: true,
  showFlag: false,
  showGrid: false,
  /** Meters. */
  gridStep: 10,
  showKeepawayArea: false,
  showTrail: true,
  showVelocity: false,
  /** Maps on the pitch, up to the current moment. With a selected player they show this player alone. */
  showShotMap: false,
  showPassMap: false,
  /** Which passes the map has; forward: at least 10 m towards the goal of the opponents. */
  passFilter: 'all' as 'all' | 'completed' | 'failed' | 'forward',
  showHeatMap: false,
  /** Part of the pitch nearest to each player. */
  showVoronoi: false,
  /** Paths of the ball and of the selected player. */
  showTraces: false,
  /** Length of the paths in cycles, 10 to 3000. */
  traceCycles: 200,
  /** Curve above the time line. */
  showMomentum: true,
  /** Which team is first at each place of the pitch. */
  showControl: false,
  /** The passes of the player with the ball, with their values. */
  showPassValues: false,
  /** The value of the match over time, with its decisive moments. */
  showValues: false,
  /** Length of the ball's predicted path in cycles, 0..50. */
  ballVelocityCycles: 0,
  showMessages: true,
  /** Whether the list of events has the messages of clients (board 2), up to the shown cycle. */
  showTraffic: false,
  showPopUps: true,
  /** Whether to show the shapes that other programs drew into a log. */
  showDrawInfo: true,
  swapSides: false,
  uprightOnPhones: true,
  antiAliasing: true,
  /** Drawn radius in meters; 0 means the real one. */
  ballSize: 0.35,
  /** Drawn radius in meters; 0 means the kickable radius. */
  playerSize: 0,
  focusPointSize: 2,
  teamGraphicScale: 1,
  kits: 'team' as KitChoice,
  leftColor: CLASSIC_SHIRTS.left as string,
  rightColor: CLASSIC_SHIRTS.right as string,
  fieldStyle: 'stripes' as 'stripes' | 'plain' | 'dark',
};

/** Options of the view. */
export type ViewOptions = typeof DEFAULT_OPTIONS;

/** Storage of the options; `localStorage` in a browser. */
export interface OptionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const STORAGE_KEY = 'rcss-viewer-options';
const COLOR = /^#[0-9a-f]{6}$/i;
const ALLOWED_VALUES: Readonly<Record<string, readonly string[]>> = {
  stamina: ['none', 'bar', 'number', 'capacity'],
  kits: ['team', 'classic', 'custom'],
  fieldStyle: ['stripes', 'plain', 'dark'],
  passFilter: ['all', 'completed', 'failed', 'forward'],
};
const ALLOWED_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  gridStep: [1, 100],
  ballVelocityCycles: [0, 50],
  traceCycles: [10, 3000],
  ballSize: [0, 5],
  playerSize: [0, 5],
  focusPointSize: [0.1, 20],
  teamGraphicScale: [0.01, 16],
};

/** Reads options from untrusted text; an invalid value gets its default. */
export function parseViewOptions(text: string | null): ViewOptions {
  const options: ViewOptions = { ...DEFAULT_OPTIONS };
  let given: unknown;
  try {
    given = JSON.parse(text ?? '{}');
  } catch {
    return options;
  }
  if (typeof given !== 'object' || given === null) return options;
  const target = options as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    const kept = target[name];
    if (kept === undefined || typeof value !== typeof kept) continue;
    if (typeof value === 'string' && !(ALLOWED_VALUES[name]?.includes(value) ?? COLOR.test(value))) continue;
    const range = ALLOWED_RANGES[name];
    if (typeof value === 'number' && (range === undefined || !(value >= range[0] && value <= range[1])))
      continue;
    target[name] = value;
  }
  return options;
}

export function loadOptions(storage: OptionStorage | undefined): ViewOptions {
  try {
    return parseViewOptions(storage?.getItem(STORAGE_KEY) ?? null);
  } catch {
    return { ...DEFAULT_OPTIONS };
  }
}

/** Stores the options; storage errors are ignored. */
export function saveOptions(options: ViewOptions, storage: OptionStorage | undefined): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(options));
  } catch {
    // Private windows may have no storage; the options then last until the page is closed.
  }
}
