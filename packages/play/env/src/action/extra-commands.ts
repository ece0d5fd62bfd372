import type { MatchEvent, Player } from '@rcss/core';
import { computeSayLimit } from '@rcss/params';
import { MAX_FOCUS_DIST } from '@rcss/physics/actions';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import type { MatchSlot } from '../match-slot.js';
import { LENGTH_SCALE } from '../observation/state-fields.js';
import { SayChannel } from '../say-channel.js';
import { applyTurnNeck } from '../scripts/control.js';
import type { ScriptView } from '../scripts/script.js';
import type { SenseReceiver } from '../senses.js';
import type { ActionDecoder, DecoderUse } from './action.js';
import { COMMAND_FLAGS, type ExtraCommands } from './extra-command-options.js';
import { angleAt, angleField, choiceOf, numberAt } from './parameters.js';

/** Text of the commands on the wire, for players that choose their commands themselves. */
const COMMAND_TEXTS = {
  say: 'say "[^"]*"',
  attentionTo: 'attentionto [^()]*',
  pointTo: 'pointto [^()]*',
  turnNeck: 'turn_neck [^()]*',
  changeView: 'change_view [^()]*',
  changeFocus: 'change_focus [^()]*',
} as const;

/** Returns what finds the text of the commands that agents choose; null if there are none. */
export function findChosenCommands(options: ExtraCommands): RegExp | null {
  const names = Object.keys(COMMAND_TEXTS) as (keyof typeof COMMAND_TEXTS)[];
  const chosen = names.filter((name) => options[name] !== undefined && options[name] !== false);
  if (chosen.length === 0) return null;
  return new RegExp(`\\((?:${chosen.map((name) => COMMAND_TEXTS[name]).join('|')})\\)`, 'g');
}

/** A command with its fields. */
interface ExtraCommand {
  readonly layout: readonly Field[];
  /** Sends the command, if one is chosen, by the numbers from `offset` on. */
  execute(match: Match, player: Player, actions: Float32Array, offset: number): void;
}

function createSay(channel: SayChannel): ExtraCommand {
  const command = { type: 'say' as const, message: '' };
  const symbols = Array.from({ length: channel.symbols }, (_, i) => `symbol ${i + 1}`);
  const choices = ['nothing', ...(channel.symbols === 1 ? ['message'] : symbols)];
  return {
    layout: [
      choiceField('say', 'What the agent says', choices),
      ...Array.from({ length: channel.values }, (_, i) =>
        describeField(`say.${i + 1}`, `Value ${i + 1} of the message.`, { low: -1 }),
      ),
    ],
    execute: (match, { index }, actions, offset) => {
      const choice = choiceOf(actions[offset] as number, choices.length);
      if (choice === 0) return;
      command.message = channel.encode(choice - 1, actions, offset + 1, computeSayLimit(match.params.server));
      applyPlayerCommand(match, index, command);
    },
  };
}

function createAttentionTo(teamSize: number): ExtraCommand {
  const mates = Array.from({ length: teamSize }, (_, i) => `own ${i + 1}`);
  const choices = ['keep', 'off', ...mates];
  const command = { type: 'attentionto' as const, side: { by: 'relative' as const, own: true }, unum: 1 };
  return {
    layout: [choiceField('attentionTo', 'Player whose message is heard first', choices)],
    execute: (match, { index }, actions, offset) => {
      const choice = choiceOf(actions[offset] as number, choices.length);
      if (choice === 0) return;
      if (choice === 1) applyPlayerCommand(match, index, { type: 'attentionto_off' });
      else {
        command.unum = choice - 1;
        applyPlayerCommand(match, index, command);
      }
    },
  };
}

function createPointTo(): ExtraCommand {
  const choices = ['keep', 'point', 'off'] as const;
  const command = { type: 'pointto' as const, dist: 0.5, dir: 0.5 };
  return {
    layout: [
      choiceField('pointTo', 'What the arm does', choices),
      describeField('pointTo.distance', 'Distance of the place to which the arm points.', {
        unit: 'm',
        scale: LENGTH_SCALE,
      }),
      angleField('pointTo.direction', 'Direction of this place, relative to the face.'),
    ],
    execute: (match, { index }, actions, offset) => {
      const choice = choices[choiceOf(actions[offset] as number, choices.length)];
      if (choice === 'off') applyPlayerCommand(match, index, { type: 'pointto_off' });
      if (choice !== 'point') return;
      command.dist = numberAt(actions, offset + 1, 0) * LENGTH_SCALE;
      command.dir = angleAt(actions, offset + 2);
      applyPlayerCommand(match, index, command);
    },
  };
}

function createTurnNeck(): ExtraCommand {
  return {
    layout: [angleField('turnNeck', 'Moment of the neck, relative to the body.')],
    execute: (match, player, actions, offset) => {
      const moment = angleAt(actions, offset);
      if (moment !== 0) applyTurnNeck(match, player, moment);
    },
  };
}

function createChangeView(): ExtraCommand {
  const choices = ['keep', 'narrow', 'normal', 'wide'] as const;
  return {
    layout: [choiceField('changeView', 'View width', choices)],
    execute: (match, player, actions, offset) => {
      const width = choices[choiceOf(actions[offset] as number, choices.length)] ?? 'keep';
      if (width === 'keep' || width === player.viewWidth) return;
      applyPlayerCommand(match, player.index, { type: 'change_view', width, quality: null });
    },
  };
}

function createChangeFocus(): ExtraCommand {
  const command = { type: 'change_focus' as const, dist: 0.5, dir: 0.5 };
  return {
    layout: [
      describeField('changeFocus.distance', 'Change of the distance of the focus point.', {
        unit: 'm',
        low: -1,
        scale: MAX_FOCUS_DIST,
      }),
      angleField('changeFocus.direction', 'Change of the direction of the focus point.'),
    ],
    execute: (match, { index }, actions, offset) => {
      command.dist = numberAt(actions, offset) * MAX_FOCUS_DIST;
      command.dir = angleAt(actions, offset + 1);
      if (command.dist !== 0 || command.dir !== 0) applyPlayerCommand(match, index, command);
    },
  };
}

/**
 * Returns a decoder with the fields of further commands after those of another one; this one itself if there are none.
 *
 * @param type Type of the actions.
 * @param teamSize Players of the largest team of an agent.
 * @throws RangeError if an option has a wrong value or does not fit the type
 */
export function addExtraCommands(
  decoder: ActionDecoder,
  type: string,
  options: ExtraCommands,
  teamSize: number,
  { messageSize }: Pick<DecoderUse, 'messageSize'>,
): ActionDecoder {
  for (const name of COMMAND_FLAGS)
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      throw new RangeError(`action.${name}: ${JSON.stringify(options[name])} is not true or false`);
  for (const name of ['turnNeck', 'changeView'] as const)
    if (options[name] === true && type === 'low-level')
      throw new RangeError(`action.${name}: actions of type low-level have the fields neck and view already`);
  const commands: ExtraCommand[] = [];
  if (options.say !== undefined)
    commands.push(createSay(new SayChannel('action.say', options.say, messageSize)));
  if (options.attentionTo === true) commands.push(createAttentionTo(teamSize));
  if (options.pointTo === true) commands.push(createPointTo());
  if (options.turnNeck === true) commands.push(createTurnNeck());
  // The limits of the focus point depend on the view.
  if (options.changeView === true) commands.push(createChangeView());
  if (options.changeFocus === true) commands.push(createChangeFocus());
  return commands.length === 0 ? decoder : new ExtendedDecoder(decoder, commands);
}

class ExtendedDecoder implements ActionDecoder {
  readonly layout: readonly Field[];
  readonly choices: readonly string[];
  readonly drawnFrom: number;
  readonly receiver?: SenseReceiver;
  readonly cannotSave?: string;
  readonly #decoder: ActionDecoder;
  readonly #commands: readonly ExtraCommand[];

  constructor(decoder: ActionDecoder, commands: readonly ExtraCommand[]) {
    this.#decoder = decoder;
    this.#commands = commands;
    this.choices = decoder.choices;
    this.layout = [...decoder.layout, ...commands.flatMap(({ layout }) => layout)];
    this.drawnFrom = decoder.layout.length;
    if (decoder.receiver !== undefined) this.receiver = decoder.receiver;
    if (decoder.cannotSave !== undefined) this.cannotSave = decoder.cannotSave;
  }

  apply(view: ScriptView, player: Player, actions: Float32Array, offset: number, index: number): void {
    this.#decoder.apply(view, player, actions, offset, index);
    let at = offset + this.drawnFrom;
    for (const command of this.#commands) {
      command.execute(view.match, player, actions, at);
      at += command.layout.length;
    }
  }

  fillMask(match: Match, player: Player, out: Uint8Array, offset: number, index: number): void {
    this.#decoder.fillMask(match, player, out, offset, index);
  }

  begin(slot: MatchSlot, index: number): void {
    this.#decoder.begin?.(slot, index);
  }

  startStep(index: number): void {
    this.#decoder.startStep?.(index);
  }

  endsStep(index: number): boolean {
    return this.#decoder.endsStep?.(index) === true;
  }

  notify(event: MatchEvent, index: number): void {
    this.#decoder.notify?.(event, index);
  }
}
