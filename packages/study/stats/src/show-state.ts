/** The current show of a match, and the values that are kept from the show before. */
import { type Frame, PLAYER_COUNT, type PlayMode, playModeClock } from '@rcss/core';
import { createDefaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { createPeriods, type Periods } from './periods.js';

/** Parameters and features of a match that the statistics use. */
export interface MatchContext {
  server: ServerParams;
  periods: Periods;
  /** Distance at which the ball is kickable, by id of the player type, m. */
  readonly kickableDistances: Map<number, number>;
  /** The same distance for the default player type, m. */
  defaultKickableDistance: number;
  /** False for logs of versions 1 and 2, which contain neither stamina nor counts. */
  details: boolean;
  /** False for logs of versions 1 to 3, which do not count tackles. */
  tackleCounts: boolean;
}

function computeKickableDistance(server: ServerParams, type: PlayerType): number {
  return type.player_size + type.kickable_margin + server.ball_size;
}

export function createContext(server: ServerParams): MatchContext {
  return {
    server,
    periods: createPeriods(server),
    kickableDistances: new Map(),
    defaultKickableDistance: computeKickableDistance(server, createDefaultPlayerType(server)),
    details: true,
    tackleCounts: true,
  };
}

export function setServerOf(context: MatchContext, server: ServerParams): void {
  context.server = server;
  context.periods = createPeriods(server);
  context.defaultKickableDistance = computeKickableDistance(server, createDefaultPlayerType(server));
}

export function addPlayerTypeOf(context: MatchContext, type: PlayerType): void {
  context.kickableDistances.set(type.id, computeKickableDistance(context.server, type));
}

/** Returns the distance at which a player of the type can kick the ball, m. */
export function kickableDistanceOf(context: MatchContext, typeId: number): number {
  return context.kickableDistances.get(typeId) ?? context.defaultKickableDistance;
}

/** The current show and the values kept from the show before. One object is reused for every show. */
export interface ShowState {
  show: number;
  time: number;
  period: number;
  frame: Frame;
  mode: PlayMode;
  /** Null in the first show. */
  lastMode: PlayMode | null;
  /** Whether the clock has advanced by one cycle. */
  hasAdvanced: boolean;
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
    hasAdvanced: false,
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

/** Makes `frame` the current show. */
export function beginShow(state: ShowState, context: MatchContext, frame: Frame): void {
  const first = state.show < 0;
  state.show++;
  state.frame = frame;
  state.lastMode = first ? null : state.mode;
  state.mode = frame.playMode;
  state.hasAdvanced = !first && frame.time === state.time + 1;
  state.time = frame.time;
  state.period = context.periods.find(frame.time, frame.playMode);
  if (first) assumeShowBefore(state, context, frame);
  else {
    state.fromX = state.ballX;
    state.fromY = state.ballY;
  }
  state.ballX = frame.ballX;
  state.ballY = frame.ballY;
}

/** Sets the positions before the first show: that of the ball follows from its velocity, which has decayed since. */
function assumeShowBefore(state: ShowState, { server }: MatchContext, frame: Frame): void {
  const decay = server.ball_decay > 0 ? server.ball_decay : 1;
  state.fromX = frame.ballX - frame.ballVx / decay;
  state.fromY = frame.ballY - frame.ballVy / decay;
  frame.players.forEach((p, i) => {
    state.lastX[i] = p.x;
    state.lastY[i] = p.y;
  });
}

/** Keeps the values of the current show that the next one needs. */
export function endShow(state: ShowState): void {
  const { players } = state.frame;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = players[i]!;
    state.lastState[i] = p.state;
    state.lastTackles[i] = p.tackleCount;
    state.lastX[i] = p.x;
    state.lastY[i] = p.y;
  }
}

/** Returns the state bits of a player that are set in this show and were not set in the show before. */
export function newBits(state: ShowState, index: number): number {
  return state.frame.players[index]!.state & ~state.lastState[index]!;
}

/** Whether the ball can be played in the mode: the clock runs, or a set play is to be taken. */
export function isLive(mode: PlayMode | null): boolean {
  return mode !== null && playModeClock(mode) === 'running';
}
