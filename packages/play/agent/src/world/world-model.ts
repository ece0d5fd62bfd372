import type { PlayerCommand, Side, Vec2 } from '@rcss/core';
import { atan2, cos, sin } from '@rcss/core/math';
import { createRandomStream, type RandomStream } from '@rcss/core/random';
import type { PlayerType, ServerParams } from '@rcss/params';
import type { HeardMessage, SeeMessage, SenseBodyMessage } from '@rcss/protocol';
import { computeDistance } from '../geometry.js';
import { type Ability, abilityOf } from './ability.js';
import { BallTracker } from './ball-tracker.js';
import { HeardInCycle } from './heard.js';
import { Localizer } from './localizer.js';
import { isTimedSetPlay, type ModeView, readMode } from './mode-view.js';
import { estimateOffsideLine } from './offside-line.js';
import { recordOwnCommand } from './own-command.js';
import { PlayerTracker, type TrackedPlayer } from './player-tracker.js';
import type { MessageKinds, SayPart } from './say-codec.js';
import { SelfState } from './self-state.js';
import { Views } from './views.js';
import { computeViewAngle, createGaussianVision, createQuantizedVision, type VisionModel } from './vision.js';

/** Cycles after an own kick in which its noise may be seen. */
const OWN_KICK_CYCLES = 2;
/** Age up to which a heard offside line is used, cycles. */
const MAX_HEARD_LINE_AGE = 5;
/** Distance of a kicking player from the ball beyond its kickable distance, meters: positions are estimated. */
const KICK_MARGIN = 0.7;

/** What a player perceives and can do beyond the defaults. */
export interface PerceptionOptions {
  /** Whether the player requests distances with Gaussian noise instead of quantized ones; false by default. */
  readonly gaussianVision?: boolean;
  /**
   * Whether the player keeps asynchronous see messages, every 75, 150 or 300 ms by its view width, as protocol versions 12 to 17 get them
   * unless they request one message per cycle; false by default. It needs such a version.
   */
  readonly asynchronousVision?: boolean;
  /** Whether the player turns while it runs, by dashes with two legs; false by default. */
  readonly hasLegs?: boolean;
  /**
   * Own kinds of messages between teammates, at most 8, for `player.say([{ kind: 'own', name, values }])` and `player.heardParts`; none by default.
   *
   * @example { press: { line: { min: -50, max: 50, bits: 6 } } }
   */
  readonly messages?: MessageKinds;
}

export interface WorldModelOptions extends PerceptionOptions {
  readonly server: ServerParams;
  readonly types: readonly PlayerType[];
  readonly side: Side;
  readonly unum: number;
  readonly team: string;
  readonly goalie: boolean;
  /** Varies the decisions; 0 by default. */
  readonly seed?: number;
}

/** One player's estimate of the match, in the team's frame. */
export class WorldModel {
  readonly server: ServerParams;
  readonly side: Side;
  readonly unum: number;
  readonly goalie: boolean;
  readonly team: string;
  readonly self: SelfState;
  readonly ball: BallTracker;
  readonly players: PlayerTracker;
  /** Cycles since the start: the number of sense_body messages. It also increases while the game clock is stopped. */
  cycle = 0;
  /** Game time of the last sense_body. */
  time = 0;
  /** Cycles since the game time stands still. */
  stoppageTime = 0;
  mode: ModeView = { kind: 'before_kick_off', isOwn: null };
  modeName = 'before_kick_off';
  /** Cycle in which the mode was received. */
  modeSince = 0;
  /** Whether a see message arrived this cycle. */
  sawThisCycle = false;
  goalsFor = 0;
  goalsAgainst = 0;
  /** Side that kicked the ball last, according to what the player has seen. */
  lastTouch: 'own' | 'opponent' | 'contested' | null = null;
  lastTouchUnum = 0;
  /** Whether the server shows who kicks: protocol versions from 13 on. */
  #seesKicks = false;
  /** Number of the player that took the own set play and must not touch the ball again before another player; 0 for none. */
  bannedTaker = 0;
  #bannedSince = 0;
  /** Receiver of a teammate's pass, and the cycle of the pass. */
  passReceiver = 0;
  passSince = -100;
  /** In a shootout: the sign of the x coordinate of the goal in use, in the team frame. */
  penaltyGoalSign = 1;
  /** Cycle of the own last catch attempt. */
  lastCatchCycle = -100;
  /** Number of own penalty kicks that have been set up. */
  penaltiesTaken = 0;
  /** Type ids of the own players by uniform number. */
  readonly typeIds: number[] = new Array(12).fill(0);
  /** Random number from -1 to 1 of this cycle: decides between actions of equal value. */
  tieBreak = 0;
  /** Whether see messages arrive at the rate of the view width instead of once per cycle. */
  readonly asynchronousVision: boolean;
  /** Whether the player dashes with two legs to turn while it runs. */
  readonly hasLegs: boolean;
  /** What teammates, opponents and the own coach said in this cycle. */
  readonly heard: HeardInCycle;
  /** Where the player has looked. */
  readonly views: Views = new Views();
  #heardLine = 0;
  #heardLineAt = -100;
  readonly #gaussianVision: boolean;
  readonly #chance: RandomStream;
  readonly #types: readonly PlayerType[];
  readonly #abilities = new Map<number, Ability>();
  readonly #localizer: Localizer;

  constructor(options: WorldModelOptions) {
    this.server = options.server;
    this.#types = options.types;
    this.#chance = createRandomStream(options.seed ?? 0, `${options.team} ${options.unum}`);
    this.side = options.side;
    this.unum = options.unum;
    this.goalie = options.goalie;
    this.team = options.team;
    this.heard = new HeardInCycle(options.messages ?? {});
    const ability = this.#ability(0);
    this.#gaussianVision = options.gaussianVision ?? false;
    this.hasLegs = options.hasLegs ?? false;
    this.asynchronousVision = options.asynchronousVision ?? false;
    const vision = this.#createVision(ability.type);
    this.self = new SelfState(ability);
    const { server } = options;
    this.ball = new BallTracker(server.ball_decay, server.ball_speed_max, vision, server);
    this.players = new PlayerTracker(ability);
    this.#localizer = new Localizer(options.side === 'r', vision);
  }

  #createVision(type: PlayerType): VisionModel {
    return this.#gaussianVision ? createGaussianVision(type) : createQuantizedVision(this.server);
  }

  #ability(id: number): Ability {
    let ability = this.#abilities.get(id);
    if (ability === undefined) {
      ability = abilityOf(this.#types[id] ?? this.#types[0]!, this.server);
      this.#abilities.set(id, ability);
    }
    return ability;
  }

  /** Records the new type of a teammate. */
  setType(unum: number, typeId: number): void {
    this.typeIds[unum] = typeId;
    const ability = this.#ability(typeId);
    if (unum === this.unum) {
      this.self.ability = ability;
      this.ball.vision = this.#createVision(ability.type);
      this.#localizer.vision = this.ball.vision;
    }
    const mate = this.players.mates[unum];
    if (mate !== undefined) mate.ability = ability;
  }

  /**
   * Records that an opponent got a type other than 0. Which one is not announced: a fast type is assumed, because a player that
   * underestimates opponents loses more than one that overestimates them.
   */
  setUnknownType(unum: number): void {
    const opponent = this.players.opponents[unum];
    if (opponent !== undefined) opponent.ability = this.#ability(this.#fastType());
  }

  /** Records the type of an opponent that the coach has found out. */
  setOpponentType(unum: number, typeId: number): void {
    const opponent = this.players.opponents[unum];
    if (opponent !== undefined) opponent.ability = this.#ability(typeId);
  }

  /** The type at the upper quarter of top speeds, of all types but 0. */
  #fastType(): number {
    const ids = this.#types.map(({ id }) => id).filter((id) => id !== 0);
    ids.sort((a, b) => this.#ability(a).topSpeed - this.#ability(b).topSpeed);
    return ids[Math.floor(0.75 * ids.length)] ?? 0;
  }

  /** Angle that the player sees with its view width, radians. */
  get viewAngle(): number {
    return computeViewAngle(this.server, this.self.viewWidth, this.asynchronousVision);
  }

  /** Cycles since the mode changed. */
  get modeAge(): number {
    return this.cycle - this.modeSince;
  }

  /** Cycles until a set play that no player takes becomes a drop ball; null if that does not happen in this play mode. */
  get setPlayCyclesLeft(): number | null {
    const { drop_ball_time: limit } = this.server;
    return limit > 0 && isTimedSetPlay(this.mode) ? Math.max(0, limit - this.modeAge) : null;
  }

  /** Cycles since the player had a point in view; Infinity if that was not in its last 60 see messages. */
  unseenFor(point: Readonly<Vec2>): number {
    return this.views.unseenFor(point, this.cycle, this.server.visible_distance);
  }

  /** Whether the play mode is play_on. */
  get playOn(): boolean {
    return this.mode.kind === 'play_on';
  }

  /** All player types by their id. */
  get types(): readonly PlayerType[] {
    return this.#types;
  }

  /** Starts a cycle with a sense_body message. */
  senseBody(m: SenseBodyMessage): void {
    this.cycle += 1;
    this.heard.beginCycle();
    this.stoppageTime = m.time === this.time ? this.stoppageTime + 1 : 0;
    this.time = m.time;
    this.sawThisCycle = false;
    this.tieBreak = 2 * this.#chance.next() - 1;
    const { self, ball } = this;
    self.senseBody(m, this.server);
    const { pending } = self;
    if (pending.isTrap) ball.place(ball.pos.x, ball.pos.y);
    if (self.kicked) ball.predict(pending.pushX, pending.pushY, pending.lift);
    else ball.predict(0, 0);
    if (m.collision?.ball) ball.collide();
    pending.pushX = 0;
    pending.pushY = 0;
    pending.lift = 0;
    pending.isTrap = false;
    this.players.predict();
    if (this.mode.kind === 'before_kick_off' || this.mode.kind === 'kick_off') ball.place(0, 0);
    if (this.cycle - this.passSince > 20) this.passReceiver = 0;
    if (this.bannedTaker !== 0 && this.cycle - this.#bannedSince > 40) this.bannedTaker = 0;
  }

  /** Adds what a see message shows. */
  see(m: SeeMessage): void {
    const { self } = this;
    const pose = self.pose();
    if (!this.#localizer.update(m.objects, pose)) return;
    self.adopt(pose);
    this.sawThisCycle = true;
    this.views.add(this.cycle, self.pos, self.face, this.viewAngle / 2);
    for (const thing of m.objects) if (thing.kind === 'ball') this.ball.see(thing, self);
    this.players.see(m.objects, self, this.team, this.viewAngle / 2);
    this.#forgetBallNotSeen();
  }

  /** The ball is not at the expected place: its position becomes uncertain. */
  #forgetBallNotSeen(): void {
    const { ball, self } = this;
    if (ball.age === 0 || ball.age > 100) return;
    const dx = ball.pos.x - self.pos.x;
    const dy = ball.pos.y - self.pos.y;
    const off = Math.abs(atan2(sin(atan2(dy, dx) - self.face), cos(atan2(dy, dx) - self.face)));
    const half = this.viewAngle / 2;
    const near = Math.sqrt(dx * dx + dy * dy) < this.server.visible_distance - 0.5;
    if (off < half - 0.15 || near) {
      ball.isLost = true;
      ball.age += 6;
      ball.posVar += 9;
    }
  }

  /** Adds a call of the referee or a message of a teammate. */
  hear(heard: HeardMessage): void {
    if (heard.kind === 'referee') this.#hearReferee(heard.message);
    else if (heard.kind === 'complete')
      for (const part of this.heard.hear(heard)) this.#hearPart(part, heard.unum ?? 0);
  }

  #hearPart(part: SayPart, speaker: number): void {
    switch (part.kind) {
      case 'ball':
        this.ball.hear(part.x, part.y, part.vx, part.vy, 0.3);
        break;
      case 'pass':
        this.passReceiver = part.receiver;
        this.passSince = this.cycle;
        if (speaker !== this.bannedTaker) this.bannedTaker = 0;
        break;
      case 'self':
        this.players.hear(true, speaker, part.x, part.y);
        break;
      case 'player':
        if (part.own === 0 || part.unum !== this.unum)
          this.players.hear(part.own === 1, part.unum, part.x, part.y);
        break;
      case 'goalie':
        for (const p of this.players.opponents)
          if (p.goalie) this.players.hear(false, p.unum, part.x, part.y);
        break;
      case 'stamina':
        this.players.hearStamina(speaker, part.value);
        break;
      case 'offside_line':
        this.#heardLine = part.x;
        this.#heardLineAt = this.cycle;
    }
  }

  /** Sets the mode from the init answer. */
  startMode(name: string): void {
    this.#setMode(name);
  }

  #hearReferee(call: string): void {
    const goal = /^goal_([lr])_(\d+)$/.exec(call);
    if (goal !== null) {
      if (goal[1] === this.side) this.goalsFor = Number(goal[2]);
      else this.goalsAgainst = Number(goal[2]);
      this.#setMode(`goal_${goal[1]}`);
      return;
    }
    const onfield = /^penalty_onfield_([lr])$/.exec(call);
    if (onfield !== null) {
      this.penaltyGoalSign = onfield[1] === this.side ? -1 : 1;
      return;
    }
    if (/^((yellow_card|red_card|goalie_catch_ball|penalty_foul|penalty_winner)_|foul_[lr]$)/.test(call)) {
      // After a foul that was called by hand (foul_l), the referee announces the free kick, which sets the mode; foul_charge_l is a mode.
      return;
    }
    if (/^(half_time|time_up|time_up_without_a_team|time_extended|penalty_draw)$/.test(call)) return;
    this.#setMode(call);
  }

  #setMode(name: string): void {
    const before = this.mode;
    this.mode = readMode(name, this.side);
    if (this.modeName !== name) this.modeSince = this.cycle;
    this.modeName = name;
    if (this.mode.kind === 'penalty_setup' && this.mode.isOwn === true) this.penaltiesTaken += 1;
    if (name === 'play_on') {
      if (before.isOwn === true && before.kind !== 'drop_ball') this.#banTaker(before);
    } else if (this.mode.kind !== 'drop_ball') {
      this.bannedTaker = 0;
      this.lastTouch = null;
      this.passReceiver = 0;
    }
  }

  /** An own set play has just been taken: the player that kicked must leave the ball to others (spec 06 §10). */
  #banTaker({ kind }: ModeView): void {
    this.#bannedSince = this.cycle;
    // A goal kick ends when the ball leaves the penalty area, far from its taker.
    if (kind === 'goal_kick') this.bannedTaker = this.lastTouch === 'own' ? this.lastTouchUnum : 0;
    else this.bannedTaker = this.#findTaker();
  }

  /** The player at the ball; 0 if none is. */
  #findTaker(): number {
    const { ball, self } = this;
    let best = computeDistance(self.pos, ball.pos);
    let taker = this.unum;
    for (const mate of this.players.ownList) {
      const gap = computeDistance(mate.pos, ball.pos) + 0.1 * mate.age;
      if (mate.unum > 0 && gap < best) {
        best = gap;
        taker = mate.unum;
      }
    }
    if (best > 4) taker = 0;
    return self.pending.pushX !== 0 || self.pending.pushY !== 0 ? this.unum : taker;
  }

  /** Records the commands that the player sends in this cycle, for the prediction of the next one. */
  recordCommands(commands: readonly PlayerCommand[]): void {
    for (const command of commands) {
      if (command.type === 'catch') this.lastCatchCycle = this.cycle;
      else recordOwnCommand(this.self, this.ball, this.server, command);
    }
  }

  /** Called after all messages of a cycle: updates lists, path of the ball and possession. */
  conclude(): void {
    this.heard.conclude();
    this.players.refresh(this.unum);
    this.ball.updatePath();
    this.#followTouches();
  }

  /** A ball that only passes near a player is not touched by it: what counts is who is seen to kick, and otherwise who is at a deflected ball. */
  #followTouches(): void {
    const { ball, self, players } = this;
    if (ball.age > 2) return;
    // Who has taken a set play and looks elsewhere while another one touches the ball sees that it has left its way.
    const isAfterKick = this.cycle > this.#bannedSince + OWN_KICK_CYCLES;
    if (this.bannedTaker === this.unum && ball.isDeflected && isAfterKick && !self.kicked)
      this.bannedTaker = 0;
    const before = {
      x: ball.pos.x - ball.vel.x / this.server.ball_decay,
      y: ball.pos.y - ball.vel.y / this.server.ball_decay,
    };
    let own = false;
    let opponent = false;
    let unum = 0;
    let isCertain = false;
    const follow = (p: TrackedPlayer): void => {
      if (p.age > 1) return;
      if (p.kicked) this.#seesKicks = true;
      const gap =
        Math.min(computeDistance(p.pos, ball.pos), computeDistance(p.pos, before)) - p.ability.kickable;
      const isSeen = gap < KICK_MARGIN && (p.kicked || (p.tackling && ball.isDeflected));
      if (!isSeen && (isCertain || gap > 0 || !ball.isDeflected || (this.#seesKicks && p.age === 0))) return;
      if (isSeen && !isCertain) {
        isCertain = true;
        own = false;
        opponent = false;
      }
      if (p.own) {
        own = true;
        unum = p.unum;
      } else opponent = true;
    };
    for (const mate of players.ownList) follow(mate);
    for (const p of players.opponentList) follow(p);
    if (self.kicked) {
      own = true;
      unum = this.unum;
      if (!isCertain) opponent = false;
    }
    if (!own && !opponent) return;
    this.lastTouch = own && opponent ? 'contested' : own ? 'own' : 'opponent';
    this.lastTouchUnum = own ? unum : 0;
    if (this.bannedTaker !== 0 && (opponent || unum !== this.bannedTaker)) this.bannedTaker = 0;
  }

  /** Returns whether the player can kick the ball now, by its estimates. */
  get kickable(): boolean {
    const { self, ball } = this;
    return (
      ball.age <= 2 &&
      ball.z <= this.server.player_height &&
      computeDistance(self.pos, ball.pos) < self.ability.kickable - 0.02
    );
  }

  /** Distance of the ball from the player, meters. */
  get ballDistance(): number {
    return computeDistance(this.self.pos, this.ball.pos);
  }

  /**
   * Returns x beyond which own players are offside if they get the ball now (spec 06 §9.2): from the opponents that were seen, or from a
   * teammate that has just seen the line if the player itself has not.
   */
  get offsideLine(): number {
    const { line, age } = estimateOffsideLine(this.players.opponentList);
    const heardAge = this.cycle - this.#heardLineAt;
    const isHeardBetter = heardAge <= MAX_HEARD_LINE_AGE && heardAge < age;
    return Math.max(0, isHeardBetter ? this.#heardLine : line, this.ball.pos.x);
  }

  /** The offside line if the player has just seen the opponents that determine it; otherwise null. */
  get seenOffsideLine(): number | null {
    const { line, age } = estimateOffsideLine(this.players.opponentList);
    return age <= 1 && line > 0 ? line : null;
  }

  /** The opponent nearest to a point, and its distance. */
  nearestOpponent(p: Readonly<Vec2>): { readonly player: TrackedPlayer | null; readonly gap: number } {
    let player: TrackedPlayer | null = null;
    let gap = Number.POSITIVE_INFINITY;
    for (const o of this.players.opponentList) {
      const d = computeDistance(o.pos, p);
      if (d < gap) {
        gap = d;
        player = o;
      }
    }
    return { player, gap };
  }
}
