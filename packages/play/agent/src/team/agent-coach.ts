import type { Side, Vec2 } from '@rcss/core';
import {
  computeExtraHalfTimeCycles,
  computeHalfTimeCycles,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import type { GlobalMessage, GlobalPlayerMessage } from '@rcss/protocol/coach';
import type { ModeView } from '../world/mode-view.js';
import { type OpponentModel, OpponentObserver } from './opponent-model.js';
import type { SeenPlayer } from './seen-player.js';

/** What an online coach orders. */
export interface CoachOrders {
  /** New types by uniform number; during the match these are substitutions. */
  readonly types: readonly { readonly unum: number; readonly type: number }[];
  /** Texts to the players. */
  readonly say: readonly string[];
}

/** Characters that the coach language allows in a text. */
const TEXT = /^[A-Za-z0-9 ().+*/?<>_-]*$/;
const MAX_TEXT_LENGTH = 100;

/**
 * An online coach as its decision function sees it: the whole field without noise, and the orders. Positions are in the team frame:
 * meters, the own goal at x = -52.5.
 */
export class AgentCoach {
  readonly side: Side;
  readonly server: ServerParams;
  /** All player types by their id. */
  readonly types: readonly PlayerType[];
  /** Game time, cycles. */
  time = 0;
  mode: ModeView = { kind: 'before_kick_off', isOwn: null };
  goalsFor = 0;
  goalsAgainst = 0;
  ball: { readonly pos: Readonly<Vec2>; readonly vel: Readonly<Vec2> } = {
    pos: { x: 0, y: 0 },
    vel: { x: 0, y: 0 },
  };
  teammates: readonly SeenPlayer[] = [];
  opponents: readonly SeenPlayer[] = [];
  /** Why the server refused orders, since the last decision: its codes, for example `no_subs_left`. */
  readonly refusals: string[] = [];
  /** Substitutions since the kickoff. */
  substitutionCount = 0;
  readonly #opponent = new OpponentObserver();
  readonly #ownTypes: number[] = new Array(12).fill(0);
  readonly #typeOfOpponent: (unum: number) => number | null;
  readonly #params: PlayerParams;
  /** Types that players had since the kickoff, and have no more. */
  readonly #formerTypes: number[] = [];
  #orders: { types: { unum: number; type: number }[]; say: string[] } = { types: [], say: [] };

  /** @param typeOfOpponent Returns the id of the type of an opponent; null while it is not known. */
  constructor(
    side: Side,
    server: ServerParams,
    types: readonly PlayerType[],
    typeOfOpponent: (unum: number) => number | null,
    params: PlayerParams,
  ) {
    this.#params = params;
    this.side = side;
    this.server = server;
    this.types = types;
    this.#typeOfOpponent = typeOfOpponent;
  }

  /** Substitutions that the coach may still order during the match; none in a penalty shootout. */
  get substitutionsLeft(): number {
    return this.#isShootout() ? 0 : Math.max(0, this.#params.subs_max - this.substitutionCount);
  }

  /** Whether all halves have been played: the server allows no substitutions then (spec 07 §8.1). */
  #isShootout(): boolean {
    const { server } = this;
    const half = computeHalfTimeCycles(server);
    const extra = Math.max(0, computeExtraHalfTimeCycles(server)) * Math.max(0, server.nr_extra_halfs);
    return half >= 0 && this.time >= half * Math.max(0, server.nr_normal_halfs) + extra;
  }

  /** Types that a player can get now. A type is used by `pt_max` players at most, since the kickoff also counting those that had it before. */
  get freeTypes(): readonly PlayerType[] {
    const { pt_max, allow_mult_default_type } = this.#params;
    const used = [...this.#ownTypes.slice(1), ...this.#formerTypes];
    return this.types.filter(
      ({ id }) =>
        (id === 0 && allow_mult_default_type) || used.filter((typeId) => typeId === id).length < pt_max,
    );
  }

  /** Formation and habits of the opponents, from what the coach has seen so far. */
  get opponentModel(): OpponentModel {
    return this.#opponent;
  }

  /** Id of the type of an own player. */
  typeOf(unum: number): number {
    return this.#ownTypes[unum] ?? 0;
  }

  /**
   * Gives a player another type: before the kickoff at will, later as a substitution, which the server accepts while play is stopped.
   *
   * @throws {RangeError} if there is no such player or type
   */
  changeType(unum: number, type: number): void {
    if (!Number.isInteger(unum) || unum < 1 || unum > 11)
      throw new RangeError(`changeType: unum: ${String(unum)} is not a number from 1 to 11`);
    if (this.types[type] === undefined)
      throw new RangeError(
        `changeType: type: ${String(type)} is not a type from 0 to ${this.types.length - 1}`,
      );
    this.#orders.types.push({ unum, type });
  }

  /**
   * Says a text to the own players, which read it from `player.coachHeard`. The server delivers it at once while play is stopped, and
   * limits the number of texts.
   *
   * @throws {RangeError} if the text is longer than 100 characters, or has one that the coach language does not allow
   */
  say(text: string): void {
    if (!TEXT.test(text) || text.length > MAX_TEXT_LENGTH || text === '')
      throw new RangeError(
        `say: '${text.slice(0, 40)}' is not a text of 1 to ${MAX_TEXT_LENGTH} characters A-Z a-z 0-9 space ().+*/?<>_-`,
      );
    this.#orders.say.push(text);
  }

  /** Takes what the coach sees. @internal */
  see({ time, ball, players }: GlobalMessage, team: string): void {
    const sign = this.side === 'l' ? 1 : -1;
    const place = (x: number, y: number): Vec2 => ({ x: sign * x, y: sign * y });
    this.time = time;
    this.ball = { pos: place(ball.x, ball.y), vel: place(ball.vx, ball.vy) };
    const list = (isOwn: boolean): SeenPlayer[] =>
      players
        .filter((player) => (player.team === team) === isOwn)
        .map((player) => this.#describe(player, isOwn, place));
    this.teammates = list(true);
    this.opponents = list(false);
    this.#opponent.see(this.mode, this.ball, this.teammates, this.opponents);
  }

  #describe(player: GlobalPlayerMessage, isOwn: boolean, place: (x: number, y: number) => Vec2): SeenPlayer {
    const { unum, goalie, x, y, vx, vy, body, neck, tackling, kicked } = player;
    const typeId = isOwn ? this.typeOf(unum) : (this.#typeOfOpponent(unum) ?? -1);
    const turned = this.side === 'l' ? body : body > 0 ? body - 180 : body + 180;
    return {
      unum,
      goalie,
      pos: place(x, y),
      vel: place(vx, vy),
      body: turned,
      neck,
      tackling,
      kicked,
      typeId,
    };
  }

  /** Records a new type of an own player. @internal */
  noteType(unum: number, typeId: number): void {
    if (this.time > 0) this.#formerTypes.push(this.typeOf(unum));
    this.#ownTypes[unum] = typeId;
  }

  /** Records that the server has executed an order of a type; before the kickoff it does not count as a substitution. @internal */
  noteOrder(): void {
    if (this.time > 0) this.substitutionCount += 1;
  }

  /** Returns the orders since the last call. @internal */
  takeOrders(): CoachOrders {
    const orders = this.#orders;
    this.refusals.length = 0;
    this.#orders = { types: [], say: [] };
    return orders;
  }
}
