import type { Player } from '@rcss/core';
import { LANDMARKS } from '@rcss/core/landmarks';
import { createSenseBodyObservation, type SeenObject, type SeeObservation } from '@rcss/core/observation';
import { fillSenseBody } from '@rcss/sensors';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import type { Field } from '../layout.js';
import type { SenseReceiver } from '../senses.js';
import { AgentMemory } from './agent-memory.js';
import { HEIGHT_SCALE } from './height.js';
import type { EncoderOptions, ObservationEncoder, TeamSizes } from './observation.js';
import {
  AGE_SCALE,
  ARM_SCALE,
  BALL_SIZE,
  createSensorLayout,
  DEGREE_SCALE,
  KNOWN_SIZE,
  PLACE_SIZE,
  type SensorOffsets,
  sensorOffsets,
  UNKNOWN_SIZE,
} from './sensor-fields.js';
import { IDLE_SCALE, LENGTH_SCALE, MatchNumbers, SPEED_SCALE, scaled } from './state-fields.js';

/** Index of the landmark at the opposite place of the field: what the right team sees in the place of the left team. */
const OPPOSITE_LANDMARK: readonly number[] = LANDMARKS.map(({ x, y }) =>
  LANDMARKS.findIndex((other) => other.x === 0 - x && other.y === 0 - y),
);
/** Likewise for the lines: left, right, top, bottom. */
const OPPOSITE_LINE: readonly number[] = [1, 0, 3, 2];

/**
 * Observes through sense_body and see with their timing, noise and visibility. What was seen stays in the observation with
 * its age until it is seen again: that is the memory of an agent. The agents see synchronously.
 */
export class SensorEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #offsets: SensorOffsets;
  /** Positions of all ages in a row. */
  readonly #ages: Int32Array;
  readonly #agents: readonly number[];
  readonly #isGaussian: boolean;
  readonly #hasHeight: boolean;
  readonly #memory: AgentMemory;
  readonly #numbers = new MatchNumbers();
  readonly #body = createSenseBodyObservation();
  readonly receiver: SenseReceiver;
  readonly memories: NonNullable<ObservationEncoder['memories']>;
  /** Match that `#writeBody` and `#writeSee` work for. */
  #match!: Match;
  #index = 0;

  constructor(sizes: TeamSizes, { agents, matches, noise, hasHeight }: EncoderOptions) {
    this.layout = createSensorLayout(sizes, hasHeight);
    this.#hasHeight = hasHeight;
    this.#offsets = sensorOffsets(sizes);
    this.#ages = Int32Array.from(
      this.layout.flatMap(({ name }, i) => (/\.(age|motionAge)$/.test(name) ? [i] : [])),
    );
    this.#agents = agents;
    this.#isGaussian = noise === 'gaussian';
    this.#memory = new AgentMemory(
      { agents, matches },
      this.layout.length,
      (length) => new Float32Array(length),
    );
    this.memories = [this.#memory];
    this.receiver = {
      startSenses: (match, index) => {
        this.#match = match;
        this.#index = index;
        this.#age();
      },
      senseBody: (player) => this.#writeBody(player),
      see: (player, seen) => this.#writeSee(player, seen),
    };
  }

  begin(match: Match, index: number): void {
    const row = this.#memory.of(index);
    row.fill(0);
    for (let a = 0; a < this.#agents.length; a++) {
      const player = this.#agents[a] as number;
      for (const age of this.#ages) row[a * this.layout.length + age] = 1;
      applyPlayerCommand(match, player, { type: 'synch_see' });
      if (this.#isGaussian) applyPlayerCommand(match, player, { type: 'gaussian_see' });
    }
  }

  prepare(match: Match, episode: EpisodeState, horizon: number): void {
    this.#numbers.prepare(match, episode, horizon);
  }

  fill(player: Player, out: Float32Array, offset: number, _: Match, index: number): void {
    const rows = this.#memory.of(index);
    const { length } = this.layout;
    const from = this.#memory.offset(player);
    for (let i = 0; i < length; i++) out[offset + i] = rows[from + i] as number;
    this.#numbers.fill(player, out, offset + this.#offsets.match);
  }

  #age(): void {
    const rows = this.#memory.of(this.#index);
    const ages = this.#ages;
    for (let from = 0; from < rows.length; from += this.layout.length) {
      for (let i = 0; i < ages.length; i++) {
        const at = from + (ages[i] as number);
        const age = (rows[at] as number) + 1 / AGE_SCALE;
        rows[at] = age > 1 ? 1 : age;
      }
    }
  }

  #writeBody(player: Player): void {
    const from = this.#memory.offset(player);
    if (from < 0) return;
    const { world, params } = this.#match;
    const { stamina_max, stamina_capacity } = params.server;
    const body = fillSenseBody(world, params, player, this.#body);
    const row = this.#memory.of(this.#index);
    const o = from + this.#offsets.body;
    row[o] = player.unum / 11;
    row[o + 1] = player.goalie ? 1 : 0;
    row[o + 2] = body.stamina / stamina_max;
    row[o + 3] = body.effort > 1 ? 1 : body.effort;
    row[o + 4] = stamina_capacity > 0 ? Math.max(0, body.capacity / stamina_capacity) : 1;
    row[o + 5] = scaled(body.speed, 1 / SPEED_SCALE);
    row[o + 6] = body.speedDir / DEGREE_SCALE;
    row[o + 7] = body.headAngle / DEGREE_SCALE;
    row[o + 8] = body.width === 'narrow' ? 1 : 0;
    row[o + 9] = body.width === 'normal' ? 1 : 0;
    row[o + 10] = body.width === 'wide' ? 1 : 0;
    row[o + 11] = Math.min(1, body.tackleExpires / IDLE_SCALE);
    row[o + 12] = Math.min(1, body.foulCharged / IDLE_SCALE);
    row[o + 13] = body.collidedWithBall ? 1 : 0;
    row[o + 14] = body.collidedWithPlayer ? 1 : 0;
    row[o + 15] = body.collidedWithPost ? 1 : 0;
    row[o + 16] = Math.min(1, body.armMovable / ARM_SCALE);
    row[o + 17] = body.card === 'red' ? 1 : body.card === 'yellow' ? 0.5 : 0;
  }

  #writeSee(player: Player, seen: SeeObservation): void {
    const from = this.#memory.offset(player);
    if (from < 0) return;
    const row = this.#memory.of(this.#index);
    const { see, landmarks, lines, ball, unknown, unknownCount, height } = this.#offsets;
    const isLeft = player.side === 'l';
    row[from + see] = 0;
    row.fill(0, from + unknown, from + unknown + UNKNOWN_SIZE * unknownCount);
    for (let i = 0; i < seen.count; i++) {
      const object = seen.objects[i] as SeenObject;
      const { kind, index } = object;
      // A landmark that is close but outside the cone has no name.
      if (kind === 'landmark') {
        if (object.detail === 'close') continue;
        const at = isLeft ? index : (OPPOSITE_LANDMARK[index] as number);
        writePlace(row, from + landmarks + PLACE_SIZE * at, object);
      } else if (kind === 'line') {
        const at = isLeft ? index : (OPPOSITE_LINE[index] as number);
        writePlace(row, from + lines + PLACE_SIZE * at, object);
      } else if (kind === 'ball') {
        writeBall(row, from + ball, object);
        if (this.#hasHeight) writeSeenHeight(row, from + height, object);
      } else if (object.detail === 'full') this.#writeKnown(row, from, player, object);
      else this.#writeUnknown(row, from + unknown, player, object);
    }
  }

  #writeKnown(row: Float32Array, from: number, observer: Player, object: SeenObject): void {
    const { own, opponents } = this.#offsets;
    const isOwn = object.index < 11 === observer.index < 11;
    const o = from + (isOwn ? own : opponents) + KNOWN_SIZE * (object.index % 11);
    writePlace(row, o, object);
    writeMotion(row, o + 3, object);
    row[o + 5] = object.bodyDir / DEGREE_SCALE;
    row[o + 6] = object.headDir / DEGREE_SCALE;
    row[o + 7] = object.goalie ? 1 : 0;
    row[o + 8] = object.flag === 't' ? 1 : 0;
    row[o + 9] = object.flag === 'k' ? 1 : 0;
    row[o + 10] = object.hasPointDir ? 1 : 0;
    row[o + 11] = object.hasPointDir ? object.pointDir / DEGREE_SCALE : 0;
  }

  /** Inserts a player into the rows of the unknown players, which are sorted by distance. */
  #writeUnknown(row: Float32Array, start: number, observer: Player, object: SeenObject): void {
    const { unknownCount } = this.#offsets;
    const dist = scaled(object.dist, 1 / LENGTH_SCALE);
    let place = 0;
    while (place < unknownCount) {
      const at = start + UNKNOWN_SIZE * place;
      if (row[at] === 0 || (row[at + 2] as number) > dist) break;
      place += 1;
    }
    if (place === unknownCount) return;
    const o = start + UNKNOWN_SIZE * place;
    row.copyWithin(o + UNKNOWN_SIZE, o, start + UNKNOWN_SIZE * (unknownCount - 1));
    const isOwn = object.index < 11 === observer.index < 11;
    row[o] = 1;
    row[o + 1] = object.detail === 'team' ? (isOwn ? 1 : -1) : 0;
    row[o + 2] = dist;
    row[o + 3] = object.dir / DEGREE_SCALE;
    row[o + 4] = object.flag === 't' ? 1 : 0;
    row[o + 5] = object.flag === 'k' ? 1 : 0;
  }
}

function writePlace(row: Float32Array, offset: number, { dist, dir }: SeenObject): void {
  row[offset] = 0;
  row[offset + 1] = scaled(dist, 1 / LENGTH_SCALE);
  row[offset + 2] = dir / DEGREE_SCALE;
}

function writeBall(row: Float32Array, offset: number, object: SeenObject): void {
  writePlace(row, offset, object);
  if (!object.hasMotion) return;
  const motion = offset + BALL_SIZE - 3;
  row[motion] = 0;
  writeMotion(row, motion + 1, object);
}

/** The upward speed is seen together with the motion (spec 12 §9.1). */
function writeSeenHeight(row: Float32Array, offset: number, { z, vz, hasMotion }: SeenObject): void {
  row[offset] = scaled(z, 1 / HEIGHT_SCALE);
  if (hasMotion) row[offset + 1] = scaled(vz, 1 / SPEED_SCALE) + 0;
}

function writeMotion(row: Float32Array, offset: number, { distChange, dirChange }: SeenObject): void {
  // Adding zero removes a negative zero, which JSON does not keep.
  row[offset] = scaled(distChange, 1 / SPEED_SCALE) + 0;
  row[offset + 1] = scaled(dirChange, 1 / DEGREE_SCALE) + 0;
}
