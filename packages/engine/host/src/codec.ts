import type {
  AudioMessage,
  CoachCommand,
  CoachInit,
  Failure,
  Frame,
  HeardSpeaker,
  MonitorCommand,
  MonitorInit,
  PlayerCommand,
  PlayerConnect,
  PlayMode,
  Reply,
  Result,
  Side,
  Speaker,
  TeamGraphicTile,
  TeamNames,
  TrainerCommand,
} from '@rcss/core';
import type {
  FullstateObservation,
  GlobalObservation,
  SeeObservation,
  SenseBodyObservation,
} from '@rcss/core/observation';
import type { MonitorFeatures, MonitorVersion, PlayerFeatures } from '@rcss/core/versions';
import type { MatchParams, PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';

/** Text of messages in both directions: what a host needs of a protocol. `@rcss/protocol/codec` is one; others can carry the same data. */

/** The code of the error that the sender of a text receives. */
type CodedFailure = Pick<Failure, 'code'>;

/** What a codec keeps for the messages to one player; created and read by the codec. */
export interface PlayerCodecState {
  /** Protocol version as sent by the client, for example 3.9. */
  readonly version: number;
  readonly features: PlayerFeatures;
}

/** The sender of an audio message, with the name of its team. */
export type NamedSpeaker =
  | Exclude<Speaker, { readonly by: 'player' }>
  | Extract<HeardSpeaker, { readonly by: 'player' }>;

/** The receiver of a global view. */
export interface GlobalViewTarget {
  readonly version: number;
  /** Side of an online coach; null: the trainer. */
  readonly observer: Side | null;
  readonly names: TeamNames;
  readonly kind: 'periodic' | 'look';
  /** False: the receiver does not get the height of the ball, whatever its version. */
  readonly hasHeight: boolean;
}

/** Encoder for the monitors of one version; returned bytes are valid until the next call of the same function. */
export interface MonitorEncoder extends Pick<MonitorFeatures, 'initPortClosed' | 'nulWarning'> {
  encodeInitialData(params: MatchParams): Uint8Array[];
  encodeShow(frame: Frame): Uint8Array;
  writeMessage(
    w: ByteWriter,
    message: {
      readonly time: number;
      readonly stoppageTime: number;
      readonly board: number;
      readonly text: string;
    },
  ): ByteWriter;
  writeTeamGraphic(w: ByteWriter, side: Side, tile: TeamGraphicTile, time: number): ByteWriter;
}

/**
 * Encoders append a message to a writer and return it; they append nothing if the receiver gets none. The functions are methods, so that a
 * codec may declare its own type of {@link PlayerCodecState}: it only gets back those that it has created.
 */
export interface Codec {
  splitDatagram(bytes: Uint8Array): { readonly text: Uint8Array; readonly terminated: boolean };
  decodePlayerConnect(text: string): Result<PlayerConnect, CodedFailure>;
  /**
   * Calls `onCommand` for each command in turn until it returns false; false: the text is malformed.
   *
   * @param hasHeight Whether the commands of `rcss::experimental_height` exist.
   */
  decodePlayerCommands(
    text: Uint8Array | string,
    onCommand: (command: PlayerCommand) => unknown,
    hasHeight: boolean,
  ): boolean;
  decodeCoachInit(text: string): Result<CoachInit, CodedFailure>;
  decodeCoachCommand(text: string, version: number): Result<CoachCommand, CodedFailure>;
  /** Null: the text is not a request but a command. */
  decodeTrainerInit(
    text: string,
    experimental: boolean,
  ): Result<{ readonly version: number }, CodedFailure> | null;
  decodeTrainerCommand(text: string): Result<TrainerCommand, CodedFailure>;
  /** Null: the text is not a request of a monitor. */
  decodeMonitorInit(
    text: string,
    experimental: boolean,
  ): Result<MonitorInit, CodedFailure & Pick<MonitorInit, 'versionText'>> | null;
  decodeMonitorCommand(
    text: string,
    coachMode: boolean,
  ): Result<
    | { readonly kind: 'monitor'; readonly command: MonitorCommand }
    | { readonly kind: 'trainer'; readonly command: TrainerCommand },
    CodedFailure
  >;

  createPlayerEncoding(version: number, side: Side, names: TeamNames): PlayerCodecState;
  setTeamNames(encoding: PlayerCodecState, names: TeamNames): void;
  encodeInitReply(w: ByteWriter, side: Side, unum: number, playMode: PlayMode): ByteWriter;
  encodeReconnectReply(w: ByteWriter, side: Side, playMode: PlayMode): ByteWriter;
  encodeServerParam(w: ByteWriter, params: ServerParams, version: number): ByteWriter;
  encodePlayerParam(w: ByteWriter, params: PlayerParams, version: number): ByteWriter;
  encodePlayerType(w: ByteWriter, type: PlayerType, version: number): ByteWriter;
  /** @param typeId Null: the receiver does not get the type. */
  encodeChangePlayerType(w: ByteWriter, unum: number, typeId: number | null): ByteWriter;
  encodeChangeGoalie(w: ByteWriter, side: Side, unum: number): ByteWriter;
  encodeError(w: ByteWriter, code: string): ByteWriter;
  encodeWarning(w: ByteWriter, code: string): ByteWriter;
  encodeReply(
    w: ByteWriter,
    reply: Extract<Reply, { readonly kind: 'ok' | 'warning' | 'error' | 'score' }>,
  ): ByteWriter;
  encodeHear(w: ByteWriter, time: number, heard: AudioMessage, encoding: PlayerCodecState): ByteWriter;
  encodeRefereeHear(w: ByteWriter, time: number, call: string): ByteWriter;
  encodeSenseBody(w: ByteWriter, body: SenseBodyObservation, encoding: PlayerCodecState): ByteWriter;
  encodeFullstate(w: ByteWriter, state: FullstateObservation, encoding: PlayerCodecState): ByteWriter;
  encodeSee(w: ByteWriter, seen: SeeObservation, encoding: PlayerCodecState): ByteWriter;

  encodeCoachInitReply(w: ByteWriter, side: Side, version: number): ByteWriter;
  encodeTrainerInitReply(w: ByteWriter): ByteWriter;
  encodeCoachReply(
    w: ByteWriter,
    reply: Exclude<Reply, { readonly kind: 'look' | 'sense_body' }>,
  ): ByteWriter;
  encodeCoachHear(
    w: ByteWriter,
    version: number,
    time: number,
    speaker: HeardSpeaker,
    message: string,
  ): ByteWriter;
  encodeTrainerHear(
    w: ByteWriter,
    version: number,
    time: number,
    speaker: HeardSpeaker,
    message: string,
  ): ByteWriter;
  encodeGlobal(w: ByteWriter, observation: GlobalObservation, view: GlobalViewTarget): ByteWriter;
  encodeClangVersion(
    w: ByteWriter,
    player: { readonly team: string; readonly unum: number; readonly goalie: boolean },
    min: number,
    max: number,
  ): ByteWriter;
  encodeInclude(w: ByteWriter, content: Uint8Array): ByteWriter;

  createMonitorCodec(version: MonitorVersion): MonitorEncoder;
  /** Text of a reply on a message board. */
  formatReply(reply: Reply): string;
  formatMonitorReferee(call: string): string;
  formatMonitorSay(speaker: NamedSpeaker, message: string, receivedAt: number): string;
  formatMonitorChangePlayerType(side: Side, unum: number, typeId: number): string;
  formatMonitorChangeGoalie(side: Side, unum: number): string;
}
