/** The statistics of a match in one pass over its log (docs/statistics.md). */
import {
  createFrame,
  type Frame,
  type FrameTeam,
  isShootoutMode,
  PLAYER_COUNT,
  PlayerState,
  playModeId,
  type Side,
} from '@rcss/core';
import { type LogRecord, logFeatures } from '@rcss/logs';
import { DEFAULT_SERVER_PARAMS, defaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { addRow, type Columns, createColumns, OBJECT_COUNT } from './columns.js';
import { MAX_STEP } from './definitions.js';
import type { Emit, StatEvent } from './event.js';
import { emitModeEvents, emitPlayerEvents } from './incidents.js';
import { PossessionTracker } from './possession.js';
import { ShootoutTracker } from './shootout.js';
import {
  createContext,
  createShowState,
  enterShow,
  leaveShow,
  type MatchContext,
  type ShowState,
  setPlayerType,
  setServer,
} from './show-state.js';
import { findTouch, type Touch } from './touches.js';

/** Result of the pass; summaries are computed from it, for the whole match or up to a show. */
export interface MatchAnalysis {
  readonly server: ServerParams;
  /** False if the log has no stamina. */
  readonly details: boolean;
  readonly columns: Columns;
  /** By the show in which they began. */
  readonly events: readonly StatEvent[];
  /** Touches of the ball: show and player (0 to 21). */
  readonly touchShow: readonly number[];
  readonly touchPlayer: readonly number[];
  /** Steps at which the score or the numbers of penalties changed. */
  readonly scores: readonly ScoreStep[];
  readonly names: { readonly l: string; readonly r: string };
  /** Game time at which a period begins. */
  readonly periodStart: (period: number) => number;
  readonly shootoutPeriod: number;
  /** Ended in time_over. */
  readonly finished: boolean;
  readonly result: string | null;
}

/** Score and penalties from a show on. */
export interface ScoreStep {
  readonly show: number;
  readonly time: number;
  readonly l: FrameTeam;
  readonly r: FrameTeam;
}

/** Parameters as programs pass them around that do not know what they mean. */
export type PlainTable = Readonly<Record<string, number | string>>;

/** Takes the records of a log in order; results are read at the end. */
export interface Analyzer {
  /** Any record; those that statistics do not need are ignored. */
  record(record: LogRecord): void;
  /** Parameters; of a plain table of numbers by their wire names what is missing has default values. */
  server(params: ServerParams | PlainTable): void;
  playerType(type: PlayerType | PlainTable): void;
  /** The next show. The frame may be used again by the caller. */
  frame(frame: Frame): void;
  /** Final teams, as in the tail of a log. */
  teams(left: FrameTeam, right: FrameTeam): void;
  finish(): MatchAnalysis;
}

class OnePassAnalyzer implements Analyzer {
  readonly #context: MatchContext = createContext(DEFAULT_SERVER_PARAMS);
  readonly #columns = createColumns();
  readonly #events: StatEvent[] = [];
  readonly #touchShow: number[] = [];
  readonly #touchPlayer: number[] = [];
  readonly #scores: ScoreStep[] = [];
  readonly #show: ShowState = createShowState(createFrame());
  readonly #touch: Touch = { kind: 'kick', index: 0, side: 'l', unum: 0 };
  readonly #distance = new Float64Array(PLAYER_COUNT);
  readonly #emit: Emit = (event) => {
    this.#events.push(event);
    return event;
  };
  readonly #possession = new PossessionTracker(this.#context, this.#emit);
  readonly #shootout = new ShootoutTracker(this.#emit);
  #left: FrameTeam = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
  #right: FrameTeam = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
  #result: string | null = null;
  /** The last team record, unless a show follows. */
  #tail: { readonly left: Readonly<FrameTeam>; readonly right: Readonly<FrameTeam> } | null = null;

  record(record: LogRecord): void {
    switch (record.type) {
      case 'header': {
        const features = logFeatures(record.version);
        this.#context.details = features.details;
        this.#context.tackleCounts = features.fullState;
        break;
      }
      case 'server_param':
        this.server(record.params);
        break;
      case 'player_type':
        this.playerType(record.playerType);
        break;
      case 'show':
        this.frame(record.frame);
        break;
      case 'team':
        // The teams before a show are those of the show; only the tail adds information.
        this.#tail = record;
        break;
      case 'msg':
        if (record.board === 1 && record.text.startsWith('(result ')) this.#result = record.text;
        break;
      default:
    }
  }

  server(params: ServerParams | PlainTable): void {
    setServer(this.#context, { ...DEFAULT_SERVER_PARAMS, ...params } as ServerParams);
  }

  playerType(type: PlayerType | PlainTable): void {
    setPlayerType(this.#context, { ...defaultPlayerType(this.#context.server), ...type } as PlayerType);
  }

  frame(frame: Frame): void {
    this.#tail = null;
    const m = this.#show;
    enterShow(m, this.#context, frame);
    let caught: Side | null = null;
    const found = findTouch(m, this.#context, this.#touch);
    if (found === 'contested') this.#possession.contested();
    else if (found === 'touch') {
      this.#touchShow.push(m.show);
      this.#touchPlayer.push(this.#touch.index);
      this.#possession.touch(m, this.#touch);
      if (this.#touch.kind === 'catch') caught = this.#touch.side;
    }
    emitPlayerEvents(m, this.#context, this.#emit);
    this.#shootout.show(m);
    this.#newTeams(frame.left, frame.right);
    if (m.mode !== m.lastMode) {
      this.#possession.modeChange(m);
      emitModeEvents(m, this.#context, caught, this.#emit);
    }
    this.#possession.roll(m);
    this.#keep();
    leaveShow(m);
  }

  teams(left: FrameTeam, right: FrameTeam): void {
    this.#newTeams(left, right);
  }

  /** Goals and penalties, from the numbers. */
  #newTeams(left: FrameTeam, right: FrameTeam): void {
    const m = this.#show;
    this.#newTeam('l', this.#left, left);
    this.#newTeam('r', this.#right, right);
    const last = this.#scores.at(-1);
    if (last !== undefined && sameTeam(last.l, left) && sameTeam(last.r, right)) return;
    this.#left = { ...left };
    this.#right = { ...right };
    this.#scores.push({ show: Math.max(0, m.show), time: m.time, l: this.#left, r: this.#right });
  }

  #newTeam(side: Side, old: FrameTeam, now: FrameTeam): void {
    const m = this.#show;
    // A log may begin in the middle of a match; only observed changes count.
    if (m.lastMode === null) return;
    for (let score = old.score; score < now.score; score++) this.#possession.goal(m, side);
    if (now.penaltyScored > old.penaltyScored) this.#shootout.countChanged(m, side, true);
    else if (now.penaltyMissed > old.penaltyMissed) this.#shootout.countChanged(m, side, false);
  }

  /** The row of this show. */
  #keep(): void {
    const m = this.#show;
    const c = this.#columns;
    const row = addRow(c);
    const { players } = m.frame;
    c.time[row] = m.time;
    c.mode[row] = playModeId(m.mode);
    c.period[row] = m.period;
    c.owner[row] = this.#possession.owner + 1;
    const counted = m.advanced && !isShootoutMode(m.mode);
    const objects = row * OBJECT_COUNT;
    c.x[objects] = m.ballX;
    c.y[objects] = m.ballY;
    for (let i = 0; i < PLAYER_COUNT; i++) {
      const p = players[i]!;
      const connected = (p.state & PlayerState.STAND) !== 0;
      c.x[objects + 1 + i] = connected ? p.x : Number.NaN;
      c.y[objects + 1 + i] = connected ? p.y : Number.NaN;
      if (counted && connected && (m.lastState[i]! & PlayerState.STAND) !== 0) {
        const step = Math.hypot(p.x - m.lastX[i]!, p.y - m.lastY[i]!);
        if (step <= MAX_STEP) this.#distance[i]! += step;
      }
      c.distance[row * PLAYER_COUNT + i] = this.#distance[i]!;
      c.stamina[row * PLAYER_COUNT + i] = connected && this.#context.details ? p.stamina : Number.NaN;
    }
  }

  finish(): MatchAnalysis {
    if (this.#tail !== null) this.#newTeams(this.#tail.left, this.#tail.right);
    const { periods, server, details } = this.#context;
    return {
      server,
      details,
      columns: this.#columns,
      events: [...this.#events].sort((a, b) => a.show - b.show),
      touchShow: this.#touchShow,
      touchPlayer: this.#touchPlayer,
      scores: this.#scores,
      names: { l: this.#left.name, r: this.#right.name },
      periodStart: (period) => periods.start(period),
      shootoutPeriod: periods.shootout,
      finished: this.#show.show >= 0 && this.#show.mode === 'time_over',
      result: this.#result,
    };
  }
}

function sameTeam(a: FrameTeam, b: FrameTeam): boolean {
  return (
    a.name === b.name &&
    a.score === b.score &&
    a.penaltyScored === b.penaltyScored &&
    a.penaltyMissed === b.penaltyMissed
  );
}

/** Creates an analyzer without records. */
export function createAnalyzer(): Analyzer {
  return new OnePassAnalyzer();
}

/** Returns the analysis of all records of a log. */
export function analyzeRecords(records: Iterable<LogRecord>): MatchAnalysis {
  const analyzer = createAnalyzer();
  for (const record of records) analyzer.record(record);
  return analyzer.finish();
}
