import { describeField } from '../layout.js';
import { AgentMemory } from './agent-memory.js';
import { signField } from './hfo-fields.js';
import type { EncoderOptions, ObservationEncoder } from './observation.js';

// What the manual of half-field offense has since 2019 after the features of 2017.

const POSSIBLE = signField(
  'self.lastActionPossible',
  'Whether the last action could have an effect when it was chosen; yes at the start.',
);

/** Whether the last action of an agent could have an effect. */
export function createLastActionFeature(
  batch: Pick<EncoderOptions, 'agents' | 'matches'>,
): ObservationEncoder {
  const memory = new AgentMemory(batch, 1, (length) => new Float32Array(length).fill(1));
  return {
    layout: [POSSIBLE],
    memories: [memory],
    begin: (_, index) => {
      memory.of(index).fill(1);
    },
    noteAction: (index, place, isPossible) => {
      memory.of(index)[place] = isPossible ? 1 : -1;
    },
    fill: (player, out, offset, _, index) => {
      out[offset] = memory.of(index)[memory.offset(player)] as number;
    },
  };
}

/** The stamina of an agent. */
export const STAMINA_FEATURE: ObservationEncoder = {
  layout: [
    describeField('self.stamina', 'Stamina, as a part of its maximum.', { low: -1, scale: 0.5, offset: -1 }),
  ],
  fill: ({ stamina }, out, offset, { params }) => {
    out[offset] = (2 * stamina) / params.server.stamina_max - 1;
  },
};
