import { type ClientRef, type MoveSpec, playerOf, type Reply, type TrainerCommand } from '@rcss/core';
import type { CommandHandlers } from '@rcss/core/commands';
import { placeBallByTrainer, placePlayerByTrainer, recoverPlayers } from '@rcss/physics/players';
import { callKickOff, setPlayMode } from '@rcss/referee';
import { ballPlace } from '@rcss/referee/geometry';
import { addTrainerMessage } from '@rcss/sensors';
import { handlerOf, ignoreCommand } from './execute-command.js';
import { assertValidCommand } from './invalid-command.js';
import type { Match } from './match.js';
import { assignedPlayer, changePlayerType } from './substitution.js';

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
  assertValidCommand('trainer', command, from.role);
  match.record?.({ do: 'trainer', from, command });
  const reply = (reply: Reply) => match.listener({ type: 'reply', to: from, reply });
  handlerOf(HANDLERS, command)(match, reply, command);
}

/** Sends a reply to the client that has sent the command. */
type SendReply = (reply: Reply) => void;

const ok = (code: string): Reply => ({ kind: 'ok', code });

const HANDLERS: CommandHandlers<TrainerCommand, [match: Match, reply: SendReply]> = {
  change_mode: (match, reply, { mode }) => {
    setPlayMode(match.referee, mode);
    reply(ok('change_mode'));
  },
  move_ball: ({ world }, reply, { to }) => {
    if (!isFiniteMove(to)) {
      reply({ kind: 'error', code: 'illegal_object_form' });
      return;
    }
    // The goalie releases the ball even if the rest of the command is refused (spec 07 §7.2).
    world.catcher = -1;
    if (hasOnlyVx(to)) reply({ kind: 'error', code: 'illegal_command_form' });
    else {
      placeBallByTrainer(world, to);
      reply(ok('move'));
    }
  },
  move_player: (match, reply, { team, unum, to }) => {
    if (!isFiniteMove(to)) reply({ kind: 'error', code: 'illegal_object_form' });
    else if (hasOnlyVx(to)) reply({ kind: 'error', code: 'illegal_command_form' });
    else {
      handleMovePlayer(match, team, unum, to);
      reply(ok('move'));
    }
  },
  start: (match, reply) => {
    callKickOff(match.referee);
    reply(ok('start'));
  },
  recover: ({ world, params }, reply) => {
    recoverPlayers(world, params);
    reply(ok('recover'));
  },
  check_ball: ({ world, params }, reply) =>
    reply({ kind: 'check_ball', time: world.time, place: ballPlace(world, params) }),
  look: (_, reply) => reply({ kind: 'look' }),
  team_names: ({ world: { left, right } }, reply) =>
    reply({ kind: 'team_names', left: left.name || null, right: right.name || null }),
  eye: ({ trainer }, reply, { on }) => {
    trainer.eye = on;
    reply({ kind: 'ok', code: 'eye', args: [on ? 'on' : 'off'] });
  },
  ear: ({ trainer }, reply, { on }) => {
    trainer.ear = on;
    reply({ kind: 'ok', code: 'ear', args: [on ? 'on' : 'off'] });
  },
  say: (match, reply, { message }) => {
    handleSay(match, trimCoachText(message, match.params.server.say_coach_msg_size));
    reply(ok('say'));
  },
  change_player_type: (match, reply, command) => handleChangePlayerType(match, command, reply),
  compression: ignoreCommand,
  done: ignoreCommand,
};

/**
 * Tries a kickoff without a connected trainer: for an application, or for a command that arrives on the trainer port
 * (spec 06 §17, spec 02 §2.4).
 */
export function tryKickOff(match: Match): void {
  match.record?.({ do: 'kick_off' });
  callKickOff(match.referee);
}

/** Whether all numbers of a move are finite. A move with an infinite number is refused like a move with NaN. */
function isFiniteMove({ x, y, angle = 0, vx = 0, vy = 0 }: MoveSpec): boolean {
  return [x, y, angle, vx, vy].every(Number.isFinite);
}

function hasOnlyVx(to: MoveSpec): boolean {
  return to.vx !== undefined && to.vy === undefined;
}

/**
 * Returns the plain text of a coach or trainer as players receive it: cut to the limit, or without its last
 * parenthesis (spec 07 §7.10).
 */
export function trimCoachText(message: string, limit: number): string {
  if (limit >= 0 && message.length > limit) return message.slice(0, limit);
  return message.endsWith(')') ? message.slice(0, -1) : message;
}

function handleMovePlayer(match: Match, team: string, unum: number, to: MoveSpec): void {
  const { world } = match;
  const side = [world.left, world.right].find((t) => t.name !== '' && t.name === team)?.side;
  const player = side === undefined ? undefined : playerOf(world, side, unum);
  if (player === undefined) return;
  placePlayerByTrainer(match.physics, match.random.physics, player, to);
}

function handleSay(match: Match, message: string): void {
  const { world } = match;
  addTrainerMessage(match.sensors, match.random.sensors, message);
  match.listener({
    type: 'say',
    time: world.time,
    speaker: { by: 'trainer' },
    message,
    receivedAt: world.time,
  });
}

function handleChangePlayerType(
  match: Match,
  command: Extract<TrainerCommand, { type: 'change_player_type' }>,
  answer: SendReply,
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
  changePlayerType(match, player, command.typeId);
  answer({ kind: 'ok', code: 'change_player_type', args: [command.team, command.unum, command.typeId] });
}
