import {
  oppositeSide,
  type Player,
  type PlayerCommand,
  type PlayerCommandInput,
  type Reply,
  type Side,
  type SideRef,
  teamOf,
} from '@rcss/core';
import { type CommandHandlers, completePlayerCommand } from '@rcss/core/commands';
import type { RandomStream } from '@rcss/core/random';
import {
  catchBall,
  changeFocus,
  changeView,
  chestTrap,
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
import { handlerOf, ignoreCommand } from './execute-command.js';
import { assertValidCommand, isCommandNumber } from './invalid-command.js';
import type { Match } from './match.js';

/**
 * Executes a command of a player at once, as the reference server does on reception (spec 05 §5.2).
 *
 * Replies are sent to the listener as `reply` events. `compression` and `done` concern the connection and do
 * nothing here. Commands of players that are not on the field are ignored. Fields that can be absent in a text can be absent here.
 *
 * @throws InvalidCommandError when another field of the command is missing, or a field is of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyPlayerCommand(match: Match, index: number, given: PlayerCommandInput): void {
  const player = match.world.players[index];
  if (player?.enabled && applyFrequentCommand(match, player, given as PlayerCommand)) return;
  const command = completePlayerCommand(given);
  if (command !== given) {
    applyPlayerCommand(match, index, command);
    return;
  }
  assertValidCommand('player', command, `player ${index}`);
  if (!player?.enabled) return;
  match.record?.({ do: 'player', index, command });
  const other = command as OtherCommand;
  handlerOf(HANDLERS, other)(match, player, other);
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
      command satisfies OtherCommand;
      return false;
  }
}

function playerRng(match: Match, player: Player): RandomStream {
  return match.random.players[player.index] as RandomStream;
}

/** The commands that `applyFrequentCommand` does not execute. */
type OtherCommand = Exclude<PlayerCommand, { readonly type: 'dash' | 'turn' | 'turn_neck' | 'kick' }>;

/** Execute commands after their fields were checked. */
const HANDLERS: CommandHandlers<OtherCommand, [match: Match, player: Player]> = {
  dash_leg: ({ params }, player, { leg, power, dir }) => dashLeg(params, player, leg, power, dir),
  tackle: (match, player, { angle, foul }) =>
    tackle(match.physics, playerRng(match, player), player, angle, foul),
  catch: (match, player, { dir }) => catchBall(match.physics, playerRng(match, player), player, dir),
  move: handleMove,
  change_view: ({ params }, player, { width, quality }) => changeView(params, player, width, quality),
  change_focus: (_, player, { dist, dir }) => changeFocus(player, dist, dir),
  say: handleSay,
  pointto: (match, player, { dist, dir }) => {
    if (!pointTo(match.params, player, dist, dir))
      sendReply(match, player, { kind: 'error', code: 'illegal_command_form' });
  },
  pointto_off: ({ params }, player) => pointToOff(params, player),
  attentionto: handleAttentionTo,
  attentionto_off: (_, player) => clearAttention(player),
  ear: handleEar,
  clang: (match, player, { min, max }) => {
    player.clangMin = min;
    player.clangMax = max;
    sendReply(match, player, { kind: 'ok', code: 'clang', args: [`(ver ${min} ${max})`] });
    match.listener({ type: 'clang_version', player: player.index, min, max });
  },
  sense_body: (match, player) => sendReply(match, player, { kind: 'sense_body' }),
  score: (match, player) =>
    sendReply(match, player, {
      kind: 'score',
      time: match.world.time,
      own: teamOf(match.world, player.side).score,
      opponents: opponentScore(match, player.side),
    }),
  synch_see: (match, player) => {
    switchToSynchSee(match.params, player);
    sendReply(match, player, { kind: 'ok', code: 'synch_see' });
  },
  gaussian_see: (match, player) => {
    player.gaussianSee = true;
    sendReply(match, player, { kind: 'ok', code: 'gaussian_see' });
  },
  bye: (match, player) => takeOffField(match, player.index, 'bye'),
  kick_loft: (match, player, { power, dir, loft }) =>
    kick(match.physics, playerRng(match, player), player, power, dir, loft),
  chest_trap: (match, player) => chestTrap(match.physics, player),
  // Without effect.
  long_kick: ignoreCommand,
  long_kick_loft: ignoreCommand,
  compression: ignoreCommand,
  done: ignoreCommand,
};

/** A command of a player of the given type. */
type CommandOf<Type extends PlayerCommand['type']> = Extract<PlayerCommand, { readonly type: Type }>;

function sendReply(match: Match, player: Player, answer: Reply): void {
  match.listener({ type: 'reply', to: { role: 'player', index: player.index }, reply: answer });
}

function opponentScore(match: Match, side: Side): number {
  const team = teamOf(match.world, oppositeSide(side));
  return team.name === '' ? 0 : team.score;
}

function handleMove(match: Match, player: Player, { x, y }: CommandOf<'move'>): void {
  const outcome = movePlayer(match.physics, playerRng(match, player), player, x, y, () =>
    sendReply(match, player, { kind: 'warning', code: 'moving_to_opponent_field' }),
  );
  if (outcome === 'too_many_moves') sendReply(match, player, { kind: 'error', code: 'too_many_moves' });
}

function handleSay(match: Match, player: Player, { message }: CommandOf<'say'>): void {
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

function handleAttentionTo(match: Match, player: Player, { side, unum }: CommandOf<'attentionto'>): void {
  const resolved = resolveSide(match, player, side) ?? null;
  const target = findAttentionTarget(match.world, player, resolved, unum);
  if (target !== undefined) setAttention(player, target);
}

function handleEar(match: Match, player: Player, command: CommandOf<'ear'>): void {
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
