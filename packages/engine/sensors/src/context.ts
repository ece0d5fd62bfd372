import type { AudioMessage, Side, World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { createLogGrid, type LogGrid } from './log-grid.js';

/** A message that waits for delivery. */
export type PendingMessage =
  /** Message of a player; `speaker` is the player's index. The speaker is one of the listeners. */
  | {
      readonly kind: 'player';
      readonly speaker: number;
      readonly message: string;
      readonly listeners: number;
    }
  | { readonly kind: 'trainer'; readonly message: string; readonly listeners: number }
  | {
      readonly kind: 'coach_text';
      readonly side: Side;
      readonly message: string;
      readonly listeners: number;
    };

/**
 * Messages since the last delivery, in order of arrival. Bit i of `listeners` is set if the player with index i
 * receives the message. Plain data: a snapshot copies it.
 */
export interface AuralState {
  readonly pending: PendingMessage[];
}

/** Creates the state of a match in which no message waits. */
function createAuralState(): AuralState {
  return { pending: [] };
}

/** Receives an audio message that a player hears now; `listener` is the index of the player, 0..21. */
export type EmitAudio = (listener: number, heard: AudioMessage) => void;

/** The sensors of one match. It contains no random stream: each function that draws random numbers has a parameter for it. */
export interface SensorContext {
  readonly world: World;
  readonly params: MatchParams;
  /** Audio messages that wait for delivery. */
  readonly audio: AuralState;
  /** Receives every audio message that a player hears. */
  readonly emit: EmitAudio;
  /** Possible distances of ball and players, by `quantize_step`. */
  readonly movableGrid: LogGrid;
  /** Possible distances of landmarks and lines, by `quantize_step_l`. */
  readonly fixedGrid: LogGrid;
}

/**
 * Creates the sensors of a world. Call it once per match, because it computes the tables of possible distances.
 *
 * @param emit Receives the audio messages; by default they are discarded.
 */
export function createSensorContext(
  world: World,
  params: MatchParams,
  emit: EmitAudio = () => {},
): SensorContext {
  return {
    world,
    params,
    audio: createAuralState(),
    emit,
    movableGrid: createLogGrid(params.server.quantize_step),
    fixedGrid: createLogGrid(params.server.quantize_step_l),
  };
}
