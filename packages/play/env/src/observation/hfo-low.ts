import { type Player, TEAM_SIZE } from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import {
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import { isBallKickable } from '@rcss/physics/predict';
import { clearCollisionMarks } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { describeField, type Field } from '../layout.js';
import {
  ballSpeedField,
  encodeBallSpeed,
  encodePlayerSpeed,
  encodeProximity,
  encodeUnum,
  playerSpeedField,
  proximityField,
  signField,
  unumField,
} from './hfo-fields.js';
import type { EncoderOptions, ObservationEncoder, TeamSizes } from './observation.js';
import { createPlayerMotions, DistanceOrder, fillPlayerMotions, unitField } from './state-fields.js';

const PLAYER_FIELD_COUNT = 8;
/** Collisions of an agent: with the ball, with players, with posts. */
const COLLISION_COUNT = 3;
const PENALTY_X = PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH;
const PENALTY_Y = PENALTY_AREA_WIDTH / 2;

/** Landmarks in the order of the features: name, description, position in meters. The posts follow `server::goal_width`. */
const LANDMARKS: readonly (readonly [name: string, description: string, x: number, y: number])[] = [
  ['goal', 'the center of the goal', PITCH_HALF_LENGTH, 0],
  ['postTop', 'the top goal post', PITCH_HALF_LENGTH, Number.NaN],
  ['postBottom', 'the bottom goal post', PITCH_HALF_LENGTH, Number.NaN],
  ['penaltyCenter', 'the middle of the front line of the penalty area', PENALTY_X, 0],
  ['penaltyTop', 'the top corner of the penalty area', PENALTY_X, -PENALTY_Y],
  ['penaltyBottom', 'the bottom corner of the penalty area', PENALTY_X, PENALTY_Y],
  ['center', 'the center of the whole field', 0, 0],
  ['cornerTopLeft', 'the top left corner of the half', 0, -PITCH_HALF_WIDTH],
  ['cornerTopRight', 'the top right corner of the half', PITCH_HALF_LENGTH, -PITCH_HALF_WIDTH],
  ['cornerBottomRight', 'the bottom right corner of the half', PITCH_HALF_LENGTH, PITCH_HALF_WIDTH],
  ['cornerBottomLeft', 'the bottom left corner of the half', 0, PITCH_HALF_WIDTH],
];
const POST_TOP = 1;
const POST_BOTTOM = 2;

const angleFields = (prefix: string, description: string): Field[] => [
  unitField(`${prefix}.sin`, `Sine of the ${description}.`),
  unitField(`${prefix}.cos`, `Cosine of the same angle.`),
];

/** Direction relative to the body, positive to the right, and proximity. */
const placeFields = (prefix: string, who: string): Field[] => [
  ...angleFields(prefix, `direction of ${who}, relative to the body`),
  proximityField(`${prefix}.proximity`, `Distance of ${who}.`),
];

function playerFields(prefix: string, who: string): Field[] {
  return [
    ...placeFields(prefix, who),
    ...angleFields(`${prefix}.body`, `body direction of ${who} in the field frame`),
    playerSpeedField(`${prefix}.speed`, `Speed of ${who}.`),
    ...angleFields(`${prefix}.velocity`, `direction of the velocity of ${who} in the field frame`),
  ];
}

const numbered = (count: number, describe: (i: number) => Field[]): Field[] =>
  Array.from({ length: count }, (_, i) => describe(i + 1)).flat();

/** A field that shows whether other features are known. They always are: all features are the true state. */
const validField = (name: string, description: string): Field =>
  describeField(name, `${description}; always 1.`, { low: -1 });

function createLayout({ mates, opponents }: TeamSizes): Field[] {
  return [
    validField('self.positionValid', "1 if the agent's position is known"),
    validField('self.velocityValid', "1 if the agent's velocity is known"),
    ...angleFields('self.velocity', "direction of the agent's velocity in the field frame"),
    playerSpeedField('self.speed', 'Speed of the agent.'),
    ...angleFields('self.body', 'body direction of the agent in the field frame'),
    describeField('self.stamina', 'Stamina, as a part of its maximum.', {
      low: -1,
      scale: 0.5,
      offset: -1,
    }),
    signField('self.frozen', 'Whether the agent is idle after a tackle or foul.'),
    signField('self.collidedWithBall', 'Whether the agent collided with the ball in the last cycle.'),
    signField('self.collidedWithPlayer', 'Whether the agent collided with a player in the last cycle.'),
    signField('self.collidedWithPost', 'Whether the agent collided with a goal post in the last cycle.'),
    signField('self.canKick', 'Whether the agent can kick the ball.'),
    ...LANDMARKS.flatMap(([name, who]) => placeFields(name, who)),
    proximityField('line.left', 'Distance of the halfway line; 0 m beyond it.'),
    proximityField('line.right', 'Distance of the goal line; 0 m beyond it.'),
    proximityField('line.top', 'Distance of the top touch line; 0 m beyond it.'),
    proximityField('line.bottom', 'Distance of the bottom touch line; 0 m beyond it.'),
    validField('ball.positionValid', '1 if the position of the ball is known'),
    ...placeFields('ball', 'the ball'),
    validField('ball.velocityValid', '1 if the velocity of the ball is known'),
    ballSpeedField('ball.speed', 'Speed of the ball.'),
    ...angleFields('ball.velocity', 'direction of the velocity of the ball in the field frame'),
    ...numbered(mates, (i) => playerFields(`mate.${i}`, `team mate ${i}`)),
    ...numbered(opponents, (i) => playerFields(`opponent.${i}`, `opponent ${i}`)),
    ...numbered(mates, (i) => [unumField(`mate.${i}.unum`, `team mate ${i}`, -1)]),
    ...numbered(opponents, (i) => [unumField(`opponent.${i}.unum`, `opponent ${i}`, -1)]),
  ];
}

/**
 * The low-level features of half-field offense, from the true state. The features of a missing player are 0, its uniform
 * number is -1.
 */
export function createHfoLowEncoder(
  sizes: TeamSizes,
  order: 'distance' | 'number',
  batch: Omit<EncoderOptions, 'noise'>,
): ObservationEncoder {
  return new HfoLowEncoder(sizes, order === 'number', batch);
}

class HfoLowEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #agents: readonly number[];
  /** Place of each player among the agents. */
  readonly #placeOf = new Int32Array(2 * TEAM_SIZE);
  /** For each match, the collisions of the agents in the last cycle: -1 or 1. */
  readonly #collisions: readonly Int8Array[];
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  #match!: Match;
  #index = 0;

  constructor(sizes: TeamSizes, isByNumber: boolean, { agents, matches }: Omit<EncoderOptions, 'noise'>) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#agents = agents;
    agents.forEach((player, place) => {
      this.#placeOf[player] = place;
    });
    this.#collisions = Array.from({ length: matches }, () =>
      new Int8Array(COLLISION_COUNT * agents.length).fill(-1),
    );
    this.layout = createLayout(sizes);
  }

  begin(match: Match, index: number): void {
    for (const agent of this.#agents) clearCollisionMarks(match.world.players[agent] as Player);
    (this.#collisions[index] as Int8Array).fill(-1);
  }

  /** Takes over the collisions of a cycle. Without a sense_body, nothing else clears the marks. */
  sense({ world }: Match, index: number): void {
    const collisions = this.#collisions[index] as Int8Array;
    for (let a = 0; a < this.#agents.length; a++) {
      const player = world.players[this.#agents[a] as number] as Player;
      collisions[COLLISION_COUNT * a] = player.collidedWithBall ? 1 : -1;
      collisions[COLLISION_COUNT * a + 1] = player.collidedWithPlayer ? 1 : -1;
      collisions[COLLISION_COUNT * a + 2] = player.collidedWithPost ? 1 : -1;
      clearCollisionMarks(player);
    }
  }

  save(index: number): readonly number[] {
    return Array.from(this.#collisions[index] as Int8Array);
  }

  restore(index: number, memory: readonly number[]): void {
    const collisions = this.#collisions[index] as Int8Array;
    if (memory.length !== collisions.length)
      throw new RangeError(
        `saved match: ${memory.length} numbers of collisions instead of ${collisions.length}; save with the same options`,
      );
    collisions.set(memory);
  }

  prepare(match: Match, _episode: unknown, _horizon: number, index: number): void {
    this.#match = match;
    this.#index = index;
    fillPlayerMotions(match.world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number): void {
    const c = cos(player.body);
    const s = sin(player.body);
    let o = this.#fillSelf(player, c, s, out, offset);
    o = this.#fillLandmarks(player, c, s, out, o);
    o = this.#fillBall(player, c, s, out, o);
    const { mates, opponents } = this.#sizes;
    const own = player.side === 'l' ? 0 : TEAM_SIZE;
    const numbers = o + PLAYER_FIELD_COUNT * (mates + opponents);
    o = this.#fillTeam(player, c, s, own, mates, out, o, numbers);
    this.#fillTeam(player, c, s, TEAM_SIZE - own, opponents, out, o, numbers + mates);
  }

  #fillSelf(player: Player, c: number, s: number, out: Float32Array, o: number): number {
    const { world, params } = this.#match;
    const collisions = this.#collisions[this.#index] as Int8Array;
    const first = COLLISION_COUNT * (this.#placeOf[player.index] as number);
    out[o] = 1;
    out[o + 1] = 1;
    const speed = writeDirection(player.vel.x, player.vel.y, 1, 0, out, o + 2);
    out[o + 4] = encodePlayerSpeed(speed);
    out[o + 5] = s;
    out[o + 6] = c;
    out[o + 7] = (2 * player.stamina) / params.server.stamina_max - 1;
    out[o + 8] = player.tackleIdle > 0 || player.foulCharged > 0 ? 1 : -1;
    for (let i = 0; i < COLLISION_COUNT; i++) out[o + 9 + i] = collisions[first + i] as number;
    out[o + 12] = isBallKickable(params, world.ball, player) ? 1 : -1;
    return o + 13;
  }

  #fillLandmarks(player: Player, c: number, s: number, out: Float32Array, offset: number): number {
    const { x, y } = player.pos;
    const post = this.#match.params.server.goal_width / 2;
    let o = offset;
    for (let i = 0; i < LANDMARKS.length; i++) {
      const landmark = LANDMARKS[i] as (typeof LANDMARKS)[number];
      const ly = i === POST_TOP ? -post : i === POST_BOTTOM ? post : landmark[3];
      out[o + 2] = encodeProximity(writeDirection(landmark[2] - x, ly - y, c, s, out, o));
      o += 3;
    }
    out[o] = encodeProximity(Math.max(0, x));
    out[o + 1] = encodeProximity(Math.max(0, PITCH_HALF_LENGTH - x));
    out[o + 2] = encodeProximity(Math.max(0, y + PITCH_HALF_WIDTH));
    out[o + 3] = encodeProximity(Math.max(0, PITCH_HALF_WIDTH - y));
    return o + 4;
  }

  #fillBall({ pos }: Player, c: number, s: number, out: Float32Array, o: number): number {
    const { ball } = this.#match.world;
    out[o] = 1;
    out[o + 3] = encodeProximity(writeDirection(ball.pos.x - pos.x, ball.pos.y - pos.y, c, s, out, o + 1));
    out[o + 4] = 1;
    out[o + 5] = encodeBallSpeed(writeDirection(ball.vel.x, ball.vel.y, 1, 0, out, o + 6));
    return o + 8;
  }

  /** Writes the players of a team from `offset` and their numbers from `numbers` on; returns the offset after the players. */
  #fillTeam(
    { pos, index: self }: Player,
    c: number,
    s: number,
    from: number,
    room: number,
    out: Float32Array,
    offset: number,
    numbers: number,
  ): number {
    const motions = this.#motions;
    const order = this.#order;
    const { players } = this.#match.world;
    order.collect(motions, from, from + TEAM_SIZE, self, pos, this.#isByNumber);
    const end = offset + room * PLAYER_FIELD_COUNT;
    out.fill(0, offset, end);
    out.fill(-1, numbers, numbers + room);
    let o = offset;
    for (let i = 0; i < order.count && i < room; i++) {
      const index = order.at(i);
      const other = players[index] as Player;
      out[o + 2] = encodeProximity(writeDirection(other.pos.x - pos.x, other.pos.y - pos.y, c, s, out, o));
      out[o + 3] = motions.sine[index] as number;
      out[o + 4] = motions.cosine[index] as number;
      out[o + 5] = encodePlayerSpeed(writeDirection(other.vel.x, other.vel.y, 1, 0, out, o + 6));
      out[numbers + i] = encodeUnum(other.unum);
      o += PLAYER_FIELD_COUNT;
    }
    return end;
  }
}

/**
 * Writes sine and cosine of the direction of a vector relative to the direction with cosine `c` and sine `s`; the zero
 * vector has the direction 0. Returns the length of the vector.
 */
function writeDirection(
  x: number,
  y: number,
  c: number,
  s: number,
  out: Float32Array,
  offset: number,
): number {
  const length = Math.sqrt(x * x + y * y);
  out[offset] = length > 0 ? (y * c - x * s) / length : 0;
  out[offset + 1] = length > 0 ? (x * c + y * s) / length : 1;
  return length;
}
