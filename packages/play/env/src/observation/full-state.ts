import { type Player, TEAM_SIZE } from '@rcss/core';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { isBallKickable } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import { describeField, type Field } from '../layout.js';
import type { ObservationEncoder, TeamSizes } from './observation.js';
import {
  createPlayerMotions,
  DistanceOrder,
  fillPlayerMotions,
  IDLE_SCALE,
  LENGTH_SCALE,
  lengthField,
  limitNumbers,
  MATCH_FIELDS,
  MatchNumbers,
  type PlayerMotions,
  SAFE_LENGTH,
  SAFE_SPEED,
  SPEED_SCALE,
  speedField,
  unitField,
} from './state-fields.js';

/** Fields before those of the match. */
const SELF_FIELD_COUNT = 23;
const PLAYER_FIELD_COUNT = 8;

function playerFields(prefix: string, who: string): Field[] {
  return [
    describeField(`${prefix}.present`, `1 if ${who} is on the field; otherwise the following are 0.`),
    lengthField(`${prefix}.x`, `Position of ${who}, meters ahead of the agent.`),
    lengthField(`${prefix}.y`, `Position of ${who}, meters to the right of the agent.`),
    speedField(`${prefix}.vx`, `Velocity of ${who} along the agent's body direction.`),
    speedField(`${prefix}.vy`, `Velocity of ${who} to the right of the agent.`),
    unitField(`${prefix}.cos`, `Cosine of the body direction of ${who} relative to that of the agent.`),
    unitField(`${prefix}.sin`, `Sine of the same angle.`),
    describeField(`${prefix}.tackling`, `1 while ${who} is idle after a tackle.`),
  ];
}

function createLayout({ mates, opponents }: TeamSizes): Field[] {
  const fields = [
    lengthField('self.x', "Position of the agent; the opponents' goal is at x = 52.5 m."),
    lengthField('self.y', 'Position of the agent.'),
    unitField('self.cos', 'Cosine of the body direction in the frame of the team.'),
    unitField('self.sin', 'Sine of the body direction in the frame of the team.'),
    speedField('self.vx', 'Velocity of the agent along its body direction.'),
    speedField('self.vy', 'Velocity of the agent to its right.'),
    describeField('self.neck', 'Angle of the neck relative to the body.', {
      unit: 'rad',
      low: -1,
      scale: Math.PI,
    }),
    describeField('self.stamina', 'Stamina, as a part of its maximum.'),
    describeField('self.effort', 'Effort of the stamina model.'),
    describeField('self.recovery', 'Recovery of the stamina model.'),
    describeField('self.capacity', 'Stamina capacity, as a part of its maximum.'),
    describeField('self.canKick', '1 if the agent can kick the ball.'),
    describeField('self.idle', 'Cycles until body commands are possible after a tackle or foul.', {
      unit: 'cycles',
      scale: IDLE_SCALE,
    }),
    describeField('self.goalie', '1 if the agent is the goalie.'),
    lengthField('ball.x', 'Position of the ball, meters ahead of the agent.'),
    lengthField('ball.y', 'Position of the ball, meters to the right of the agent.'),
    speedField('ball.vx', "Velocity of the ball along the agent's body direction."),
    speedField('ball.vy', 'Velocity of the ball to the right of the agent.'),
    lengthField('ball.distance', 'Distance of the ball.'),
    lengthField('goal.x', "Center of the opponents' goal, meters ahead of the agent."),
    lengthField('goal.y', "Center of the opponents' goal, meters to the right of the agent."),
    lengthField('ownGoal.x', 'Center of the own goal, meters ahead of the agent.'),
    lengthField('ownGoal.y', 'Center of the own goal, meters to the right of the agent.'),
    ...MATCH_FIELDS,
  ];
  for (let i = 1; i <= mates; i++) fields.push(...playerFields(`mate.${i}`, `team mate ${i}`));
  for (let i = 1; i <= opponents; i++) fields.push(...playerFields(`opponent.${i}`, `opponent ${i}`));
  return fields;
}

/** The true state relative to the agent. The frame of the right team is turned by 180 degrees. */
export class FullStateEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  readonly #numbers = new MatchNumbers();

  constructor(sizes: TeamSizes, isByNumber: boolean) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.layout = createLayout(sizes);
  }

  prepare(match: Match, episode: EpisodeState, horizon: number): void {
    this.#numbers.prepare(match, episode, horizon);
    fillPlayerMotions(match.world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number, match: Match): void {
    const motions = this.#motions;
    let isLarge = fillSelf(match, motions, player, out, offset);
    let o = this.#numbers.fill(player, out, offset + SELF_FIELD_COUNT);
    const own = player.side === 'l' ? 0 : TEAM_SIZE;
    const order = this.#order;
    for (let team = 0; team < 2; team++) {
      const from = team === 0 ? own : TEAM_SIZE - own;
      const end = o + (team === 0 ? this.#sizes.mates : this.#sizes.opponents) * PLAYER_FIELD_COUNT;
      order.collect(motions, from, from + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
      if (fillPlayers(motions, order, player.index, out, o, end)) isLarge = true;
      o = end;
    }
    if (isLarge) limitNumbers(out, offset, o);
  }
}

/** Writes the fields up to those of the match. Returns whether a number can be out of range. */
function fillSelf(
  { world, params }: Match,
  motions: PlayerMotions,
  player: Player,
  out: Float32Array,
  offset: number,
): boolean {
  const { ball } = world;
  const { server } = params;
  const sign = player.side === 'l' ? 1 : -1;
  const c = motions.cosine[player.index] as number;
  const s = motions.sine[player.index] as number;
  const { x, y } = player.pos;
  const length = 1 / LENGTH_SCALE;
  const speed = 1 / SPEED_SCALE;
  out[offset] = x * sign * length;
  out[offset + 1] = y * sign * length;
  out[offset + 2] = c * sign;
  out[offset + 3] = s * sign;
  out[offset + 4] = (player.vel.x * c + player.vel.y * s) * speed;
  out[offset + 5] = (player.vel.y * c - player.vel.x * s) * speed;
  out[offset + 6] = player.neck / Math.PI;
  out[offset + 7] = player.stamina / server.stamina_max;
  out[offset + 8] = player.effort > 1 ? 1 : player.effort;
  out[offset + 9] = player.recovery > 1 ? 1 : player.recovery;
  out[offset + 10] =
    server.stamina_capacity > 0 ? Math.max(0, player.staminaCapacity / server.stamina_capacity) : 1;
  out[offset + 11] = isBallKickable(params, ball, player) ? 1 : 0;
  out[offset + 12] = Math.min(1, Math.max(player.tackleIdle, player.foulCharged) / IDLE_SCALE);
  out[offset + 13] = player.goalie ? 1 : 0;
  const bx = ball.pos.x - x;
  const by = ball.pos.y - y;
  out[offset + 14] = (bx * c + by * s) * length;
  out[offset + 15] = (by * c - bx * s) * length;
  out[offset + 16] = (ball.vel.x * c + ball.vel.y * s) * speed;
  out[offset + 17] = (ball.vel.y * c - ball.vel.x * s) * speed;
  out[offset + 18] = Math.sqrt(bx * bx + by * by) * length;
  const gx = sign * PITCH_HALF_LENGTH - x;
  out[offset + 19] = (gx * c - y * s) * length;
  out[offset + 20] = (-y * c - gx * s) * length;
  const ox = -sign * PITCH_HALF_LENGTH - x;
  out[offset + 21] = (ox * c - y * s) * length;
  out[offset + 22] = (-y * c - ox * s) * length;
  return (
    Math.abs(x) + Math.abs(y) + PITCH_HALF_LENGTH > SAFE_LENGTH ||
    Math.abs(bx) + Math.abs(by) > SAFE_LENGTH ||
    Math.abs(player.vel.x) + Math.abs(player.vel.y) > SAFE_SPEED ||
    Math.abs(ball.vel.x) + Math.abs(ball.vel.y) > SAFE_SPEED
  );
}

/**
 * Writes the players of an order, relative to the player with index `self`, and zeros up to `end`. Returns whether a
 * number can be out of range. It is most of the work of a step with 22 agents: the numbers are written first and limited
 * only if a distance or speed is large.
 */
function fillPlayers(
  motions: PlayerMotions,
  order: DistanceOrder,
  self: number,
  out: Float32Array,
  offset: number,
  end: number,
): boolean {
  const { x: xs, y: ys, vx, vy, cosine, sine, tackling } = motions;
  const x = xs[self] as number;
  const y = ys[self] as number;
  const c = cosine[self] as number;
  const s = sine[self] as number;
  const length = 1 / LENGTH_SCALE;
  const speed = 1 / SPEED_SCALE;
  let isLarge = false;
  let o = offset;
  for (let i = 0; i < order.count && o < end; i++) {
    const index = order.at(i);
    const dx = (xs[index] as number) - x;
    const dy = (ys[index] as number) - y;
    const velX = vx[index] as number;
    const velY = vy[index] as number;
    const oc = cosine[index] as number;
    const os = sine[index] as number;
    out[o] = 1;
    out[o + 1] = (dx * c + dy * s) * length;
    out[o + 2] = (dy * c - dx * s) * length;
    out[o + 3] = (velX * c + velY * s) * speed;
    out[o + 4] = (velY * c - velX * s) * speed;
    out[o + 5] = oc * c + os * s;
    out[o + 6] = os * c - oc * s;
    out[o + 7] = tackling[index] as number;
    if (Math.abs(dx) + Math.abs(dy) > SAFE_LENGTH || Math.abs(velX) + Math.abs(velY) > SAFE_SPEED)
      isLarge = true;
    o += PLAYER_FIELD_COUNT;
  }
  if (o < end) out.fill(0, o, end);
  return isLarge;
}
