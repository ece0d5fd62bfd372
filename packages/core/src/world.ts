import { expectFractions } from './fractions.js';
import { PLAYER_COUNT, TEAM_SIZE } from './pitch.js';
import type { PlayMode } from './play-mode.js';
import { type Side, type SideOrNeutral, sideSign } from './side.js';
import { type Vec2, vec2 } from './vec2.js';

/**
 * The state of a match that bodies, sensors and rules share: plain data of fixed shape, all in the one field
 * frame (metres, x towards the right goal, y downwards; radians; metres per cycle). Nothing is mirrored for the
 * right team (05 §2.1). What belongs to one component alone (memories of referee rules, queues of coaches) is kept
 * by that component beside the world.
 */
export interface World {
  /** Cycles during which the clock ran. */
  time: number;
  /** Steps spent at the present time while the clock stood (02 §6). */
  stoppageTime: number;
  playMode: PlayMode;
  /** Side that may touch the ball next; its opponents are kept away (06 §4.3). */
  kickOffSide: SideOrNeutral;
  /** Time at which the play mode last became play_on; coach message windows count from it (07 §10.3). */
  playOnStart: number;
  readonly ball: Ball;
  /** Index of the goalie who holds the ball, -1 when nobody does (05 §8). */
  catcher: number;
  /** Left 1..11 then right 1..11. */
  readonly players: readonly Player[];
  readonly left: Team;
  readonly right: Team;
  /** Wind vector and its random part (05 §6.4). */
  readonly wind: Vec2;
  windRandom: number;
}

export interface Ball {
  readonly pos: Vec2;
  readonly vel: Vec2;
  /** Sum of all pushes since the last step. */
  readonly accel: Vec2;
}

export interface Team {
  readonly side: Side;
  /** Real name, given by the first player; empty while the side has no team. It is never released. */
  name: string;
  score: number;
  /** Penalty kicks of the shoot-out: taken, and scored. */
  penaltyTaken: number;
  penaltyScored: number;
  /** Whether this side won the toss of a coin after a drawn shoot-out. */
  wonToss: boolean;
  /** Players accepted so far, also those that left; the next uniform number is one more. */
  playerCount: number;
  /** Name the online coach gave, empty when none. */
  coachName: string;
  /** Fouls called against this side. */
  fouls: number;
}

export type ViewWidth = 'narrow' | 'normal' | 'wide';
export type ViewQuality = 'high' | 'low';

/** One of the 22 slots; a slot exists from the start, connected or not (05 §4.2). */
export interface Player {
  /** Place in `World.players`: left 0..10, right 11..21. */
  readonly index: number;
  readonly side: Side;
  /** Uniform number 1..11. */
  readonly unum: number;

  /** On the field and obeying commands: connected, not removed. */
  enabled: boolean;
  /** A client was accepted for the slot at some time. */
  assigned: boolean;
  goalie: boolean;
  /** Made goalie by a coach; opponents then never see the goalie mark (03 §10.2). */
  goalieAppointed: boolean;
  /** Exact protocol version of the client, e.g. 19 or 3.9; decides the meaning of tackle and what is seen. */
  version: number;

  readonly pos: Vec2;
  readonly vel: Vec2;
  readonly accel: Vec2;
  /** Committed body direction, what every formula and sensor uses; the target becomes it during the step. */
  body: number;
  bodyTarget: number;
  /** Committed neck angle relative to the body, and the target. */
  neck: number;
  neckTarget: number;

  /** Focus point relative to the face: distance 0..40 m and direction (04 §3.13). */
  focusDist: number;
  focusDir: number;

  /** Player type id, and whether it was given by a substitution (07 §9.1). */
  typeId: number;
  typeExplicit: boolean;
  stamina: number;
  effort: number;
  recovery: number;
  staminaCapacity: number;

  /** Movement and turn noise rate r, kick noise rate k (05 §4.2). */
  noiseRate: number;
  kickRate: number;

  /** Bits shown to monitors and logs, see `PlayerState`. */
  state: number;
  /** What `(collision ...)` of the next periodic sense_body shows (05 §4.4). */
  collidedWithBall: boolean;
  collidedWithPlayer: boolean;
  collidedWithPost: boolean;

  /** Budgets of the cycle (05 §9). */
  bodyUsed: boolean;
  neckUsed: boolean;
  leftLegUsed: boolean;
  rightLegUsed: boolean;
  /** Dash of the cycle per leg; power 0 and direction 0 (degrees, relative to the body) when none. */
  leftLegDash: boolean;
  leftLegPower: number;
  leftLegDir: number;
  rightLegDash: boolean;
  rightLegPower: number;
  rightLegDir: number;
  /** >= 0 while the player shows a kick, or counts as having dashed; -1 otherwise (05 §9.4). */
  kickedCount: number;
  dashedCount: number;
  /** Cycles that a tackle, or a foul suffered, still blocks body commands. */
  tackleIdle: number;
  foulCharged: number;
  /** Cycles until the next catch is possible, and moves since the last catch. */
  catchBan: number;
  goalieMoves: number;
  /** Yellow cards; 2 when sent off. */
  cards: number;

  /** Executed commands, as sense_body, monitors and logs report them (04 §6). */
  kickCount: number;
  dashCount: number;
  turnCount: number;
  catchCount: number;
  moveCount: number;
  turnNeckCount: number;
  changeViewCount: number;
  changeFocusCount: number;
  sayCount: number;
  tackleCount: number;
  pointtoCount: number;
  attentiontoCount: number;
  /** The focus count of sense_body: like `attentiontoCount`, but zero again after a reconnect. */
  focusCount: number;

  viewWidth: ViewWidth;
  viewQuality: ViewQuality;
  /** Full view angle in radians (04 §3.3). */
  viewAngle: number;
  synchSee: boolean;
  gaussianSee: boolean;
  /** See occasions since the last see message (04 §3.2). */
  seeCounter: number;

  /** Cycles since the last accepted pointto; the arm points while below point_to_duration (05 §17.4). */
  armAge: number;
  readonly armTarget: Vec2;

  /** Index of the player attended to, -1 when attention is off. */
  attention: number;
  /** What the ear lets through, per side of the speaker (04 §5.6). */
  earLeftComplete: boolean;
  earLeftPartial: boolean;
  earRightComplete: boolean;
  earRightPartial: boolean;
  /** Hearing capacities for team mates and for opponents (04 §5.8). */
  hearOwn: number;
  hearOpponents: number;

  /** Coach language versions the client declared; 0, 0 when none. */
  clangMin: number;
  clangMax: number;
}

/** Bits of `Player.state` (05 §4.3). */
export const PlayerState: {
  readonly DISABLED: 0;
  readonly STAND: 0x1;
  readonly KICK: 0x2;
  readonly KICK_FAULT: 0x4;
  readonly GOALIE: 0x8;
  readonly CATCH: 0x10;
  readonly CATCH_FAULT: 0x20;
  readonly BALL_TO_PLAYER: 0x40;
  readonly PLAYER_TO_BALL: 0x80;
  readonly DISCARD: 0x100;
  readonly LOST: 0x200;
  readonly BALL_COLLIDE: 0x400;
  readonly PLAYER_COLLIDE: 0x800;
  readonly TACKLE: 0x1000;
  readonly TACKLE_FAULT: 0x2000;
  readonly BACK_PASS: 0x4000;
  readonly FREE_KICK_FAULT: 0x8000;
  readonly POST_COLLIDE: 0x10000;
  readonly FOUL_CHARGED: 0x20000;
  readonly YELLOW_CARD: 0x40000;
  readonly RED_CARD: 0x80000;
  readonly ILLEGAL_DEFENSE: 0x100000;
} = {
  DISABLED: 0,
  STAND: 0x1,
  KICK: 0x2,
  KICK_FAULT: 0x4,
  GOALIE: 0x8,
  CATCH: 0x10,
  CATCH_FAULT: 0x20,
  BALL_TO_PLAYER: 0x40,
  PLAYER_TO_BALL: 0x80,
  DISCARD: 0x100,
  LOST: 0x200,
  BALL_COLLIDE: 0x400,
  PLAYER_COLLIDE: 0x800,
  TACKLE: 0x1000,
  TACKLE_FAULT: 0x2000,
  BACK_PASS: 0x4000,
  FREE_KICK_FAULT: 0x8000,
  POST_COLLIDE: 0x10000,
  FOUL_CHARGED: 0x20000,
  YELLOW_CARD: 0x40000,
  RED_CARD: 0x80000,
  ILLEGAL_DEFENSE: 0x100000,
};

/** Where a player that is not on the field sits, (-+3 unum, -37) (05 §2.5). */
export function benchX(side: Side, unum: number): number {
  return -3 * unum * sideSign(side);
}
export const BENCH_Y = -37;

/** Place of a player in `World.players`. */
export function playerIndex(side: Side, unum: number): number {
  return side === 'l' ? unum - 1 : TEAM_SIZE + unum - 1;
}

export function teamOf(world: World, side: Side): Team {
  return side === 'l' ? world.left : world.right;
}

/** The slot of a uniform number, or undefined when the number is not 1..11. */
export function playerOf(world: World, side: Side, unum: number): Player | undefined {
  return unum >= 1 && unum <= TEAM_SIZE && Number.isInteger(unum)
    ? world.players[playerIndex(side, unum)]
    : undefined;
}

function createTeam(side: Side, score: number): Team {
  return {
    side,
    name: '',
    score,
    penaltyTaken: 0,
    penaltyScored: 0,
    wonToss: false,
    playerCount: 0,
    coachName: '',
    fouls: 0,
  };
}

/**
 * A slot as it is before anybody connected: at its bench place, disabled, everything zero. Values that come from
 * parameters (stamina, effort, capacities, noise rates, view angle) are filled in by the simulator.
 */
export function createPlayer(side: Side, unum: number): Player {
  return {
    index: playerIndex(side, unum),
    side,
    unum,
    enabled: false,
    assigned: false,
    goalie: false,
    goalieAppointed: false,
    version: 3.0,
    pos: vec2(benchX(side, unum), BENCH_Y),
    vel: vec2(),
    accel: vec2(),
    body: 0,
    bodyTarget: 0,
    neck: 0,
    neckTarget: 0,
    focusDist: 0,
    focusDir: 0,
    typeId: 0,
    typeExplicit: false,
    stamina: 0,
    effort: 1,
    recovery: 1,
    staminaCapacity: 0,
    noiseRate: 0,
    kickRate: 0,
    state: 0,
    collidedWithBall: false,
    collidedWithPlayer: false,
    collidedWithPost: false,
    bodyUsed: false,
    neckUsed: false,
    leftLegUsed: false,
    rightLegUsed: false,
    leftLegDash: false,
    leftLegPower: 0,
    leftLegDir: 0,
    rightLegDash: false,
    rightLegPower: 0,
    rightLegDir: 0,
    kickedCount: 0,
    dashedCount: 0,
    tackleIdle: 0,
    foulCharged: 0,
    catchBan: 0,
    goalieMoves: 0,
    cards: 0,
    kickCount: 0,
    dashCount: 0,
    turnCount: 0,
    catchCount: 0,
    moveCount: 0,
    turnNeckCount: 0,
    changeViewCount: 0,
    changeFocusCount: 0,
    sayCount: 0,
    tackleCount: 0,
    pointtoCount: 0,
    attentiontoCount: 0,
    focusCount: 0,
    viewWidth: 'normal',
    viewQuality: 'high',
    viewAngle: Math.PI / 2,
    synchSee: false,
    gaussianSee: false,
    seeCounter: 0,
    armAge: 0,
    armTarget: vec2(),
    attention: -1,
    earLeftComplete: true,
    earLeftPartial: false,
    earRightComplete: true,
    earRightPartial: false,
    hearOwn: 0,
    hearOpponents: 0,
    clangMin: 0,
    clangMax: 0,
  };
}

/** An empty field before the first kick-off, with 22 absent players. */
export function createWorld(startScoreLeft = 0, startScoreRight = 0): World {
  const players: Player[] = [];
  for (let i = 0; i < PLAYER_COUNT; i++) {
    players.push(createPlayer(i < TEAM_SIZE ? 'l' : 'r', (i % TEAM_SIZE) + 1));
  }
  return {
    time: 0,
    stoppageTime: 0,
    playMode: 'before_kick_off',
    kickOffSide: 'l',
    playOnStart: 0,
    ball: { pos: vec2(), vel: vec2(), accel: vec2() },
    catcher: -1,
    players,
    left: createTeam('l', startScoreLeft),
    right: createTeam('r', startScoreRight),
    wind: vec2(),
    windRandom: 0,
  };
}

expectFractions(createPlayer('l', 1), [
  'body',
  'bodyTarget',
  'neck',
  'neckTarget',
  'focusDist',
  'focusDir',
  'stamina',
  'effort',
  'recovery',
  'staminaCapacity',
  'noiseRate',
  'kickRate',
  'leftLegPower',
  'leftLegDir',
  'rightLegPower',
  'rightLegDir',
  'viewAngle',
]);
