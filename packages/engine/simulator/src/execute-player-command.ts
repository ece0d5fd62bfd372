import {
  oppositeSide,
  type Player,
  type PlayerCommand,
  type Reply,
  type Side,
  type SideRef,
  teamOf,
} from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import {
  catchBall,
  changeFocus,
  changeView,
  clearAttention,
  dash,
  dashLeg,
  findAttentionTarget,
  kick,
  movePlayer,
  pointTo,
  pointToOff,
  setAttention,
  switchToSynchSee,
  tackle,
  turn,
  turnNeck,
} from '@rcss/physics/actions';
import { addPlayerMessage, setEar } from '@rcss/sensors';
import { takeOffField } from './connections.js';
import { assertValidCommand, isCommandNumber } from './invalid-command.js';
import type { Match } from './match.js';
import { playerCommandField } from './recording/input-fields.js';

/**
 * Executes a command of a player at once, as the reference server does on reception (spec 05 §5.2).
 *
 * Replies are sent to the listener as `reply` events. `compression` and `done` concern the connection and do
 * nothing here. Commands of players that are not on the field are ignored.
 *
 * @throws InvalidCommandError when a field of the command is missing, of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyPlayerCommand(match: Match, index: number, command: PlayerCommand): void {
  const player = match.world.players[index];
  if (player?.enabled && applyFrequentCommand(match, player, command)) return;
  assertValidCommand(playerCommandField, 'player', command, index);
  if (!player?.enabled) return;
  match.record?.({ do: 'player', index, command });
  applyCheckedCommand(match, player, command);
}

/**
 * Executes the commands that players send in nearly every cycle if their fields are numbers; returns whether it
 * did. Each field is read only once: a loop over the table of fields, or a second read, takes about 4 % of a
 * step.
 */
function applyFrequentCommand(match: Match, player: Player, command: PlayerCommand): boolean {
  const { params } = match;
  switch (command?.type) {
    case 'dash': {
      const { power, dir } = command;
      if (!isCommandNumber(power) || !isCommandNumber(dir)) return false;
      match.record?.({ do: 'player', index: player.index, command });
      dash(params, player, power, dir);
      return true;
    }
    case 'turn': {
      const { moment } = command;
      if (!isCommandNumber(moment)) return false;
      match.record?.({ do: 'player', index: player.index, command });
      turn(params, playerRng(match, player), player, moment);
      return true;
    }
    case 'turn_neck': {
      const { moment } = command;
      if (!isCommandNumber(moment)) return false;
      match.record?.({ do: 'player', index: player.index, command });
      turnNeck(params, player, moment);
      return true;
    }
    case 'kick': {
      const { power, dir } = command;
      if (!isCommandNumber(power) || !isCommandNumber(dir)) return false;
      match.record?.({ do: 'player', index: player.index, command });
      kick(match.physics, playerRng(match, player), player, power, dir);
      return true;
    }
    default:
      return false;
  }
}

function playerRng(match: Match, player: Player): RandomStream {
  return match.random.players[player.index] as RandomStream;
}

/** Executes a command after its fields were checked. */
function applyCheckedCommand(match: Match, player: Player, command: PlayerCommand): void {
  const { world, params, physics } = match;
  switch (command.type) {
    case 'dash_leg':
      dashLeg(params, player, command.leg, command.power, command.dir);
      break;
    case 'tackle':
      tackle(physics, playerRng(match, player), player, command.angle, command.foul);
      break;
    case 'catch':
      catchBall(physics, playerRng(match, player), player, command.dir);
      break;
    case 'move':
      handleMove(match, player, command.x, command.y);
      break;
    case 'change_view':
      changeView(params, player, command.width, command.quality);
      break;
    case 'change_focus':
      changeFocus(player, command.dist, command.dir);
      break;
    case 'say':
      handleSay(match, player, command.message);
      break;
    case 'pointto':
      if (!pointTo(params, player, command.dist, command.dir))
        sendReply(match, player, { kind: 'error', code: 'illegal_command_form' });
      break;
    case 'pointto_off':
      pointToOff(params, player);
      break;
    case 'attentionto':
      handleAttentionTo(match, player, command.side, command.unum);
      break;
    case 'attentionto_off':
      clearAttention(player);
      break;
    case 'ear':
      handleEar(match, player, command);
      break;
    case 'clang':
      player.clangMin = command.min;
      player.clangMax = command.max;
      sendReply(match, player, { kind: 'ok', code: 'clang', args: [`(ver ${command.min} ${command.max})`] });
      match.listener({ type: 'clang_version', player: player.index, min: command.min, max: command.max });
      break;
    case 'sense_body':
      sendReply(match, player, { kind: 'sense_body' });
      break;
    case 'score':
      sendReply(match, player, {
        kind: 'score',
        time: world.time,
        own: teamOf(world, player.side).score,
        opponents: opponentScore(match, player.side),
      });
      break;
    case 'synch_see':
      switchToSynchSee(params, player);
      sendReply(match, player, { kind: 'ok', code: 'synch_see' });
      break;
    case 'gaussian_see':
      player.gaussianSee = true;
      sendReply(match, player, { kind: 'ok', code: 'gaussian_see' });
      break;
    case 'bye':
      takeOffField(match, player.index, 'bye');
      break;
    // Executed by applyFrequentCommand.
    case 'dash':
    case 'turn':
    case 'turn_neck':
    case 'kick':
    // These concern the connection, not the match.
    case 'long_kick':
    case 'compression':
    case 'done':
      break;
  }
}

function sendReply(match: Match, player: Player, answer: Reply): void {
  match.listener({ type: 'reply', to: { role: 'player', index: player.index }, reply: answer });
}

function opponentScore(match: Match, side: Side): number {
  const team = teamOf(match.world, oppositeSide(side));
  return team.name === '' ? 0 : team.score;
}

function handleMove(match: Match, player: Player, x: number, y: number): void {
  const outcome = movePlayer(match.physics, playerRng(match, player), player, x, y, () =>
    sendReply(match, player, { kind: 'warning', code: 'moving_to_opponent_field' }),
  );
  if (outcome === 'too_many_moves') sendReply(match, player, { kind: 'error', code: 'too_many_moves' });
}

function handleSay(match: Match, player: Player, message: string): void {
  const { world } = match;
  const accepted = addPlayerMessage(match.sensors, match.random.sensors, player, message);
  if (!accepted) return;
  const speaker = { by: 'player', index: player.index } as const;
  match.listener({ type: 'say', time: world.time, speaker, message, receivedAt: world.time });
}

/** Returns the side that a command addresses, or undefined if no team has the name (spec 03 §9.4). */
function resolveSide(match: Match, player: Player, ref: SideRef): Side | undefined {
  switch (ref.by) {
    case 'side':
      return ref.side;
    case 'relative':
      return ref.own ? player.side : oppositeSide(player.side);
    case 'name': {
      const { left, right } = match.world;
      if (ref.name === '') return undefined;
      return left.name === ref.name ? 'l' : right.name === ref.name ? 'r' : undefined;
    }
  }
}

function handleAttentionTo(match: Match, player: Player, ref: SideRef, unum: number): void {
  const side = resolveSide(match, player, ref) ?? null;
  const target = findAttentionTarget(match.world, player, side, unum);
  if (target !== undefined) setAttention(player, target);
}

function handleEar(match: Match, player: Player, command: Extract<PlayerCommand, { type: 'ear' }>): void {
  let side: Side | null = null;
  if (command.side !== null) {
    const resolved = resolveSide(match, player, command.side);
    if (resolved === undefined) {
      const name = command.side.by === 'name' ? command.side.name : '';
      sendReply(match, player, { kind: 'error', code: `no team with name ${name}` });
      return;
    }
    side = resolved;
  }
  setEar(player, command.on, side, command.mode);
}
