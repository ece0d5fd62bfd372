import { type Frame, PLAYER_COUNT, type PlayMode, playModeClock } from '@rcss/core';
import { defaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { createPeriods, type Periods } from './periods.js';

/** Parameters and features of a match that the statistics use. */
export interface MatchContext {
  server: ServerParams;
  periods: Periods;
  /** Distance at which the ball is kickable, by player type. */
  readonly kickable: Map<number, number>;
  defaultKickable: number;
  /** False for logs of versions 1 and 2, which contain neither stamina nor counts. */
  details: boolean;
  /** False for logs of versions 1 to 3, which do not count tackles. */
  tackleCounts: boolean;
}

function reach(server: ServerParams, type: PlayerType): number {
  return type.player_size + type.kickable_margin + server.ball_size;
}

export function createContext(server: ServerParams): MatchContext {
  return {
    server,
    periods: createPeriods(server),
    kickable: new Map(),
    defaultKickable: reach(server, defaultPlayerType(server)),
    details: true,
    tackleCounts: true,
  };
}

export function setServer(context: MatchContext, server: ServerParams): void {
  context.server = server;
  context.periods = createPeriods(server);
  context.defaultKickable = reach(server, defaultPlayerType(server));
}

export function setPlayerType(context: MatchContext, type: PlayerType): void {
  context.kickable.set(type.id, reach(context.server, type));
}

/** Distance at which the player with this type can kick, m. */
export function kickableDistance(context: MatchContext, typeId: number): number {
  return context.kickable.get(typeId) ?? context.defaultKickable;
}

/** The current show and the values kept from the show before. One object, reused for every show. */
export interface ShowState {
  show: number;
  time: number;
  period: number;
  frame: Frame;
  mode: PlayMode;
  /** Null in the first show. */
  lastMode: PlayMode | null;
  /** The clock has advanced by one cycle. */
  advanced: boolean;
  ballX: number;
  ballY: number;
  /** Position of the ball one show before: where a kick of this show took place. */
  fromX: number;
  fromY: number;
  readonly lastState: Int32Array;
  readonly lastTackles: Int32Array;
  readonly lastX: Float64Array;
  readonly lastY: Float64Array;
}

export function createShowState(frame: Frame): ShowState {
  return {
    show: -1,
    time: 0,
    period: 1,
    frame,
    mode: 'before_kick_off',
    lastMode: null,
    advanced: false,
    ballX: 0,
    ballY: 0,
    fromX: 0,
    fromY: 0,
    lastState: new Int32Array(PLAYER_COUNT),
    lastTackles: new Int32Array(PLAYER_COUNT),
    lastX: new Float64Array(PLAYER_COUNT),
    lastY: new Float64Array(PLAYER_COUNT),
  };
}

/** Reads the next show. */
export function enterShow(m: ShowState, context: MatchContext, frame: Frame): void {
  const first = m.show < 0;
  m.show++;
  m.frame = frame;
  m.lastMode = first ? null : m.mode;
  m.mode = frame.playMode;
  m.advanced = !first && frame.time === m.time + 1;
  m.time = frame.time;
  m.period = context.periods.of(frame.time, frame.playMode);
  m.fromX = first ? frame.ballX : m.ballX;
  m.fromY = first ? frame.ballY : m.ballY;
  m.ballX = frame.ballX;
  m.ballY = frame.ballY;
}

/** Keeps the values that the next show needs. */
export function leaveShow(m: ShowState): void {
  const { players } = m.frame;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = players[i]!;
    m.lastState[i] = p.state;
    m.lastTackles[i] = p.tackleCount;
    m.lastX[i] = p.x;
    m.lastY[i] = p.y;
  }
}

/** The player's new bits in this show. */
export function newBits(m: ShowState, index: number): number {
  return m.frame.players[index]!.state & ~m.lastState[index]!;
}

/** Whether the ball may be played in the mode: the clock runs or a set play is due. */
export function isLive(mode: PlayMode | null): boolean {
  return mode !== null && playModeClock(mode) === 'R';
}
