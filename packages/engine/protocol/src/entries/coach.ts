/** The server side of trainers and online coaches: decodes connect requests and commands, encodes messages. */
export type { HeardSpeaker } from '@rcss/core';
export { decodeCoachCommand, splitCoachCommands } from '../coach-commands.js';
export { decodeCoachInit } from '../coach-init.js';
export {
  type CoachHearMessage,
  encodeCoachHear,
  encodeTrainerHear,
} from '../coach-messages/hear.js';
export {
  type ClangVersionMessage,
  encodeClangVersion,
  encodeInclude,
  type IncludeMessage,
  MAX_INCLUDE_SIZE,
  type NamedPlayer,
} from '../coach-messages/notices.js';
export {
  type CoachInitMessage,
  type CoachReply,
  type CoachReplyMessage,
  encodeCoachInitReply,
  encodeCoachReply,
  encodeTrainerInitReply,
  formatReply,
} from '../coach-messages/reply.js';
export {
  encodeGlobal,
  type GlobalMessage,
  type GlobalPlayerMessage,
  type GlobalView,
} from '../coach-messages/see-global.js';
export {
  BANNER_COLUMNS,
  BANNER_ROWS,
  decodeTeamGraphic,
  isOutsideBanner,
  type TeamGraphicFailure,
} from '../coach-team-graphic.js';
export { decodeTrainerCommand } from '../trainer-commands.js';
export { decodeTrainerInit } from '../trainer-init.js';
