import type { TrackedPlayer, WorldModel } from '@rcss/agent/world';
import {
  isPlayMode,
  type Player,
  type PlayerCommand,
  PlayerState,
  playerIndex,
  SIDE_NAMES,
  type Side,
  sideName,
  sideOfName,
} from '@rcss/core';
import { cos, rad, sin, wrapAngle } from '@rcss/core/math';
import { createMatchParams, createPlayerParams, type MatchParams } from '@rcss/params';
import type { SenseBodyMessage } from '@rcss/protocol';
import type { Match } from '@rcss/simulator';
import { beginEpisode, recordCycle } from '../episode.js';
import { createMatchSlots, type MatchSlot } from '../match-slot.js';
import type { Scenario } from '../scenario.js';
import { centerOfPlace } from './placed-scenario.js';

/** Number of cycles after which an arm that does not point can be moved. */
const ARM_AT_REST = 1000;

/** Speed of a body at rest, meters per cycle: shown as 0, with a direction. */
const REST_SPEED = 1e-4;

/** An arm as sense_body reports it: cycles until it stops pointing, meters, degrees relative to the face. */
type Arm = NonNullable<SenseBodyMessage['arm']>;

function createParams({ server, types }: WorldModel): MatchParams {
  return createMatchParams(server, createPlayerParams(), 1, types);
}

/** The angle that is shown as whole degrees after truncation towards zero, in the middle of its range; radians. */
function fromTruncated(degrees: number): number {
  return rad(degrees === 0 ? 0 : degrees + Math.sign(degrees) * 0.5);
}

/**
 * A match as one player believes it to be. Encoders of observations and decoders of actions read it as they read the true match of an
 * environment; the commands that they send are collected. It is never stepped.
 */
export class BelievedMatch {
  readonly slot: MatchSlot;
  readonly match: Match;
  readonly self: Player;
  readonly #scenario: Scenario;
  readonly #side: Side;
  readonly #commands: PlayerCommand[] = [];
  #scoreFor = 0;
  #scoreAgainst = 0;
  #hasBegun = false;
  #arm: Arm | null = null;

  /**
   * @param scenario The scenario as the side of the player has it.
   * @throws RangeError if the player has a number that the scenario does not have
   */
  constructor(scenario: Scenario, world: WorldModel) {
    const { side, unum } = world;
    const name = sideName(side);
    const count = scenario[name].length;
    if (unum > count)
      throw new RangeError(
        `player ${unum}: scenario ${scenario.name} has ${count} players on this side; connect ${count}`,
      );
    this.#scenario = scenario;
    this.#side = side;
    this.slot = createMatchSlots(scenario, 1, [{ side: name, unum }], createParams(world))[0] as MatchSlot;
    this.match = this.slot.match;
    this.self = this.match.world.players[playerIndex(side, unum)] as Player;
    this.#placeAtStart();
  }

  /** All players stand in the middle of their start places until they are seen. */
  #placeAtStart(): void {
    const { players, ball } = this.match.world;
    Object.assign(ball.pos, centerOfPlace(this.#scenario.ball.place, { x: 0, y: 0 }));
    for (const side of SIDE_NAMES)
      this.#scenario[side].forEach(({ place }, i) => {
        const player = players[playerIndex(sideOfName(side), i + 1)] as Player;
        Object.assign(player.pos, centerOfPlace(place, ball.pos));
        player.body = side === 'left' ? 0 : Math.PI;
      });
  }

  /** Forgets what happened in the episode; the next `update` is its first cycle. */
  beginEpisode(world: WorldModel): void {
    this.#scoreFor = world.goalsFor;
    this.#scoreAgainst = world.goalsAgainst;
    this.#hasBegun = false;
    this.#setMatch(world);
    this.slot.episode.episode += 1;
    beginEpisode(this.slot.episode, this.match);
  }

  /** Takes over the state of the own body. */
  senseBody(body: SenseBodyMessage, world: WorldModel): void {
    this.#setMatch(world);
    const { self, match } = this;
    const { server } = match.params;
    this.#setOwnPose(world);
    const neck = fromTruncated(body.headAngle ?? 0);
    self.body = wrapAngle(self.body + self.neck - neck);
    self.neck = neck;
    const course = self.body + neck + fromTruncated(body.speedDir ?? 0);
    const speed = Math.max(body.speed, REST_SPEED);
    self.vel.x = speed * cos(course);
    self.vel.y = speed * sin(course);
    self.stamina = body.stamina;
    self.effort = body.effort;
    self.recovery = world.self.recovery;
    self.staminaCapacity = body.capacity ?? server.stamina_capacity;
    self.viewWidth = body.width === 'narrow' || body.width === 'wide' ? body.width : 'normal';
    self.viewQuality = body.quality === 'low' ? 'low' : 'high';
    self.tackleIdle = body.tackle?.expires ?? 0;
    self.foulCharged = body.foul?.charged ?? 0;
    self.cards = body.foul?.card === 'red' ? 2 : body.foul?.card === 'yellow' ? 1 : 0;
    self.collidedWithBall = body.collision?.ball === true;
    self.collidedWithPlayer = body.collision?.player === true;
    self.collidedWithPost = body.collision?.post === true;
    this.#arm = body.arm;
    this.#setArm();
    const { side = '', unum = 0 } = body.focus ?? {};
    self.attention = side === '' ? -1 : playerIndex(side, unum);
    self.focusDist = body.focusPoint?.dist ?? 0;
    self.focusDir = rad(body.focusPoint?.dir ?? 0);
    self.kickCount = body.kick;
    self.dashCount = body.dash;
    self.turnCount = body.turn;
    self.sayCount = body.say;
    self.turnNeckCount = body.turnNeck ?? 0;
    self.catchCount = body.catch ?? 0;
    self.moveCount = body.move ?? 0;
    self.changeViewCount = body.changeView ?? 0;
    self.changeFocusCount = body.changeFocus ?? 0;
    self.tackleCount = body.tackle?.count ?? 0;
  }

  /** Takes over the estimates of a cycle and counts it. */
  update(world: WorldModel): void {
    this.#setMatch(world);
    this.#setOwnPose(world);
    this.#setArm();
    this.#setBall(world);
    this.#setPlayers(world);
    this.#releaseBody();
    const { catch_ban_cycle: ban } = world.server;
    this.self.catchBan = Math.max(0, ban - (world.cycle - world.lastCatchCycle));
    const { slot, match } = this;
    if (this.#hasBegun) recordCycle(slot.episode, match, slot.events);
    else {
      this.#hasBegun = true;
      beginEpisode(slot.episode, match);
      match.world.players.forEach(({ index, pos }) => {
        slot.homeX[index] = pos.x;
        slot.homeY[index] = pos.y;
      });
    }
  }

  /** Returns the commands that `act` sends for the player. */
  collect(act: () => void): readonly PlayerCommand[] {
    const { match, self } = this;
    const commands = this.#commands;
    commands.length = 0;
    const { viewWidth } = self;
    // The objects of the commands are used again by their senders.
    match.record = (input) => {
      if (input.do === 'player' && input.index === self.index) commands.push({ ...input.command });
    };
    act();
    match.record = null;
    if (self.viewWidth !== viewWidth && !commands.some(({ type }) => type === 'change_view'))
      commands.push({ type: 'change_view', width: self.viewWidth, quality: null });
    return [...commands];
  }

  #setMatch({ time, modeName, goalsFor, goalsAgainst, side }: WorldModel): void {
    const { world } = this.match;
    world.time = time;
    if (isPlayMode(modeName)) world.playMode = modeName;
    const scoreFor = goalsFor - this.#scoreFor;
    const scoreAgainst = goalsAgainst - this.#scoreAgainst;
    world.left.score = side === 'l' ? scoreFor : scoreAgainst;
    world.right.score = side === 'l' ? scoreAgainst : scoreFor;
  }

  /** 1 for the left side, -1 for the right side, whose frame is turned. */
  get #sign(): 1 | -1 {
    return this.#side === 'l' ? 1 : -1;
  }

  #turned(angle: number): number {
    return this.#side === 'l' ? angle : wrapAngle(angle + Math.PI);
  }

  #setOwnPose({ self: own, typeIds, unum }: WorldModel): void {
    const { self } = this;
    const sign = this.#sign;
    self.pos.x = sign * own.pos.x;
    self.pos.y = sign * own.pos.y;
    self.vel.x = sign * own.vel.x;
    self.vel.y = sign * own.vel.y;
    self.body = this.#turned(own.body);
    self.neck = own.neck;
    self.typeId = typeIds[unum] ?? 0;
  }

  /** The arm points to a place of the field, which is reported relative to the player. */
  #setArm(): void {
    const { self, match } = this;
    const { point_to_ban, point_to_duration } = match.params.server;
    const { movable = 0, expires = 0, targetDist = 0, targetDir = 0 } = this.#arm ?? {};
    if (expires > 0) self.armAge = point_to_duration - expires;
    else self.armAge = movable > 0 ? point_to_ban - movable : ARM_AT_REST;
    const direction = rad(targetDir) + self.body + self.neck;
    self.armTarget.x = self.pos.x + targetDist * cos(direction);
    self.armTarget.y = self.pos.y + targetDist * sin(direction);
  }

  #setBall({ ball: seen }: WorldModel): void {
    const { ball } = this.match.world;
    const sign = this.#sign;
    ball.pos.x = sign * seen.pos.x;
    ball.pos.y = sign * seen.pos.y;
    ball.vel.x = sign * seen.vel.x;
    ball.vel.y = sign * seen.vel.y;
    ball.z = seen.z;
    ball.vz = seen.vz;
    ball.accel.x = 0;
    ball.accel.y = 0;
    ball.az = 0;
    this.match.world.catcher = -1;
  }

  #setPlayers({ players, typeIds }: WorldModel): void {
    const opposite: Side = this.#side === 'l' ? 'r' : 'l';
    this.#setTeam(this.#side, players.ownList, typeIds);
    this.#setTeam(opposite, players.opponentList, []);
  }

  /** Players with a number of the scenario get their places; the others the free places, the nearest to the ball first. */
  #setTeam(side: Side, seen: readonly TrackedPlayer[], typeIds: readonly number[]): void {
    const { players, ball } = this.match.world;
    const count = this.#scenario[sideName(side)].length;
    const used = new Set<number>(side === this.#side ? [this.self.unum] : []);
    const rest: TrackedPlayer[] = [];
    for (const player of seen) {
      if (player.unum < 1 || player.unum > count || used.has(player.unum)) rest.push(player);
      else {
        used.add(player.unum);
        this.#setPlayer(players[playerIndex(side, player.unum)] as Player, player, typeIds[player.unum]);
      }
    }
    const sign = this.#sign;
    const gap = ({ pos }: TrackedPlayer): number =>
      (sign * pos.x - ball.pos.x) ** 2 + (sign * pos.y - ball.pos.y) ** 2;
    rest.sort((a, b) => gap(a) - gap(b));
    for (let unum = 1; unum <= count && rest.length > 0; unum++)
      if (!used.has(unum))
        this.#setPlayer(players[playerIndex(side, unum)] as Player, rest.shift() as TrackedPlayer, undefined);
  }

  #setPlayer(player: Player, seen: TrackedPlayer, typeId = 0): void {
    const sign = this.#sign;
    player.pos.x = sign * seen.pos.x;
    player.pos.y = sign * seen.pos.y;
    player.vel.x = sign * seen.vel.x;
    player.vel.y = sign * seen.vel.y;
    player.body = this.#turned(seen.body);
    player.tackleIdle = seen.tackling ? 1 : 0;
    player.typeId = typeId;
    player.state = PlayerState.STAND | (player.goalie ? PlayerState.GOALIE : 0);
  }

  /** Makes the body of the player free for the commands of a cycle. */
  #releaseBody(): void {
    const { self } = this;
    self.accel.x = 0;
    self.accel.y = 0;
    self.bodyUsed = false;
    self.neckUsed = false;
    self.leftLegUsed = false;
    self.rightLegUsed = false;
    self.leftLegDash = false;
    self.rightLegDash = false;
    self.state = PlayerState.STAND | (self.goalie ? PlayerState.GOALIE : 0);
  }
}
