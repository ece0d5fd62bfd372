import { type ClientRef, type MoveSpec, playerOf, type Reply, type TrainerCommand } from '@rcss/core';
import { placeBallByTrainer, placePlayerByTrainer, recoverPlayers } from '@rcss/physics/players';
import { callKickOff, setPlayMode } from '@rcss/referee';
import { ballPlace } from '@rcss/referee/geometry';
import { trainerSays } from '@rcss/sensors';
import { trainerCommand } from './input-fields.js';
import { assertCommand } from './invalid-command.js';
import type { Match } from './match.js';
import { assignedPlayer, substitute } from './substitution.js';

/**
 * Executes a command of the trainer, or of a monitor in a coach mode, and sends the reply to its sender
 * (spec 07 §7, spec 10 §10.3).
 *
 * `compression` and `done` concern the connection and do nothing here.
 *
 * @throws InvalidCommandError when a field of the command is missing, of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyTrainerCommand(match: Match, from: ClientRef, command: TrainerCommand): void {
  assertCommand(trainerCommand, from.role, command);
  match.record?.({ do: 'trainer', from, command });
  const { world, params } = match;
  const answer = (reply: Reply) => match.listener({ type: 'reply', to: from, reply });
  const done = (code: string) => answer({ kind: 'ok', code });
  switch (command.type) {
    case 'change_mode':
      setPlayMode(match.referee, command.mode);
      done('change_mode');
      break;
    case 'move_ball':
      // The goalie releases the ball even if the rest of the command is refused (spec 07 §7.2).
      world.catcher = -1;
      if (isHalfVelocity(command.to)) answer({ kind: 'error', code: 'illegal_command_form' });
      else {
        placeBallByTrainer(world, command.to);
        done('move');
      }
      break;
    case 'move_player':
      if (isHalfVelocity(command.to)) answer({ kind: 'error', code: 'illegal_command_form' });
      else {
        movePlayer(match, command.team, command.unum, command.to);
        done('move');
      }
      break;
    case 'start':
      callKickOff(match.referee);
      done('start');
      break;
    case 'recover':
      recoverPlayers(world, params);
      done('recover');
      break;
    case 'check_ball':
      answer({ kind: 'check_ball', time: world.time, place: ballPlace(world, params) });
      break;
    case 'look':
      answer({ kind: 'look' });
      break;
    case 'team_names':
      answer({ kind: 'team_names', left: world.left.name || null, right: world.right.name || null });
      break;
    case 'eye':
      match.trainer.eye = command.on;
      answer({ kind: 'ok', code: 'eye', args: [command.on ? 'on' : 'off'] });
      break;
    case 'ear':
      match.trainer.ear = command.on;
      answer({ kind: 'ok', code: 'ear', args: [command.on ? 'on' : 'off'] });
      break;
    case 'say':
      say(match, cutCoachText(command.message, params.server.say_coach_msg_size));
      done('say');
      break;
    case 'change_player_type':
      changeType(match, command, answer);
      break;
    case 'compression':
    case 'done':
      break;
  }
}

/**
 * Tries a kickoff without a connected trainer: for an application, or for a command that arrives on the trainer port
 * (spec 06 §17, spec 02 §2.4).
 */
export function tryKickOff(match: Match): void {
  match.record?.({ do: 'kick_off' });
  callKickOff(match.referee);
}

function isHalfVelocity(to: MoveSpec): boolean {
  return to.vx !== undefined && to.vy === undefined;
}

/**
 * Returns the plain text of a coach or trainer as players receive it: cut to the limit, or without its last
 * parenthesis (spec 07 §7.10).
 */
export function cutCoachText(message: string, limit: number): string {
  if (limit >= 0 && message.length > limit) return message.slice(0, limit);
  return message.endsWith(')') ? message.slice(0, -1) : message;
}

function movePlayer(match: Match, team: string, unum: number, to: MoveSpec): void {
  const { world } = match;
  const side = [world.left, world.right].find((t) => t.name !== '' && t.name === team)?.side;
  const player = side === undefined ? undefined : playerOf(world, side, unum);
  if (player === undefined) return;
  placePlayerByTrainer(match.physics, match.chance.physics, player, to);
}

function say(match: Match, message: string): void {
  const { world } = match;
  trainerSays(match.audio, world, match.chance.sensors, message, (listener, heard) =>
    match.listener({ type: 'hear', time: world.time, listener, heard }),
  );
  match.listener({
    type: 'say',
    time: world.time,
    speaker: { by: 'trainer' },
    message,
    receivedAt: world.time,
  });
}

function changeType(
  match: Match,
  command: Extract<TrainerCommand, { type: 'change_player_type' }>,
  answer: (reply: Reply) => void,
): void {
  const { world, params } = match;
  const side = [world.left, world.right].find((t) => t.name !== '' && t.name === command.team)?.side;
  if (side === undefined) {
    answer({ kind: 'warning', code: 'no_team_found' });
    return;
  }
  if (command.typeId < 0 || command.typeId >= params.types.length) {
    answer({ kind: 'error', code: 'out_of_range_player_type' });
    return;
  }
  const player = assignedPlayer(match, side, command.unum);
  if (player === undefined) {
    answer({ kind: 'warning', code: 'no_such_player' });
    return;
  }
  substitute(match, player, command.typeId);
  answer({ kind: 'ok', code: 'change_player_type', args: [command.team, command.unum, command.typeId] });
}
