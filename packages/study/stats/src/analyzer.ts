/** The statistics of a match in one pass over its log (docs/use/analyst/statistics.md). */
import {
  createFrame,
  type Frame,
  type FrameTeam,
  isShootoutMode,
  PLAYER_COUNT,
  PlayerState,
  playModeId,
  type Side,
  TEAM_SIZE,
} from '@rcss/core';
import { type LogRecord, logFeatures } from '@rcss/logs';
import { isSameTeam } from '@rcss/logs/contents';
import {
  createDefaultPlayerType,
  DEFAULT_SERVER_PARAMS,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { type AerialTracker, createAerialTracker } from './aerial.js';
import { addRow, type Columns, createColumns, OBJECT_COUNT } from './columns.js';
import { MAX_STEP } from './definitions.js';
import type { EmitEvent, StatEvent } from './event.js';
import { computeExpectedGoals } from './expected-goals.js';
import { emitModeEvents, emitPlayerEvents } from './incidents.js';
import { PossessionTracker } from './possession.js';
import { ShootoutTracker } from './shootout.js';
import {
  addPlayerTypeOf,
  beginShow,
  createContext,
  createShowState,
  endShow,
  type MatchContext,
  type ShowState,
  setServerOf,
} from './show-state.js';
import { findTouch, type Touch } from './touches.js';

/** Goals counted for one change of the score: a damaged log can have any score. */
const MAX_GOALS_PER_CHANGE = 100;

/**
 * Events and positions of a match, found in one pass over its log. {@link summarize} counts them for the whole match or up to a
 * show.
 */
export interface MatchAnalysis {
  /** Server parameters of the match; defaults if the log has none. */
  readonly server: ServerParams;
  /** Whether the log stores stamina (versions 3 and later). */
  readonly hasDetails: boolean;
  /** The ball in the air; null if the analyzer does not follow it, or the match has no heights. */
  readonly aerial: AerialTracker | null;
  /** Positions, stamina and distance of every show. */
  readonly columns: Columns;
  /** Events in the order of the shows in which they began. */
  readonly events: readonly StatEvent[];
  /** Show of each touch of the ball, ascending. */
  readonly touchShow: readonly number[];
  /** Player of each touch of the ball: 0 to 10 left, 11 to 21 right. */
  readonly touchPlayer: readonly number[];
  /** Shows at which a name, a score or a count of penalties changed. */
  readonly scores: readonly ScoreStep[];
  /** Goalie of each side: index of the player, 0 to 21; -1 if the log has none. */
  readonly goalies: { readonly l: number; readonly r: number };
  /** Names of both teams; empty for a side without a team. */
  readonly names: { readonly l: string; readonly r: string };
  /** Returns the game time at which a period (from 1) begins, cycles. */
  readonly periodStart: (period: number) => number;
  /** Number of the period that is the penalty shootout. */
  readonly shootoutPeriod: number;
  /** Whether the match ended in time_over. */
  readonly finished: boolean;
  /** Text of the result message; null if the log has none. */
  readonly result: string | null;
}

/** Names, scores and penalties of both teams, valid from a show on. */
export interface ScoreStep {
  /** Index of that show, from 0. */
  readonly show: number;
  /** Game time of that show, cycles. */
  readonly time: number;
  /** Left team. */
  readonly l: FrameTeam;
  /** Right team. */
  readonly r: FrameTeam;
}

/** Parameter values by their names in the protocol, for callers that do not have typed parameters. */
export type ParameterValues = Readonly<Record<string, number | string>>;

/**
 * Analyzes a match record by record, or frame by frame if the match is live.
 *
 * @example
 * const analyzer = createAnalyzer();
 * for (const record of records) analyzer.addRecord(record);
 * const { teams } = summarize(analyzer.finish());
 */
export interface Analyzer {
  /** Adds the next record of a log. Records that statistics do not need are ignored. */
  addRecord(record: LogRecord): void;
  /** Sets the server parameters. Parameters that `params` does not have get their default values. */
  setServerParams(params: ServerParams | ParameterValues): void;
  /** Adds a player type. Values that `type` does not have are those of the default type. */
  addPlayerType(type: PlayerType | ParameterValues): void;
  /** Adds the next show. The analyzer does not keep the frame, so that the caller can use it again. */
  addFrame(frame: Frame): void;
  /** Sets the final names, scores and penalties, as in the tail of a log. */
  setFinalTeams(left: FrameTeam, right: FrameTeam): void;
  /** Returns the analysis of everything that was added. More can be added afterwards. */
  finish(): MatchAnalysis;
}

class OnePassAnalyzer implements Analyzer {
  readonly #context: MatchContext = createContext(DEFAULT_SERVER_PARAMS);
  readonly #columns = createColumns();
  readonly #events: StatEvent[] = [];
  readonly #touchShow: number[] = [];
  readonly #touchPlayer: number[] = [];
  readonly #scores: ScoreStep[] = [];
  readonly #state: ShowState = createShowState(createFrame());
  readonly #touch: Touch = { kind: 'kick', index: 0, side: 'l', unum: 0 };
  readonly #distance = new Float64Array(PLAYER_COUNT);
  readonly #emit: EmitEvent = (event) => {
    this.#events.push(event);
    return event;
  };
  readonly #possession = new PossessionTracker(this.#context, this.#emit);
  readonly #aerial: AerialTracker | null;
  readonly #shootout = new ShootoutTracker(this.#context, this.#emit);
  #left: FrameTeam = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
  #right: FrameTeam = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
  #leftGoalie = -1;
  #rightGoalie = -1;
  #result: string | null = null;
  /** The last team record, unless a show follows. */
  #tail: { readonly left: Readonly<FrameTeam>; readonly right: Readonly<FrameTeam> } | null = null;

  constructor(aerial: AerialTracker | null) {
    this.#aerial = aerial;
  }

  addRecord(record: LogRecord): void {
    switch (record.type) {
      case 'header': {
        const features = logFeatures(record.version);
        this.#context.details = features.details;
        this.#context.tackleCounts = features.fullState;
        break;
      }
      case 'server_param':
        this.setServerParams(record.params);
        break;
      case 'player_type':
        this.addPlayerType(record.playerType);
        break;
      case 'show':
        this.addFrame(record.frame);
        break;
      case 'team':
        // A team record before a show has the same teams as the show. Only the tail adds information.
        this.#tail = record;
        break;
      case 'msg':
        if (record.board === 1 && record.text.startsWith('(result ')) this.#result = record.text;
        break;
      default:
    }
  }

  setServerParams(params: ServerParams | ParameterValues): void {
    setServerOf(this.#context, { ...DEFAULT_SERVER_PARAMS, ...params } as ServerParams);
  }

  addPlayerType(type: PlayerType | ParameterValues): void {
    addPlayerTypeOf(this.#context, {
      ...createDefaultPlayerType(this.#context.server),
      ...type,
    } as PlayerType);
  }

  addFrame(frame: Frame): void {
    this.#tail = null;
    const state = this.#state;
    beginShow(state, this.#context, frame);
    let caught: Side | null = null;
    const found = findTouch(state, this.#context, this.#touch);
    if (found === 'contested') this.#possession.markContested();
    else if (found === 'touch') {
      this.#touchShow.push(state.show);
      this.#touchPlayer.push(this.#touch.index);
      this.#possession.addTouch(state, this.#touch);
      if (this.#touch.kind === 'catch') caught = this.#touch.side;
    }
    this.#aerial?.addShow(state, this.#context.server, found !== 'none', this.#touchPlayer.at(-1));
    emitPlayerEvents(state, this.#context, this.#emit);
    this.#shootout.addShow(state);
    this.#updateTeams(frame.left, frame.right);
    if (state.mode !== state.lastMode) {
      this.#possession.changeMode(state);
      emitModeEvents(state, this.#context, caught, this.#emit);
    }
    this.#possession.updateReleased(state);
    this.#addColumns();
    endShow(state);
  }

  setFinalTeams(left: FrameTeam, right: FrameTeam): void {
    this.#updateTeams(left, right);
  }

  #updateTeams(left: FrameTeam, right: FrameTeam): void {
    const state = this.#state;
    this.#reportScoreChange('l', this.#left, left);
    this.#reportScoreChange('r', this.#right, right);
    const last = this.#scores.at(-1);
    if (last !== undefined && isSameTeam(last.l, left) && isSameTeam(last.r, right)) return;
    this.#left = { ...left };
    this.#right = { ...right };
    this.#scores.push({ show: Math.max(0, state.show), time: state.time, l: this.#left, r: this.#right });
  }

  #reportScoreChange(side: Side, old: FrameTeam, now: FrameTeam): void {
    const state = this.#state;
    // A log may begin in the middle of a match; only observed changes count.
    if (state.lastMode === null) return;
    const last = Math.min(now.score, old.score + MAX_GOALS_PER_CHANGE);
    for (let score = old.score; score < last; score++) this.#possession.addGoal(state, side);
    if (now.penaltyScored > old.penaltyScored) this.#shootout.changeCount(state, side, true);
    else if (now.penaltyMissed > old.penaltyMissed) this.#shootout.changeCount(state, side, false);
  }

  #addColumns(): void {
    const state = this.#state;
    const c = this.#columns;
    const row = addRow(c);
    const { players } = state.frame;
    c.time[row] = state.time;
    c.mode[row] = playModeId(state.mode);
    c.period[row] = state.period;
    c.owner[row] = this.#possession.owner + 1;
    c.ballZ[row] = state.frame.ballZ;
    const isCounted = state.hasAdvanced && !isShootoutMode(state.mode);
    const objects = row * OBJECT_COUNT;
    c.x[objects] = state.ballX;
    c.y[objects] = state.ballY;
    for (let i = 0; i < PLAYER_COUNT; i++) {
      const p = players[i]!;
      const isConnected = (p.state & PlayerState.STAND) !== 0;
      if (isConnected && (p.state & PlayerState.GOALIE) !== 0) {
        if (i < TEAM_SIZE) this.#leftGoalie = i;
        else this.#rightGoalie = i;
      }
      c.x[objects + 1 + i] = isConnected ? p.x : Number.NaN;
      c.y[objects + 1 + i] = isConnected ? p.y : Number.NaN;
      if (isCounted && isConnected && (state.lastState[i]! & PlayerState.STAND) !== 0) {
        const step = Math.hypot(p.x - state.lastX[i]!, p.y - state.lastY[i]!);
        if (step <= MAX_STEP) this.#distance[i]! += step;
      }
      c.distance[row * PLAYER_COUNT + i] = this.#distance[i]!;
      c.stamina[row * PLAYER_COUNT + i] = isConnected && this.#context.details ? p.stamina : Number.NaN;
    }
  }

  finish(): MatchAnalysis {
    if (this.#tail !== null) this.#updateTeams(this.#tail.left, this.#tail.right);
    const { periods, server, details } = this.#context;
    const goalies = { l: this.#leftGoalie, r: this.#rightGoalie };
    for (const event of this.#events) {
      if (event.xg === null && isKnownShot(event))
        event.xg = computeExpectedGoals({ server, columns: this.#columns, goalies }, event.show, event.side);
    }
    return {
      server,
      hasDetails: details,
      aerial: this.#aerial?.hasHeight === true ? this.#aerial : null,
      columns: this.#columns,
      events: [...this.#events].sort((a, b) => a.show - b.show),
      touchShow: this.#touchShow,
      touchPlayer: this.#touchPlayer,
      scores: this.#scores,
      goalies,
      names: { l: this.#left.name, r: this.#right.name },
      periodStart: (period) => periods.startOf(period),
      shootoutPeriod: periods.shootout,
      finished: this.#state.show >= 0 && this.#state.mode === 'time_over',
      result: this.#result,
    };
  }
}

/** Whether the event is a shot, or the goal of a shot, whose player is known. */
function isKnownShot({ type, outcome, unum }: StatEvent): boolean {
  return unum > 0 && (type === 'shot' || (type === 'goal' && outcome !== 'own_goal'));
}

/**
 * Creates an analyzer for one match.
 *
 * @param aerial Follows the ball in the air; without it `aerial` of the summary is absent. Each analyzer needs its own.
 */
export function createAnalyzer(aerial: AerialTracker | null = null): Analyzer {
  return new OnePassAnalyzer(aerial);
}

/**
 * Analyzes all records of a log.
 *
 * @param records Records of one log in order, for example those of `readLogBytes` of `@rcss/logs`.
 * @throws {TypeError} if the bytes or the text of a log are given instead of its records.
 */
export function analyzeRecords(records: Iterable<LogRecord>): MatchAnalysis {
  if (
    typeof records === 'string' ||
    ArrayBuffer.isView(records) ||
    (records as unknown) instanceof ArrayBuffer
  )
    throw new TypeError(
      `analyzeRecords: ${typeof records === 'string' ? 'a text' : 'bytes'} instead of records; read the records of a log with readLogBytes of @rcss/logs`,
    );
  const analyzer = createAnalyzer(createAerialTracker());
  for (const record of records) analyzer.addRecord(record);
  return analyzer.finish();
}
