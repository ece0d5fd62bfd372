/**
 * The figures of players and teams, one row per figure, and the lines in which views show them. Types, counts, columns of tables and exports, lists of moments, reports, pages
 * of the viewer, the points of the player of the match and docs/reference/figures.md derive from the rows. A figure that no line names gets a line of its own in every view.
 */
import type { StatEventType } from './event.js';

/** Which events a figure counts, and for whom. */
export interface FigureRule {
  readonly type: StatEventType;
  /** Whose figure it is: the team mate of the event (receiver, passer of a goal) or the opponent; absent: its player. */
  readonly of?: 'mate' | 'other';
  /** Only events that succeeded. */
  readonly success?: true;
  /** Only shots that moved towards the goal between the posts. */
  readonly onTarget?: true;
  /** Only events with one of these outcomes. */
  readonly outcomes?: readonly string[];
  /** Only events without this outcome. */
  readonly except?: string;
  /** What an event adds; absent: 1. */
  readonly adds?: 'xg' | 'length';
  /** Whether the rule is only for figures of teams, or only for those of players. */
  readonly only?: 'team' | 'player';
}

/** A figure. */
export interface FigureRow {
  /** Title of the list of its moments. */
  readonly title: string;
  /** What it is, if the title does not say it. */
  readonly doc?: string;
  /** Unit of a real number; absent: it is a count. */
  readonly unit?: string;
  /** Digits after the point where it is shown; absent: 0. */
  readonly digits?: number;
  /** The events that it counts or adds up; absent: it does not come from events. */
  readonly rules?: readonly FigureRule[];
  /** Points of the player of the match for each event. */
  readonly points?: number;
}

/** Figures of players and teams, in the order of the columns. */
// biome-ignore format: one row per figure
export const ACTION_FIGURES = {
  touches: { title: 'Touches', doc: 'Touches of the ball' },
  possessionCycles: { title: 'Possession', doc: 'Shows in play_on in which the player or the team touched the ball last' },
  passes: { title: 'Passes', doc: 'Passes, completed or not', rules: [{ type: 'pass' }] },
  passesCompleted: { title: 'Passes completed', points: 0.1, rules: [{ type: 'pass', success: true }] },
  passLength: { title: 'Passes completed', doc: 'Sum of the lengths of completed passes', unit: 'm', digits: 1, rules: [{ type: 'pass', success: true, adds: 'length' }] },
  shots: { title: 'Shots', doc: 'Shots at the goal', rules: [{ type: 'shot' }] },
  shotsOnTarget: { title: 'Shots on target', points: 1, rules: [{ type: 'shot', onTarget: true }] },
  xg: { title: 'Shots with expected goals', doc: 'Sum of the expected goals of the shots', unit: 'goals', digits: 2, rules: [{ type: 'shot', adds: 'xg' }] },
  goals: { title: 'Goals', doc: 'Goals, without own goals', points: 6, rules: [{ type: 'goal', except: 'own_goal' }] },
  ownGoals: { title: 'Own goals', points: -4, rules: [{ type: 'goal', of: 'other', outcomes: ['own_goal'] }] },
  assists: { title: 'Assists', doc: 'Passes that led to a goal', points: 4, rules: [{ type: 'goal', of: 'mate', except: 'own_goal' }] },
  dribbles: { title: 'Dribbles', rules: [{ type: 'dribble' }] },
  losses: { title: 'Balls lost', doc: 'Balls lost without a pass', points: -0.3, rules: [{ type: 'loss' }] },
  interceptions: { title: 'Interceptions', doc: 'Balls won after an opponent had released them', points: 0.5, rules: [{ type: 'interception' }] },
  steals: { title: 'Balls won in a duel', doc: 'Balls won from an opponent that had not released them', points: 0.5, rules: [{ type: 'steal' }] }, // words-ok: term of docs/use/analyst/statistics.md
  tackles: { title: 'Tackles', doc: 'Tackles, successful or not', rules: [{ type: 'tackle' }] },
  tacklesWon: { title: 'Tackles won', points: 0.25, rules: [{ type: 'tackle', success: true }] },
  claims: { title: 'Balls claimed by the goalie', doc: 'Balls that the goalie caught, other than shots', points: 0.5, rules: [{ type: 'claim' }] },
  saves: { title: 'Saves', doc: 'Shots that the goalie stopped', points: 2, rules: [{ type: 'save', success: true }] },
  blocks: { title: 'Blocks', doc: 'Shots that another player stopped', points: 1, rules: [{ type: 'block', success: true }] },
  fouls: { title: 'Fouls', doc: 'Fouls committed', points: -0.3, rules: [{ type: 'foul' }] },
  fouled: { title: 'Fouls suffered', doc: 'Fouls of opponents against the player or team', rules: [{ type: 'foul', of: 'other' }] },
  // The referee calls the team; the player is the one that passed.
  offsides: { title: 'Offsides', rules: [{ type: 'offside', only: 'team' }, { type: 'pass', outcomes: ['offside'], only: 'player' }] },
  yellowCards: { title: 'Yellow cards', points: -1, rules: [{ type: 'card', except: 'red' }] },
  redCards: { title: 'Red cards', points: -4, rules: [{ type: 'card', outcomes: ['red'] }] },
  /** Distance run, m. */
  distance: { title: 'Distance', doc: 'Distance run', unit: 'm' },
} as const;

/** Figures of players alone; those with a unit are null if the log does not have them. */
// biome-ignore format: one row per figure
export const PLAYER_FIGURES = {
  passesReceived: { title: 'Passes received', doc: 'Completed passes that the player received', rules: [{ type: 'pass', of: 'mate', success: true, only: 'player' }] },
  staminaMin: { title: 'Least stamina', doc: 'Lowest stamina; null if the log has no stamina or the player was never connected', unit: 'stamina' },
  staminaLast: { title: 'Last stamina', doc: 'Last stamina; null likewise', unit: 'stamina' },
  /** X of the mean position in play_on, m. */
  meanX: { title: 'Mean x', doc: 'X of the mean position in play_on; null if the player was never connected in play_on', unit: 'm' },
  /** Y of the mean position in play_on, m. */
  meanY: { title: 'Mean y', doc: 'Y of the mean position in play_on; null likewise', unit: 'm' },
} as const;

/** Set plays of teams: the rules count them from `setPlays` of a summary. */
// biome-ignore format: one row per figure
export const SET_PLAY_FIGURES = {
  cornerKicks: { title: 'Corners', rules: [{ type: 'set_play', outcomes: ['corner_kick'] }] },
  freeKicks: { title: 'Free kicks', rules: [{ type: 'set_play', outcomes: ['free_kick', 'indirect_free_kick'] }] },
  kickIns: { title: 'Kick-ins', rules: [{ type: 'set_play', outcomes: ['kick_in'] }] },
  goalKicks: { title: 'Goal kicks', rules: [{ type: 'set_play', outcomes: ['goal_kick'] }] },
} as const;

/** Figures that only have moments. */
// biome-ignore format: one row per figure
export const MOMENT_FIGURES = {
  penaltiesScored: { title: 'Penalties scored', rules: [{ type: 'penalty', success: true }] },
  dispossessed: { title: 'Balls lost in a duel', rules: [{ type: 'loss', outcomes: ['dispossessed'] }] },
} as const;

/** Figures of a team in a match with heights (docs/use/analyst/statistics.md, the ball in the air). */
// biome-ignore format: one row per figure
export const AERIAL_FIGURES = {
  aerialPasses: { title: 'Aerial passes', doc: 'Passes that flew higher than players reach, completed or not' },
  aerialPassesCompleted: { title: 'Aerial passes completed' },
  lobs: { title: 'Lobs', doc: 'Shots that flew over the goalie of the opponents' },
  lobGoals: { title: 'Goals by lobs' },
  crossbarHits: { title: 'Hits of a crossbar', doc: 'Hits of a crossbar after a touch of this team' },
  postHits: { title: 'Hits of a post', doc: 'Hits of a post after a touch of this team' },
} as const;

/** Figures that are computed from others: `part`, plus another one, or divided by a figure (null if that is 0) or a number; a share is in percent. */
// biome-ignore format: one row per figure
export const DERIVED_FIGURES = {
  possessionShare: { part: 'possession', of: 1, percent: true, digits: 1 },
  passShare: { part: 'passesCompleted', of: 'passes', percent: true },
  meanPassLength: { part: 'passLength', of: 'passesCompleted', digits: 1 },
  ballsWon: { part: 'interceptions', plus: 'steals' }, // words-ok: term of docs/use/analyst/statistics.md
  tackleShare: { part: 'tacklesWon', of: 'tackles', percent: true },
  kilometers: { part: 'distance', of: 1000, digits: 2 },
  aerialShare: { part: 'aerialPasses', of: 'passes', percent: true },
  aerialPassShare: { part: 'aerialPassesCompleted', of: 'aerialPasses', percent: true },
} as const;

/**
 * Where lines are shown: the text report, its table of players (labels with their blanks) and its lines of a match with heights; comparisons of sets of matches; in the viewer the table of the teams, the page
 * of a player, the table of the players, the card of the result.
 */
export type FigureView = 'report' | 'row' | 'aerial' | 'compare' | 'team' | 'player' | 'players' | 'card';

/** A line of views: its text with figures in braces (`{name}`, `{name.digits}`), and its label in each view that shows it. */
export interface FigureLineRow extends Readonly<Partial<Record<FigureView, string>>> {
  readonly text: string;
  /** The text if one of the figures is null; absent: a dash. */
  readonly none?: string;
  /** A figure that may not be null either. */
  readonly needs?: keyof typeof DERIVED_FIGURES;
  /** Width of the column in the text report, characters; absent: that of its label and two blanks. */
  readonly width?: number;
}

/** The lines in the order of each view. */
// biome-ignore format: one row per line
export const FIGURE_LINES: readonly FigureLineRow[] = [
  { text: '{possessionCycles}{ownGoals}{passLength}{penaltiesScored}{meanX}{meanY}' }, // shown in no view, or only as a part
  { text: '{possessionShare} %', report: 'possession', compare: 'possession, %', team: 'possession' },
  { text: '{possessionShare.0} %', card: 'possession' },
  { text: '{touches}', report: 'touches', compare: 'touches' },
  { text: '{passes}', compare: 'passes' },
  { text: '{passesCompleted}/{passes} ({passShare} %)', none: '0', report: 'passes' },
  { text: '{passesCompleted}/{passes}', team: 'passes completed', player: 'passes completed', players: 'passes' },
  { text: '{passShare}', compare: 'completed passes, %', players: '%' },
  { text: '{meanPassLength} m', report: 'mean pass length', compare: 'length of completed passes, m' },
  { text: '{passesReceived}', player: 'passes received' },
  { text: '{shots} ({shotsOnTarget})', report: 'shots (on target)' },
  { text: '{shots}, {shotsOnTarget}', team: 'shots, on target', player: 'shots, on target' },
  { text: '{shots}', compare: 'shots', players: 'shots', card: 'shots' },
  { text: '{shotsOnTarget}', compare: 'shots on target' },
  { text: '{goals}', players: 'goals' },
  { text: '{assists}', players: 'assists' },
  { text: '{xg}', report: 'expected goals', compare: 'expected goals', team: 'expected goals', player: 'expected goals', players: 'xG', card: 'expected goals' },
  { text: '{passesCompleted} / {passes}', card: 'passes completed' },
  { text: '{goals}, {assists}', player: 'goals, assists' },
  { text: '{dribbles}', report: 'dribbles', compare: 'dribbles', team: 'dribbles', player: 'dribbles', players: 'dribbles' },
  { text: '{steals}, {dispossessed}', player: 'duels won, lost' }, // words-ok: term of docs/use/analyst/statistics.md
  { text: '{tacklesWon}/{tackles}', player: 'tackles won' },
  { text: '{interceptions}', player: 'interceptions' },
  { text: '{losses}', report: 'balls lost', compare: 'balls lost', team: 'balls lost', player: 'balls lost', players: 'lost' },
  { text: '{interceptions}', report: 'interceptions', compare: 'interceptions', team: 'interceptions' },
  { text: '{steals}', report: 'steals', compare: 'steals', team: 'balls won' }, // words-ok: term of docs/use/analyst/statistics.md
  { text: '{interceptions}+{steals}', players: 'won' }, // words-ok: term of docs/use/analyst/statistics.md
  { text: '{tackles}', compare: 'tackles' },
  { text: '{tacklesWon}/{tackles}', team: 'tackles won', players: 'tackles' },
  { text: '{tacklesWon}/{tackles} ({tackleShare} %)', none: '0', report: 'tackles won' },
  { text: '{tackleShare}', compare: 'tackles won, %' },
  { text: '{saves}, {claims}, {blocks}', report: 'saves, claims, blocks' },
  { text: '{saves}, {claims}', player: 'saves, claims' },
  { text: '{saves}, {blocks}', team: 'saves, blocks' },
  { text: '{saves}', compare: 'saves' },
  { text: '{fouls}', report: 'fouls', compare: 'fouls', team: 'fouls', card: 'fouls' },
  { text: '{fouls}, {fouled}', player: 'fouls, suffered' },
  { text: '{yellowCards}, {redCards}', report: 'cards yellow, red', team: 'cards yellow, red' },
  { text: '{offsides}', report: 'offsides', compare: 'offsides', team: 'offsides' },
  { text: '{cornerKicks}', report: 'corners', compare: 'corner kicks', team: 'corners' },
  { text: '{freeKicks}', report: 'free kicks', team: 'free kicks' },
  { text: '{kickIns}, {goalKicks}', report: 'kick-ins, goal kicks' },
  { text: '{kickIns}', team: 'kick-ins' },
  { text: '{goalKicks}', team: 'goal kicks' },
  { text: '{kilometers} km', report: 'distance run', compare: 'distance run, km', team: 'distance run' },
  { text: '{kilometers}', players: 'km' },
  { text: '{staminaMin}', players: 'least stamina' },
  { text: '{touches}', width: 8, row: '  touches' },
  { text: '{passesCompleted}/{passes}', needs: 'passShare', width: 8, row: '  passes' },
  { text: '{shots}/{goals}', width: 9, row: ' shots/goals' },
  { text: '{ballsWon}', width: 7, row: '  won' },
  { text: '{tacklesWon}/{tackles}', width: 9, row: '  tackles' },
  { text: '{distance}', width: 7, row: '  run m' },
  { text: '{staminaMin}', width: 8, row: '  stamina: least' },
  { text: '{staminaLast}', width: 8, row: ', last' },
  { text: '{aerialPasses}/{passes} ({aerialShare} %)', none: '0', aerial: 'aerial passes' },
  { text: '{aerialPassesCompleted}/{aerialPasses} ({aerialPassShare} %)', none: '0', aerial: 'completed of them' },
  { text: '{lobs} ({lobGoals})', aerial: 'lobs (goals)' },
  { text: '{crossbarHits}, {postHits}', aerial: 'crossbar, post' },
];

/** Creates the figures of rows without any event: counts are 0, real numbers `real`. */
export function createFigures<T>(rows: Readonly<Record<string, FigureRow>>, real: 0 | null = 0): T {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { unit }]) => [name, unit === undefined ? 0 : real]),
  ) as T;
}
