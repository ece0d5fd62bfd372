import type { Player } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import { describeField, type Field } from '../layout.js';
import type { SenseReceiver } from '../senses.js';
import { signField } from './hfo-fields.js';
import type { EncoderOptions, ObservationEncoder } from './observation.js';

const POSSIBLE = signField(
  'self.lastActionPossible',
  'Whether the last action could have an effect when it was chosen; yes at the start.',
);
const STAMINA = describeField('self.stamina', 'Stamina, as a part of its maximum.', {
  low: -1,
  scale: 0.5,
  offset: -1,
});

/** Distance that is encoded as 1: half the diagonal of the whole field, meters. */
const MAX_GOAL_DISTANCE = hypot(PITCH_HALF_LENGTH, PITCH_HALF_WIDTH);
/** Place of the distance of the goal among the high-level features. */
const GOAL_DISTANCE_AT = 6;
const GOAL_DISTANCE = describeField('goal.distance', 'Distance of the center of the goal.', {
  unit: 'm',
  low: -1,
  scale: MAX_GOAL_DISTANCE / 2,
  offset: -1,
});

/**
 * Returns an encoder of half-field offense with the features that its manual has since 2019 after those of 2017: whether the last action
 * could have an effect and, for the high-level features, the stamina. Their feature 6 grows with the distance of the goal, as in a published
 * state and as published scripts expect it.
 */
export function addFeaturesOf2019(
  encoder: ObservationEncoder,
  isHigh: boolean,
  { agents, matches }: Pick<EncoderOptions, 'agents' | 'matches'>,
): ObservationEncoder {
  return new Encoder2019(encoder, isHigh, agents, matches);
}

class Encoder2019 implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly receiver?: SenseReceiver;
  readonly #encoder: ObservationEncoder;
  readonly #isHigh: boolean;
  readonly #agents: readonly number[];
  /** By match: 1 or -1 for each agent. */
  readonly #possible: readonly Int8Array[];
  #match!: Match;
  #index = 0;

  constructor(encoder: ObservationEncoder, isHigh: boolean, agents: readonly number[], matches: number) {
    this.#encoder = encoder;
    this.#isHigh = isHigh;
    this.#agents = agents;
    this.#possible = Array.from({ length: matches }, () => new Int8Array(agents.length).fill(1));
    const { layout } = encoder;
    this.layout = isHigh
      ? [
          ...layout.slice(0, GOAL_DISTANCE_AT),
          GOAL_DISTANCE,
          ...layout.slice(GOAL_DISTANCE_AT + 1),
          POSSIBLE,
          STAMINA,
        ]
      : [...layout, POSSIBLE];
    if (encoder.receiver !== undefined) this.receiver = encoder.receiver;
  }

  begin(match: Match, index: number): void {
    (this.#possible[index] as Int8Array).fill(1);
    this.#encoder.begin?.(match, index);
  }

  sense(match: Match, index: number): void {
    this.#encoder.sense?.(match, index);
  }

  noteAction(index: number, place: number, isPossible: boolean): void {
    (this.#possible[index] as Int8Array)[place] = isPossible ? 1 : -1;
  }

  prepare(match: Match, episode: EpisodeState, horizon: number, index: number): void {
    this.#match = match;
    this.#index = index;
    this.#encoder.prepare(match, episode, horizon, index);
  }

  fill(player: Player, out: Float32Array, offset: number): void {
    this.#encoder.fill(player, out, offset);
    const o = offset + this.#encoder.layout.length;
    const possible = this.#possible[this.#index] as Int8Array;
    out[o] = possible[this.#agents.indexOf(player.index)] as number;
    if (!this.#isHigh) return;
    const distance = hypot(PITCH_HALF_LENGTH - player.pos.x, player.pos.y);
    out[offset + GOAL_DISTANCE_AT] = Math.min(1, (2 * distance) / MAX_GOAL_DISTANCE - 1);
    out[o + 1] = (2 * player.stamina) / this.#match.params.server.stamina_max - 1;
  }

  save(index: number): readonly number[] {
    return [...(this.#possible[index] as Int8Array), ...(this.#encoder.save?.(index) ?? [])];
  }

  restore(index: number, memory: readonly number[]): void {
    const possible = this.#possible[index] as Int8Array;
    possible.set(memory.slice(0, possible.length));
    this.#encoder.restore?.(index, memory.slice(possible.length));
  }
}
