import type { Player } from '@rcss/core';
import { changeView } from '@rcss/physics/actions';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import {
  catchCommand,
  dashCommand,
  dashLegCommand,
  kickCommand,
  neckCommand,
  tackleCommand,
  turnCommand,
} from '../scripts/control.js';
import type { ActionDecoder } from './action.js';
import { type CommandAvailability, isAvailable } from './availability.js';

/** Greatest power of dash and kick with the default parameters. */
const POWER_SCALE = 100;
/** Greatest direction and moment, degrees. */
const ANGLE_SCALE = 180;

function limit(value: number): number {
  return value < -1 ? -1 : value > 1 ? 1 : value;
}

/** Index of a choice: the number of an action, rounded and limited to the choices that exist. */
export function choiceOf(value: number, count: number): number {
  const index = Math.round(value);
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

const powerField = (name: string, what: string): Field =>
  describeField(name, `Power of the ${what}.`, { unit: '% of maxpower', low: -1, scale: POWER_SCALE });
const angleField = (name: string, what: string): Field =>
  describeField(name, `${what}, relative to the body.`, { unit: 'deg', low: -1, scale: ANGLE_SCALE });

const LOW_LEVEL = [
  ['none', 'none'],
  ['dash', 'move'],
  ['turn', 'move'],
  ['kick', 'kick'],
  ['tackle', 'tackle'],
  ['catch', 'catch'],
  ['dash-left-leg', 'move'],
  ['dash-right-leg', 'move'],
] as const satisfies readonly (readonly [string, CommandAvailability])[];

const VIEWS = ['keep', 'narrow', 'normal', 'wide'] as const;

function fillKinds(
  kinds: readonly CommandAvailability[],
  match: Match,
  player: Player,
  out: Uint8Array,
  offset: number,
): void {
  const canMove = isAvailable(match, player, 'move') ? 1 : 0;
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i] as CommandAvailability;
    out[offset + i] = kind === 'move' ? canMove : isAvailable(match, player, kind) ? 1 : 0;
  }
}

/** One command with its power and direction, and commands of neck and view. */
export function createLowLevelDecoder(): ActionDecoder {
  const choices = LOW_LEVEL.map(([name]) => name);
  const kinds: readonly CommandAvailability[] = LOW_LEVEL.map(([, kind]) => kind);
  return {
    choices,
    layout: [
      choiceField('command', 'Command', choices),
      powerField('power', 'dash or kick'),
      angleField('direction', 'Direction of dash, kick, tackle and catch, and moment of the turn'),
      angleField('neck', 'Moment of the neck'),
      choiceField('view', 'View width', VIEWS),
    ],
    apply: ({ match }, player, actions, offset) => {
      sendCommand(match, player, actions, offset);
      const neck = limit(actions[offset + 3] as number) * ANGLE_SCALE;
      const view = choiceOf(actions[offset + 4] as number, VIEWS.length);
      if (neck !== 0) {
        neckCommand.moment = neck;
        applyPlayerCommand(match, player.index, neckCommand);
      }
      if (view > 0) changeViewTo(match, player, VIEWS[view] as 'narrow' | 'normal' | 'wide');
    },
    fillMask: (match, player, out, offset) => fillKinds(kinds, match, player, out, offset),
  };
}

function changeViewTo({ params }: Match, player: Player, width: 'narrow' | 'normal' | 'wide'): void {
  if (player.enabled && player.viewWidth !== width) changeView(params, player, width, 'high');
}

/** Power of a number of an action, % of maxpower. */
function powerAt(actions: Float32Array, index: number): number {
  return limit(actions[index] as number) * POWER_SCALE;
}

/** Direction or moment of a number of an action, degrees. */
function angleAt(actions: Float32Array, index: number): number {
  return limit(actions[index] as number) * ANGLE_SCALE;
}

function sendCommand(match: Match, player: Player, actions: Float32Array, offset: number): void {
  const power = powerAt(actions, offset + 1);
  const angle = angleAt(actions, offset + 2);
  const { index } = player;
  switch (LOW_LEVEL[choiceOf(actions[offset] as number, LOW_LEVEL.length)]?.[0]) {
    case 'dash':
      dashCommand.power = power;
      dashCommand.dir = angle;
      applyPlayerCommand(match, index, dashCommand);
      break;
    case 'turn':
      turnCommand.moment = angle;
      applyPlayerCommand(match, index, turnCommand);
      break;
    case 'kick':
      kickCommand.power = power < 0 ? 0 : power;
      kickCommand.dir = angle;
      applyPlayerCommand(match, index, kickCommand);
      break;
    case 'tackle':
      tackleCommand.angle = angle;
      applyPlayerCommand(match, index, tackleCommand);
      break;
    case 'catch':
      catchCommand.dir = angle;
      applyPlayerCommand(match, index, catchCommand);
      break;
    case 'dash-left-leg':
      dashWithLeg(match, index, 'l', power, angle);
      break;
    case 'dash-right-leg':
      dashWithLeg(match, index, 'r', power, angle);
      break;
  }
}

function dashWithLeg(match: Match, index: number, leg: 'l' | 'r', power: number, angle: number): void {
  dashLegCommand.leg = leg;
  dashLegCommand.power = power;
  dashLegCommand.dir = angle;
  applyPlayerCommand(match, index, dashLegCommand);
}

const HYBRID = [
  ['none', 'none'],
  ['dash', 'move'],
  ['turn', 'move'],
  ['kick', 'kick'],
  ['tackle', 'tackle'],
  ['catch', 'catch'],
  ['dash-legs', 'move'],
] as const satisfies readonly (readonly [string, CommandAvailability])[];

/** A choice of a command, with parameters of its own for each command. */
export function createHybridDecoder(): ActionDecoder {
  const choices = HYBRID.map(([name]) => name);
  const kinds: readonly CommandAvailability[] = HYBRID.map(([, kind]) => kind);
  return {
    choices,
    layout: [
      choiceField('command', 'Command', choices),
      powerField('dash.power', 'dash'),
      angleField('dash.direction', 'Direction of the dash'),
      angleField('turn.moment', 'Moment of the turn'),
      powerField('kick.power', 'kick, from -1 (power 0) to 1 (full power)'),
      angleField('kick.direction', 'Direction of the kick'),
      angleField('tackle.direction', 'Direction in which the tackle sends the ball'),
      angleField('catch.direction', 'Direction of the catch'),
      powerField('leftLeg.power', 'left leg'),
      angleField('leftLeg.direction', 'Direction of the left leg'),
      powerField('rightLeg.power', 'right leg'),
      angleField('rightLeg.direction', 'Direction of the right leg'),
    ],
    apply: ({ match }, player, actions, offset) => {
      const { index } = player;
      switch (HYBRID[choiceOf(actions[offset] as number, HYBRID.length)]?.[0]) {
        case 'dash':
          dashCommand.power = powerAt(actions, offset + 1);
          dashCommand.dir = angleAt(actions, offset + 2);
          applyPlayerCommand(match, index, dashCommand);
          break;
        case 'turn':
          turnCommand.moment = angleAt(actions, offset + 3);
          applyPlayerCommand(match, index, turnCommand);
          break;
        case 'kick':
          kickCommand.power = (powerAt(actions, offset + 4) + POWER_SCALE) / 2;
          kickCommand.dir = angleAt(actions, offset + 5);
          applyPlayerCommand(match, index, kickCommand);
          break;
        case 'tackle':
          tackleCommand.angle = angleAt(actions, offset + 6);
          applyPlayerCommand(match, index, tackleCommand);
          break;
        case 'catch':
          catchCommand.dir = angleAt(actions, offset + 7);
          applyPlayerCommand(match, index, catchCommand);
          break;
        case 'dash-legs':
          dashWithLeg(match, index, 'l', powerAt(actions, offset + 8), angleAt(actions, offset + 9));
          dashWithLeg(match, index, 'r', powerAt(actions, offset + 10), angleAt(actions, offset + 11));
          break;
      }
    },
    fillMask: (match, player, out, offset) => fillKinds(kinds, match, player, out, offset),
  };
}
