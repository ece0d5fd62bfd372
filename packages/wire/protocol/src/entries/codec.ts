/** The functions of the server side that `@rcss/host` needs, as one object: `import * as codec from '@rcss/protocol/codec'`. */
export { decodeCoachCommand } from '../coach-commands.js';
export { decodeCoachInit } from '../coach-init.js';
export { encodeCoachHear, encodeTrainerHear } from '../coach-messages/hear.js';
export { encodeClangVersion, encodeInclude } from '../coach-messages/notices.js';
export {
  encodeCoachInitReply,
  encodeCoachReply,
  encodeTrainerInitReply,
  formatReply,
} from '../coach-messages/reply.js';
export { encodeGlobal } from '../coach-messages/see-global.js';
export { splitDatagram } from '../datagram.js';
export { decodeMonitorCommand } from '../monitor-commands.js';
export { decodeMonitorInit } from '../monitor-init.js';
export {
  formatMonitorChangeGoalie,
  formatMonitorChangePlayerType,
  formatMonitorReferee,
  formatMonitorSay,
} from '../monitor-messages/board.js';
export { createMonitorCodec } from '../monitor-messages/codec.js';
export { decodePlayerCommands } from '../player-commands.js';
export { decodePlayerConnect } from '../player-init.js';
export { encodeChangeGoalie, encodeChangePlayerType } from '../player-messages/change-player-type.js';
export { encodeFullstate } from '../player-messages/fullstate.js';
export { encodeHear, encodeRefereeHear } from '../player-messages/hear.js';
export { encodeInitReply, encodeReconnectReply } from '../player-messages/init-reply.js';
export { encodePlayerParam, encodePlayerType, encodeServerParam } from '../player-messages/param-messages.js';
export { createPlayerEncoding, setTeamNames } from '../player-messages/player-encoding.js';
export { encodeError, encodeReply, encodeWarning } from '../player-messages/reply.js';
export { encodeSee } from '../player-messages/see.js';
export { encodeSenseBody } from '../player-messages/sense-body.js';
export { decodeTrainerCommand } from '../trainer-commands.js';
export { decodeTrainerInit } from '../trainer-init.js';
