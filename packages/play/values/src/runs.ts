/** When the players of a frame can be at a point: the motion of spec 05 §6, §10, §11 and §18 without noise, computed for all cycles at once. */
import { type Frame, type FramePlayer, PLAYER_COUNT, PlayerState } from '@rcss/core';
import { acos, cos, rad, sin, sqrt } from '@rcss/core/math';
import type { PlayerType, ServerParams } from '@rcss/params';

/** Cycles up to which runs are computed. A run that takes longer goes on with the speed of its last cycle. */
const MAX_CYCLES = 100;
const STRIDE = MAX_CYCLES + 1;
/** A player with its body this near to the direction of the run does not turn, radians. */
const MIN_TURN = rad(5);

/** Parameters of the server on which runs and values depend. */
export type MotionParams = Pick<
  ServerParams,
  | 'ball_decay'
  | 'ball_size'
  | 'ball_speed_max'
  | 'goal_width'
  | 'player_accel_max'
  | 'max_dash_power'
  | 'side_dash_rate'
  | 'back_dash_rate'
  | 'maxmoment'
  | 'stamina_max'
  | 'recover_dec_thr'
  | 'recover_min'
  | 'recover_dec'
  | 'effort_dec_thr'
  | 'effort_dec'
  | 'effort_inc_thr'
  | 'effort_inc'
>;

/**
 * Runs of the 22 players of one frame. A run first turns the body, if that is faster than a dash to the side or backward, and then
 * dashes with full power in one direction. Arrays have the players left 1 to 11, then right 1 to 11.
 *
 * The motion is linear as long as the speed limit of the type does not bind: after n cycles the player is where it would have coasted to,
 * plus the distance of n dashes from rest. So two tables per player give every run.
 */
export class Runs {
  /** Whether the player is on the pitch. */
  readonly present: Uint8Array = new Uint8Array(PLAYER_COUNT);
  /** Distance from its center at which the player reaches the ball, meters. */
  readonly reach: Float64Array = new Float64Array(PLAYER_COUNT);
  /** Player that was first at the last point. It is often first at the next one too, and then bounds the search for the others. */
  lastFirst = 0;
  readonly #params: MotionParams;
  readonly #types: readonly PlayerType[];
  readonly #x = new Float64Array(PLAYER_COUNT);
  readonly #y = new Float64Array(PLAYER_COUNT);
  readonly #vx = new Float64Array(PLAYER_COUNT);
  readonly #vy = new Float64Array(PLAYER_COUNT);
  readonly #speed = new Float64Array(PLAYER_COUNT);
  readonly #bodyX = new Float64Array(PLAYER_COUNT);
  readonly #bodyY = new Float64Array(PLAYER_COUNT);
  /** Cosines of the angles up to which no turn, and one turn, is enough. */
  readonly #noTurn = cos(MIN_TURN);
  readonly #oneTurn = new Float64Array(PLAYER_COUNT);
  /** Speed that the last cycle of the tables adds, meters per cycle. */
  readonly #topSpeed = new Float64Array(PLAYER_COUNT);
  /** Meters after n dashes from rest, and meters of coasting per unit of speed: STRIDE values per player. */
  readonly #run = new Float64Array(PLAYER_COUNT * STRIDE);
  readonly #coast = new Float64Array(PLAYER_COUNT * STRIDE);

  constructor(params: MotionParams, types: readonly PlayerType[]) {
    if (types.length === 0) throw new RangeError('types: a list without player types');
    this.#params = params;
    this.#types = types;
  }

  /** Type of a player; the first type if the frame names one that is not in the list. */
  typeOf(player: FramePlayer): PlayerType {
    return this.#types[player.typeId] ?? (this.#types[0] as PlayerType);
  }

  /** Computes the tables of a frame. */
  load(frame: Frame): void {
    for (let i = 0; i < PLAYER_COUNT; i++) {
      const player = frame.players[i] as FramePlayer;
      this.present[i] = player.state === PlayerState.DISABLED ? 0 : 1;
      if (this.present[i] === 1) this.#loadPlayer(player, i);
    }
  }

  #loadPlayer(player: FramePlayer, i: number): void {
    const type = this.typeOf(player);
    this.reach[i] = type.player_size + type.kickable_margin + this.#params.ball_size;
    this.#x[i] = player.x;
    this.#y[i] = player.y;
    this.#vx[i] = player.vx;
    this.#vy[i] = player.vy;
    const body = rad(player.body);
    this.#bodyX[i] = cos(body);
    this.#bodyY[i] = sin(body);
    const speed = sqrt(player.vx * player.vx + player.vy * player.vy);
    this.#speed[i] = speed;
    const turn = rad(this.#params.maxmoment) / (1 + type.inertia_moment * speed);
    this.#oneTurn[i] = turn >= Math.PI ? -1 : cos(turn + MIN_TURN > Math.PI ? Math.PI : turn + MIN_TURN);
    this.#fillTables(player, type, i * STRIDE);
    const last = (i + 1) * STRIDE - 1;
    this.#topSpeed[i] = (this.#run[last] as number) - (this.#run[last - 1] as number);
  }

  /** Dashes with full power from rest, as long as stamina lasts. Logs without stamina have an effort of 0: the player then is rested. */
  #fillTables(player: FramePlayer, type: PlayerType, at: number): void {
    const params = this.#params;
    const most = params.stamina_max;
    const isKnown = player.effort > 0 && player.stamina >= 0;
    let stamina = isKnown ? player.stamina : most;
    let effort = isKnown ? player.effort : type.effort_max;
    let recovery = isKnown ? player.recovery : 1;
    let capacity = isKnown && player.capacity >= 0 ? player.capacity : Number.POSITIVE_INFINITY;
    let speed = 0;
    let way = 0;
    let coast = 0;
    let factor = 1;
    this.#run[at] = 0;
    this.#coast[at] = 0;
    for (let n = 1; n <= MAX_CYCLES; n++) {
      const power = Math.min(params.max_dash_power, stamina + type.extra_stamina);
      const push = Math.min(params.player_accel_max, effort * power * type.dash_power_rate);
      speed = Math.min(type.player_speed_max, speed + push);
      way += speed;
      speed *= type.player_decay;
      coast += factor;
      factor *= type.player_decay;
      this.#run[at + n] = way;
      this.#coast[at + n] = coast;
      stamina = Math.max(0, stamina - power);
      if (stamina <= params.recover_dec_thr * most)
        recovery = Math.max(params.recover_min, recovery - params.recover_dec);
      if (stamina <= params.effort_dec_thr * most)
        effort = Math.max(type.effort_min, effort - params.effort_dec);
      if (stamina >= params.effort_inc_thr * most)
        effort = Math.min(type.effort_max, effort + params.effort_inc);
      const gain = Math.min(recovery * type.stamina_inc_max, most - stamina, capacity);
      stamina += gain;
      capacity -= gain;
    }
  }

  /**
   * Cycles until a player is within `reach` meters of a point.
   *
   * @param from Smallest answer that counts: the search begins there.
   * @param latest Cycles after which the answer no longer counts; then the result is larger than it.
   */
  cyclesTo(i: number, x: number, y: number, reach: number, from: number, latest: number): number {
    const dx = x - (this.#x[i] as number);
    const dy = y - (this.#y[i] as number);
    const far = sqrt(dx * dx + dy * dy);
    if (far <= reach && from <= 0) return 0;
    const at = i * STRIDE;
    const limit = latest < MAX_CYCLES ? latest : MAX_CYCLES;
    // Neither the run nor the coast of the whole time covers the distance.
    if (
      limit < MAX_CYCLES &&
      far - reach >
        (this.#speed[i] as number) * (this.#coast[at + limit] as number) + (this.#run[at + limit] as number)
    )
      return limit + 1;
    let n = Math.max(1, Math.ceil(from));
    for (; n <= limit; n++) {
      const coast = this.#coast[at + n] as number;
      const wx = dx - (this.#vx[i] as number) * coast;
      const wy = dy - (this.#vy[i] as number) * coast;
      const way = sqrt(wx * wx + wy * wy);
      const gap = way - reach;
      if (gap <= 0) return n;
      const straight = this.#run[at + n] as number;
      if (gap > straight) {
        // Every cycle adds less than the highest speed of the run, so some can be skipped.
        const skip = Math.floor((gap - straight) / 1.3);
        if (skip > 1) n += skip - 1;
        continue;
      }
      if (this.#covers(i, n, gap, wx, wy, way, reach)) return n;
    }
    if (limit < MAX_CYCLES) return limit + 1;
    const coast = this.#coast[at + MAX_CYCLES] as number;
    const wx = dx - (this.#vx[i] as number) * coast;
    const wy = dy - (this.#vy[i] as number) * coast;
    const rest = sqrt(wx * wx + wy * wy) - reach - (this.#run[at + MAX_CYCLES] as number);
    return MAX_CYCLES + 1 + Math.max(0, Math.ceil(rest / (this.#topSpeed[i] as number)));
  }

  /** Whether the dashes of n cycles in a direction cover a gap: after the turns that it needs, or to the side without a turn. */
  #covers(i: number, n: number, gap: number, wx: number, wy: number, way: number, reach: number): boolean {
    const at = i * STRIDE;
    const straight = this.#run[at + n] as number;
    const along = (wx * (this.#bodyX[i] as number) + wy * (this.#bodyY[i] as number)) / way;
    if (along >= this.#noTurn) return true;
    // A run that passes the point within reach needs no turn either.
    if (along > 0 && way * way * (1 - along * along) < reach * reach * 0.8 && gap <= straight * along)
      return true;
    const turns = along >= (this.#oneTurn[i] as number) ? 1 : 2;
    if (n > turns && gap <= (this.#run[at + n - turns] as number)) return true;
    const { side_dash_rate: side, back_dash_rate: back } = this.#params;
    // More than 36.8 degrees to the side, the rate is smaller than this; the arc cosine takes longer than all the rest.
    if (along < 0.8 && gap > straight * Math.max(1 - (1 - side) * 0.409, back)) return false;
    const quarter = acos(along > 1 ? 1 : along < -1 ? -1 : along) / (Math.PI / 2);
    const rate = quarter <= 1 ? 1 - (1 - side) * quarter : side + (back - side) * (quarter - 1);
    return gap <= straight * rate;
  }

  /**
   * First cycle, up to `latest`, in which a player reaches a ball that rolls from a place with a velocity, meters and meters per cycle;
   * `latest` + 1 if it does not. `xs` and `ys` are the places of the ball by cycle.
   */
  cyclesToBall(i: number, xs: Float64Array, ys: Float64Array, latest: number): number {
    const reach = this.reach[i] as number;
    for (let n = 0; n <= latest; n++) {
      const dx = (xs[n] as number) - (this.#x[i] as number);
      const dy = (ys[n] as number) - (this.#y[i] as number);
      const gap = sqrt(dx * dx + dy * dy) - reach;
      // No run is faster than 1.3 m per cycle.
      if (gap > 1.3 * n) {
        const skip = Math.floor((gap - 1.3 * n) / 4.3);
        if (skip > 1) n += skip - 1;
        continue;
      }
      if (this.cyclesTo(i, xs[n] as number, ys[n] as number, reach, n === 0 ? 0 : n, n) <= n) return n;
    }
    return latest + 1;
  }
}
