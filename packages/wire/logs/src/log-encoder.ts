import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';
import type { DrawShape } from './record.js';
import type { LogVersion } from './version.js';

/** Server version and start time, which only JSON logs store. */
export interface LogHeader {
  /** Version of the server; `19.0.0` by default. */
  readonly serverVersion?: string;
  /** Start time as `YYYY-MM-DDThh:mm:ss+hhmm`. The log has no start time if it is absent. */
  readonly timestamp?: string;
}

/**
 * Appends the records of one log version to `out`. A record that the version does not have writes nothing. The caller decides
 * which records the log has. Messages are cut to 2047 bytes (spec 09 §2.5). Times are game times in cycles; the stoppage time
 * counts the cycles in which the game time stands still, and only JSON logs store it.
 */
export interface LogEncoder {
  readonly version: LogVersion;
  /** Buffer to which the records are appended. */
  readonly out: ByteWriter;
  /** Writes the beginning of the file. */
  writeHeader(header: LogHeader): void;
  /** Writes the server parameters (versions 3 and later). */
  writeServerParam(params: ServerParams): void;
  /** Writes the player parameters (versions 3 and later). */
  writePlayerParam(params: PlayerParams): void;
  /** Writes a player type (versions 3 and later). */
  writePlayerType(type: PlayerType): void;
  /** Writes a parameter record of version 3 from its bytes. Other versions write nothing. */
  writeParameterBlock(type: 'server_param' | 'player_param' | 'player_type', block: Uint8Array): void;
  /** Writes a play mode (versions 3 and later). */
  writePlayMode(time: number, stoppageTime: number, mode: PlayMode): void;
  /** Writes names, scores and penalties of both teams (versions 3 and later). */
  writeTeams(time: number, stoppageTime: number, left: FrameTeam, right: FrameTeam): void;
  /** Writes the state of a step. */
  writeShow(frame: Frame): void;
  /** Writes a message on board 1 (referee, result) or 2 (client traffic). */
  writeMessage(time: number, stoppageTime: number, board: number, text: string): void;
  /** Writes a tile of a team graphic: as an element in JSON logs, else as a message. */
  writeTeamGraphic(time: number, stoppageTime: number, side: Side, tile: TeamGraphicTile): void;
  /** Writes a drawing; JSON logs do not have drawings. */
  writeDraw(time: number, shape: DrawShape): void;
  /** Writes the end of the file, after the last record. */
  finish(): void;
}
