/**
 * A player of the world: type, factory and copies.
 *
 * Generated from packages/engine/core/scripts/player-fields.ts by `pnpm --filter @rcss/core player`; do not edit.
 */

import { BENCH_Y, benchX } from './pitch.js';
import { playerIndex, type Side } from './side.js';
import type { Vec2 } from './vec2.js';
import * as vec2 from './vec2.js';
import type { ViewQuality, ViewWidth } from './view.js';

/**
 * One of the 22 player slots. All slots exist from the start, connected or not (spec 05 §4.2). Field frame: meters,
 * meters per cycle, radians.
 */
export interface Player {
  /** Place in `World.players`: left 0..10, right 11..21. */
  readonly index: number;
  readonly side: Side;
  /** Uniform number 1..11. */
  readonly unum: number;

  /** Whether the player is on the field and accepts commands: connected, not removed. */
  enabled: boolean;
  /** Whether a client was ever accepted for the slot. */
  assigned: boolean;
  goalie: boolean;
  /** Whether a coach made the player goalie; opponents then never see the goalie mark (spec 03 §10.2). */
  goalieAppointed: boolean;
  /**
   * Exact protocol version of the client, e.g. 19 or 3.9; decides the meaning of tackle and what is seen.
   */
  version: number;

  /** Position, meters. */
  readonly pos: Vec2;
  /** Velocity, meters per cycle. */
  readonly vel: Vec2;
  /** Sum of all accelerations since the last step, meters per cycle squared. */
  readonly accel: Vec2;
  /** Committed body direction, radians. All formulas and sensors use it. The step sets it to the target. */
  body: number;
  /** Body direction after the next step, radians. */
  bodyTarget: number;
  /** Committed neck angle relative to the body, radians. */
  neck: number;
  /** Neck angle after the next step, radians. */
  neckTarget: number;

  /** Focus point relative to the face: distance 0..40 m (spec 04 §3.13). */
  focusDist: number;
  /** Focus point relative to the face: direction, radians. */
  focusDir: number;

  /** Player type (spec 07 §9.1). */
  typeId: number;
  /** Whether the type was given by a substitution. */
  typeExplicit: boolean;
  stamina: number;
  effort: number;
  recovery: number;
  staminaCapacity: number;

  /** Movement and turn noise rate r (spec 05 §4.2). */
  noiseRate: number;
  /** Kick noise rate k (spec 05 §4.2). */
  kickNoiseRate: number;

  /** Bits sent to monitors and logs, see `PlayerState`. */
  state: number;
  /** Collisions that `(collision ...)` of the next periodic sense_body reports (spec 05 §4.4). */
  collidedWithBall: boolean;
  collidedWithPlayer: boolean;
  collidedWithPost: boolean;

  /** Whether the body, the neck and the legs already have a command in this cycle (spec 05 §9). */
  bodyUsed: boolean;
  neckUsed: boolean;
  leftLegUsed: boolean;
  rightLegUsed: boolean;
  /** Dash of the cycle per leg; power 0 and direction 0 (degrees, relative to the body) if there is none. */
  leftLegDash: boolean;
  leftLegPower: number;
  leftLegDir: number;
  rightLegDash: boolean;
  rightLegPower: number;
  rightLegDir: number;
  /** >= 0 while others see the player kick, -1 otherwise (spec 05 §9.4). */
  kickedCount: number;
  /** >= 0 while the player counts as having dashed, -1 otherwise (spec 05 §9.4). */
  dashedCount: number;
  /** Number of further cycles in which a tackle blocks body commands. */
  tackleIdle: number;
  /** Number of further cycles in which a suffered foul blocks body commands. */
  foulCharged: number;
  /** Cycles until the next catch is possible. */
  catchBan: number;
  /** Number of moves since the last catch. */
  goalieMoves: number;
  /** Yellow cards; 2 when sent off. */
  cards: number;

  /** Numbers of executed commands, as sense_body, monitors and logs report them (spec 04 §6). */
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
  /** The focus count of sense_body: like `attentiontoCount`, but a reconnect sets it to zero. */
  focusCount: number;

  viewWidth: ViewWidth;
  viewQuality: ViewQuality;
  /** Full view angle, radians (spec 04 §3.3). */
  viewAngle: number;
  synchSee: boolean;
  gaussianSee: boolean;
  /** See occasions since the last see message (spec 04 §3.2). */
  seeCounter: number;

  /**
   * Cycles since the last accepted pointto; the arm points while below point_to_duration (spec 05 §17.4).
   */
  armAge: number;
  /** Point of the field at which the arm points. */
  readonly armTarget: Vec2;

  /** Index of the player attended to, -1 when attention is off. */
  attention: number;
  /** Which messages the player hears, per side of the speaker (spec 04 §5.6). */
  earLeftComplete: boolean;
  earLeftPartial: boolean;
  earRightComplete: boolean;
  earRightPartial: boolean;
  /** Hearing capacity for team mates (spec 04 §5.8). */
  hearOwn: number;
  /** Hearing capacity for opponents. */
  hearOpponents: number;

  /** Lowest coach language version that the client declared; 0 if none. */
  clangMin: number;
  /** Highest coach language version that the client declared; 0 if none. */
  clangMax: number;
}

/**
 * Creates a slot as it is before a client connects: at its bench position, disabled, all counters zero. The simulator
 * sets the values that come from parameters (stamina, effort, capacities, noise rates, view angle).
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
    pos: vec2.create(benchX(side, unum), BENCH_Y),
    vel: vec2.create(),
    accel: vec2.create(),
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
    kickNoiseRate: 0,
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
    armTarget: vec2.create(),
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

/** Returns a deep copy of a player. */
export function clonePlayer(player: Player): Player {
  return {
    ...player,
    pos: { ...player.pos },
    vel: { ...player.vel },
    accel: { ...player.accel },
    armTarget: { ...player.armTarget },
  };
}

/** Copies all fields except those of the slot from `source` to `target`; no object is replaced. */
export function copyPlayer(target: Player, source: Player): void {
  target.pos.x = source.pos.x;
  target.pos.y = source.pos.y;
  target.vel.x = source.vel.x;
  target.vel.y = source.vel.y;
  target.accel.x = source.accel.x;
  target.accel.y = source.accel.y;
  target.armTarget.x = source.armTarget.x;
  target.armTarget.y = source.armTarget.y;
  target.enabled = source.enabled;
  target.assigned = source.assigned;
  target.goalie = source.goalie;
  target.goalieAppointed = source.goalieAppointed;
  target.version = source.version;
  target.body = source.body;
  target.bodyTarget = source.bodyTarget;
  target.neck = source.neck;
  target.neckTarget = source.neckTarget;
  target.focusDist = source.focusDist;
  target.focusDir = source.focusDir;
  target.typeId = source.typeId;
  target.typeExplicit = source.typeExplicit;
  target.stamina = source.stamina;
  target.effort = source.effort;
  target.recovery = source.recovery;
  target.staminaCapacity = source.staminaCapacity;
  target.noiseRate = source.noiseRate;
  target.kickNoiseRate = source.kickNoiseRate;
  target.state = source.state;
  target.collidedWithBall = source.collidedWithBall;
  target.collidedWithPlayer = source.collidedWithPlayer;
  target.collidedWithPost = source.collidedWithPost;
  target.bodyUsed = source.bodyUsed;
  target.neckUsed = source.neckUsed;
  target.leftLegUsed = source.leftLegUsed;
  target.rightLegUsed = source.rightLegUsed;
  target.leftLegDash = source.leftLegDash;
  target.leftLegPower = source.leftLegPower;
  target.leftLegDir = source.leftLegDir;
  target.rightLegDash = source.rightLegDash;
  target.rightLegPower = source.rightLegPower;
  target.rightLegDir = source.rightLegDir;
  target.kickedCount = source.kickedCount;
  target.dashedCount = source.dashedCount;
  target.tackleIdle = source.tackleIdle;
  target.foulCharged = source.foulCharged;
  target.catchBan = source.catchBan;
  target.goalieMoves = source.goalieMoves;
  target.cards = source.cards;
  target.kickCount = source.kickCount;
  target.dashCount = source.dashCount;
  target.turnCount = source.turnCount;
  target.catchCount = source.catchCount;
  target.moveCount = source.moveCount;
  target.turnNeckCount = source.turnNeckCount;
  target.changeViewCount = source.changeViewCount;
  target.changeFocusCount = source.changeFocusCount;
  target.sayCount = source.sayCount;
  target.tackleCount = source.tackleCount;
  target.pointtoCount = source.pointtoCount;
  target.attentiontoCount = source.attentiontoCount;
  target.focusCount = source.focusCount;
  target.viewWidth = source.viewWidth;
  target.viewQuality = source.viewQuality;
  target.viewAngle = source.viewAngle;
  target.synchSee = source.synchSee;
  target.gaussianSee = source.gaussianSee;
  target.seeCounter = source.seeCounter;
  target.armAge = source.armAge;
  target.attention = source.attention;
  target.earLeftComplete = source.earLeftComplete;
  target.earLeftPartial = source.earLeftPartial;
  target.earRightComplete = source.earRightComplete;
  target.earRightPartial = source.earRightPartial;
  target.hearOwn = source.hearOwn;
  target.hearOpponents = source.hearOpponents;
  target.clangMin = source.clangMin;
  target.clangMax = source.clangMax;
}

/** Fields that may hold a fraction; all other numbers of a player are integers. */
export const PLAYER_REAL_FIELDS: readonly [
  'version',
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
  'kickNoiseRate',
  'leftLegPower',
  'leftLegDir',
  'rightLegPower',
  'rightLegDir',
  'viewAngle',
] = [
  'version',
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
  'kickNoiseRate',
  'leftLegPower',
  'leftLegDir',
  'rightLegPower',
  'rightLegDir',
  'viewAngle',
];
