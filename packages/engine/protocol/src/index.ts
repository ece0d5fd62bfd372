/**
 * Messages of the soccer server in all protocol versions: decodes what the server sends to players, coaches and
 * monitors, and encodes their commands. The server side has entries of its own, such as `@rcss/protocol/player`.
 */

export type { CoachInit } from '@rcss/core';
export { encodeCoachCommand } from './coach-commands.js';
export { encodeCoachInit } from './coach-init.js';
export { type CoachDecodeOptions, type CoachMessage, decodeCoachMessage } from './coach-messages/decode.js';
export { MAX_DATAGRAM_SIZE } from './datagram.js';
export { encodeMonitorCommand } from './monitor-commands.js';
export { encodeMonitorInit } from './monitor-init.js';
export {
  decodeMonitorDatagram,
  type MonitorDecodeOptions,
  type MonitorRecord,
} from './monitor-messages/decode.js';
export { encodePlayerCommand, isSayText } from './player-commands.js';
export { encodePlayerInit, encodePlayerReconnect } from './player-init.js';
export type { ChangePlayerTypeMessage } from './player-messages/change-player-type.js';
export {
  decodePlayerMessage,
  type PlayerDecodeOptions,
  type PlayerMessage,
} from './player-messages/decode.js';
export type {
  FullstateCounts,
  FullstateMessage,
  FullstatePlayerMessage,
} from './player-messages/fullstate.js';
export type { HeardMessage, HearMessage } from './player-messages/hear.js';
export type { AcceptedMessage } from './player-messages/init-reply.js';
export type { ReplyMessage } from './player-messages/reply.js';
export type { SeeMessage, SeenObjectMessage } from './player-messages/see.js';
export type { ArmMessage, SenseBodyMessage } from './player-messages/sense-body.js';
export type { ParamMessage, UnknownMessage } from './server-messages.js';
export { encodeTrainerCommand } from './trainer-commands.js';
export { encodeTrainerInit, type TrainerInit } from './trainer-init.js';
