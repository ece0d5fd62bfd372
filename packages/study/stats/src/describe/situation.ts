/**
 * What a frame means: who has the ball, who can reach it first, which passes are open. Computed from the true state with the motion of
 * `@rcss/physics`, without its noise; teams see less.
 */
import { type Frame, type FramePlayer, PlayerState, type PlayMode, type Side, sideSign } from '@rcss/core';
import { rad } from '@rcss/core/math';
import type { Vec2 } from '@rcss/core/vec2';
import type { LogRecord } from '@rcss/logs';
import {
  createDefaultPlayerType,
  DEFAULT_SERVER_PARAMS,
  type MatchParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { cyclesToTravel, interceptBall, kickableDistance, type Runner } from '@rcss/physics/predict';
import { offsideLine } from '@rcss/referee/geometry';

/** Cycles up to which motion is predicted. */
export const SITUATION_HORIZON = 50;
/** Speeds with which a pass arrives, m/cycle; the first one with which no opponent stops it is described. */
const PASS_END_SPEEDS = [1, 1.5, 2];
/** Cycles after the kick in which opponents begin to run for a pass. */
const REACTION_CYCLES = 1;
/** Shortest and longest pass, m. */
const MIN_PASS = 3;
const MAX_PASS = 40;

/** Parameters of a match that a situation depends on. */
export interface SituationParams {
  /** Server parameters. */
  readonly server: ServerParams;
  /** Player types by id. */
  readonly types: readonly PlayerType[];
}

/** A player on the pitch. */
export interface SituationPlayer {
  /** Side of the player. */
  readonly side: Side;
  /** Uniform number. */
  readonly unum: number;
  /** Whether it is the goalie. */
  readonly goalie: boolean;
  /** X in the field frame, m. */
  readonly x: number;
  /** Y in the field frame, m. */
  readonly y: number;
  /** Speed, m/cycle. */
  readonly speed: number;
  /** Stamina; 0 in logs without it. */
  readonly stamina: number;
  /** Distance to the ball, m. */
  readonly ballDistance: number;
  /** Cycles until it can play the ball if it runs now; null: not within {@link SITUATION_HORIZON}. */
  readonly reach: number | null;
}

/** A pass that the player with the ball could play to a teammate where it stands. */
export interface PassLane {
  /** Uniform number of the receiver. */
  readonly unum: number;
  /** Length, m. */
  readonly distance: number;
  /** Cycles until the ball is there; it arrives with 1 to 2 m/cycle if it can be kicked so fast. */
  readonly cycles: number;
  /** The opponent that gets to the ball before it arrives; null if there is none. */
  readonly stoppedBy: number | null;
  /** Whether the receiver is in an offside position. */
  readonly offside: boolean;
  /** Whether the pass is neither stopped nor offside. */
  readonly open: boolean;
}

/** A moment of a match. Positions are in meters in the field frame: x to the right goal, y downwards. */
export interface MatchSituation {
  /** Game time, cycles. */
  readonly time: number;
  readonly playMode: PlayMode;
  /** Name and score of the left team. */
  readonly left: { readonly name: string; readonly score: number };
  /** Name and score of the right team. */
  readonly right: { readonly name: string; readonly score: number };
  /** The ball; speed in m/cycle. */
  readonly ball: { readonly x: number; readonly y: number; readonly speed: number };
  /** The player with the ball: the nearest within its kickable distance; null if there is none. */
  readonly holder: SituationPlayer | null;
  /** Players on the pitch, the one that can reach the ball first at the beginning. */
  readonly players: readonly SituationPlayer[];
  /** Passes of the holder: the open ones first, then by length. */
  readonly passes: readonly PassLane[];
}

/** Returns the parameters of a match from the records of its log; defaults for those that the log does not have. */
export function collectSituationParams(records: Iterable<LogRecord>): SituationParams {
  let server: ServerParams = DEFAULT_SERVER_PARAMS;
  const types: PlayerType[] = [];
  for (const record of records) {
    if (record.type === 'server_param') server = record.params;
    else if (record.type === 'player_type') types[record.playerType.id] = record.playerType;
    else if (record.type === 'show') break;
  }
  const standard = createDefaultPlayerType(server);
  return {
    server,
    types: Array.from({ length: Math.max(1, types.length) }, (_, id) => types[id] ?? standard),
  };
}

export function readSituation(frame: Frame, params: SituationParams): MatchSituation {
  const field = new Field(frame, params);
  const players = field.players
    .map((player) => field.describe(player))
    .sort((a, b) => (a.reach ?? 99) - (b.reach ?? 99) || a.ballDistance - b.ballDistance);
  const owner = findHolder(frame, params);
  const holder =
    players.find(({ side, unum }) => owner !== null && side === owner.side && unum === owner.unum) ?? null;
  return {
    time: frame.time,
    playMode: frame.playMode,
    left: { name: frame.left.name, score: frame.left.score },
    right: { name: frame.right.name, score: frame.right.score },
    ball: { x: frame.ballX, y: frame.ballY, speed: Math.hypot(frame.ballVx, frame.ballVy) },
    holder,
    players,
    passes: holder === null ? [] : field.listPasses(holder),
  };
}

/** Returns whether a player is on the pitch and the ball within its kickable distance. */
export function canPlayBall(frame: Frame, player: FramePlayer, params: SituationParams): boolean {
  if ((player.state & PlayerState.STAND) === 0) return false;
  const distance = Math.hypot(player.x - frame.ballX, player.y - frame.ballY);
  return distance <= kickableDistance(params as MatchParams, { typeId: knownTypeId(player, params) });
}

/** Returns the player that has the ball: of those within whose kickable distance it is, the nearest; null if there is none. */
export function findHolder(frame: Frame, params: SituationParams): FramePlayer | null {
  const distanceOf = ({ x, y }: FramePlayer): number => Math.hypot(x - frame.ballX, y - frame.ballY);
  let holder: FramePlayer | null = null;
  for (const player of frame.players)
    if (canPlayBall(frame, player, params) && (holder === null || distanceOf(player) < distanceOf(holder)))
      holder = player;
  return holder;
}

/** Lists the passes of a player to its teammates where they stand: the open ones first, then by length. */
export function listPassLanes(
  frame: Frame,
  player: Pick<FramePlayer, 'side' | 'unum'>,
  params: SituationParams,
): PassLane[] {
  return new Field(frame, params).listPasses(player);
}

/** The id of a player's type; that of the default type if the match has no such type. */
function knownTypeId({ typeId }: FramePlayer, { types }: SituationParams): number {
  return types[typeId] === undefined ? 0 : typeId;
}

/** A frame with the parameters in the form that the predictions take. */
class Field {
  readonly players: readonly FramePlayer[];
  readonly #frame: Frame;
  readonly #params: MatchParams;

  constructor(frame: Frame, params: SituationParams) {
    this.#frame = frame;
    this.#params = params as MatchParams;
    this.players = frame.players.filter(({ state }) => (state & PlayerState.STAND) !== 0);
  }

  describe(player: FramePlayer): SituationPlayer {
    const { ballX, ballY } = this.#frame;
    return {
      side: player.side,
      unum: player.unum,
      goalie: (player.state & PlayerState.GOALIE) !== 0,
      x: player.x,
      y: player.y,
      speed: Math.hypot(player.vx, player.vy),
      stamina: player.stamina,
      ballDistance: Math.hypot(player.x - ballX, player.y - ballY),
      reach: this.#computeReach(player, this.#ball(), SITUATION_HORIZON),
    };
  }

  listPasses({ side, unum }: Pick<FramePlayer, 'side' | 'unum'>): PassLane[] {
    const mates = this.players.filter((player) => player.side === side && player.unum !== unum);
    return mates
      .map((mate) => this.#createLane(mate))
      .filter((lane) => lane !== null)
      .sort((a, b) => Number(b.open) - Number(a.open) || a.distance - b.distance);
  }

  #createLane(mate: FramePlayer): PassLane | null {
    const { ballX, ballY } = this.#frame;
    const distance = Math.hypot(mate.x - ballX, mate.y - ballY);
    if (distance < MIN_PASS || distance > MAX_PASS) return null;
    let lane: PassLane | null = null;
    for (const endSpeed of PASS_END_SPEEDS) {
      if (lane !== null && lane.stoppedBy === null) break;
      lane = this.#rollPass(mate, distance, endSpeed) ?? lane;
    }
    return lane;
  }

  /** A pass that arrives with a speed; null if the ball does not get there. */
  #rollPass(mate: FramePlayer, distance: number, endSpeed: number): PassLane | null {
    const { ballX, ballY } = this.#frame;
    const { ball_decay: decay, ball_speed_max: fastest, use_offside: hasOffside } = this.#params.server;
    const speed = Math.min(fastest, endSpeed + (1 - decay) * distance);
    const cycles = cyclesToTravel(distance, speed, decay);
    if (!Number.isFinite(cycles)) return null;
    const vel = { x: (speed * (mate.x - ballX)) / distance, y: (speed * (mate.y - ballY)) / distance };
    const rolling = { pos: { x: ballX, y: ballY }, vel };
    let stoppedBy: number | null = null;
    let earliest = cycles;
    for (const player of this.players) {
      if (player.side === mate.side) continue;
      const reach = this.#computeReach(player, rolling, earliest - 1, REACTION_CYCLES);
      if (reach === null) continue;
      earliest = reach;
      stoppedBy = player.unum;
    }
    const offside = hasOffside && this.#isOffside(mate);
    return { unum: mate.unum, distance, cycles, stoppedBy, offside, open: stoppedBy === null && !offside };
  }

  #isOffside({ side, x }: FramePlayer): boolean {
    const defenders = this.players.filter((player) => player.side !== side).map((player) => player.x);
    const line = offsideLine(side, defenders, this.#frame.ballX);
    return sideSign(side) * (x - line) > 0;
  }

  /** First cycle up to `latest` in which a player that runs after `delay` cycles can play the rolling ball; null: none. */
  #computeReach(
    player: FramePlayer,
    ball: { pos: Vec2; vel: Vec2 },
    latest: number,
    delay = 0,
  ): number | null {
    return interceptBall(this.#params, toRunner(player, this.#params), ball, latest, delay)?.cycles ?? null;
  }

  #ball(): { pos: Vec2; vel: Vec2 } {
    const { ballX, ballY, ballVx, ballVy } = this.#frame;
    return { pos: { x: ballX, y: ballY }, vel: { x: ballVx, y: ballVy } };
  }
}

function toRunner(player: FramePlayer, params: SituationParams): Runner {
  return {
    side: player.side,
    pos: { x: player.x, y: player.y },
    vel: { x: player.vx, y: player.vy },
    body: rad(player.body),
    typeId: knownTypeId(player, params),
    stamina: player.stamina,
    effort: player.effort,
    recovery: player.recovery,
    staminaCapacity: player.capacity,
  };
}
