/** Decodes the datagrams of a text log to the commands of players, coaches and trainers. */
import type { CoachCommand, Failure, PlayerCommand, Result, TrainerCommand } from '@rcss/core';
import { DEFAULT_COACH_VERSION } from '@rcss/core/versions';
import {
  decodeCoachCommand,
  decodeCoachInit,
  decodeTrainerCommand,
  decodeTrainerInit,
} from '@rcss/protocol/coach';
import { decodePlayerCommands, decodePlayerConnect, type PlayerConnect } from '@rcss/protocol/player';
import type { TextLogClient } from '../text-log.js';

/** Request of a client that connects. */
export type ConnectCommand =
  | {
      readonly type: 'init';
      readonly team: string;
      readonly version: number;
      /** Whether a player connects as the goalie. */
      readonly goalie: boolean;
    }
  | { readonly type: 'reconnect'; readonly team: string; readonly unum: number };

/** Part of a datagram that the server cannot read. */
export interface MalformedCommand {
  readonly type: 'malformed';
  /** Text after `error` in the reply of the server, for example `illegal_command_form`. */
  readonly code: string;
}

/** A command in a text log. */
export type ClientCommand = PlayerCommand | CoachCommand | TrainerCommand | ConnectCommand | MalformedCommand;

function createConnectCommand(connect: PlayerConnect): ConnectCommand {
  const { team } = connect;
  if (connect.kind === 'reconnect') return { type: 'reconnect', team, unum: connect.unum };
  return { type: 'init', team, version: connect.version, goalie: connect.goalie };
}

function createMalformed({ code }: Failure): MalformedCommand {
  return { type: 'malformed', code };
}

function toCommand(result: Result<ClientCommand, Failure>): ClientCommand {
  return result.ok ? result.value : createMalformed(result.error);
}

/** Decodes datagrams. It keeps the protocol versions of the coaches, on which the meaning of `say` depends. */
export class CommandDecoder {
  readonly #coachVersions = new Map<string, number>();

  /**
   * Decodes a datagram. A command of a player that cannot be read ends the datagram: the last command is then `malformed`.
   *
   * @param message Text of the datagram, as {@link TextLogEntry} has it.
   */
  decode(client: TextLogClient, message: string): ClientCommand[] {
    const text = message.endsWith('\n') ? message.slice(0, -1) : message;
    if (client.role === 'player') return decodePlayerDatagram(text);
    if (client.role === 'trainer') {
      const init = text.startsWith('(init') ? decodeTrainerInit(text, true) : null;
      if (init === null) return [toCommand(decodeTrainerCommand(text))];
      if (!init.ok) return [createMalformed(init.error)];
      return [{ type: 'init', team: '', version: init.value.version, goalie: false }];
    }
    if (text.startsWith('(init')) {
      const init = decodeCoachInit(text);
      if (!init.ok) return [createMalformed(init.error)];
      const { version } = init.value;
      this.#coachVersions.set(client.team, version);
      return [{ type: 'init', team: client.team, version, goalie: false }];
    }
    const version = this.#coachVersions.get(client.team) ?? DEFAULT_COACH_VERSION;
    return [toCommand(decodeCoachCommand(text, version))];
  }
}

function decodePlayerDatagram(text: string): ClientCommand[] {
  if (text.startsWith('(init ') || text.startsWith('(reconnect ')) {
    const connect = decodePlayerConnect(text);
    return [connect.ok ? createConnectCommand(connect.value) : createMalformed(connect.error)];
  }
  const commands: ClientCommand[] = [];
  const nul = text.indexOf('\0');
  const isGood = decodePlayerCommands(
    nul < 0 ? text : text.slice(0, nul),
    (command) => {
      commands.push(command);
    },
    true,
  );
  if (!isGood) commands.push({ type: 'malformed', code: 'illegal_command_form' });
  return commands;
}
