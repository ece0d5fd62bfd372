import { type Player, TEAM_SIZE } from '@rcss/core';
import { isBallKickable } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import { describeField, type Field } from '../layout.js';
import type { ObservationEncoder, TeamSizes } from './observation.js';
import {
  createPlayerMotions,
  DistanceOrder,
  fillPlayerMotions,
  LENGTH_SCALE,
  lengthField,
  limitNumbers,
  MATCH_FIELDS,
  MatchNumbers,
  SPEED_SCALE,
  speedField,
  unitField,
} from './state-fields.js';

/** Fields of a player besides `isAgent`. */
const PLAYER_FIELD_COUNT = 9;

function playerFields(prefix: string, who: string): Field[] {
  return [
    describeField(`${prefix}.present`, `1 if ${who} is on the field; otherwise the following are 0.`),
    lengthField(`${prefix}.x`, `Position of ${who}.`),
    lengthField(`${prefix}.y`, `Position of ${who}.`),
    speedField(`${prefix}.vx`, `Velocity of ${who}.`),
    speedField(`${prefix}.vy`, `Velocity of ${who}.`),
    unitField(`${prefix}.cos`, `Cosine of the body direction of ${who}.`),
    unitField(`${prefix}.sin`, `Sine of the body direction of ${who}.`),
    describeField(`${prefix}.stamina`, `Stamina of ${who}, as a part of its maximum.`),
    describeField(`${prefix}.canKick`, `1 if ${who} can kick the ball.`),
  ];
}

function createLayout({ mates, opponents }: TeamSizes, hasAgent: boolean): Field[] {
  const describePlayer = (prefix: string, who: string) => [
    ...playerFields(prefix, who),
    ...(hasAgent ? [describeField(`${prefix}.isAgent`, `1 if ${who} is the observing agent.`)] : []),
  ];
  const fields = [
    lengthField('ball.x', "Position of the ball; the opponents' goal is at x = 52.5 m."),
    lengthField('ball.y', 'Position of the ball.'),
    speedField('ball.vx', 'Velocity of the ball.'),
    speedField('ball.vy', 'Velocity of the ball.'),
    ...MATCH_FIELDS,
  ];
  for (let i = 1; i <= mates + 1; i++)
    fields.push(...describePlayer(`own.${i}`, `player ${i} of the own team`));
  for (let i = 1; i <= opponents; i++) fields.push(...describePlayer(`opponent.${i}`, `opponent ${i}`));
  return fields;
}

/** The true state in the frame of the agent's team, which attacks towards +x; with `hasAgent`, players have a mark of the observing agent. */
export class GlobalStateEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #hasAgent: boolean;
  readonly #playerSize: number;
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  readonly #numbers = new MatchNumbers();

  constructor(sizes: TeamSizes, isByNumber: boolean, hasAgent: boolean) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#hasAgent = hasAgent;
    this.#playerSize = PLAYER_FIELD_COUNT + (hasAgent ? 1 : 0);
    this.layout = createLayout(sizes, hasAgent);
  }

  prepare(match: Match, episode: EpisodeState, horizon: number): void {
    this.#numbers.prepare(match, episode, horizon);
    fillPlayerMotions(match.world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number, match: Match): void {
    const { ball } = match.world;
    const sign = player.side === 'l' ? 1 : -1;
    out[offset] = ball.pos.x * (sign / LENGTH_SCALE);
    out[offset + 1] = ball.pos.y * (sign / LENGTH_SCALE);
    out[offset + 2] = ball.vel.x * (sign / SPEED_SCALE);
    out[offset + 3] = ball.vel.y * (sign / SPEED_SCALE);
    let o = this.#numbers.fill(player, out, offset + 4);
    const own = player.side === 'l' ? 0 : TEAM_SIZE;
    o = this.#fillTeam(match, out, o, player, own, this.#sizes.mates + 1);
    o = this.#fillTeam(match, out, o, player, TEAM_SIZE - own, this.#sizes.opponents);
    limitNumbers(out, offset, o);
  }

  #fillTeam(
    { world, params }: Match,
    out: Float32Array,
    offset: number,
    self: Player,
    from: number,
    room: number,
  ): number {
    const { players, ball } = world;
    const order = this.#order;
    const sign = self.side === 'l' ? 1 : -1;
    order.collect(this.#motions, from, from + TEAM_SIZE, -1, ball.pos, this.#isByNumber);
    const end = offset + room * this.#playerSize;
    let o = offset;
    for (let i = 0; i < order.count && o < end; i++) {
      const index = order.at(i);
      const other = players[index] as Player;
      out[o] = 1;
      out[o + 1] = other.pos.x * (sign / LENGTH_SCALE);
      out[o + 2] = other.pos.y * (sign / LENGTH_SCALE);
      out[o + 3] = other.vel.x * (sign / SPEED_SCALE);
      out[o + 4] = other.vel.y * (sign / SPEED_SCALE);
      out[o + 5] = (this.#motions.cosine[index] as number) * sign;
      out[o + 6] = (this.#motions.sine[index] as number) * sign;
      out[o + 7] = other.stamina / params.server.stamina_max;
      out[o + 8] = isBallKickable(params, ball, other) ? 1 : 0;
      if (this.#hasAgent) out[o + PLAYER_FIELD_COUNT] = other === self ? 1 : 0;
      o += this.#playerSize;
    }
    if (o < end) out.fill(0, o, end);
    return end;
  }
}
