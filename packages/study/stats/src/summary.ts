/** Counts the events of an analysis, for the whole match or up to a show. */
import { PLAYER_COUNT, playerIndex, playModeId, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { MatchAnalysis, ScoreStep } from './analyzer.js';
import { type Columns, OBJECT_COUNT } from './columns.js';
import type { StatEvent } from './event.js';
import { countFigures, type FigureName, type FigureOwner, isDecided } from './figures.js';
import {
  createPlayerStats,
  createTeamStats,
  type GoalRow,
  type MatchStats,
  type PenaltyRow,
  type PlayerStats,
  type TeamStats,
} from './match-stats.js';

const PLAY_ON = playModeId('play_on');

/** Collects the statistics up to a show. */
class Summary {
  readonly teams: { readonly l: TeamStats; readonly r: TeamStats };
  readonly players: readonly PlayerStats[] = Array.from({ length: PLAYER_COUNT }, (_, i) =>
    createPlayerStats(i),
  );
  readonly goals: GoalRow[] = [];
  readonly shootout: PenaltyRow[] = [];
  readonly #firstScore: { readonly l: number; readonly r: number };

  constructor({ names, scores }: MatchAnalysis) {
    this.teams = { l: createTeamStats('l', names.l), r: createTeamStats('r', names.r) };
    this.#firstScore = { l: scores[0]?.l.score ?? 0, r: scores[0]?.r.score ?? 0 };
  }

  addEvent(event: StatEvent): void {
    countFigures(event, this.#add);
    const team = this.teams[event.side];
    switch (event.type) {
      case 'pass':
        this.#addPass(event, team);
        break;
      case 'set_play':
        team.setPlays[event.outcome] = (team.setPlays[event.outcome] ?? 0) + 1;
        break;
      case 'goal':
        this.#addGoal(event);
        break;
      case 'penalty':
        this.#addPenalty(event);
        break;
      default:
    }
  }

  addTouch(index: number): void {
    const player = this.players[index]!;
    player.touches++;
    this.teams[player.side].touches++;
  }

  setScores(step: ScoreStep): void {
    for (const side of ['l', 'r'] as const) {
      this.teams[side].score = step[side].score;
      this.teams[side].penaltyScored = step[side].penaltyScored;
      this.teams[side].penaltyMissed = step[side].penaltyMissed;
    }
  }

  /** Adds to a figure of a team or a player; figures that a summary does not have are left out. */
  readonly #add = (name: FigureName, { side, unum }: FigureOwner, value: number): void => {
    const counts: unknown = unum === 0 ? this.teams[side] : this.players[playerIndex(side, unum)];
    const figures = counts as Record<string, number> | undefined;
    if (figures?.[name] !== undefined) figures[name] += value;
  };

  #addPass(event: StatEvent, team: TeamStats): void {
    if (!event.success) return;
    const row = team.passNetwork[event.unum - 1];
    if (row !== undefined) row[event.otherUnum - 1] = (row[event.otherUnum - 1] ?? 0) + 1;
  }

  #addGoal(event: StatEvent): void {
    const own = event.outcome === 'own_goal';
    const before = this.goals.at(-1);
    this.goals.push({
      show: event.endShow,
      time: event.endTime,
      period: event.period,
      side: event.side,
      unum: event.unum,
      assist: own ? 0 : event.otherUnum,
      ownGoalBy: own ? event.otherUnum : 0,
      x: event.x,
      y: event.y,
      distance: Math.hypot(sideSign(event.side) * PITCH_HALF_LENGTH - event.x, event.y),
      xg: event.xg,
      scoreL: (before?.scoreL ?? this.#firstScore.l) + (event.side === 'l' ? 1 : 0),
      scoreR: (before?.scoreR ?? this.#firstScore.r) + (event.side === 'r' ? 1 : 0),
    });
  }

  #addPenalty(event: StatEvent): void {
    const before = this.shootout.at(-1);
    this.shootout.push({
      show: event.show,
      time: event.time,
      side: event.side,
      unum: event.unum,
      scored: event.success,
      scoredL: (before?.scoredL ?? 0) + (event.success && event.side === 'l' ? 1 : 0),
      scoredR: (before?.scoredR ?? 0) + (event.success && event.side === 'r' ? 1 : 0),
    });
  }
}

/**
 * Returns the statistics of the whole match, or of the shows 0 to `until`. The result does not depend on earlier calls.
 *
 * @param until Index of the last show that counts; the whole match by default.
 * @example
 * const { teams } = summarize(analysis);
 * const firstHalf = summarize(analysis, 3000);
 */
export function summarize(a: MatchAnalysis, until: number = Number.POSITIVE_INFINITY): MatchStats {
  const c = a.columns;
  const last = Math.min(c.length - 1, Math.floor(until));
  const whole = last === c.length - 1;
  const summary = new Summary(a);
  for (const event of a.events) if (isDecided(a, event, last)) summary.addEvent(event);
  for (const step of a.scores) {
    if (step.show > last && !whole) break;
    summary.setScores(step);
  }
  for (let i = 0; i < a.touchShow.length && a.touchShow[i]! <= last; i++) summary.addTouch(a.touchPlayer[i]!);
  const { teams, players, goals, shootout } = summary;
  const aerial = a.aerial?.count(a, whole ? Number.POSITIVE_INFINITY : last);
  const { playOn, contested } = addColumns(a, last, players, teams);
  return {
    shows: last + 1,
    firstTime: c.length > 0 ? c.time[0]! : 0,
    lastTime: last >= 0 ? c.time[last]! : 0,
    finished: whole && a.finished,
    result: whole ? a.result : null,
    playOnCycles: playOn,
    contestedCycles: contested,
    teams,
    ...(aerial && { aerial }),
    players,
    goals,
    shootout,
  };
}

/** Rounds to 7 digits: removes the digits that storing the number in single precision has added. */
function roundToSinglePrecision(value: number): number {
  return Number(value.toPrecision(7));
}

/** Adds stamina, possession, distance and mean positions. Returns the count of shows in play_on, and how many are contested. */
function addColumns(
  a: MatchAnalysis,
  last: number,
  players: readonly PlayerStats[],
  teams: { readonly l: TeamStats; readonly r: TeamStats },
): { readonly playOn: number; readonly contested: number } {
  const c = a.columns;
  const sums = createPositionSums();
  let playOn = 0;
  let contested = 0;
  for (let row = 0; row <= last; row++) {
    addStamina(c, row, players);
    if (c.mode[row] !== PLAY_ON) continue;
    playOn++;
    const owner = c.owner[row]! - 1;
    if (owner < 0) contested++;
    else players[owner]!.possessionCycles++;
    addPositions(c, row, sums);
  }
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = players[i]!;
    if (p.staminaMin !== null) p.staminaMin = roundToSinglePrecision(p.staminaMin);
    if (p.staminaLast !== null) p.staminaLast = roundToSinglePrecision(p.staminaLast);
    if (last >= 0) p.distance = roundToSinglePrecision(c.distance[last * PLAYER_COUNT + i]!);
    if (sums.count[i]! > 0) {
      p.meanX = sums.sumX[i]! / sums.count[i]!;
      p.meanY = sums.sumY[i]! / sums.count[i]!;
    }
    teams[p.side].distance += p.distance;
    teams[p.side].possessionCycles += p.possessionCycles;
  }
  const owned = playOn - contested;
  for (const side of ['l', 'r'] as const) {
    if (owned > 0) teams[side].possession = teams[side].possessionCycles / owned;
  }
  return { playOn, contested };
}

function addStamina(c: Columns, row: number, players: readonly PlayerStats[]): void {
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const stamina = c.stamina[row * PLAYER_COUNT + i]!;
    if (Number.isNaN(stamina)) continue;
    const p = players[i]!;
    if (p.staminaMin === null || stamina < p.staminaMin) p.staminaMin = stamina;
    p.staminaLast = stamina;
  }
}

/** Sums of positions by player. */
interface PositionSums {
  readonly sumX: Float64Array;
  readonly sumY: Float64Array;
  readonly count: Int32Array;
}

function createPositionSums(): PositionSums {
  return {
    sumX: new Float64Array(PLAYER_COUNT),
    sumY: new Float64Array(PLAYER_COUNT),
    count: new Int32Array(PLAYER_COUNT),
  };
}

function addPositions(c: Columns, row: number, sums: PositionSums): void {
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const x = c.x[row * OBJECT_COUNT + 1 + i]!;
    if (Number.isNaN(x)) continue;
    sums.sumX[i]! += x;
    sums.sumY[i]! += c.y[row * OBJECT_COUNT + 1 + i]!;
    sums.count[i]!++;
  }
}
