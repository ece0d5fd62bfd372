/** Text on the wire, both directions, all versions. See the README. */

// --- Shared -------------------------------------------------------------------------------------------------------------
export { connectText, type DatagramText, MAX_DATAGRAM, splitDatagram } from './datagram.js';
export {
  DEFAULT_PLAYER_VERSION,
  type FeatureName,
  type Features,
  featuresOf,
  isPlayerVersion,
  NEWEST_VERSION,
} from './features.js';

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
  type UnknownMessage,
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
