import type { Player } from '@rcss/core';
import { changeView } from '@rcss/physics/actions';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import {
  applyChestTrap,
  applyKick,
  catchCommand,
  dashCommand,
  dashLegCommand,
  neckCommand,
  tackleCommand,
  turnCommand,
} from '../scripts/control.js';
import type { ActionDecoder } from './action.js';
import { type CommandAvailability, isAvailable } from './availability.js';

/** Greatest power of dash and kick with the default parameters. */
const POWER_SCALE = 100;
/** Greatest angle of a kick above the ground, degrees. */
const LOFT_SCALE = 90;
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

/** Commands after those of a list, if the ball can leave the ground. */
const HIGH_COMMANDS = [['chest-trap', 'kick']] as const satisfies readonly (readonly [
  string,
  CommandAvailability,
])[];

const loftField = (name: string): Field =>
  describeField(name, 'Angle of the kick above the ground; numbers below 0 are 0.', {
    unit: 'deg',
    low: -1,
    scale: LOFT_SCALE,
  });

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

/** One command with its power and direction, and commands of neck and view; with `hasHeight`, lofted kicks and the chest trap. */
export function createLowLevelDecoder(hasHeight: boolean): ActionDecoder {
  const commands = hasHeight ? [...LOW_LEVEL, ...HIGH_COMMANDS] : LOW_LEVEL;
  const choices = commands.map(([name]) => name);
  const kinds: readonly CommandAvailability[] = commands.map(([, kind]) => kind);
  return {
    choices,
    layout: [
      choiceField('command', 'Command', choices),
      powerField('power', 'dash or kick'),
      angleField('direction', 'Direction of dash, kick, tackle and catch, and moment of the turn'),
      angleField('neck', 'Moment of the neck'),
      choiceField('view', 'View width', VIEWS),
      ...(hasHeight ? [loftField('loft')] : []),
    ],
    apply: ({ match }, player, actions, offset) => {
      const command = choices[choiceOf(actions[offset] as number, choices.length)];
      const loft = hasHeight ? loftAt(actions, offset + 5) : 0;
      sendCommand(match, player, command, powerAt(actions, offset + 1), angleAt(actions, offset + 2), loft);
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

/** Angle of a kick above the ground of a number of an action, degrees. */
function loftAt(actions: Float32Array, index: number): number {
  return Math.max(0, limit(actions[index] as number)) * LOFT_SCALE;
}

function sendCommand(
  match: Match,
  player: Player,
  command: string | undefined,
  power: number,
  angle: number,
  loft: number,
): void {
  const { index } = player;
  switch (command) {
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
      applyKick(match, player, power < 0 ? 0 : power, angle, loft);
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
    case 'chest-trap':
      applyChestTrap(match, player);
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

/** A choice of a command, with parameters of its own for each command; with `hasHeight`, lofted kicks and the chest trap. */
export function createHybridDecoder(hasHeight: boolean): ActionDecoder {
  const commands = hasHeight ? [...HYBRID, ...HIGH_COMMANDS] : HYBRID;
  const choices = commands.map(([name]) => name);
  const kinds: readonly CommandAvailability[] = commands.map(([, kind]) => kind);
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
      ...(hasHeight ? [loftField('kick.loft')] : []),
    ],
    apply: ({ match }, player, actions, offset) => {
      const { index } = player;
      switch (choices[choiceOf(actions[offset] as number, choices.length)]) {
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
          applyKick(
            match,
            player,
            (powerAt(actions, offset + 4) + POWER_SCALE) / 2,
            angleAt(actions, offset + 5),
            hasHeight ? loftAt(actions, offset + 12) : 0,
          );
          break;
        case 'chest-trap':
          applyChestTrap(match, player);
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
