import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';
import type { DrawShape } from './record.js';
import type { LogVersion } from './version.js';

/** Contents of the beginning of a log, besides its version. */
export interface LogHeader {
  /** Version of the server (JSON only); `19.0.0` by default. */
  readonly serverVersion?: string;
  /** Start time as `YYYY-MM-DDThh:mm:ss+hhmm` (JSON only); no element when absent. */
  readonly timestamp?: string;
}

/**
 * Appends records of one version to `out`. A record that the version does not have writes nothing. Which records a log has
 * is decided by its writer.
 * Messages are cut to 2047 bytes (spec 09 §2.5).
 */
export interface LogEncoder {
  readonly version: LogVersion;
  readonly out: ByteWriter;
  header(header: LogHeader): void;
  serverParam(params: ServerParams): void;
  playerParam(params: PlayerParams): void;
  playerType(type: PlayerType): void;
  /** A parameter record of version 3, copied with its padding; other versions write nothing. */
  parameterBlock(type: 'server_param' | 'player_param' | 'player_type', block: Uint8Array): void;
  playMode(time: number, stoppageTime: number, mode: PlayMode): void;
  teams(time: number, stoppageTime: number, left: FrameTeam, right: FrameTeam): void;
  show(frame: Frame): void;
  message(time: number, stoppageTime: number, board: number, text: string): void;
  teamGraphic(time: number, stoppageTime: number, side: Side, tile: TeamGraphicTile): void;
  draw(time: number, shape: DrawShape): void;
  /** Writes the end of the file after the last record. */
  close(): void;
}
