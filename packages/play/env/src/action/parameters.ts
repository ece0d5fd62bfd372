import type { Player } from '@rcss/core';
import { changeView } from '@rcss/physics/actions';
import type { Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import {
  applyCatch,
  applyChestTrap,
  applyDashCommand,
  applyDashLeg,
  applyKick,
  applyTackle,
  applyTurn,
  applyTurnNeck,
} from '../scripts/control.js';
import type { ActionDecoder } from './action.js';
import { type CommandAvailability, isAvailable } from './availability.js';

/** Greatest power of dash and kick with the default parameters. */
export const POWER_SCALE = 100;
/** Greatest angle of a kick above the ground, degrees. */
const LOFT_SCALE = 90;
/** Greatest direction and moment, degrees. */
const ANGLE_SCALE = 180;

/** A number of an action, limited to the range from `low` to 1. */
export function numberAt(actions: Float32Array, index: number, low = -1): number {
  const value = actions[index] as number;
  return value < low ? low : value > 1 ? 1 : value;
}

/** Direction or moment of a number of an action, degrees. */
export function angleAt(actions: Float32Array, index: number): number {
  return numberAt(actions, index) * ANGLE_SCALE;
}

/** Index of a choice: the number of an action, rounded and limited to the choices that exist. */
export function choiceOf(value: number, count: number): number {
  const index = Math.round(value);
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/** A field with a direction or moment. */
export function angleField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'deg', low: -1, scale: ANGLE_SCALE });
}

/** A field with a power. */
export function powerField(name: string, what: string): Field {
  return describeField(name, `Power of ${what}.`, { unit: '% of maxpower', low: -1, scale: POWER_SCALE });
}

const bodyAngleField = (name: string, what: string): Field =>
  angleField(name, `${what}, relative to the body.`);

const loftField = (name: string): Field =>
  describeField(name, 'Angle of the kick above the ground; numbers below 0 are 0.', {
    unit: 'deg',
    low: -1,
    scale: LOFT_SCALE,
  });

/** Sends a command: power in percent, direction or moment and loft in degrees. */
type Send = (match: Match, player: Player, power: number, angle: number, loft: number) => void;

const sendDash: Send = applyDashCommand;
const sendTurn: Send = (match, player, _, angle) => applyTurn(match, player, angle);
const sendKick: Send = (match, player, power, angle, loft) =>
  applyKick(match, player, power < 0 ? 0 : power, angle, loft);
/** Powers from -1 to 1 are those from 0 to full power. */
const sendPartialKick: Send = (match, player, power, angle, loft) =>
  applyKick(match, player, (power + POWER_SCALE) / 2, angle, loft);
const sendTackle: Send = (match, player, _, angle) => applyTackle(match, player, angle);
const sendCatch: Send = (match, player, _, angle) => applyCatch(match, player, angle);
const sendLeft: Send = (match, player, power, angle) => applyDashLeg(match, player, 'l', power, angle);
const sendRight: Send = (match, player, power, angle) => applyDashLeg(match, player, 'r', power, angle);

/** A command that agents choose. */
interface CommandRow {
  readonly name: string;
  readonly kind: CommandAvailability;
  /** What it sends. */
  readonly sends: readonly Sent[];
}

/** A command with the places of power and direction in an action. */
interface Sent {
  readonly send: Send;
  readonly power: number;
  readonly angle: number;
}

const sent = (send: Send, power: number, angle: number): Sent => ({ send, power, angle });

const CHEST_TRAP: CommandRow = { name: 'chest-trap', kind: 'kick', sends: [sent(applyChestTrap, 1, 1)] };

/** Commands with the same fields for power and direction. */
const LOW_LEVEL: readonly CommandRow[] = (
  [
    ['none', 'none'],
    ['dash', 'move', sendDash],
    ['turn', 'move', sendTurn],
    ['kick', 'kick', sendKick],
    ['tackle', 'tackle', sendTackle],
    ['catch', 'catch', sendCatch],
    ['dash-left-leg', 'move', sendLeft],
    ['dash-right-leg', 'move', sendRight],
  ] satisfies readonly (readonly [string, CommandAvailability, Send?])[]
).map(([name, kind, send]) => ({ name, kind, sends: send === undefined ? [] : [sent(send, 1, 2)] }));

/** Commands with fields of their own. */
const HYBRID: readonly CommandRow[] = [
  { name: 'none', kind: 'none', sends: [] },
  { name: 'dash', kind: 'move', sends: [sent(sendDash, 1, 2)] },
  { name: 'turn', kind: 'move', sends: [sent(sendTurn, 3, 3)] },
  {
    name: 'kick',
    kind: 'kick',
    sends: [sent(sendPartialKick, 4, 5)],
  },
  { name: 'tackle', kind: 'tackle', sends: [sent(sendTackle, 6, 6)] },
  { name: 'catch', kind: 'catch', sends: [sent(sendCatch, 7, 7)] },
  {
    name: 'dash-legs',
    kind: 'move',
    sends: [sent(sendLeft, 8, 9), sent(sendRight, 10, 11)],
  },
];

/** A decoder of a choice of commands with parameters. The layout ends with the loft of kicks if the ball can leave the ground. */
function createCommandDecoder(
  rows: readonly CommandRow[],
  fields: readonly Field[],
  loft: Field | null,
  alsoApply?: (match: Match, player: Player, actions: Float32Array, offset: number) => void,
): ActionDecoder {
  const commands = loft === null ? rows : [...rows, CHEST_TRAP];
  const choices = commands.map(({ name }) => name);
  const layout = [choiceField('command', 'Command', choices), ...fields, ...(loft === null ? [] : [loft])];
  const loftPlace = layout.length - 1;
  return {
    choices,
    layout,
    apply: ({ match }, player, actions, offset) => {
      const { sends } = commands[choiceOf(actions[offset] as number, choices.length)] as CommandRow;
      const loftAngle = loft === null ? 0 : Math.max(0, numberAt(actions, offset + loftPlace)) * LOFT_SCALE;
      for (let i = 0; i < sends.length; i++) {
        const { send, power, angle } = sends[i] as Sent;
        send(
          match,
          player,
          numberAt(actions, offset + power) * POWER_SCALE,
          angleAt(actions, offset + angle),
          loftAngle,
        );
      }
      alsoApply?.(match, player, actions, offset);
    },
    fillMask: (match, player, out, offset) => {
      const canMove = isAvailable(match, player, 'move') ? 1 : 0;
      for (let i = 0; i < commands.length; i++) {
        const { kind } = commands[i] as CommandRow;
        out[offset + i] = kind === 'move' ? canMove : isAvailable(match, player, kind) ? 1 : 0;
      }
    },
  };
}

const VIEWS = ['keep', 'narrow', 'normal', 'wide'] as const;

/** One command with its power and direction, and commands of neck and view; with `hasHeight`, lofted kicks and the chest trap. */
export function createLowLevelDecoder(hasHeight: boolean): ActionDecoder {
  const fields = [
    powerField('power', 'the dash or kick'),
    bodyAngleField('direction', 'Direction of dash, kick, tackle and catch, and moment of the turn'),
    bodyAngleField('neck', 'Moment of the neck'),
    choiceField('view', 'View width', VIEWS),
  ];
  return createCommandDecoder(LOW_LEVEL, fields, hasHeight ? loftField('loft') : null, applyNeckAndView);
}

function applyNeckAndView(match: Match, player: Player, actions: Float32Array, offset: number): void {
  const neck = angleAt(actions, offset + 3);
  if (neck !== 0) applyTurnNeck(match, player, neck);
  const width = VIEWS[choiceOf(actions[offset + 4] as number, VIEWS.length)] ?? 'keep';
  if (width !== 'keep' && player.enabled && player.viewWidth !== width)
    changeView(match.params, player, width, 'high');
}

/** A choice of a command, with parameters of its own for each command; with `hasHeight`, lofted kicks and the chest trap. */
export function createHybridDecoder(hasHeight: boolean): ActionDecoder {
  const fields = [
    powerField('dash.power', 'the dash'),
    bodyAngleField('dash.direction', 'Direction of the dash'),
    bodyAngleField('turn.moment', 'Moment of the turn'),
    powerField('kick.power', 'the kick, from -1 (power 0) to 1 (full power)'),
    bodyAngleField('kick.direction', 'Direction of the kick'),
    bodyAngleField('tackle.direction', 'Direction in which the tackle sends the ball'),
    bodyAngleField('catch.direction', 'Direction of the catch'),
    powerField('leftLeg.power', 'the left leg'),
    bodyAngleField('leftLeg.direction', 'Direction of the left leg'),
    powerField('rightLeg.power', 'the right leg'),
    bodyAngleField('rightLeg.direction', 'Direction of the right leg'),
  ];
  return createCommandDecoder(HYBRID, fields, hasHeight ? loftField('kick.loft') : null);
}
