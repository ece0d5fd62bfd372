import { findRequirement, type Message, parseSay, printHeard } from '@rcss/clang';
import { type CoachCommand, oppositeSide, type Reply, type Side, teamOf } from '@rcss/core';
import type { CommandHandlers } from '@rcss/core/commands';
import { coachFeatures } from '@rcss/core/versions';
import { appointGoalie } from '@rcss/physics/players';
import { ballPlace } from '@rcss/referee/geometry';
import { addCoachText } from '@rcss/sensors';
import type { CoachState } from './coach-state.js';
import { nameForOpponents } from './connections.js';
import { handlerOf, ignoreCommand } from './execute-command.js';
import { trimCoachText } from './execute-trainer-command.js';
import { assertValidCommand } from './invalid-command.js';
import type { Match } from './match.js';
import { changePlayerType, checkSubstitution } from './substitution.js';

/**
 * Executes a command of an online coach and sends the reply to it (spec 07 §8).
 *
 * `compression` and `done` concern the connection and do nothing here. The application that owns the connection
 * executes `bye`.
 *
 * @throws InvalidCommandError when a field of the command is missing, of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyCoachCommand(match: Match, side: Side, command: CoachCommand): void {
  assertValidCommand('coach', command, `coach ${side}`);
  match.record?.({ do: 'coach', side, command });
  const reply = (reply: Reply) => match.listener({ type: 'reply', to: { role: 'coach', side }, reply });
  handlerOf(HANDLERS, command)(match, match.coaches[side], reply, command);
}

/** Sends a reply to the coach. */
type SendReply = (reply: Reply) => void;

const HANDLERS: CommandHandlers<CoachCommand, [match: Match, coach: CoachState, reply: SendReply]> = {
  check_ball: ({ world, params }, _, reply) =>
    reply({ kind: 'check_ball', time: world.time, place: ballPlace(world, params) }),
  look: (_match, _coach, reply) => reply({ kind: 'look' }),
  team_names: (match, { side }, reply) => reply(teamNamesReply(match, side)),
  eye: (_, coach, reply, { on }) => {
    coach.eye = on;
    reply({ kind: 'ok', code: 'eye', args: [on ? 'on' : 'off'] });
  },
  say: (match, coach, reply, { text }) => {
    const said = coachFeatures(coach.version).sayLanguage
      ? handleSayLanguage(match, coach, text)
      : handleSayText(match, coach, text);
    if (said !== null) reply(said);
  },
  change_player_type: (match, { side }, reply, { unum, typeId }) =>
    handleChangePlayerType(match, side, unum, typeId, reply),
  change_goalie: (match, { side }, reply, { unum }) => handleChangeGoalie(match, side, unum, reply),
  team_graphic: (match, { side }, reply, command) => handleTeamGraphic(match, side, command, reply),
  team_graphic_refused: (match, { side }, reply, command) => handleTeamGraphic(match, side, command, reply),
  compression: ignoreCommand,
  done: ignoreCommand,
  bye: ignoreCommand,
};

/**
 * Returns both team names as the coach may see them: its own team with the real name, the other team with the name
 * that is shown to opponents (spec 07 §8).
 */
function teamNamesReply(match: Match, side: Side): Reply {
  const own = teamOf(match.world, side).name || null;
  const other = nameForOpponents(match, oppositeSide(side)) || null;
  return { kind: 'team_names', left: side === 'l' ? own : other, right: side === 'l' ? other : own };
}

/** Handles plain text of a coach of an old version (spec 07 §10.1). */
function handleSayText(match: Match, coach: CoachState, text: string): Reply {
  const { world, params } = match;
  if (world.playMode === 'play_on') return { kind: 'warning', code: 'cannot_say_while_playon' };
  if (params.server.say_coach_cnt_max === 0) return { kind: 'error', code: 'said_too_many_messages' };
  if (text === '') return { kind: 'error', code: 'illegal_command_form' };
  const message = trimCoachText(text, params.server.say_coach_msg_size);
  addCoachText(match.sensors, match.random.sensors, coach.side, message);
  match.listener({
    type: 'say',
    time: world.time,
    speaker: { by: 'coach', side: coach.side, language: false },
    message,
    receivedAt: world.time,
  });
  return { kind: 'ok', code: 'say' };
}

/** Handles a message in coach language: parses it, checks kind and play mode, and queues it (spec 07 §10.2). */
function handleSayLanguage(match: Match, coach: CoachState, text: string): Reply | null {
  const said = parseSay(text, { maxFreeform: match.params.server.say_coach_msg_size });
  if (!said.ok) return { kind: 'error', code: 'could_not_parse_say' };
  const message = said.value;
  if (message.kind === 'unsupported') return null;
  const refusal =
    message.kind === 'freeform'
      ? checkFreeform(match, coach)
      : checkLanguageBudget(match, coach, message.kind);
  if (refusal !== null) return { kind: 'error', code: refusal };
  coach.queue.push({ text: printHeard(message), receivedAt: match.world.time, ...languageVersions(message) });
  return { kind: 'ok', code: 'say' };
}

/**
 * Returns the language versions that a player must have declared (spec 04 §5.3). If the message needs both
 * versions, the range is 7 to 8. If it needs one version, `min` and `max` are that version. If it needs no special
 * version, the range is 8 to 7, which means that either version is enough.
 */
function languageVersions(message: Message): { min: number; max: number } {
  const { seven, eight } = findRequirement(message);
  return { min: seven ? 7 : 8, max: eight ? 8 : 7 };
}

function checkLanguageBudget(
  match: Match,
  coach: CoachState,
  kind: Exclude<Message['kind'], 'unsupported' | 'freeform'>,
): string | null {
  if (match.world.playMode !== 'play_on') return null;
  const budget = kind === 'delete' ? 'del' : kind;
  if (coach.budget[budget] > 0) {
    coach.budget[budget] -= 1;
    return null;
  }
  return `said_too_many_${budget}_messages`;
}

/**
 * Checks the windows and the limit of freeform messages (spec 07 §10.3, §10.4). If the message is allowed, counts it and
 * returns null; otherwise returns the reply code.
 */
function checkFreeform(match: Match, coach: CoachState): string | null {
  const { world, params } = match;
  if (world.playMode === 'play_on') {
    const wait = params.server.freeform_wait_period;
    const since = world.time - world.playOnStart;
    const open = since > wait && (wait === 0 || since % wait < params.server.freeform_send_period);
    if (!open) return 'cannot_say_freeform_while_playon';
  }
  if (coach.freeformAllowed < 0 || coach.freeformSaid < coach.freeformAllowed) {
    coach.freeformSaid += 1;
    return null;
  }
  return 'said_too_many_freeform_messages';
}

function handleChangePlayerType(
  match: Match,
  side: Side,
  unum: number,
  typeId: number,
  answer: SendReply,
): void {
  const refusal = checkSubstitution(match, side, unum, typeId);
  if (refusal !== null) {
    answer(refusal);
    return;
  }
  const player = match.world.players.find((p) => p.side === side && p.unum === unum);
  if (player === undefined) return;
  changePlayerType(match, player, typeId);
  answer({ kind: 'ok', code: 'change_player_type', args: [unum, typeId] });
}

/** Makes a player the goalie (spec 07 §8.2). */
function handleChangeGoalie(match: Match, side: Side, unum: number, answer: SendReply): void {
  const { world } = match;
  const mode = world.playMode;
  if (mode === 'play_on') {
    answer({ kind: 'warning', code: 'cannot_change_goalie_while_playon' });
    return;
  }
  if (mode.startsWith('penalty_ready_') || mode.startsWith('penalty_taken_')) {
    answer({ kind: 'warning', code: 'cannot_change_goalie_while_penalty_taken' });
    return;
  }
  const present = world.players.filter((p) => p.side === side && p.enabled);
  if (present.some((p) => p.goalie)) {
    answer({ kind: 'error', code: 'goalie_already_exists' });
    return;
  }
  const player = present.find((p) => p.unum === unum);
  if (player === undefined) {
    answer({ kind: 'warning', code: 'no_such_player' });
    return;
  }
  appointGoalie(player);
  match.listener({ type: 'change_goalie', side, unum });
  answer({ kind: 'ok', code: 'change_player_type', args: [unum, 'goalie'] });
}

/** Number of tile columns of a team banner (spec 07 §8.3). */
const MAX_BANNER_COLUMNS = 32;
const MAX_BANNER_ROWS = 8;

/**
 * Handles a tile of the team's banner (spec 07 §8.3). A wrong location gives a warning, but the tile is still
 * handled; other warnings and errors are sent after that warning.
 */
function handleTeamGraphic(
  match: Match,
  side: Side,
  command: Extract<CoachCommand, { type: 'team_graphic' | 'team_graphic_refused' }>,
  answer: SendReply,
): void {
  if (match.world.playMode !== 'before_kick_off') {
    answer({ kind: 'warning', code: 'only_before_kick_off' });
    return;
  }
  const misplaced =
    command.type === 'team_graphic'
      ? command.tile.x >= MAX_BANNER_COLUMNS || command.tile.y >= MAX_BANNER_ROWS
      : command.locationWarning;
  if (misplaced) answer({ kind: 'warning', code: 'invalid_tile_location' });
  if (command.type === 'team_graphic_refused') {
    answer({ kind: 'error', code: command.code });
    return;
  }
  const { tile } = command;
  if (tile.width !== 8 || tile.height !== 8) {
    answer({ kind: 'warning', code: 'invalid_tile_size' });
    return;
  }
  match.listener({ type: 'team_graphic', side, tile });
  answer({ kind: 'ok', code: 'team_graphic', args: [tile.x, tile.y] });
}
