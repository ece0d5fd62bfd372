import type { MatchEvent, Player } from '@rcss/core';
import { createSenseBodyObservation, type SenseBodyObservation } from '@rcss/core/observation';
import { MAX_FOCUS_DIST } from '@rcss/physics/actions';
import { fillSenseBody } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { describeField, type Field } from '../layout.js';
import { checkNames } from '../options.js';
import { SAY_OPTION_NAMES, SayChannel } from '../say-channel.js';
import { AgentMemory } from './agent-memory.js';
import type { ExtraSenses, HearOptions } from './extra-sense-options.js';
import type { EncoderOptions, ObservationEncoder } from './observation.js';
import { AGE_SCALE, ARM_SCALE, ageField, DEGREE_SCALE, degreeField } from './sensor-fields.js';
import { LENGTH_SCALE, lengthField, scaled } from './state-fields.js';

const MAX_MESSAGES = 11;
/** Numbers of a heard message before its contents: age, number of the speaker, direction. */
const MESSAGE_HEAD = 3;

/** Numbers of a part of sense_body. */
interface BodyPart {
  readonly layout: readonly Field[];
  write(body: SenseBodyObservation, player: Player, out: Float32Array, offset: number): void;
}

function createAttention(teamSize: number): BodyPart {
  return {
    layout: Array.from({ length: teamSize }, (_, i) =>
      describeField(
        `attention.${i + 1}`,
        `1 if the message of player ${i + 1} of the own team is heard first.`,
      ),
    ),
    write: ({ focusSide, focusUnum }, { side }, out, offset) => {
      for (let i = 1; i <= teamSize; i++) out[offset + i - 1] = focusSide === side && focusUnum === i ? 1 : 0;
    },
  };
}

const ARM: BodyPart = {
  layout: [
    describeField('arm.movable', 'Cycles until the arm can be moved.', { unit: 'cycles', scale: ARM_SCALE }),
    describeField('arm.expires', 'Cycles until the arm stops pointing; 0 if it does not point.', {
      unit: 'cycles',
      scale: ARM_SCALE,
    }),
    { ...lengthField('arm.distance', 'Distance of the place to which the arm points.'), low: 0 },
    degreeField('arm.direction', 'Direction of this place relative to the face, whole degrees.'),
  ],
  write: ({ armMovable, armExpires, armTargetDist, armTargetDir }, _, out, offset) => {
    out[offset] = Math.min(1, armMovable / ARM_SCALE);
    out[offset + 1] = Math.min(1, armExpires / ARM_SCALE);
    out[offset + 2] = scaled(armTargetDist, 1 / LENGTH_SCALE);
    out[offset + 3] = armTargetDir / DEGREE_SCALE;
  },
};

const NECK: BodyPart = {
  layout: [degreeField('neck.angle', 'Angle of the neck relative to the body, whole degrees.')],
  write: ({ headAngle }, _, out, offset) => {
    out[offset] = headAngle / DEGREE_SCALE;
  },
};

const VIEW: BodyPart = {
  layout: [
    describeField('view.narrow', '1 if the view width is narrow.'),
    describeField('view.normal', '1 if the view width is normal.'),
    describeField('view.wide', '1 if the view width is wide.'),
  ],
  write: ({ width }, _, out, offset) => {
    out[offset] = width === 'narrow' ? 1 : 0;
    out[offset + 1] = width === 'normal' ? 1 : 0;
    out[offset + 2] = width === 'wide' ? 1 : 0;
  },
};

const FOCUS: BodyPart = {
  layout: [
    describeField('focus.distance', 'Distance of the focus point.', { unit: 'm', scale: MAX_FOCUS_DIST }),
    degreeField('focus.direction', 'Direction of the focus point relative to the face.'),
  ],
  write: ({ focusPointDist, focusPointDir }, _, out, offset) => {
    out[offset] = focusPointDist / MAX_FOCUS_DIST;
    out[offset + 1] = focusPointDir / DEGREE_SCALE;
  },
};

/** Parts of sense_body by the names of their options, in the order of their fields. */
const BODY_PARTS: Readonly<Record<Exclude<keyof ExtraSenses, 'hear'>, (teamSize: number) => BodyPart>> = {
  attentionTo: createAttention,
  pointTo: () => ARM,
  turnNeck: () => NECK,
  changeView: () => VIEW,
  changeFocus: () => FOCUS,
};

/** Names of {@link ExtraSenses}. */
export const EXTRA_SENSES: readonly string[] = ['hear', ...Object.keys(BODY_PARTS)];

function hearFields(n: number, { symbols, values }: SayChannel): Field[] {
  const which = n === 1 ? 'the newest message' : `newest message ${n}`;
  const prefix = `hear.${n}`;
  return [
    ageField(`${prefix}.age`, `${which} was heard`),
    describeField(`${prefix}.unum`, `Uniform number of the team mate that said ${which}.`, { scale: 11 }),
    degreeField(`${prefix}.direction`, 'Direction of the speaker relative to the body, whole degrees.'),
    ...Array.from({ length: symbols > 1 ? symbols : 0 }, (_, i) =>
      describeField(`${prefix}.symbol.${i + 1}`, `1 if ${which} has symbol ${i + 1}.`),
    ),
    ...Array.from({ length: values }, (_, i) =>
      describeField(`${prefix}.value.${i + 1}`, `Value ${i + 1} of ${which}.`, { low: -1 }),
    ),
  ];
}

function createHearing(
  hear: true | HearOptions,
  { agents, matches, messageSize, say }: Omit<EncoderOptions, 'noise'>,
): ObservationEncoder {
  if (hear === true && say === undefined)
    throw new RangeError(
      'observation.hear: true needs action.say; for the messages of others, give their contents: { symbols: 4 }',
    );
  const { messages = 1, ...contents } = hear === true ? {} : hear;
  if (!Number.isInteger(messages) || messages < 1 || messages > MAX_MESSAGES)
    throw new RangeError(
      `observation.hear.messages: ${JSON.stringify(messages)} is not a whole number from 1 to ${MAX_MESSAGES}`,
    );
  const isOwn = Object.keys(contents).length === 0 && say !== undefined;
  const channel = new SayChannel('observation.hear', isOwn ? say : contents, messageSize);
  return new Hearing(channel, messages, { agents, matches });
}

/** The newest messages that agents heard. */
class Hearing implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly memories: NonNullable<ObservationEncoder['memories']>;
  readonly #channel: SayChannel;
  readonly #messages: number;
  readonly #memory: AgentMemory;
  /** Numbers of one message. */
  readonly #size: number;
  readonly #values: Float32Array;

  constructor(channel: SayChannel, messages: number, use: Pick<EncoderOptions, 'agents' | 'matches'>) {
    this.#channel = channel;
    this.#messages = messages;
    this.layout = Array.from({ length: messages }, (_, i) => hearFields(i + 1, channel)).flat();
    this.#size = this.layout.length / messages;
    this.#values = new Float32Array(channel.values);
    this.#memory = new AgentMemory(use, this.layout.length, (length) => new Float32Array(length));
    this.memories = [this.#memory];
  }

  begin(_: Match, index: number): void {
    const row = this.#memory.of(index);
    row.fill(0);
    for (let at = 0; at < row.length; at += this.#size) row[at] = 1;
  }

  sense(_: Match, index: number): void {
    const row = this.#memory.of(index);
    for (let at = 0; at < row.length; at += this.#size)
      row[at] = Math.min(1, (row[at] as number) + 1 / AGE_SCALE);
  }

  /** Takes over a message of a team mate. */
  notify(event: MatchEvent, index: number): void {
    if (event.type !== 'hear' || event.heard.kind !== 'complete' || !event.heard.own) return;
    const from = this.#memory.offset({ index: event.listener });
    if (from < 0) return;
    const { unum, dir, message } = event.heard;
    const symbol = this.#channel.decode(message, this.#values, 0);
    if (symbol < 0) return;
    const row = this.#memory.of(index);
    const { symbols } = this.#channel;
    row.copyWithin(from + this.#size, from, from + (this.#messages - 1) * this.#size);
    row[from] = 0;
    row[from + 1] = unum / 11;
    row[from + 2] = dir / DEGREE_SCALE;
    const contents = from + MESSAGE_HEAD;
    if (symbols > 1) for (let i = 0; i < symbols; i++) row[contents + i] = i === symbol ? 1 : 0;
    row.set(this.#values, contents + (symbols > 1 ? symbols : 0));
  }

  fill(player: Player, out: Float32Array, offset: number, _: Match, index: number): void {
    const row = this.#memory.of(index);
    const { length } = this.layout;
    const from = this.#memory.offset(player);
    for (let i = 0; i < length; i++) out[offset + i] = row[from + i] as number;
  }
}

/** Parts of sense_body, from the true state. */
function createBodySenses(parts: readonly BodyPart[]): ObservationEncoder {
  const body = createSenseBodyObservation();
  return {
    layout: parts.flatMap(({ layout }) => layout),
    fill: (player, out, offset, { world, params }) => {
      fillSenseBody(world, params, player, body);
      let at = offset;
      for (const part of parts) {
        part.write(body, player, out, at);
        at += part.layout.length;
      }
    },
  };
}

/** What observations of a type have already. */
const PRESENT: Readonly<Record<string, readonly string[]>> = {
  egocentric: ['turnNeck'],
  sensors: ['turnNeck', 'changeView'],
};

/**
 * Returns the further senses of an observation.
 *
 * @param type Type of the observation.
 * @param teamSize Players of the largest team of an agent.
 * @throws RangeError if an option has a wrong value or does not fit the type
 */
export function createExtraSenses(
  type: string,
  options: ExtraSenses,
  teamSize: number,
  use: Omit<EncoderOptions, 'noise'>,
): readonly ObservationEncoder[] {
  for (const name of EXTRA_SENSES) {
    const value = options[name as keyof ExtraSenses];
    if (value === undefined || typeof value === 'boolean') {
      if (value === true && PRESENT[type]?.includes(name) === true)
        throw new RangeError(`observation.${name}: observations of type ${type} have it already`);
    } else if (name === 'hear') checkNames('observation.hear', value, ['messages', ...SAY_OPTION_NAMES]);
    else throw new RangeError(`observation.${name}: ${JSON.stringify(value)} is not true or false`);
  }
  const { hear = false } = options;
  const parts = Object.entries(BODY_PARTS).flatMap(([name, create]) =>
    options[name as keyof ExtraSenses] === true ? [create(teamSize)] : [],
  );
  return [
    ...(hear === false ? [] : [createHearing(hear, use)]),
    ...(parts.length === 0 ? [] : [createBodySenses(parts)]),
  ];
}
