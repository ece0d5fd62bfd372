import { CLASSIC_SHIRTS, type KitChoice } from './kits.js';

/** Display of the players' stamina (key S). */
export type StaminaView = 'none' | 'bar' | 'number' | 'capacity';

/** Options of the view, stored in the browser. Names follow the options of the known monitors (spec 11 §3.2). */
export interface ViewOptions {
  showScoreBoard: boolean;
  showTeamGraphic: boolean;
  showBall: boolean;
  showPlayer: boolean;
  showPlayerNumber: boolean;
  showPlayerType: boolean;
  showCard: boolean;
  stamina: StaminaView;
  showViewArea: boolean;
  showFocusPoint: boolean;
  showCatchArea: boolean;
  showTackleArea: boolean;
  showKickAccelArea: boolean;
  showPointto: boolean;
  /** Lines from players to the player that they attend to. */
  showAttention: boolean;
  /** Range in which the selected player hears others. */
  showHearing: boolean;
  /** Ticks on the time line: cycles without a body command of the selected player. */
  showIdleCycles: boolean;
  showOffsideLine: boolean;
  showIllegalDefense: boolean;
  showFlag: boolean;
  showGrid: boolean;
  /** Meters. */
  gridStep: number;
  showKeepawayArea: boolean;
  showTrail: boolean;
  showVelocity: boolean;
  /** Maps on the pitch, up to the current moment. With a selected player they show this player alone. */
  showShotMap: boolean;
  showPassMap: boolean;
  /** Which passes the map has; forward: at least 10 m towards the goal of the opponents. */
  passFilter: 'all' | 'completed' | 'failed' | 'forward';
  showHeatMap: boolean;
  /** Part of the pitch nearest to each player. */
  showVoronoi: boolean;
  /** Paths of the ball and of the selected player. */
  showTraces: boolean;
  /** Length of the paths in cycles, 10 to 3000. */
  traceCycles: number;
  /** Curve above the time line. */
  showMomentum: boolean;
  /** Which team is first at each place of the pitch. */
  showControl: boolean;
  /** The passes of the player with the ball, with their values. */
  showPassValues: boolean;
  /** The value of the match over time, with its decisive moments. */
  showValues: boolean;
  /** Length of the ball's predicted path in cycles, 0..50. */
  ballVelocityCycles: number;
  showMessages: boolean;
  /** Whether the list of events has the messages of clients (board 2), up to the shown cycle. */
  showTraffic: boolean;
  showPopUps: boolean;
  /** Whether to show the shapes that other programs drew into a log. */
  showDrawInfo: boolean;
  swapSides: boolean;
  uprightOnPhones: boolean;
  antiAliasing: boolean;
  /** Drawn radius in meters; 0 means the real one. */
  ballSize: number;
  /** Drawn radius in meters; 0 means the kickable radius. */
  playerSize: number;
  focusPointSize: number;
  teamGraphicScale: number;
  kits: KitChoice;
  leftColor: string;
  rightColor: string;
  fieldStyle: 'stripes' | 'plain' | 'dark';
}

/** Options of a new viewer. */
export const DEFAULT_OPTIONS: ViewOptions = {
  showScoreBoard: true,
  showTeamGraphic: true,
  showBall: true,
  showPlayer: true,
  showPlayerNumber: true,
  showPlayerType: false,
  showCard: true,
  stamina: 'bar',
  showViewArea: false,
  showFocusPoint: true,
  showCatchArea: false,
  showTackleArea: false,
  showKickAccelArea: false,
  showPointto: false,
  showAttention: false,
  showHearing: false,
  showIdleCycles: false,
  showOffsideLine: false,
  showIllegalDefense: true,
  showFlag: false,
  showGrid: false,
  gridStep: 10,
  showKeepawayArea: false,
  showTrail: true,
  showVelocity: false,
  showShotMap: false,
  showPassMap: false,
  passFilter: 'all',
  showHeatMap: false,
  showVoronoi: false,
  showTraces: false,
  traceCycles: 200,
  showMomentum: true,
  showControl: false,
  showPassValues: false,
  showValues: false,
  ballVelocityCycles: 0,
  showMessages: true,
  showTraffic: false,
  showPopUps: true,
  showDrawInfo: true,
  swapSides: false,
  uprightOnPhones: true,
  antiAliasing: true,
  ballSize: 0.35,
  playerSize: 0,
  focusPointSize: 2,
  teamGraphicScale: 1,
  kits: 'team',
  leftColor: CLASSIC_SHIRTS.left,
  rightColor: CLASSIC_SHIRTS.right,
  fieldStyle: 'stripes',
};

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
