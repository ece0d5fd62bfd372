import { type Player, TEAM_SIZE, type Vec2 } from '@rcss/core';
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
import { AgentMemory } from './agent-memory.js';
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
export class HfoLowEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly memories: NonNullable<ObservationEncoder['memories']>;
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #agents: readonly number[];
  /** Collisions of the agents in the last cycle: -1 or 1. */
  readonly #collisions: AgentMemory;
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  /** Where the next number is written. */
  #out: Float32Array = new Float32Array(0);
  #at = 0;
  /** Of the body of the observing player. */
  #cosine = 1.5;
  #sine = 0.5;

  constructor(sizes: TeamSizes, isByNumber: boolean, batch: Pick<EncoderOptions, 'agents' | 'matches'>) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#agents = batch.agents;
    this.#collisions = new AgentMemory(batch, COLLISION_COUNT, (length) => new Float32Array(length).fill(-1));
    this.memories = [this.#collisions];
    this.layout = createLayout(sizes);
  }

  begin(match: Match, index: number): void {
    for (const agent of this.#agents) clearCollisionMarks(match.world.players[agent] as Player);
    this.#collisions.of(index).fill(-1);
  }

  /** Takes over the collisions of a cycle. Without a sense_body, nothing else clears the marks. */
  sense({ world }: Match, index: number): void {
    const collisions = this.#collisions.of(index);
    for (let a = 0; a < this.#agents.length; a++) {
      const player = world.players[this.#agents[a] as number] as Player;
      collisions[COLLISION_COUNT * a] = player.collidedWithBall ? 1 : -1;
      collisions[COLLISION_COUNT * a + 1] = player.collidedWithPlayer ? 1 : -1;
      collisions[COLLISION_COUNT * a + 2] = player.collidedWithPost ? 1 : -1;
      clearCollisionMarks(player);
    }
  }

  prepare({ world }: Match): void {
    fillPlayerMotions(world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number, match: Match, index: number): void {
    const { pos } = player;
    const { ball } = match.world;
    this.#out = out;
    this.#at = offset;
    this.#cosine = cos(player.body);
    this.#sine = sin(player.body);
    this.#putSelf(player, match, index);
    this.#putLandmarks(pos, match.params.server.goal_width / 2);
    this.#put(1);
    this.#putPlace(ball.pos.x - pos.x, ball.pos.y - pos.y);
    this.#put(1);
    this.#put(encodeBallSpeed(length(ball.vel)));
    this.#putDirection(ball.vel.x, ball.vel.y, 1, 0);
    const { mates, opponents } = this.#sizes;
    const own = player.side === 'l' ? 0 : TEAM_SIZE;
    const numbers = this.#at + PLAYER_FIELD_COUNT * (mates + opponents);
    this.#putTeam(player, match, own, mates, numbers);
    this.#putTeam(player, match, TEAM_SIZE - own, opponents, numbers + mates);
  }

  #put(value: number): void {
    this.#out[this.#at++] = value;
  }

  /** Sine and cosine of the direction of a vector relative to one with cosine `c` and sine `s`; the zero vector has the direction 0. */
  #putDirection(x: number, y: number, c: number, s: number): void {
    const size = Math.sqrt(x * x + y * y);
    this.#put(size > 0 ? (y * c - x * s) / size : 0);
    this.#put(size > 0 ? (x * c + y * s) / size : 1);
  }

  /** The direction relative to the body and the proximity of what is (x, y) meters away. */
  #putPlace(x: number, y: number): void {
    this.#putDirection(x, y, this.#cosine, this.#sine);
    this.#put(encodeProximity(Math.sqrt(x * x + y * y)));
  }

  #putSelf(player: Player, { world, params }: Match, index: number): void {
    const collisions = this.#collisions.of(index);
    const first = this.#collisions.offset(player);
    this.#put(1);
    this.#put(1);
    this.#putDirection(player.vel.x, player.vel.y, 1, 0);
    this.#put(encodePlayerSpeed(length(player.vel)));
    this.#put(this.#sine);
    this.#put(this.#cosine);
    this.#put((2 * player.stamina) / params.server.stamina_max - 1);
    this.#put(player.tackleIdle > 0 || player.foulCharged > 0 ? 1 : -1);
    for (let i = 0; i < COLLISION_COUNT; i++) this.#put(collisions[first + i] as number);
    this.#put(isBallKickable(params, world.ball, player) ? 1 : -1);
  }

  #putLandmarks({ x, y }: Readonly<Vec2>, post: number): void {
    for (let i = 0; i < LANDMARKS.length; i++) {
      const landmark = LANDMARKS[i] as (typeof LANDMARKS)[number];
      const ly = i === POST_TOP ? -post : i === POST_BOTTOM ? post : landmark[3];
      this.#putPlace(landmark[2] - x, ly - y);
    }
    this.#put(encodeProximity(Math.max(0, x)));
    this.#put(encodeProximity(Math.max(0, PITCH_HALF_LENGTH - x)));
    this.#put(encodeProximity(Math.max(0, y + PITCH_HALF_WIDTH)));
    this.#put(encodeProximity(Math.max(0, PITCH_HALF_WIDTH - y)));
  }

  /** The players of a team; their uniform numbers are written from `numbers` on. */
  #putTeam({ pos, index: self }: Player, match: Match, from: number, room: number, numbers: number): void {
    const motions = this.#motions;
    const order = this.#order;
    const { players } = match.world;
    order.collect(motions, from, from + TEAM_SIZE, self, pos, this.#isByNumber);
    const end = this.#at + room * PLAYER_FIELD_COUNT;
    this.#out.fill(0, this.#at, end);
    this.#out.fill(-1, numbers, numbers + room);
    for (let i = 0; i < order.count && i < room; i++) {
      const index = order.at(i);
      const other = players[index] as Player;
      this.#putPlace(other.pos.x - pos.x, other.pos.y - pos.y);
      this.#put(motions.sine[index] as number);
      this.#put(motions.cosine[index] as number);
      this.#put(encodePlayerSpeed(length(other.vel)));
      this.#putDirection(other.vel.x, other.vel.y, 1, 0);
      this.#out[numbers + i] = encodeUnum(other.unum);
    }
    this.#at = end;
  }
}

function length({ x, y }: Readonly<Vec2>): number {
  return Math.sqrt(x * x + y * y);
}
