/** The server side of players: decodes connect requests and commands, encodes messages. Also splits datagrams of every role. */

export type { PlayerConnect, TeamNames } from '@rcss/core';
export { formatCommandNumber } from '../command-text.js';
export { type DatagramText, readConnectText, splitDatagram } from '../datagram.js';
export { decodePlayerCommands } from '../player-commands.js';
export { decodePlayerConnect } from '../player-init.js';
export { encodeChangeGoalie, encodeChangePlayerType } from '../player-messages/change-player-type.js';
export { encodeFullstate } from '../player-messages/fullstate.js';
export { createHearMessage, encodeHear, encodeRefereeHear } from '../player-messages/hear.js';
export { encodeInitReply, encodeReconnectReply } from '../player-messages/init-reply.js';
export { encodePlayerParam, encodePlayerType, encodeServerParam } from '../player-messages/param-messages.js';
export {
  createPlayerEncoding,
  getShownTeamName,
  type PlayerEncoding,
  type SeenNames,
  type SeenPlayerNames,
  setTeamNames,
} from '../player-messages/player-encoding.js';
export {
  encodeError,
  encodeReply,
  encodeScore,
  encodeWarning,
  type PlainReply,
} from '../player-messages/reply.js';
export { createSeeMessage, encodeSee } from '../player-messages/see.js';
export type { SeenName, SeenNameInfo, SeenPrefix } from '../player-messages/seen-name.js';
export { createSenseBodyMessage, encodeSenseBody } from '../player-messages/sense-body.js';
export { THINK_DATAGRAM } from '../player-messages/think.js';
export type { PlayerCommandSink } from '../player-parser.js';
