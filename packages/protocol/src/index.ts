/** Text on the wire, both directions, all versions. See the README. */

// --- Trainers and online coaches ----------------------------------------------------------------------------------------
export { decodeCoachCommand, encodeCoachCommand } from './coach-commands.js';
export { type CoachInit, decodeCoachInit, encodeCoachInit } from './coach-init.js';
export {
  type CoachDecodeOptions,
  type CoachMessage,
  decodeCoachMessage,
} from './coach-messages/decode.js';
export {
  encodeGlobal,
  type GlobalMessage,
  type GlobalPlayerMessage,
  type GlobalView,
} from './coach-messages/global.js';
export {
  type CoachHearMessage,
  encodeCoachHear,
  encodeTrainerHear,
  type HeardSpeaker,
} from './coach-messages/hear.js';
export {
  type ClangVersionMessage,
  encodeClangVersion,
  encodeInclude,
  type IncludeMessage,
  MAX_INCLUDE,
  type NamedPlayer,
} from './coach-messages/notices.js';
export {
  type CoachInitMessage,
  type CoachReply,
  type CoachReplyMessage,
  encodeCoachInitReply,
  encodeCoachReply,
  encodeTrainerInitReply,
  replyText,
} from './coach-messages/reply.js';
export {
  BANNER_COLUMNS,
  BANNER_ROWS,
  decodeTeamGraphic,
  encodeTeamGraphic,
  isOutsideBanner,
  type TeamGraphicFailure,
} from './coach-team-graphic.js';
// --- Shared -------------------------------------------------------------------------------------------------------------
export { connectText, type DatagramText, MAX_DATAGRAM, splitDatagram } from './datagram.js';
// --- Monitors, and the records that game logs share with them -----------------------------------------------------------
export {
  type DecodedMonitorCommand,
  decodeMonitorCommand,
  encodeMonitorCommand,
} from './monitor-commands.js';
export {
  decodeMonitorInit,
  encodeMonitorInit,
  type MonitorInit,
  type MonitorInitFailure,
} from './monitor-init.js';
export {
  MAX_BOARD_TEXT,
  RecordKind,
  readShortShowinfo2,
  readShowinfo,
  readShowinfo2,
  readTeamBlock,
  SHORT_SHOWINFO2_SIZE,
  SHOWINFO_SIZE,
  SHOWINFO2_SIZE,
  TEAM_BLOCK_SIZE,
  writeMsginfo,
  writeShortShowinfo2,
  writeShowinfo,
  writeShowinfo2,
  writeTeamBlock,
} from './monitor-messages/binary.js';
export {
  BOARD_CLIENTS,
  BOARD_SERVER,
  monitorChangeGoalieText,
  monitorChangePlayerTypeText,
  monitorRefereeText,
  monitorSayText,
  readTeamGraphicText,
  type TeamGraphic,
  teamGraphicJson,
  teamGraphicText,
} from './monitor-messages/board.js';
export {
  type BoardMessage,
  createMonitorCodec,
  MONITOR_1_SIZE,
  MONITOR_2_SIZE,
  type MonitorCodec,
  type MonitorCodecOptions,
} from './monitor-messages/codec.js';
export {
  decodeJsonRecord,
  decodeMonitorDatagram,
  decodeParamBlock,
  decodeTextRecord,
  type MonitorDecodeOptions,
  type MonitorRecord,
  messageRecord,
} from './monitor-messages/decode.js';
export {
  type JsonShowKind,
  writeJsonMsg,
  writeJsonPlayMode,
  writeJsonShow,
  writeJsonTeam,
} from './monitor-messages/json.js';
export {
  MAX_TEXT_RECORD,
  type TextShowFeatures,
  type TextShowParts,
  writeTextMsg,
  writeTextPlayMode,
  writeTextShow,
  writeTextTeam,
} from './monitor-messages/text.js';
// --- Players ------------------------------------------------------------------------------------------------------------
export { decodePlayerCommands, type PlayerCommandSink } from './player-commands.js';
export { commandNumber, encodePlayerCommand, isSayText } from './player-commands-encode.js';
export {
  createPlayerEncoding,
  type PlayerEncoding,
  type SeenNames,
  type SeenPlayerNames,
  seenTeamName,
  setTeamNames,
  type TeamNames,
} from './player-encoding.js';
export {
  decodePlayerConnect,
  encodePlayerInit,
  encodePlayerReconnect,
  type PlayerConnect,
} from './player-init.js';
export {
  decodePlayerMessage,
  type PlayerDecodeOptions,
  type PlayerMessage,
} from './player-messages/decode.js';
export {
  encodeFullstate,
  type FullstateCounts,
  type FullstateMessage,
  type FullstatePlayerMessage,
} from './player-messages/fullstate.js';
export {
  type AcceptedMessage,
  type ChangePlayerTypeMessage,
  encodeChangeGoalie,
  encodeChangePlayerType,
  encodeInitReply,
  encodePlayerParam,
  encodePlayerType,
  encodeReconnectReply,
  encodeServerParam,
} from './player-messages/handshake.js';
export {
  encodeHear,
  encodeRefereeHear,
  type HeardMessage,
  type HearMessage,
} from './player-messages/hear.js';
export {
  encodeError,
  encodeReply,
  encodeScore,
  encodeWarning,
  type PlainReply,
  type ReplyMessage,
  THINK,
} from './player-messages/reply.js';
export { encodeSee, type SeeMessage, type SeenThing } from './player-messages/see.js';
export { type ArmMessage, encodeSenseBody, type SenseBodyMessage } from './player-messages/sense-body.js';
export type { ParamMessage, UnknownMessage } from './server-messages.js';
export { decodeTrainerCommand, encodeTrainerCommand } from './trainer-commands.js';
export { decodeTrainerInit, encodeTrainerInit, type TrainerInit } from './trainer-init.js';
