/** The server side of monitors, and the records that game logs also use. */
export type { MonitorInit } from '@rcss/core';
export { type DecodedMonitorCommand, decodeMonitorCommand } from '../monitor-commands.js';
export { decodeMonitorInit, type MonitorInitFailure } from '../monitor-init.js';
export {
  MAX_BOARD_TEXT_LENGTH,
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
} from '../monitor-messages/binary.js';
export {
  BOARD_CLIENTS,
  BOARD_SERVER,
  formatMonitorChangeGoalie,
  formatMonitorChangePlayerType,
  formatMonitorReferee,
  formatMonitorSay,
  formatTeamGraphicJson,
  formatTeamGraphicText,
  readTeamGraphicText,
  type TeamGraphic,
} from '../monitor-messages/board.js';
export {
  createMonitorCodec,
  MONITOR_1_DATAGRAM_SIZE,
  MONITOR_2_DATAGRAM_SIZE,
  type MonitorBoardMessage,
  type MonitorCodec,
  type MonitorCodecOptions,
} from '../monitor-messages/codec.js';
export {
  createMessageRecord,
  decodeJsonRecord,
  decodeParamBlock,
  decodeTextRecord,
} from '../monitor-messages/decode.js';
export {
  type JsonShowKind,
  writeJsonMsg,
  writeJsonPlayMode,
  writeJsonShow,
  writeJsonTeam,
} from '../monitor-messages/json.js';
export { readPlainShow } from '../monitor-messages/plain-show.js';
export {
  MAX_TEXT_RECORD_LENGTH,
  type TextShowFeatures,
  type TextShowParts,
  writeTextMsg,
  writeTextPlayMode,
  writeTextShow,
  writeTextTeam,
} from '../monitor-messages/text.js';
